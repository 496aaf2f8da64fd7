"""Names, zones and leases in the plan: one name an address both ways, zones that only gain, subnets that hold what they reserve."""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.draft import Draft
from generator.plan.hosts.names import Names
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.provisioning.names import named_addresses
from generator.plan.provisioning.records import Dhcp, Record, RecordKind, Zone
from generator.plan.provisioning.zones import place_ipv4, place_ipv6, serial_of
from generator.plan.services import with_services
from tests.specs import Spec, cluster, plan_data, with_site_services

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_MAC = "3c:6d:66:00:00:{:02x}"


def _wide() -> Spec:
    """Return a cluster with IPv6, a segment longer than /24, and systems of three makers."""
    spec = cluster(2, 4) | {"segments": {"backup": {"vlan": 300, "prefix": "10.170.0.128/25", "roles": ["storage"]}}}
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    spec["fabrics"]["frontend"]["leaf"] = {"model": "sn4600c", "os": "cumulus"}
    return spec


def _values(zone: Zone, kind: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for record in zone.records:
        if record.kind == kind:
            found.setdefault(record.owner, []).append(record.value)
    return found


def _reverse_name(zone: Zone, owner: str) -> str:
    """Return the address that a PTR record is about; a zone of RFC 2317 has the octet of its first address and its length in front."""
    labels = f"{owner}.{re.sub('^[0-9]+-[0-9]+[.]', '', zone.name)}".split(".")
    if labels[-2:] == ["ip6", "arpa"]:
        return str(IPv6Address(int("".join(reversed(labels[:-2])), 16)))
    return ".".join(reversed(labels[:-2]))


def _dhcp(plan: Draft) -> Dhcp:
    found = dhcp_of(plan)
    assert found is not None
    return found


@pytest.mark.parametrize("spec", [cluster(3), _wide()])
def test_every_address_has_one_name_and_every_name_leads_back(spec: Spec, tmp_path: Path) -> None:
    """A and AAAA of the forward zone, turned round, are the PTR records; names of services alone have none."""
    plan = plan_data(spec, tmp_path)
    forward, *reverse = with_services(plan).provisioning.zones
    domain = f".{plan.domain}."
    named = [
        (str(ip_address(address)), owner)
        for kind in ("A", "AAAA")
        for owner, addresses in _values(forward, kind).items()
        for address in addresses
        if owner not in {"boot", "ntp"}
    ]
    pointed = [
        (_reverse_name(zone, owner), value.removesuffix(domain))
        for zone in reverse
        for owner, values in _values(zone, "PTR").items()
        for value in values
    ]
    assert sorted(named) == sorted(pointed)
    assert len({address for address, _ in named}) == len(named)
    assert all(LABEL.fullmatch(owner) for _, owner in named)


def test_the_names_are_those_of_etc_hosts(tmp_path: Path) -> None:
    plan = plan_data(_wide(), tmp_path)
    ours = {(each.address, each.label) for each in named_addresses(plan)}
    names = Names(plan)
    theirs = {(each.address, each.names[1]) for host in plan.hosts for each in names.own(host)}
    assert theirs
    assert theirs <= ours
    known = {(each.address, each.names[1]) for each in (*names.managers, *names.envelope("control"))}
    assert known <= ours


def test_switches_bmcs_and_gateways_have_names(tmp_path: Path) -> None:
    plan = plan_data(_wide(), tmp_path)
    ours = {each.label: each.address for each in named_addresses(plan)}
    switches = {switch.name: switch for switch in plan.switches}
    assert ours["compute-leaf1"] == switches["compute-leaf1"].management
    assert ours["compute-leaf1-loopback"] == switches["compute-leaf1"].loopback
    assert ours["frontend-leaf1-vtep"] == switches["frontend-leaf1"].vtep
    assert ours["gpu1-bmc"] == plan.hosts[0].bmc
    assert (ours["inband-gateway"], ours["backup-gateway"]) == ("10.160.0.1", "10.170.0.129")
    assert {"frontend-leaf1-inband", "frontend-leaf2-inband"} <= set(ours), (
        "each leaf of Cumulus Linux has its own address"
    )
    assert ours["oob-leaf1-management"].endswith(".254")
    assert not {name for name in ours if "swp" in name or "ethernet" in name}


def test_the_zones_only_gain_when_the_cluster_grows(tmp_path: Path) -> None:
    """No zone goes, no record goes, and a zone that changed has a higher serial number (RFC 1982)."""
    grown = [
        with_services(plan_data(cluster(count, 64, 2, 1), tmp_path)).provisioning.zones for count in (0, 1, 2, 33, 64)
    ]
    for before, after in pairwise(grown):
        later = {zone.name: zone for zone in after}
        for zone in before:
            assert set(zone.records) <= set(later[zone.name].records)
            ahead = (later[zone.name].serial - zone.serial) % 2**32
            assert (0 < ahead < 2**31) if later[zone.name].records != zone.records else ahead == 0


@given(st.lists(st.tuples(st.text("ab", min_size=1), st.sampled_from(["A", "PTR"])), min_size=1, max_size=40))
def test_a_serial_number_follows_the_content_alone(rows: list[tuple[str, RecordKind]]) -> None:
    records = tuple(Record(owner, kind, "x.") for owner, kind in rows)
    one_more = (*records, Record("c", "A", "x."))
    assert serial_of(records) == serial_of(tuple(Record(owner, kind, "x.") for owner, kind in rows)) > 0
    assert 0 < (serial_of(one_more) - serial_of(records)) % 2**32 < 2**31
    assert serial_of((*records[:-1], Record("c", "A", "y."))) >> 12 == len(records)


def test_a_change_that_adds_nothing_changes_the_serial_number() -> None:
    serials = {serial_of((Record("a", "A", f"10.0.0.{last}"),)) for last in range(20)}
    assert len(serials) > 15, "12 bits tell most changes apart"


@pytest.mark.parametrize(
    ("pool", "address", "zone", "owner"),
    [
        ("10.0.0.0/8", "10.1.2.3", "10.in-addr.arpa", "3.2.1"),
        ("10.0.0.0/9", "10.1.2.3", "1.10.in-addr.arpa", "3.2"),
        ("10.170.0.0/16", "10.170.2.3", "170.10.in-addr.arpa", "3.2"),
        ("10.170.0.0/20", "10.170.2.3", "2.170.10.in-addr.arpa", "3"),
        ("192.0.2.0/24", "192.0.2.9", "2.0.192.in-addr.arpa", "9"),
        ("192.0.2.64/26", "192.0.2.65", "64-26.2.0.192.in-addr.arpa", "65"),
    ],
)
def test_reverse_zones_claim_no_more_than_the_pool(pool: str, address: str, zone: str, owner: str) -> None:
    prefix = IPv4Network(pool)
    pools = [(int(prefix.network_address), int(prefix.broadcast_address), prefix.prefixlen)]
    place = place_ipv4(address, pools, {})
    assert (place.zone, place.owner) == (zone, owner)
    with pytest.raises(LookupError, match="in no pool"):
        place_ipv4("203.0.113.1", pools, {})


def test_ipv6_zones_are_those_of_the_pools() -> None:
    place = place_ipv6("fd42:c1::1:0:0:0:2")
    assert place.zone == "1.0.0.0.0.0.0.0.1.c.0.0.2.4.d.f.ip6.arpa"
    assert f"{place.owner}.{place.zone}" == IPv6Address("fd42:c1:0:1::2").reverse_pointer


def test_slurm_finds_its_controllers_in_their_order(tmp_path: Path) -> None:
    found = _values(with_services(plan_data(cluster(), tmp_path)).provisioning.zones[0], "SRV")["_slurmctld._tcp"]
    assert found == [f"{place} 0 6817 control{place + 1}.atlas.example.net." for place in range(3)]
    without = with_services(plan_data(cluster() | {"scheduler": {}}, tmp_path)).provisioning.zones[0]
    assert "_slurmctld._tcp" not in _values(without, "SRV")


def test_reservations_are_what_assets_know_and_the_rest_is_counted(tmp_path: Path) -> None:
    macs = {"frontend0": _MAC.format(1), "frontend1": _MAC.format(2), "bmc": _MAC.format(3)}
    spec = cluster() | {"assets": {"gpu01": {"macs": macs}, "compute-leaf1": {"macs": {"mgmt0": _MAC.format(4)}}}}
    plan = plan_data(spec, tmp_path)
    dhcp, host = _dhcp(plan), plan.hosts[0]
    found = {each.mac: (each.address, each.label) for subnet in dhcp.subnets for each in subnet.reservations}
    switch = next(switch for switch in plan.switches if switch.name == "compute-leaf1")
    assert found == {
        _MAC.format(1): (host.inband, "gpu01"),
        _MAC.format(3): (host.bmc, "gpu01-bmc"),
        _MAC.format(4): (switch.management, "compute-leaf1"),
    }, "the second port of a bond is no client of its own"
    everybody = [a for a in plan.addresses if a.use in {"inband", "management", "bmc"}]
    assert len(dhcp.unknown) == len(everybody) - 3
    assert ("gpu02", "frontend0") in dhcp.unknown
    (line,) = [line for line in plan.waiting_for if "kea-dhcp4.conf" in line]
    assert line.startswith(f"assets.yaml: {len(dhcp.unknown)} MAC addresses")
    for subnet in dhcp.subnets:
        prefix = IPv4Network(subnet.prefix)
        assert IPv4Address(subnet.gateway) in prefix
        assert all(IPv4Address(each.address) in prefix for each in subnet.reservations)


def test_nothing_waits_where_every_mac_address_is_known(tmp_path: Path) -> None:
    spec = cluster()
    devices = plan_data(spec, tmp_path)
    dice = iter(range(1, 10_000))
    spec["assets"] = {}
    for device, port in _dhcp(devices).unknown:
        number = next(dice)
        mac = f"02:00:00:00:{number >> 8:02x}:{number & 255:02x}"
        spec["assets"].setdefault(device, {"macs": {}})["macs"][port] = mac
    plan = plan_data(spec, tmp_path)
    assert _dhcp(plan).unknown == ()
    assert not [line for line in plan.waiting_for if "kea-dhcp4.conf" in line]


def test_who_is_asked_for_names_and_time(tmp_path: Path) -> None:
    """The site's in-band, out of band the control hosts; a name of a clock is no address that DHCP could give."""
    spec = with_site_services(cluster(), {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net", "192.0.2.123"]})
    inband, *oob = _dhcp(plan_data(spec, tmp_path)).subnets
    assert (inband.resolvers, inband.clocks) == (("192.0.2.53",), ("192.0.2.123",))
    managers = tuple(each.address for each in Names(plan_data(spec, tmp_path)).managers)
    assert {(each.resolvers, each.clocks) for each in oob} == {(managers, managers)}
    alone = _dhcp(plan_data(cluster(), tmp_path)).subnets[0]
    assert alone.resolvers == alone.clocks == ("10.160.96.1", "10.160.96.2", "10.160.96.3")


def test_subnets_are_those_of_the_envelope(tmp_path: Path) -> None:
    """Ids too: Kea keeps its leases by them."""
    few, many = (_dhcp(plan_data(cluster(count, 128), tmp_path)).subnets for count in (1, 128))
    assert [(each.number, each.prefix) for each in few] == [(each.number, each.prefix) for each in many]
    assert len({each.number for each in few}) == len(few) > 3


def test_what_clients_are_told_is_what_the_matrix_lets_them_ask_for(tmp_path: Path) -> None:
    """Boot files by HTTP in-band, first starts by HTTPS out of band; each system of the plan, and no other."""
    leaves = ("compute-leaf1", "frontend-leaf1")
    known = {name: {"macs": {"mgmt0": f"00:00:5e:00:53:0{n}"}} for n, name in enumerate(leaves)}
    plan = plan_data(_wide() | {"assets": known}, tmp_path)
    classes = {each.name: each for each in _dhcp(plan).classes}
    assert [name for name in classes if name.startswith("ztp")] == ["ztp-compute-leaf1", "ztp-frontend-leaf1"]
    assert classes["uefi-http-x86-64"].file == "http://10.160.96.1/boot/bootx64.efi"
    assert classes["uefi-tftp-arm64"].test == "not member('ipxe') and (option[93].hex == 0x000b)"
    home = "https://control1-mgmt0.atlas.example.net/ztp"
    told = {name: list(classes[f"ztp-{name}"].options) for name in leaves}
    assert told == {
        "compute-leaf1": [(67, f"{home}/compute-leaf1/ztp.json")],
        "frontend-leaf1": [(239, f"{home}/frontend-leaf1/cumulus-ztp")],
    }
    open_to = {(flow.source, flow.to, flow.service.name) for flow in plan.access.flows}
    assert ("inband/compute", "inband/control", "http") in open_to
    assert ("management", "management/control", "https") in open_to


def test_nobody_serves_without_control_hosts(tmp_path: Path) -> None:
    spec = cluster() | {"scheduler": {}}
    del spec["hosts"]["control"]
    plan = plan_data(spec, tmp_path)
    assert with_services(plan).provisioning.zones == ()
    assert dhcp_of(plan) is None
    assert [line for line in plan.waiting_for if line.startswith("provisioning/: ")]


def test_a_control_host_that_is_not_in_band_serves_by_its_management_port(tmp_path: Path) -> None:
    spec = cluster()
    del spec["fabrics"]["frontend"], spec["storage"]
    plan = plan_data(spec, tmp_path)
    forward = with_services(plan).provisioning.zones[0]
    assert _values(forward, "NS")["@"] == [f"control{place}.atlas.example.net." for place in (1, 2, 3)]
    assert _values(forward, "A")["control1"] == [plan.hosts_of["control"][0].management]
    assert [subnet.prefix for subnet in _dhcp(plan).subnets if subnet.prefix.startswith("10.160")] == []


def test_a_dhcp_server_listens_where_every_control_host_has_a_port(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["border"] = {"model": "border-2u", "role": "control", "count": 1}
    plan = plan_data(spec, tmp_path)
    ports = {host.name: {port.name for port in plan.interfaces_of[host.name]} for host in plan.hosts_of["control"]}
    assert ["mgmt0" in ports[name] for name in ("border1", "control1")] == [False, True]
    assert _dhcp(plan).interfaces == ("bond0",)
