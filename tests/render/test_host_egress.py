"""Closed egress: one matrix for both ends, stated destinations, what is open by its ports where nothing is stated, and nothing where the spec opens it."""

import re
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
from tests.specs import Spec, plan_data, with_site_services

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


def test_what_is_open_has_no_output_chain(made: Plans) -> None:
    """No file has one where the spec opens egress, and the rest of each is the same with one."""
    spec = closed()
    shut = _files(made(spec))
    spec["egress"] = {"outside": "open"}
    for host, text in _files(made(spec)).items():
        assert "output" not in text
        before = text.replace("and what they pass on", "what they send themselves, and what they pass on")
        assert shut[host].startswith(before.removesuffix("}\n")), host


def _to_site(text: str) -> set[str]:
    """The lines for addresses outside of the cluster, without the addresses that are not there."""
    return {re.sub(r"ip daddr != \{.*?\}", "site", line.strip()) for line in text.splitlines() if "daddr !=" in line}


WEB = {'site tcp dport { 80 } accept comment "http: egress.outside"', 'site tcp dport { 443 } accept comment "https: egress.outside"'}  # fmt: skip
NAMES = {'site udp dport { 53 } accept comment "dns: egress.outside"', 'site tcp dport { 53 } accept comment "dns-tcp: egress.outside"'}  # fmt: skip
MIRRORS = {"debian": "http://mirror.example.net/debian", "rocky": "https://mirror.example.net/rocky"}


def test_it_is_closed_by_default(made: Plans) -> None:
    """But for what a site cannot do without: archives and registries, and names that control hosts look up."""
    spec = closed()
    del spec["egress"], spec["access"]
    for host, text in _files(made(spec)).items():
        assert "hook output priority filter; policy drop" in text, host
        assert _to_site(text) == (WEB | NAMES if host.startswith("control") else WEB), host


def test_without_control_hosts_names_and_time_are_open(made: Plans) -> None:
    """Hosts then ask whom their image names."""
    spec = closed()
    del spec["egress"], spec["access"], spec["hosts"]["control"], spec["scheduler"]
    time = {'site udp dport { 123 } accept comment "ntp: egress.outside"'}
    for host, text in _files(made(spec)).items():
        assert _to_site(text) == WEB | NAMES | time, host


def test_what_is_stated_closes_what_stands_for_it(made: Plans) -> None:
    """Name servers, and mirrors of every stated system; with Kubernetes, images and files, too. Mirrors by name are open by their ports until a destination has their addresses."""
    spec = with_site_services(closed(scheduler={"slurm": {}}), {"dns": ["192.0.2.53"], "mirror": MIRRORS})
    del spec["egress"], spec["access"]
    for group in spec["hosts"].values():
        group |= {"os": "debian-12", "system_disk": "/dev/disk/by-path/pci-0000:22:00.0-nvme-1"}
    spec["hosts"]["storage"]["os"] = "rocky-9"
    mirrors = {line.replace("egress.outside", f"services.mirror.{key}") for line, key in zip(sorted(WEB), ("rocky", "debian"), strict=True)}  # fmt: skip
    for host, text in _files(made(spec)).items():
        assert _to_site(text) == mirrors, host
    stated = {"to": ["192.0.2.81/32"], "services": ["http", "https"], "names": ["mirror.example.net"]}
    spec["egress"] = {"outside": "ports", "destinations": {"mirrors": stated}}
    for host, text in _files(made(spec)).items():
        assert _to_site(text) == set(), host
        assert 'ip daddr { 192.0.2.81/32 } tcp dport { 443 } accept comment "https: egress.destinations.mirrors"' in text, host  # fmt: skip
    spec["hosts"]["storage"]["os"] = "ubuntu-24.04"
    assert _to_site(_files(made(spec))["gpu1"]) == WEB
    spec["hosts"]["storage"]["os"] = "rocky-9"
    spec["scheduler"] = {"slurm": {}, "kubernetes": {}, "shared_hosts": True}
    assert _to_site(_files(made(spec))["gpu1"]) == WEB


def test_a_name_among_addresses_opens_every_address(made: Plans) -> None:
    """One key has both: the address does not close the port for the name."""
    spec = with_site_services(closed(), {"ntp": ["192.0.2.123", "time.example.net"], "dns": ["192.0.2.53"]})
    del spec["egress"]
    assert 'site udp dport { 123 } accept comment "ntp: services.ntp"' in _to_site(_files(made(spec))["gpu1"])


def test_what_slurm_asks_of_the_site_is_open(made: Plans) -> None:
    """The database, the store of time series, packages, and burst hosts with the API of their provider; not to those who ask for none of it."""
    burst = {"count": 2, "cpus": 8, "memory_gib": 64}
    gather = {"influxdb": {"server": "192.0.2.86"}}
    packages = {"repository": "http://packages.example.net:8000/slurm", "signed_by": "/etc/apt/keyrings/slurm.asc"}
    spec = closed(scheduler={"slurm": {"version": "25.05", "database": "192.0.2.33", "burst": burst, "gather": gather, "packages": packages}})  # fmt: skip
    del spec["egress"], spec["access"]
    files = _files(made(spec))
    for host, text in files.items():
        role = host.rstrip("0123456789")
        assert ("{ 192.0.2.33/32 } tcp dport { 3306 }" in text) == (role == "control"), host
        assert ("{ 192.0.2.86/32 } tcp dport { 8086 }" in text) == (role in {"gpu", "control"}), host
        site = _to_site(text)
        assert 'site tcp dport { 8000 } accept comment "tcp/8000: scheduler.slurm.packages.repository"' in site, host
        burst_hosts = 'site tcp dport { 6818 } accept comment "slurmd: scheduler.slurm.burst"'
        assert (burst_hosts in site) == (role != "storage"), host
        api = 'site tcp dport { 443 } accept comment "https: scheduler.slurm.burst"'
        assert (api in site) == (role == "control"), host


@pytest.mark.parametrize(
    ("tier", "opened"),
    [
        ({"kind": "parallel", "source": "192.0.2.40/fast", "product": "WEKA"}, {'site accept comment "any: storage.fast"'}),
        ({"kind": "nfs", "source": "192.0.2.41:/fast", "filesystem": "nfs", "options": "hard"}, {'site accept comment "any: storage.fast"'}),
        ({"kind": "nfs", "source": "192.0.2.41:/fast", "filesystem": "nfs", "options": "hard,vers=4.1"}, set()),
        ({"kind": "nfs", "source": "192.0.2.41:/fast"}, set()),
    ],
)  # fmt: skip
def test_storage_of_the_site_is_reached(made: Plans, tier: Spec, opened: set[str]) -> None:
    """By its clients alone: NFS of version 4 by its port, others by every port, as no document states them all."""
    spec = closed(storage={"fast": {"mount": "/fast", "hosts": "storage", "clients": ["compute"]} | tier})
    del spec["egress"], spec["access"]
    files = _files(made(spec))
    assert _to_site(files["gpu1"]) == WEB | opened
    assert _to_site(files["login1"]) == WEB
    assert ("{ 192.0.2.41/32 } tcp dport { 2049 }" in files["gpu1"]) == (tier["kind"] == "nfs")


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
