"""What the twin needs of this kernel, each thing tried in a bottle of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.twin.bottle import Bottle, BottleError

if TYPE_CHECKING:
    from collections.abc import Mapping

_TRIES: Mapping[str, str] = {
    "named network namespaces": "ip netns add probe",
    "veth pairs": "ip link add dev probe0 mtu 9216 type veth peer name probe1 mtu 9216 netns probe",
    "links that come up": "ip link set dev probe0 up && ip -n probe link set dev probe1 up",
    "IPv6 link-local addresses": "ip -6 addr show dev probe0 scope link | grep -q fe80",
    "IPv4 next hops over IPv6 (RFC 5549)": "ip route add 198.51.100.0/25 via inet6 fe80::1 dev probe0",
    "nexthop objects": "ip nexthop add id 7 via fe80::1 dev probe0",
    "ECMP next hop groups": "ip nexthop add id 8 group 7 && ip route add 198.51.100.128/25 nhid 8",
    "ECMP hashing by flow": "sysctl -qw net.ipv4.fib_multipath_hash_policy=1",
    "policy routing": "ip rule add from 198.51.100.1 lookup 100",
}


def missing_features(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every kernel feature that the twin needs and this machine lacks, with the error that said so."""
    try:
        with Bottle(environment) as bottle:
            tried = {feature: bottle.run("sh", "-c", command) for feature, command in _TRIES.items()}
    except BottleError as error:
        return {"namespaces": str(error)}
    return {feature: done.stderr.strip() or "no answer" for feature, done in tried.items() if done.returncode != 0}
