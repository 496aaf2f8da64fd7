"""Workspaces as namespaces: rights, quotas, and network policies."""

from collections.abc import Iterable, Iterator

from generator.plan.kubernetes.records import Workspace
from generator.plan.kubernetes.storage import tier_drivers
from generator.plan.kubernetes.workers import TENANT
from generator.plan.kubernetes.workspaces import (
    DEFAULT_PRIORITY,
    DNS_NAMESPACE,
    DNS_PORTS,
    POD_SECURITY,
    PRIORITIES,
    QUEUE_RIGHTS,
    RIGHTS,
    SMALLEST,
    Right,
    members,
)
from generator.plan.plan import Plan
from generator.plan.quotas import class_limits
from generator.render.kubernetes.file import CORE, ManifestFile, Thing, given, manifest

_RBAC = "rbac.authorization.k8s.io"
_ADMISSION_API = "admissionregistration.k8s.io/v1"
_NAME = "clustergen"
_BY_NAME = "kubernetes.io/metadata.name"
"""The label with a namespace's name, which every namespace has."""
_WITH_OIDC = "Members are the users in the identity provider's group {members}."
_WITHOUT_OIDC = "Members are the users whose certificates have the group (O) {members}: `clustergen docs kubernetes`, Members without an identity provider."
_NAMESPACE = """\
Pods that use RDMA need no capability, as the hosts permit every pod to lock memory, so `baseline` admits them; it would refuse IPC_LOCK.
Quotas of GPUs need the prefix `requests.`; without it, the API server accepts them but counts nothing.
Network policies apply to the pod network only. Rails bypass them and are isolated by routing instances or partitions."""
_PRIORITIES = "Priority classes of pods. They do not preempt by themselves; the queues decide."
_ADMISSION = """\
Volumes of a workspace's pods are claims and what Kubernetes itself has, as Pod Security's `restricted` allows them: the kubelet would mount others, such as
a folder of NFS, as root of the host, whatever network policies say, and a pod chooses the number of its user."""
_OWN_HOSTS = """\
A tenant's pods start only on its own hosts: ports of other tenants' hosts are in other routing instances or partitions."""
_VOLUMES = (
    "configMap", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected", "secret",
)  # fmt: skip
"""Kinds of volumes that `restricted` allows (pod-security-admission, check_restrictedVolumes.go), without `csi`."""


def workspace_files(plan: Plan) -> Iterator[ManifestFile]:
    """Yield the namespaces, the classes of pods, and what keeps tenants on their own hosts."""
    spaces = plan.workloads.workspaces
    for each in spaces:
        group = members(plan, each)
        who = _WITH_OIDC if plan.site.kubernetes and plan.site.kubernetes.oidc else _WITHOUT_OIDC
        header = f"{who.format(members=group)}\n{_NAMESPACE}"
        yield ManifestFile(
            path=f"workspaces/{each.name}.yaml", header=header, proof=CORE, documents=_namespace(plan, each, group)
        )
    if spaces:
        yield ManifestFile(path="priorities.yaml", header=_PRIORITIES, proof=CORE, documents=_priority_classes())
        tenants = any(each.tenant for each in spaces)
        header = f"{_ADMISSION}\n{_OWN_HOSTS}" if tenants else _ADMISSION
        documents = [*(_own_hosts() if tenants else ()), *_volumes(spaces)]
        yield ManifestFile(path="admission.yaml", header=header, proof=CORE, documents=documents)


def _namespace(plan: Plan, each: Workspace, group: str) -> Iterator[Thing]:
    """Yield all of a workspace, the namespace first."""
    labels = {f"pod-security.kubernetes.io/{mode}": level for mode, level in POD_SECURITY}
    labels |= {TENANT: each.tenant} if each.tenant else {}
    yield manifest("v1", "Namespace", each.name, labels=labels)
    hard = {f"requests.{name}": str(count) for name, count in each.quota.items()} | class_limits(plan, each.tenant)
    if hard:
        yield manifest("v1", "ResourceQuota", _NAME, each.name, spec={"hard": hard})
    smallest = {name: quantity for name, quantity in SMALLEST if name in each.covered}
    if smallest:
        limits = [{"type": "Container", "defaultRequest": smallest}]
        yield manifest("v1", "LimitRange", _NAME, each.name, spec={"limits": limits})
    yield from _policies(each)
    rights = (*RIGHTS, *QUEUE_RIGHTS.get(plan.site.kubernetes.queues, ())) if plan.site.kubernetes else RIGHTS
    yield from _rights(each, group, rights)


def _priority_classes() -> Iterator[Thing]:
    """Yield the classes of pods: they only order; the queue decides about preemption."""
    for each in PRIORITIES:
        yield manifest(
            "scheduling.k8s.io/v1",
            "PriorityClass",
            each.name,
            value=each.value,
            **given(globalDefault=each.name == DEFAULT_PRIORITY),
            preemptionPolicy="Never",
            description=each.use,
        )


def _own_hosts() -> Iterator[Thing]:
    """Yield the admission policy that keeps a tenant's pods on its own hosts, for all schedulers."""
    mine = f"namespaceObject.metadata.labels['{TENANT}']"
    chosen = f"object.spec.nodeSelector['{TENANT}']"
    has = f"has(object.spec.nodeSelector) && '{TENANT}' in object.spec.nodeSelector"
    yield from _admission(
        "clustergen-tenant-hosts",
        f"{has} && {chosen} == {mine}",
        f"pods of a tenant choose its own hosts: nodeSelector {TENANT}; jobs in its queue are given it",
        {"key": TENANT, "operator": "Exists"},
    )


def _volumes(spaces: Iterable[Workspace]) -> Iterator[Thing]:
    """Yield the admission policy that keeps pods of workspaces from mounting what they name themselves, also by a driver that makes volumes of tiers."""
    drivers = ", ".join(f"'{each}'" for each in tier_drivers())
    csi = f"has(each.csi) && !(each.csi.driver in [{drivers}])"
    kinds = " || ".join((*(f"has(each.{kind})" for kind in _VOLUMES), csi))
    yield from _admission(
        "clustergen-volumes",
        f"!has(object.spec.volumes) || object.spec.volumes.all(each, {kinds})",
        "pods of a workspace have storage by claims: persistentVolumeClaim, of the class of a tier",
        {"key": _BY_NAME, "operator": "In", "values": [each.name for each in spaces]},
    )


def _admission(name: str, expression: str, message: str, namespaces: Thing) -> Iterator[Thing]:
    """Yield a policy for new pods, and its binding to namespaces."""
    pods = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}
    rule = {"expression": expression, "message": message}
    policy = {"failurePolicy": "Fail", "matchConstraints": {"resourceRules": [pods]}, "validations": [rule]}
    yield manifest(_ADMISSION_API, "ValidatingAdmissionPolicy", name, spec=policy)
    selector = {"namespaceSelector": {"matchExpressions": [namespaces]}}
    binding = {"policyName": name, "validationActions": ["Deny"], "matchResources": selector}
    yield manifest(_ADMISSION_API, "ValidatingAdmissionPolicyBinding", name, spec=binding)


def _policies(each: Workspace) -> Iterator[Thing]:
    """Yield the network policies: pods only reach DNS and each other."""
    everybody: list[Thing] = [{"podSelector": {}}]
    both = ["Ingress", "Egress"]
    dns = {
        "to": [{"namespaceSelector": {"matchLabels": {_BY_NAME: DNS_NAMESPACE}}}],
        "ports": [{"protocol": protocol, "port": port} for protocol, port in DNS_PORTS],
    }
    within = {"ingress": [{"from": everybody}], "egress": [{"to": everybody}]}
    rules: dict[str, Thing] = {
        "default-deny": {"policyTypes": both},
        "allow-names": {"policyTypes": ["Egress"], "egress": [dns]},
        "allow-within": {"policyTypes": both, **within},
    }
    for name, rule in rules.items():
        yield manifest("networking.k8s.io/v1", "NetworkPolicy", name, each.name, spec={"podSelector": {}, **rule})


def _rights(each: Workspace, group: str, rights: Iterable[Right]) -> Iterator[Thing]:
    rules = [
        {"apiGroups": [api], "resources": list(resources), "verbs": list(verbs)} for api, resources, verbs in rights
    ]
    yield manifest(f"{_RBAC}/v1", "Role", _NAME, each.name, rules=rules)
    subjects = [{"apiGroup": _RBAC, "kind": "Group", "name": group}]
    for name, kind, role in ((_NAME, "Role", _NAME), (f"{_NAME}-edit", "ClusterRole", "edit")):
        reference = {"apiGroup": _RBAC, "kind": kind, "name": role}
        yield manifest(f"{_RBAC}/v1", "RoleBinding", name, each.name, roleRef=reference, subjects=subjects)
