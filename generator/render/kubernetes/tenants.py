"""Workspaces as namespaces: who may do what in one, what it may take, and whom its pods talk to."""

from collections.abc import Iterator

from generator.plan.kubernetes.records import Workspace
from generator.plan.kubernetes.tenancy import (
    DEFAULT_PRIORITY,
    DNS_NAMESPACE,
    DNS_PORTS,
    POD_SECURITY,
    PRIORITIES,
    RIGHTS,
    SMALLEST,
    members,
)
from generator.plan.kubernetes.workers import TENANT
from generator.render.kubernetes.file import Thing

_RBAC = "rbac.authorization.k8s.io"
_NAME = "clustergen"


def namespace(each: Workspace) -> Iterator[Thing]:
    """Yield all of a workspace, the namespace first."""
    labels = {f"pod-security.kubernetes.io/{mode}": level for mode, level in POD_SECURITY}
    labels |= {TENANT: each.tenant} if each.tenant else {}
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": each.name, "labels": labels}}
    if each.quota:
        hard = {f"requests.{name}": str(count) for name, count in each.quota.items()}
        yield _thing(each, "v1", "ResourceQuota", spec={"hard": hard})
    smallest = {name: quantity for name, quantity in SMALLEST if name in each.covered}
    if smallest:
        limits = [{"type": "Container", "defaultRequest": smallest}]
        yield _thing(each, "v1", "LimitRange", spec={"limits": limits})
    yield from _policies(each)
    yield from _rights(each)


def priority_classes() -> Iterator[Thing]:
    """Yield the classes of pods: they order, and leave it to the queue to stop anybody."""
    for each in PRIORITIES:
        default = {"globalDefault": True} if each.name == DEFAULT_PRIORITY else {}
        yield {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": each.name},
            "value": each.value,
            **default,
            "preemptionPolicy": "Never",
            "description": each.use,
        }


def admission() -> Iterator[Thing]:
    """Yield what keeps a tenant's pods on its own hosts, whoever schedules them."""
    mine = f"namespaceObject.metadata.labels['{TENANT}']"
    chosen = f"object.spec.nodeSelector['{TENANT}']"
    has = f"has(object.spec.nodeSelector) && '{TENANT}' in object.spec.nodeSelector"
    name = "clustergen-tenant-hosts"
    yield {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": name},
        "spec": {
            "failurePolicy": "Fail",
            "matchConstraints": {
                "resourceRules": [
                    {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}
                ]
            },
            "validations": [
                {
                    "expression": f"{has} && {chosen} == {mine}",
                    "message": f"pods of a tenant choose its own hosts: nodeSelector {TENANT}; jobs in its queue are given it",
                }
            ],
        },
    }
    yield {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {
            "policyName": name,
            "validationActions": ["Deny"],
            "matchResources": {
                "namespaceSelector": {"matchExpressions": [{"key": TENANT, "operator": "Exists"}]},
            },
        },
    }


def _thing(each: Workspace, api: str, kind: str, name: str = _NAME, **rest: object) -> Thing:
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name, "namespace": each.name}, **rest}


def _policies(each: Workspace) -> Iterator[Thing]:
    """Yield what pods may reach: nobody, but names and each other."""
    everybody: Thing = {"podSelector": {}}
    dns = {
        "to": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": DNS_NAMESPACE}}}],
        "ports": [{"protocol": protocol, "port": port} for protocol, port in DNS_PORTS],
    }
    both = ["Ingress", "Egress"]
    rules: dict[str, Thing] = {
        "default-deny": {"podSelector": {}, "policyTypes": both},
        "allow-names": {"podSelector": {}, "policyTypes": ["Egress"], "egress": [dns]},
        "allow-within": {
            "podSelector": {},
            "policyTypes": both,
            "ingress": [{"from": [everybody]}],
            "egress": [{"to": [everybody]}],
        },
    }
    for name, spec in rules.items():
        yield _thing(each, "networking.k8s.io/v1", "NetworkPolicy", name, spec=spec)


def _rights(each: Workspace) -> Iterator[Thing]:
    rules = [
        {"apiGroups": [right.group], "resources": list(right.resources), "verbs": list(right.verbs)} for right in RIGHTS
    ]
    yield _thing(each, f"{_RBAC}/v1", "Role", rules=rules)
    subjects = [{"apiGroup": _RBAC, "kind": "Group", "name": members(each.name)}]
    for name, kind, role in ((_NAME, "Role", _NAME), (f"{_NAME}-edit", "ClusterRole", "edit")):
        reference = {"apiGroup": _RBAC, "kind": kind, "name": role}
        yield _thing(each, f"{_RBAC}/v1", "RoleBinding", name, roleRef=reference, subjects=subjects)
