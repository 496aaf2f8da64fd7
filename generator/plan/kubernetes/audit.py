"""What API servers record of requests (kubernetes.io, Auditing): who asked for what, and what changed rights.

The first rule that matches a request decides. Bodies are recorded of changes of rights and of admission alone, which hold no secret: pods have
passwords in their environment, and Secrets and tokens are what must not be in a log. What a command in a pod was is in the address of its request.
All installers write the same file on the host, in which the API server begins another one by size.
"""

from collections.abc import Mapping
from typing import Any

from generator.spec.scheduler import KubernetesSpec

Rule = Mapping[str, Any]
AUDIT_FOLDER = "/var/log/kubernetes/audit"
"""The folder on control hosts, which is kubespray's default."""
AUDIT_LOG = f"{AUDIT_FOLDER}/kube-apiserver-audit.log"
AUDIT_LINE = "4m"
"""More than any line, for rsyslogd: an API server takes bodies of 3 MiB at most (k8s.io/apiserver, pkg/server/config.go, MaxRequestBodyBytes)."""
AUDIT_DAYS, AUDIT_FILES, AUDIT_MB = 30, 10, 100
"""How long a file is kept, how many besides the current one, and the size of one: kubespray's defaults, and those of RKE2 (pkg/executor/staticpod)."""
_CHANGES = ["create", "update", "patch", "delete", "deletecollection"]
_READS = ["get", "list", "watch"]
_RENEWALS = [*_READS, "update", "patch"]
_OF_CONTROLLERS = ["system:apiserver", "system:kube-controller-manager", "system:kube-proxy", "system:kube-scheduler"]
_NO_RECEIPT = {"omitStages": ["RequestReceived"]}
"""The record of an answer has all that the record of its receipt has."""


def audit_rules() -> list[Rule]:
    """Return the rules, by the keys of `audit.k8s.io/v1`: each has its own stages, as kubespray takes rules and no other key of the policy."""
    return [
        {"level": "None", "nonResourceURLs": ["/healthz*", "/livez*", "/readyz*", "/version", "/openapi/*"]},
        {
            "level": "Metadata",
            "resources": [
                _group("", "secrets", "configmaps", "serviceaccounts/token"),
                _group("authentication.k8s.io", "tokenreviews"),
            ],
            **_NO_RECEIPT,
        },
        {
            "level": "Metadata",
            "resources": [
                _group("", "pods/exec", "pods/attach", "pods/portforward", "pods/proxy", "pods/ephemeralcontainers"),
                _group("", "nodes/proxy", "services/proxy"),
            ],
            **_NO_RECEIPT,
        },
        {
            "level": "Request",
            "verbs": _CHANGES,
            "resources": [
                {"group": "rbac.authorization.k8s.io"},
                {"group": "admissionregistration.k8s.io"},
                {"group": "certificates.k8s.io"},
            ],
            "omitManagedFields": True,
            **_NO_RECEIPT,
        },
        {"level": "None", "verbs": _RENEWALS, "resources": [_group("coordination.k8s.io", "leases")]},
        {"level": "None", "resources": [_group("", "events"), _group("events.k8s.io", "events")]},
        {"level": "None", "users": _OF_CONTROLLERS, "verbs": _READS},
        {
            "level": "None",
            "userGroups": ["system:nodes"],
            "verbs": _READS,
            "resources": [
                _group("", "nodes", "pods", "services", "endpoints"),
                _group("discovery.k8s.io", "endpointslices"),
            ],
        },
        {"level": "Metadata", **_NO_RECEIPT},
    ]


def audit_flags(kubernetes: KubernetesSpec) -> Mapping[str, str]:
    """Return the flags of the API server about its log, by name (kubernetes.io, kube-apiserver); none where nothing is recorded."""
    if not kubernetes.audit:
        return {}
    return {
        "audit-log-path": AUDIT_LOG,
        "audit-log-maxage": str(AUDIT_DAYS),
        "audit-log-maxbackup": str(AUDIT_FILES),
        "audit-log-maxsize": str(AUDIT_MB),
    }


def audit_variables(kubernetes: KubernetesSpec) -> dict[str, Any]:
    """Return the log by kubespray's names of it (roles/kubernetes/control-plane, defaults/main/main.yml); its rules are a text."""
    if not kubernetes.audit:
        return {}
    return {
        "kubernetes_audit": True,
        "audit_log_path": AUDIT_LOG,
        "audit_log_hostpath": AUDIT_FOLDER,
        "audit_log_maxage": AUDIT_DAYS,
        "audit_log_maxbackups": AUDIT_FILES,
        "audit_log_maxsize": AUDIT_MB,
    }


def _group(name: str, *resources: str) -> Rule:
    return {"group": name, "resources": list(resources)}
