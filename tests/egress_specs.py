"""A cluster whose hosts may open connections to stated destinations only."""

from typing import Any

from tests.specs import Spec, cluster


def closed(**more: Any) -> Spec:
    """Return a cluster with a tenant and IPv6: hosts reach a mirror by HTTPS, control hosts any name server, and login hosts one service anywhere."""
    spec = cluster(3, 8) | {"tenants": {"blue": {"hosts": ["gpu[1-2]"]}}}
    spec["addressing"] = {"ipv6": "fd42:c1::/32", "way_out": "10.160.31.254"}
    spec["access"] = {
        "names": {"source": ["inband/control"], "to": ["site"], "services": ["dns", "dns-tcp"]},
        "lab": {"source": ["inband/login"], "to": ["site"], "services": ["tcp/8443"]},
    }
    mirror = {"to": ["203.0.113.0/28", "2001:db8:5::/48"], "services": ["https"], "why": "packages"}
    spec["egress"] = {"destinations": {"mirror": mirror}}
    return spec | more
