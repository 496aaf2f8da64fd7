"""Requirements of the twin: root, programs and features of the kernel."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from generator.twin.answer import TwinError
from generator.twin.bottle import Bottle, BottleError
from generator.twin.frr import DAEMONS, LIBRARY
from generator.verify.programs import find

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The search path of programs inside, independent of the caller."""
_PACKAGES = {
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "mount": "mount",
    "ip": "iproute2",
    "sysctl": "procps",
    "fping": "fping",
    "vtysh": "frr",
}
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
"""Features of the kernel, each with what uses it, in this order."""


def environment() -> dict[str, str]:
    """Return the environment of all programs of the twin: nothing of the user's."""
    return {"PATH": PATH, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}


def require_programs(packages: Mapping[str, str], missing: Mapping[str, str] = MappingProxyType({})) -> None:
    """Check that programs are there, by their packages; `missing` are other missing requirements.

    Raises TwinError: one is missing; the message has the packages.
    """
    gone = {program: package for program, package in packages.items() if find(program) is None} | dict(missing)
    if gone:
        names = " ".join(sorted(set(gone.values())))
        raise TwinError(f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} missing: apt-get install {names}")


def missing_features(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the kernel features that the twin needs and this machine lacks, each tried in a separate bottle, with the error."""
    try:
        with Bottle(environment) as bottle:
            tried = {feature: bottle.run("sh", "-c", command) for feature, command in _TRIES.items()}
    except BottleError as error:
        return {"namespaces": str(error)}
    return {feature: done.stderr.strip() or "no answer" for feature, done in tried.items() if done.returncode != 0}


def require() -> None:
    """Check all of it. Raises TwinError: something is missing; the message has the package that has it."""
    if sys.platform != "linux":
        raise TwinError("the twin needs Linux: it is made of network namespaces")
    require_programs(_PACKAGES, {name: "frr" for name in DAEMONS if not Path(LIBRARY, name).is_file()})
    if os.geteuid() != 0 and find("newuidmap") is None:
        raise TwinError("the twin needs root: use `sudo`, or `apt-get install uidmap` for a user namespace")
    if missing := missing_features(environment()):
        said = "; ".join(f"{feature} ({error})" for feature, error in missing.items())
        advice = "" if os.geteuid() == 0 else "; as root it may work"
        raise TwinError(f"this kernel does not give what the twin needs: {said}{advice}")
