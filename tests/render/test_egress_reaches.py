"""What rendered files have hosts ask, their rendered firewalls let out: every example, and each kind of file bites."""

from __future__ import annotations

import json
import re
from functools import cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import pytest

from tests.balancer_specs import balanced
from tests.conftest import EXAMPLES, example, plan_of, tree_of
from tests.egress_reads import FIREWALL, Output, Use, uses_in, uses_on
from tests.host_files import host_paths
from tests.nfs_specs import paired
from tests.specs import plan_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from generator.plan.draft import Draft

_ELSEWHERE = "203.0.113.77"
"""The address of whatever has a name outside of the cluster."""
_SHOWN = 3
"""Hosts of a role whose files are read: those of the others have the same."""


class Site:
    """A tree with the addresses of its names, and the interface that leads to each address."""

    def __init__(self, plan: Draft, files: Mapping[str, str]) -> None:
        """Know every host by its names."""
        self.plan, self.files = plan, files
        self.roles: dict[str, list[str]] = {}
        known = json.loads(files["manifest.json"])["hosts"]
        for host in (each for each in plan.hosts if each.name in known):
            if len(self.roles.setdefault(host.role, [])) < _SHOWN:
                self.roles[host.role].append(host.name)
        self.names: dict[str, str] = {}
        for text in (text for path, text in files.items() if path.endswith("/etc/hosts")):
            for address, *names in (line.partition("#")[0].split() for line in text.splitlines() if line[:1].isdigit()):
                self.names |= {name: address for name in names if not address.startswith("127.")}
        for each in plan.spec.egress.destinations.values():
            self.names |= dict.fromkeys(each.names, str(each.to[0][-1]))
        self.outputs = {
            name: Output(paths[FIREWALL])
            for name in (each for some in self.roles.values() for each in some)
            if FIREWALL in (paths := host_paths(files, name))
        }

    def uses(self) -> Iterator[Use]:
        """Yield all that the files have hosts ask."""
        for host in self.outputs:
            yield from uses_on(host, host_paths(self.files, host))
        yield from (use for use in uses_in(self.files, self.roles) if use.host in self.outputs and self._led(use))

    def _led(self, use: Use) -> bool:
        """Whether a host asks that way: hosts of two tenants are measured apart."""
        of = self.plan.tenants
        return use.kind != "acceptance" or of.get(use.host, "") == of.get(use.asked[0], "")

    def shut(self, use: Use, output: Output) -> bool:
        """Whether a firewall drops it."""
        name, protocol, port = use.asked
        address = self._address(name)
        mine = {interface.address.partition("/")[0] for interface in self.plan.interfaces_of[use.host]}
        return address not in mine and not any(
            output.lets_out(way, address, protocol, port) for way in self._ways(use.host, address)
        )

    def _address(self, name: str) -> str:
        if re.fullmatch(r"[0-9.]+", name):
            return name
        bare = name.removesuffix(f".{self.plan.domain}")
        return self.names.get(name) or self.names.get(bare) or _ELSEWHERE

    def _ways(self, host: str, address: str) -> list[str]:
        """Return the interfaces in the fabric of an address; in-band for what is elsewhere."""
        at = ip_address(address)
        zone = max(
            ((net.prefixlen, each) for each in self.plan.access.zones for net in map(ip_network, each.prefixes) if at in net),
            key=lambda found: found[0],
        )[1]  # fmt: skip
        fabric = {"": "frontend"}.get(zone.fabric, zone.fabric)
        kinds = {"oob": {"access"}, "frontend": {"bond", "vlan"}}.get(fabric)
        return [
            each.name
            for each in self.plan.interfaces_of[host]
            if each.address and (each.kind in kinds if kinds else each.fabric == fabric)
        ]


@cache
def _example(name: str) -> Site:
    plan = plan_of(example(name))
    return Site(plan, tree_of(plan))


def _missing(site: Site) -> list[Use]:
    return [use for use in site.uses() if site.shut(use, site.outputs[use.host])]


@pytest.mark.parametrize("name", EXAMPLES)
def test_all_that_files_ask_is_let_out(name: str) -> None:
    """Of each role's first hosts: names, time, mounts, logs, people, schedulers, monitoring, and Ansible on a control host."""
    site = _example(name)
    kinds = {use.kind for use in site.uses()}
    assert {"names", "scrape", "ssh"} <= kinds
    assert _missing(site) == []


def _with_all(spec: dict[str, Any]) -> dict[str, Any]:
    """Add logs over TLS and a directory at the site."""
    people = {"kind": "ldap", "uris": ["ldaps://ldap.example.net"], "base": "dc=example,dc=net", "ca": "vault", "access": {"login": ["hpc-users"]}}  # fmt: skip
    return spec | {
        "services": {"tls": {}, "syslog": ["10.192.1.17"], "directory": people},
        "addressing": {"way_out": "10.160.31.254"},
    }


@pytest.mark.parametrize(
    "kinds", [{"pair", "logs", "directory", "mount"}, {"balancer", "gateways"}], ids=["pair", "gateways"]
)
def test_services_of_hosts_reach_each_other(kinds: set[str], tmp_path: Path) -> None:
    """Those that no example has: a pair that exports NFS, balancers of an object store, logs over TLS."""
    spec = _with_all(paired()) if "pair" in kinds else balanced()
    plan = plan_data(spec, tmp_path)
    site = Site(plan, tree_of(plan))
    assert kinds <= {use.kind for use in site.uses()}
    assert _missing(site) == []


FAULTS = {
    "time": "udp dport { 123 }",
    "names": "udp dport { 53 }",
    "mount": "tcp dport { 2049 }",
    "directory": "tcp dport { 636 }",
    "slurmctld": "tcp dport { 6817 }",
    "slurmdbd": "tcp dport { 6819 }",
    "slurmd": "tcp dport { 6818 }",
    "scrape": "tcp dport { 9100, 9400 }",
    "alerts": "udp dport { 9094 }",
    "api": "tcp dport { 6443 }",
    "ssh": "tcp dport { 22 }",
    "redfish": "tcp dport { 443 }",
    "acceptance": "tcp dport { 1024-65535 }",
}
"""A line of the output chain without which each kind is missed."""


@pytest.mark.parametrize("kind", FAULTS)
def test_a_line_less_is_found(kind: str) -> None:
    """In whichever example has such a file."""
    site = next(site for site in map(_example, ("kubeadm-tenants-8", "roce-16")) if any(use.kind == kind for use in site.uses()))  # fmt: skip
    uses = [use for use in site.uses() if use.kind == kind]
    missed = []
    for name in {use.host for use in uses}:
        lines = host_paths(site.files, name)[FIREWALL].splitlines()
        gone = (FAULTS[kind], FAULTS["acceptance"])  # ports of jobs are among those of daemons
        rest = Output("\n".join(line for line in lines if "ip daddr" not in line or not any(each in line for each in gone)))  # fmt: skip
        missed += [use for use in uses if use.host == name and site.shut(use, rest)]
    assert missed
