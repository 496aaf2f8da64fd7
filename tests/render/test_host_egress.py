"""Closed egress: one matrix for both ends, stated destinations, and nothing where the spec does not close it."""

from collections.abc import Callable
from ipaddress import IPv4Network, ip_network
from pathlib import Path

import pytest

from generator.plan.access.firewall import entrances, exits, openings
from generator.plan.access.records import SITE, fewest
from generator.plan.draft import Draft
from generator.render.backends import host_firewall
from tests.egress_specs import closed
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data

Plans = Callable[[Spec], Draft]


@pytest.fixture
def made(tmp_path: Path) -> Plans:
    """Plan a spec."""
    return lambda spec: plan_data(spec, tmp_path)


def _files(plan: Draft) -> dict[str, str]:
    made = made_for(plan, host_firewall.render(plan, TEMPLATES))
    return {host: files["etc/clustergen/firewall.nft"] for host, files in made.items()}


def _holds(prefixes: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether prefixes cover others; both are the fewest of their addresses."""
    have = [each for each in map(ip_network, prefixes) if isinstance(each, IPv4Network)]
    return all(any(each.subnet_of(other) for other in have) for each in map(IPv4Network, wanted))


def test_both_ends_are_from_one_matrix(made: Plans) -> None:
    """Each flow is in the output of its source and in the input of its destination, and each output line is of flows or of a destination."""
    plan = made(closed())
    doors = {door.zone.name: door for host in plan.hosts for door in entrances(plan, host)}
    flows = [flow for flow in plan.access.flows if flow.source in doors]
    for flow in flows:
        if flow.to == SITE or not (wanted := plan.access.zone[flow.to].prefixes):
            continue
        sent = [line for line in exits(plan, doors[flow.source]) if line.why.startswith(f"{flow.service.name} to ")]
        assert any(_holds(line.prefixes, wanted) and line.ports == flow.service.ports for line in sent), flow
        if flow.to in doors:
            own = plan.access.zone[flow.source].prefixes
            taken = [
                line for line in openings(plan, doors[flow.to]) if line.why.startswith(f"{flow.service.name} from ")
            ]
            assert any(_holds(line.prefixes, own) for line in taken), flow
    for name, door in doors.items():
        for line in exits(plan, door):
            service, to, _ = line.why.partition(" to ")
            zones = (
                [
                    plan.access.zone[f.to]
                    for f in flows
                    if (f.source, f.service.name) == (name, service) and f.to != SITE
                ]
                if to
                else []
            )
            assert not to or line.prefixes == fewest(prefix for zone in zones for prefix in zone.prefixes), line


def test_egress_is_open_by_default(made: Plans) -> None:
    """No file has an output chain, and the rest of each is the same with one."""
    spec = closed()
    shut = _files(made(spec))
    del spec["egress"]
    plan = made(spec)
    for host, text in _files(plan).items():
        assert "output" not in text
        before = text.replace("and what they pass on", "what they send themselves, and what they pass on")
        assert shut[host].startswith(before.removesuffix("}\n")), host


def test_new_hosts_and_tenants_change_no_other_file(made: Plans) -> None:
    """Prefixes are those of the envelope, and reasons have no tenants in them."""
    spec = closed()
    before = _files(made(spec))
    spec["hosts"]["gpu"]["count"] = 5
    grown = _files(made(spec))
    assert {host for host in before if grown[host] != before[host]} == set()
    spec["tenants"] = spec["tenants"] | {"red": {"hosts": ["gpu4"]}}
    after = _files(made(spec))
    assert {host for host in before if after[host] != before[host]} == {"gpu3"}


def test_services_with_addresses_are_destinations(made: Plans) -> None:
    """Of hosts that use them alone; names count where a destination has them."""
    spec = closed(
        services={"ntp": ["192.0.2.123"], "directory": {"kind": "ldap", "uris": ["ldaps://192.0.2.36"], "base": "dc=example,dc=net", "ca": "vault", "access": {"login": ["hpc-users"]}}},
        backups={"repository": "sftp:atlas@backup.example.net:/srv/atlas"},
        monitoring={"remote_write": {"url": "https://192.0.2.90:9009/api/v1/push"}},
    )  # fmt: skip
    spec["addressing"]["oob_way_out"] = {"a": {"leaf": "oob-leaf1", "cage": 50, "speed_gbps": 10, "address": "198.51.100.1/31", "peer": "198.51.100.0"}}  # fmt: skip
    spec["egress"]["destinations"]["backup"] = {
        "source": ["inband/control"],
        "to": ["192.0.2.22/32"],
        "services": ["ssh"],
        "names": ["backup.example.net"],
    }
    files = _files(made(spec))
    for host, text in files.items():
        assert 'ip daddr { 192.0.2.123/32 } udp dport { 123 } accept comment "ntp: services.ntp"' in text, host
        assert "ip daddr { 192.0.2.36/32 } tcp dport { 636 }" in text, host
        assert ("{ 192.0.2.22/32 } tcp dport { 22 }" in text) == host.startswith("control"), host
        assert ("{ 192.0.2.90/32 } tcp dport { 9009 }" in text) == host.startswith("control"), host
