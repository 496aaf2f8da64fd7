"""Identity provider of the API server, by the names of its flags (kubernetes.io, kube-apiserver).

Flags and not a file of its own (`--authentication-config`): all three installers hand flags to every control host, and none of them such a file.
"""

from collections.abc import Mapping

from generator.spec.scheduler import KubernetesSpec

OIDC_PREFIX = "oidc:"
"""Before names of users and groups: `system:masters` in a token is then no group of the API."""


def oidc_flags(kubernetes: KubernetesSpec) -> Mapping[str, str]:
    """Return the flags by name; none without a provider."""
    oidc = kubernetes.oidc
    if oidc is None:
        return {}
    return {
        "oidc-issuer-url": oidc.issuer,
        "oidc-client-id": oidc.client_id,
        "oidc-username-claim": oidc.username_claim,
        "oidc-username-prefix": OIDC_PREFIX,
        "oidc-groups-claim": oidc.groups_claim,
        "oidc-groups-prefix": OIDC_PREFIX,
    }
