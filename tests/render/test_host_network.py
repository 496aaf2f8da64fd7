"""The interfaces of hosts in every form: what the plan says is in the files, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.plan.hosts.port_names import names_waiting, port_names
from generator.plan.hosts.resolvers import resolvers
from generator.render.backends import host_network
from generator.render.hosts.network_netplan import NetplanWriter, netplan
from tests.conftest import EXAMPLES
from tests.judges.host_facts import (
    MAIN,
    Facts,
    below,
    configured,
    everything,
    host_files,
    ip_over_infiniband,
    plan_with,
    sections,
    unit_facts,
    wanted,
)
from tests.ours import TEMPLATES
from tests.specs import Spec

NETPLAN = "etc/netplan/60-clustergen.yaml"
NAMES = "etc/udev/rules.d/70-persistent-net.rules"
UNITS = "etc/systemd/network"
KEYFILES = "etc/NetworkManager/system-connections"
LONGEST_NAME = 15
"""IFNAMSIZ of the kernel's if.h less the final zero."""
SYSTEMS = ("ubuntu-22.04", "debian-13", "rhel-10")


def netplan_facts(text: str) -> dict[str, Facts]:
    """Read what a netplan file says of each interface."""
    network = yaml.safe_load(text)["network"]
    found = {}
    for section in ("ethernets", "bonds", "vlans"):
        for name, says in network.get(section, {}).items():
            found[name] = Facts(
                mtu=says["mtu"],
                addresses=frozenset(says.get("addresses", ())),
                routes=frozenset(
                    (r["to"], r.get("via") or r.get("type", ""), r.get("table", MAIN), r.get("metric", 0))
                    for r in says.get("routes", ())
                ),
                rules=frozenset(
                    (r["from"].partition("/")[0], r["table"], r["priority"]) for r in says.get("routing-policy", ())
                ),
            )
    return found


def keyfile_facts(text: str) -> tuple[str, Facts]:
    """Read what a keyfile says of its interface."""
    parts = dict(sections(text))
    link = parts["infiniband" if "infiniband" in parts else "ethernet"]
    addresses, routes, rules = set(), set(), set()
    for family in ("ipv4", "ipv6"):
        for key, (value, *_) in parts.get(family, {}).items():
            if key.startswith("address"):
                address, _, gateway = value.partition(",")
                addresses.add(address)
                routes |= {("0.0.0.0/0", gateway, MAIN, 0)} if gateway else set()
            elif key.startswith("route") and key[5:].isdigit():
                to, gateway, metric = (*value.split(","), *("", "0")[value.count(",") :])
                option, _, said = parts[family].get(f"{key}_options", [f"table={MAIN}"])[0].partition("=")
                routes.add(
                    (to, said if option == "type" else gateway, int(said) if option == "table" else MAIN, int(metric))
                )
            elif key.startswith("routing-rule"):
                _, priority, _, source, _, table = value.split()
                rules.add((source, int(table), int(priority)))
    facts = Facts(int(link["mtu"][0]), frozenset(addresses), frozenset(routes), frozenset(rules))
    return parts["connection"]["interface-name"][0], facts


def facts_of(files: dict[str, str]) -> dict[str, Facts]:
    """Read a host's files, whatever their form."""
    if NETPLAN in files:
        return netplan_facts(files[NETPLAN])
    if keyfiles := below(files, KEYFILES):
        return dict(keyfile_facts(text) for text in keyfiles.values())
    return unit_facts(text for name, text in below(files, UNITS).items() if name.endswith(".network"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_form_says_what_the_plan_says(name: str, plans: Callable[[str], Draft]) -> None:
    """Addresses, MTU, routes, tables and rules of every interface of every host."""
    _compare(plans(name))


@pytest.mark.parametrize(("name", "bend"), [("ib-256", ip_over_infiniband), ("roce-16", everything)])
def test_ipoib_ipv6_and_vlans(name: str, bend: Callable[[Spec], None], tmp_path: Path) -> None:
    """The same for what only some specs ask for."""
    plan = plan_with(name, "debian-12", tmp_path, bend)
    seen = _compare(plan)
    assert ("rail0" if bend is ip_over_infiniband else "bond0.300") in seen


def _compare(plan: Draft) -> set[str]:
    seen: set[str] = set()
    for form in Form:
        for host, files in host_files(plan, form).items():
            expected = {each.name: wanted(each) for each in configured(plan, host)}
            assert facts_of(files) == expected, f"{form} {host}"
            seen |= set(expected)
    return seen


@pytest.mark.parametrize("form", Form)
def test_resolvers_are_asked_over_the_bond(form: Form, tmp_path: Path) -> None:
    """All of `services.dns`, and the cluster's domain is searched."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    for files in host_files(plan, form).values():
        (text,) = (text for text in files.values() if "192.0.2.53" in text)
        assert "bond0" in text
        assert "192.0.2.54" in text
        assert plan.domain in text


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_the_bond_has_a_default_route(system: str, tmp_path: Path) -> None:
    """A rail or the management port never is the way to everywhere, in no table."""
    files = host_files(plan_with("roce-16", system, tmp_path, everything))
    for host in files.values():
        found = {name for name, facts in facts_of(host).items() for to, *_ in facts.routes if to.endswith("/0")}
        assert found == {"bond0"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_host_keeps_its_files_when_others_come(system: str, tmp_path: Path) -> None:
    """Growth adds hosts and changes no file of those that are there."""

    def more(spec: Spec) -> None:
        for group in spec["hosts"].values():
            group["count"] = group.get("max", group["count"])

    before, after = (
        host_files(plan_with("roce-16", system, tmp_path)),
        host_files(plan_with("roce-16", system, tmp_path, more)),
    )
    assert len(after) > len(before)
    assert {host: after[host] for host in before} == before


def test_the_bond_has_its_ports_and_a_primary(tmp_path: Path) -> None:
    """Each form names the ports, the first as primary; LACP is in none."""
    ubuntu, debian, rhel = (host_files(plan_with("roce-16", system, tmp_path))["gpu01"] for system in SYSTEMS)
    bond = yaml.safe_load(ubuntu[NETPLAN])["network"]["bonds"]["bond0"]
    assert bond["interfaces"] == ["frontend0", "frontend1"]
    assert bond["parameters"]["mode"] == "active-backup"
    assert bond["parameters"]["primary"] == "frontend0"
    members = [debian[f"{UNITS}/60-frontend{n}.network"] for n in (0, 1)]
    assert ["Bond=bond0" in text for text in members] == [True, True]
    assert ["PrimarySlave=yes" in text for text in members] == [True, False]
    assert "Mode=active-backup" in debian[f"{UNITS}/60-bond0.netdev"]
    assert "mode=active-backup\nprimary=frontend0\n" in rhel[f"{KEYFILES}/bond0.nmconnection"]
    assert all("master=bond0" in rhel[f"{KEYFILES}/frontend{n}.nmconnection"] for n in (0, 1))
    for files in (ubuntu, debian, rhel):
        assert "802.3ad" not in "".join(files.values())


def test_hosts_wired_alike_print_as_if_alone(tmp_path: Path) -> None:
    """A text that was made for another host and filled in is the one that the host would have had by itself."""
    plan = plan_with("roce-16", "ubuntu-24.04", tmp_path, everything)
    together = host_files(plan)
    for host in plan.hosts:
        (alone,) = NetplanWriter(resolvers(plan)).files("", configured(plan, host.name))
        assert alone.content == together[host.name][NETPLAN]
        assert yaml.safe_load(alone.content) == netplan(configured(plan, host.name), resolvers(plan))


@pytest.mark.parametrize("name", ["ib-256", "nvl72-8-racks"])
def test_appliances_have_no_files(name: str, tmp_path: Path) -> None:
    """UFM appliances run NVIDIA's own system."""
    plan = plan_with(name, "debian-12", tmp_path)
    appliances = {host.name for host in plan.hosts if host.model.startswith("ufm-")}
    assert appliances
    assert appliances.isdisjoint(host_files(plan))
    assert "ufm" not in "".join(names_waiting(plan))


def test_infiniband_without_ipoib_has_no_interface(tmp_path: Path) -> None:
    """Nothing configures or names a port that carries no IP."""
    files = host_files(plan_with("ib-256", "ubuntu-24.04", tmp_path))["gpu01"]
    assert set(facts_of(files)) == {"frontend0", "frontend1", "bond0"}
    assert "rail0" not in files[NAMES]


def test_ports_are_known_by_pci_address_mac_address_or_guid(tmp_path: Path) -> None:
    """PCI where the catalog has it, else what assets.yaml has; what nobody knows is said once."""

    def assets(spec: Spec) -> None:
        ip_over_infiniband(spec)
        spec["assets"] = {
            "control1": {"macs": {"mgmt0": "02-00-00-00-00-AA", "frontend0": "020000000001"}},
            "storage1": {"guids": {"storage0": "0x0c42a103008b3bd0"}},
        }

    plan = plan_with("ib-256", "ubuntu-24.04", tmp_path, assets)
    names = {host.name: {n.name: (n.by, n.key) for n in port_names(plan, host)} for host in plan.hosts}
    assert names["gpu01"]["rail0"] == ("pci", "0000:18:00.0")
    assert names["control1"]["mgmt0"] == ("mac", "02:00:00:00:00:aa")
    assert names["storage1"]["storage0"] == ("guid", "0c:42:a1:03:00:8b:3b:d0")
    text = host_files(plan)["control1"][NAMES]
    assert 'ATTR{address}=="02:00:00:00:00:01", ATTR{type}=="1", NAME="frontend0"' in text
    assert "# frontend1: no PCI address is known; it waits for macs.frontend1 of this host" in text
    macs, guids = names_waiting(plan)
    assert "beginning with storage1 (frontend0, frontend1):" in macs
    assert "beginning with storage1 (storage1):" in guids
    lacking = sum(
        not key for host in plan.hosts if not host.model.startswith("ufm-") for _, key in names[host.name].values()
    )
    assert sum(int(line.split()[1]) for line in (macs, guids)) == lacking


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_two_ports_of_a_host_are_known_by_the_same(name: str, plans: Callable[[str], Draft]) -> None:
    """Nor has a host two interfaces of one name."""
    plan = plans(name)
    for host in plan.hosts:
        names = port_names(plan, host)
        keys = [port.key for port in names if port.key]
        assert len(keys) == len(set(keys)), host.name
        interfaces = [each.name for each in plan.interfaces_of[host.name]]
        assert len(interfaces) == len(set(interfaces)), host.name
        assert max(map(len, interfaces)) <= LONGEST_NAME


def test_paths_are_those_of_the_files(tmp_path: Path) -> None:
    """Each form says beforehand what it will write."""
    for system in SYSTEMS:
        plan = plan_with("roce-16", system, tmp_path, everything)
        files = [artifact.path for artifact in host_network.render(plan, TEMPLATES)]
        assert files == list(host_network.paths(plan))
