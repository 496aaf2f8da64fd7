"""Hosts before the programs that configure them: netplan, systemd-networkd and NetworkManager apply the files, udev names the ports.

What the kernel then has is held against the records of the plan. Of a kernel without bonds or VLANs just the making of those devices is left out
(see `HostNamespace`); InfiniBand files are read and not applied.
"""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.plan.hosts.records import HostInterface
from tests.conftest import EXAMPLES
from tests.judges.host_facts import (
    below,
    configured,
    everything,
    host_files,
    in_vlans,
    ip_over_infiniband,
    kinds,
    plan_with,
    sections,
    unit_facts,
    wanted,
)
from tests.judges.networkd import NETWORKD, HostNamespace

pytestmark = pytest.mark.proof
Find = Callable[[str], str]
Proven = Callable[[str, str], None]
UNITS = "etc/systemd/network"
NM = "etc/NetworkManager"
NETPLAN = "etc/netplan/60-clustergen.yaml"
APPLIED = {
    "b300-two-planes-512": ("gpu", "storage"), "nvl72-8-racks": ("tray",), "a100-h100-mixed": ("hopper",), "all": ("control", "gpu", "login", "storage"),
    "vlans": ("gpu", "storage"),
}  # fmt: skip
"""The groups whose first host is applied: every mix of ports that the examples have. `all` is roce-16 with all that may be asked for, `vlans` that with VLANs."""


@pytest.fixture(scope="module")
def all_of_it(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Plan a cluster with IPv6, VLANs on the bond and resolvers."""
    return plan_with("roce-16", "debian-12", tmp_path_factory.mktemp("all"), everything)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Plan the same with a VLAN for each rail and side."""
    return plan_with("roce-16", "debian-12", tmp_path_factory.mktemp("shared"), in_vlans)


@pytest.fixture(scope="module")
def ipoib(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Plan a cluster with IP over InfiniBand."""
    return plan_with("ib-256", "debian-12", tmp_path_factory.mktemp("ipoib"), ip_over_infiniband)


def generate(program: Find, text: str, root: Path) -> subprocess.CompletedProcess[str]:
    """Generate units with netplan from a file, which has the mode that netplan requires."""
    file = root / NETPLAN
    file.parent.mkdir(parents=True)
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
    run = [program("netplan"), "generate", "--root-dir", str(root)]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def generated(program: Find, text: str, root: Path) -> dict[str, str]:
    """Return the units of networkd that netplan writes; it must have nothing to say."""
    done = generate(program, text, root)
    assert (done.returncode, done.stderr) == (0, "")
    return {file.name: file.read_text(encoding="utf-8") for file in sorted((root / "run/systemd/network").iterdir())}


def units_of(form: Form, files: dict[str, str], program: Find, root: Path) -> dict[str, str]:
    """Return a host's units of networkd, from Debian's files or through netplan."""
    return generated(program, files[NETPLAN], root) if form is Form.NETPLAN else below(files, UNITS)


def networks(units: dict[str, str]) -> list[str]:
    """Return the .network units."""
    return [text for name, text in units.items() if name.endswith(".network")]


def netdevs(units: dict[str, str]) -> list[dict[str, dict[str, list[str]]]]:
    """Return the .netdev units, each by section."""
    return [dict(sections(text)) for name, text in sorted(units.items()) if name.endswith(".netdev")]


def test_netplan_writes_what_the_plan_says(
    plans: Callable[[str], Draft],
    all_of_it: Draft,
    shared: Draft,
    ipoib: Draft,
    program: Find,
    tmp_path: Path,
    proven: Proven,
) -> None:
    """A host of each kind that the examples have: the same addresses, routes and devices as in Debian's form."""
    seen: set[object] = set()
    for plan in (*map(plans, EXAMPLES), all_of_it, shared, ipoib):
        ubuntu, debian = host_files(plan, Form.NETPLAN), host_files(plan, Form.NETWORKD)
        for host in kinds(plan, ubuntu):
            interfaces = configured(plan, host.name)
            kind = tuple(
                (each.name, each.kind, each.mtu_bytes, each.table, bool(each.ipv6), bool(each.neighbours))
                for each in interfaces
            )
            if kind not in seen:
                units = generated(program, ubuntu[host.name][NETPLAN], tmp_path / str(len(seen)))
                assert unit_facts(networks(units)) == {each.name: wanted(each) for each in interfaces}, host.name
                _compare(units, below(debian[host.name], UNITS))
                seen.add(kind)
    proven("netplan generate", f"{len(seen)} kinds of hosts, the units as the plan has them")


def _compare(theirs: dict[str, str], ours: dict[str, str]) -> None:
    """Hold the units that netplan wrote against ours for Debian: devices, and what is not in `Facts`."""
    assert netdevs(theirs) == netdevs(ours)
    macs = {each["NetDev"]["Name"][0]: each["NetDev"]["MACAddress"] for each in netdevs(ours)}
    for text in networks(theirs):
        there = dict(reversed(sections(text)))
        # netplan says a device's MAC in both of its units; the one that makes the device is enough for networkd
        assert there["Link"].pop("MACAddress", []) == macs.get(there["Match"]["Name"][0], [])
        here = dict(reversed(sections(ours[f"60-{there['Match']['Name'][0]}.network"])))
        assert there["Link"] == here["Link"]
        both = ("Address", "DNS", "Domains", "Bond", "VLAN", "IPv6AcceptRA")
        assert {key: there["Network"][key] for key in both} == {key: here["Network"][key] for key in both}
        assert bool(there["Network"]["PrimarySlave"]) == bool(here["Network"]["PrimarySlave"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("10.0.0.0/31", "10.0.0.0/33"),
        ("accept-ra: false", "accept-ra: never"),
        ("mii-monitor-interval", "mii-monitor-intervall"),
        ("active-backup", "active-standby"),
        ("primary: frontend0", "primary: frontend9"),
        ("- frontend1", "- frontend9"),
        ("table: 100", "table: hundred"),
        ("mtu: 9000", "mtu: jumbo"),
    ],
)
def test_netplan_refuses_planted_faults(
    before: str, after: str, plans: Callable[[str], Draft], program: Find, tmp_path: Path
) -> None:
    """Addresses, values, keys, ports that do not exist."""
    text = host_files(plans("roce-16"), Form.NETPLAN)["gpu01"][NETPLAN]
    assert before in text
    assert generate(program, text.replace(before, after), tmp_path).returncode != 0


@pytest.mark.parametrize("form", [Form.NETWORKD, Form.NETPLAN])
@pytest.mark.parametrize("name", APPLIED)
def test_networkd_applies_the_files(
    name: str,
    form: Form,
    plans: Callable[[str], Draft],
    all_of_it: Draft,
    shared: Draft,
    program: Find,
    tmp_path: Path,
    proven: Proven,
) -> None:
    """The kernel ends with the plan's addresses, MTU, routes, tables and rules, from Debian's files and from netplan's."""
    program(NETWORKD)
    plan = {"all": all_of_it, "vlans": shared}.get(name) or plans(name)
    files = host_files(plan, form)
    hosts = [host for host in kinds(plan, files) if host.group in APPLIED[name]]
    lacks: dict[str, str] = {}
    for host in hosts:
        units = units_of(form, files[host.name], program, tmp_path / host.name)
        with HostNamespace(configured(plan, host.name)) as namespace:
            namespace.plug(stand_ins=True)
            namespace.networkd(units)
            expected = {each.name: wanted(each) for each in namespace.judged}
            assert namespace.settled(expected) == expected, host.name
            assert namespace.complaints() == _said_of_scopes(configured(plan, host.name), form)
            lacks = namespace.lacks
    proven(f"systemd-networkd ({form})", f"{name}: {len(hosts)} hosts applied{_gap(lacks)}")


def _said_of_scopes(interfaces: list[HostInterface], form: Form) -> list[str]:
    """netplan says of every route without a gateway that it is the link's, which IPv6 has no word for: networkd tells, and goes on."""
    said = "/etc/systemd/network/10-netplan-{}.network: Scope= is specified for IPv6 route. It will be ignored."
    return [said.format(each.name) for each in interfaces if each.neighbours_ipv6 and form is Form.NETPLAN]


def test_networkd_reads_every_file(
    plans: Callable[[str], Draft], all_of_it: Draft, shared: Draft, ipoib: Draft, program: Find, proven: Proven
) -> None:
    """No key, section or value that it does not know, in bonds, VLANs and IPoIB either."""
    program(NETWORKD)
    seen: set[str] = set()
    for plan in (plans("a100-h100-mixed"), all_of_it, shared, ipoib):
        files = host_files(plan, Form.NETWORKD)
        for host in kinds(plan, files):
            units = below(files[host.name], UNITS)
            with HostNamespace(configured(plan, host.name)) as namespace:
                namespace.networkd(units, whole=True)
                namespace.wait_for("Enumeration completed")
                assert namespace.complaints() == []
            seen |= {text for _, text in units.items()}
    proven("systemd-networkd (networkd)", f"{len(seen)} different files read, bonds, VLANs and IPoIB among them")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Gateway=", "Gatway="),
        ("[RoutingPolicyRule]", "[RoutingPolicy]"),
        ("Table=100", "Table=lots"),
        ("Mode=active-", "Mode=a-"),
    ],
)
def test_networkd_names_what_it_does_not_know(before: str, after: str, all_of_it: Draft, program: Find) -> None:
    """Planted faults of form are complaints."""
    program(NETWORKD)
    units = below(host_files(all_of_it, Form.NETWORKD)["gpu01"], UNITS)
    assert before in "".join(units.values())
    with HostNamespace(configured(all_of_it, "gpu01")) as namespace:
        namespace.networkd({name: text.replace(before, after) for name, text in units.items()}, whole=True)
        namespace.wait_for("Enumeration completed")
        assert namespace.complaints() != []


@pytest.mark.parametrize(
    ("before", "after"),
    [("MTUBytes=9000", "MTUBytes=4200"), ("Table=101", "Table=300"), ("Destination=10.0.0.0/9", "Destination=10.0.0.0/8"), ("Priority=1000", "Priority=32000")],
)  # fmt: skip
def test_a_wrong_value_is_seen_in_the_kernel(before: str, after: str, all_of_it: Draft, program: Find) -> None:
    """Planted faults of meaning are differences: the comparison is not with the file."""
    program(NETWORKD)
    units = below(host_files(all_of_it, Form.NETWORKD)["gpu01"], UNITS)
    assert before in "".join(units.values())
    bad = {name: text.replace(before, after) for name, text in units.items()}
    with HostNamespace(configured(all_of_it, "gpu01")) as namespace:
        namespace.plug(stand_ins=True)
        namespace.networkd(bad)
        judged = {each.name: wanted(each) for each in namespace.judged}
        expected = {name: facts for name, facts in unit_facts(networks(bad)).items() if name in judged}
        assert namespace.settled(expected) == expected
        assert expected != judged


@pytest.mark.parametrize("name", APPLIED)
def test_network_manager_applies_the_files(
    name: str, plans: Callable[[str], Draft], all_of_it: Draft, shared: Draft, program: Find, proven: Proven
) -> None:
    """The same through keyfiles, by NetworkManager with a bus of its own."""
    program("NetworkManager")
    program("dbus-daemon")
    plan = {"all": all_of_it, "vlans": shared}.get(name) or plans(name)
    files = host_files(plan, Form.KEYFILES)
    hosts = [host for host in kinds(plan, files) if host.group in APPLIED[name]]
    lacks: dict[str, str] = {}
    for host in hosts:
        with HostNamespace(configured(plan, host.name)) as namespace:
            namespace.plug(stand_ins=False)
            namespace.network_manager(below(files[host.name], NM))
            expected = {each.name: wanted(each) for each in namespace.judged if each.kind not in namespace.lacks}
            assert namespace.settled(expected) == expected, host.name
            assert namespace.profiles() == {each.name for each in namespace.interfaces}
            lacks = namespace.lacks
    proven("NetworkManager", f"{name}: {len(hosts)} hosts applied{_gap(lacks)}")


@pytest.mark.parametrize("form", Form)
def test_a_link_that_comes_back_has_all_again(form: Form, all_of_it: Draft, program: Find, tmp_path: Path) -> None:
    """A rail's cable is pulled and plugged: its addresses, routes and rules return, and no other interface notices."""
    files = host_files(all_of_it, form)["gpu01"]
    with HostNamespace(configured(all_of_it, "gpu01")) as namespace:
        namespace.plug(stand_ins=form is not Form.KEYFILES)
        if form is Form.KEYFILES:
            program("NetworkManager")
            namespace.network_manager(below(files, NM))
        else:
            program(NETWORKD)
            namespace.networkd(units_of(form, files, program, tmp_path))
        lacks = namespace.lacks if form is Form.KEYFILES else {}
        expected = {each.name: wanted(each) for each in namespace.judged if each.kind not in lacks}
        assert namespace.settled(expected) == expected
        namespace.carrier("rail0", "down")
        others = {name: facts for name, facts in expected.items() if name != "rail0"}
        time.sleep(1)
        found = namespace.facts()
        assert {name: facts for name, facts in found.items() if name != "rail0"} == others
        namespace.carrier("rail0", "up")
        assert namespace.settled(expected) == expected


@pytest.mark.parametrize("links", ["routed", "vlan"])
@pytest.mark.parametrize("form", [Form.NETWORKD, Form.NETPLAN])
def test_storage_fails_over_and_never_leaves_by_the_bond(
    form: Form, links: str, all_of_it: Draft, shared: Draft, program: Find, tmp_path: Path, proven: Proven
) -> None:
    """A storage cable is pulled, then the other, then a rail's: the kernel is asked each time which way it would take."""
    program(NETWORKD)
    plan = {"routed": all_of_it, "vlan": shared}[links]
    files = host_files(plan, form)["gpu01"]
    with HostNamespace(configured(plan, "gpu01")) as namespace:
        namespace.plug(stand_ins=True)
        namespace.networkd(units_of(form, files, program, tmp_path))
        expected = {each.name: wanted(each) for each in namespace.judged}
        assert namespace.settled(expected) == expected
        assert [namespace.way(to) for to in SIDES] == ["storage0", "storage1"]
        namespace.carrier("storage0", "down")
        assert namespace.ways(SIDES, ["storage1", "storage1"]) == ["storage1", "storage1"]
        namespace.carrier("storage1", "down")
        assert namespace.ways(SIDES, ["", ""]) == ["", ""]
        namespace.carrier("rail0", "down")
        assert namespace.ways(["10.0.5.1"], [""]) == [""]
        assert namespace.way("198.51.100.7") == "bond0"
        for port in ("storage0", "storage1", "rail0"):
            namespace.carrier(port, "up")
        assert namespace.settled(expected) == expected
    proven(
        f"systemd-networkd ({form})",
        f"storage ({links}) fails over to its other side, and with both gone nothing leaves by the bond",
    )


SIDES = ["10.128.0.64", "10.144.0.64"]
"""An address of either storage side that is not the host's."""


def test_nmcli_reads_every_keyfile(
    plans: Callable[[str], Draft], all_of_it: Draft, shared: Draft, ipoib: Draft, program: Find, proven: Proven
) -> None:
    """What it prints back is what was written: it drops in silence what it does not know."""
    nmcli, seen = program("nmcli"), set()
    for plan in (plans("a100-h100-mixed"), all_of_it, shared, ipoib):
        files = host_files(plan, Form.KEYFILES)
        for host in kinds(plan, files):
            for text in below(files[host.name], f"{NM}/system-connections").values():
                assert printed_back(nmcli, text) == meaning(text)
                seen.add(text)
    proven("nmcli --offline", f"{len(seen)} keyfiles read and printed back")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("rail0", "10.0.0.0/31", "10.0.0.300/31"),
        ("rail0", "/12,10.0.0.1", "/12,10.0.0.x"),
        ("rail0", "_options=table=100", "_options=tabel=100"),
        ("rail0", "priority 1000", "priority first"),
        ("rail0", "mtu=9000", "mtu=jumbo"),
        ("rail0", "[ethernet]", "[ethernt]"),
        ("bond0", "mode=active-backup", "mode=active-standby"),
        ("bond0", "miimon=100", "mimon=100"),
        ("bond0", "type=unreachable", "type=unreachabel"),
        ("storage0", "10.128.0.1,200", "10.128.0.1,two"),
        ("frontend0", "slave-type=bond", "slave-type=bnd"),
    ],
)
def test_nmcli_does_not_print_back_planted_faults(
    file: str, before: str, after: str, plans: Callable[[str], Draft], program: Find
) -> None:
    """It refuses them, or they are gone."""
    text = host_files(plans("roce-16"), Form.KEYFILES)["gpu01"][f"{NM}/system-connections/{file}.nmconnection"]
    assert before in text
    bad = text.replace(before, after)
    assert printed_back(program("nmcli"), bad) != meaning(bad)


def printed_back(nmcli: str, text: str) -> dict[str, dict[str, list[str]]] | str:
    """Return what nmcli made of a keyfile, or what it said."""
    run = [nmcli, "--offline", "connection", "modify", "connection.autoconnect-priority", "0"]
    done = subprocess.run(run, input=text, capture_output=True, text=True, check=False)
    return meaning(done.stdout) if done.returncode == 0 else done.stderr


def meaning(text: str) -> dict[str, dict[str, list[str]]]:
    """Return a keyfile's sections that hold something."""
    return {name: dict(keys) for name, keys in sections(text) if keys}


def _gap(lacks: dict[str, str]) -> str:
    return f"; this kernel has no {' and no '.join(sorted(lacks))} devices" if lacks else ""
