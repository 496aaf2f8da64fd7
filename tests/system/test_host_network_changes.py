"""A changed network is put into effect, by the program whose files it is, and what came of it is read back from the kernel.

NetworkManager and systemd-networkd run in a namespace, each with a bus, and apply a host's files; then one value of a file changes, as another plan has it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.render.inventory import host_facts
from tests.conftest import ROOT
from tests.judges.host_facts import below, configured, everything, host_files, plan_with, wanted
from tests.judges.networkd import NETWORKD, HostNamespace
from tests.playbooks.roles import module as collection_module

pytestmark = pytest.mark.proof
ROLE = ROOT / "playbooks" / "roles" / "hosts"
PROGRAM = (ROLE / "files" / "clustergen-network.sh").read_text(encoding="utf-8")
Find = Callable[[str], str]


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    return plan_with("roce-16", "debian-12", tmp_path_factory.mktemp("changes"), everything)


@pytest.fixture(scope="module")
def module() -> ModuleType:
    """The module of the collection, as Python."""
    return collection_module("network_in_effect")


def missing(
    namespace: HostNamespace, module: ModuleType, interfaces: list[dict[str, object]], stated: str
) -> list[str]:
    """Read the namespace back by the module's own comparison."""
    links = json.loads(namespace.bottle.must("ip", "-j", "addr"))
    said = [namespace.bottle.must("ip", "-j", family, "route", "show", "table", "all") for family in ("-4", "-6")]
    ways = {way for text in said for way in module.ways(json.loads(text))}
    found: list[str] = module.compared(interfaces, links, ways, stated)[0]
    return found


def _ruled(namespace: HostNamespace, module: ModuleType) -> set[str]:
    """Return the addresses that rules of the namespace have."""
    said = [json.loads(namespace.bottle.must("ip", "-j", family, "rule")) for family in ("-4", "-6")]
    found: set[str] = module.sources([rule for rules in said for rule in rules])
    return found


def rails(plan: Draft, mtu: int) -> list[dict[str, object]]:
    """Return what the inventory wants of the first GPU host's routed ports, with this MTU on its rails."""
    return [port | ({"mtu": mtu} if "rail" in port else {}) for port in _ports(plan)]


def test_network_manager_has_a_changed_profile_in_effect(plan: Draft, module: ModuleType, program: Find) -> None:
    """A rail's MTU and its routes' table: a reload alone leaves both as they were, and the read-back says so."""
    program("NetworkManager")
    files = below(host_files(plan, Form.KEYFILES)["gpu01"], "etc/NetworkManager")
    profile = "/etc/NetworkManager/system-connections/rail0.nmconnection"
    with HostNamespace(configured(plan, "gpu01")) as namespace:
        namespace.plug(stand_ins=False)
        namespace.network_manager(files)
        judged = {each.name: wanted(each) for each in namespace.judged if each.kind not in namespace.lacks}
        assert namespace.settled(judged) == judged
        stated = "\n".join(files.values())
        assert missing(namespace, module, rails(plan, 9000), stated) == []
        changed = namespace.bottle.must("sed", "-e", "s/mtu=9000/mtu=4200/", profile)
        namespace.bottle.must("sh", "-c", f"cat >{profile}", stdin=changed)
        only = [each for each in rails(plan, 4200) if each["name"] == "rail0"]
        namespace.bottle.must("nmcli", "connection", "reload")
        assert missing(namespace, module, only, stated) == ["rail0 has MTU 9000, not 4200"]
        namespace.bottle.must("sh", "-c", PROGRAM, "clustergen-network.sh", profile)
        assert missing(namespace, module, only, stated) == []
        rail, links = only[0], json.loads(namespace.bottle.must("ip", "-j", "addr"))
        source = str(rail["address"]).partition("/")[0]
        assert module.unruled(only, links, _ruled(namespace, module), stated) == []
        namespace.bottle.must("ip", "rule", "delete", "from", source)
        assert module.unruled(only, links, _ruled(namespace, module), stated) == [
            f"rail0 has no rule for packets from {source}"
        ]
        others = {name: facts for name, facts in judged.items() if name != "rail0"}
        assert {name: facts for name, facts in namespace.facts().items() if name in others} == others


def _renumbered(spec: dict[str, Any]) -> None:
    """Have other addresses, gateways and MTUs on the ports of both routed fabrics."""
    everything(spec)
    spec["addressing"] |= {"compute": "172.16.0.0/12", "storage": "10.0.0.0/11"}
    spec["fabrics"]["compute"]["host_mtu_bytes"] = 4200
    spec["fabrics"]["storage"]["host_mtu_bytes"] = 8192


def test_network_manager_has_another_plan_in_effect(
    plan: Draft, module: ModuleType, program: Find, tmp_path: Path
) -> None:
    """Every address, MTU, route, table and rule; a reload alone changes none of them, and the read-back names each. A profile that goes is not in effect any more."""
    program("NetworkManager")
    other = plan_with("roce-16", "debian-12", tmp_path, _renumbered)
    before, after = (below(host_files(each, Form.KEYFILES)["gpu01"], "etc/NetworkManager") for each in (plan, other))
    changed = sorted(name for name, text in after.items() if before.get(name) != text)
    assert before.keys() == after.keys()
    with HostNamespace(configured(other, "gpu01")) as namespace:
        namespace.plug(stand_ins=False)
        namespace.network_manager(before)
        judged = {each.name: each for each in namespace.judged if each.kind not in namespace.lacks}
        mine = [each for each in configured(plan, "gpu01") if each.name in judged]
        assert namespace.settled({each.name: wanted(each) for each in mine}) == {
            each.name: wanted(each) for each in mine
        }
        for name in changed:
            place = f"/etc/NetworkManager/{name}"
            namespace.bottle.must("sh", "-c", f"cat >{place}", stdin=after[name])
        namespace.bottle.must("nmcli", "connection", "reload")
        named, stated = _ports(other), "\n".join(after.values())
        ports = {each["name"] for each in named}
        assert {said.split()[0] for said in missing(namespace, module, named, stated)} == ports
        places = [f"/etc/NetworkManager/{name}" for name in changed]
        namespace.bottle.must("sh", "-c", PROGRAM, "clustergen-network.sh", *places)
        assert namespace.settled({name: wanted(each) for name, each in judged.items()}) == {
            name: wanted(each) for name, each in judged.items()
        }
        assert missing(namespace, module, named, stated) == []
        last = f"/etc/NetworkManager/system-connections/{max(ports)}.nmconnection"
        namespace.bottle.must("rm", last)
        namespace.bottle.must("sh", "-c", PROGRAM, "clustergen-network.sh", last)
        assert {said.split()[0] for said in missing(namespace, module, named, stated)} == {max(ports)}


def _ports(plan: Draft) -> list[dict[str, Any]]:
    """Return what the inventory has of the first GPU host's routed ports."""
    host = next(each for each in plan.hosts if each.name == "gpu01")
    return [port for port in host_facts(plan, host)["ports"] if "address" in port]


_DEVICE = "[NetDev]\nName=pods\nKind=bridge\nMACAddress=02:00:00:00:00:0{}\n"
_NETWORK = (
    "[Match]\nName=pods\n[Link]\nRequiredForOnline=no\n[Network]\nAddress=10.9.9.1/24\nConfigureWithoutCarrier=yes\n"
)


def test_networkd_makes_a_changed_device_anew(program: Find) -> None:
    """Of a device that is there it ignores the changed .netdev; the device goes and is made again, with its addresses."""
    program(NETWORKD)
    with HostNamespace([]) as namespace:
        namespace.bottle.must("sh", "-c", "mkdir -p /run/dbus && dbus-daemon --system --fork --nopidfile")
        namespace.networkd({"60-pods.netdev": _DEVICE.format(1), "60-pods.network": _NETWORK})
        namespace.wait_for("pods")
        assert _settled(namespace, "02:00:00:00:00:01")
        namespace.bottle.must("sh", "-c", "cat >/etc/systemd/network/60-pods.netdev", stdin=_DEVICE.format(2))
        namespace.bottle.must("networkctl", "reload")
        assert not _settled(namespace, "02:00:00:00:00:02", tries=5)
        changed = "/etc/systemd/network/60-pods.netdev"
        namespace.bottle.must("sh", "-c", PROGRAM, "clustergen-network.sh", changed)
        assert _settled(namespace, "02:00:00:00:00:02")


def _settled(namespace: HostNamespace, mac: str, tries: int = 100) -> bool:
    """Wait until the device has this MAC and its address."""
    text = f"for i in $(seq {tries}); do ip -4 -o addr show dev pods | grep -q 10.9.9.1 && ip link show dev pods | grep -q {mac} && exit; sleep 0.1; done; exit 1"
    return namespace.bottle.run("sh", "-c", text).returncode == 0


@pytest.mark.parametrize(
    ("wants", "said"),
    [
        ({}, []),
        ({"address": "10.1.0.9/31"}, ["rail0 does not have 10.1.0.9/31"]),
        ({"address": "10.1.1.2/31"}, ["rail0 does not have 10.1.1.2/31, rail1 has it"]),
        ({"address_ipv6": "fd42::9/127"}, ["rail0 does not have fd42::9/127"]),
        ({"mtu": 4200}, ["rail0 has MTU 9000, not 4200"]),
        ({"gateway": "10.1.0.5"}, ["rail0 has no route by 10.1.0.5"]),
        ({"gateway": "10.1.1.3"}, ["rail0 has no route by 10.1.1.3"]),
        ({"gateway_ipv6": "fd42::5"}, ["rail0 has no route by fd42::5"]),
        ({"gateway": "10.1.0.50"}, []),
        ({"name": "rail7", "address": "10.7.0.2/31"}, []),
        ({"name": "rail2", "address": "10.2.0.2/31"}, []),
        ({"name": "mgmt0", "mtu": 4200}, ["rail0 has MTU 9000, not 4200"]),
    ],
)
def test_what_is_not_in_effect_is_named(wants: dict[str, object], said: list[str], module: ModuleType) -> None:
    """An address or a way of another port does not count; a gateway that no file of the host names is none of its routes', and of a port without a carrier nothing is said."""
    links = [_link("rail0", "10.1.0.2", "fd42::2"), _link("rail1", "10.1.1.2"), _link("rail2", carrier=False)]
    wanted_one = {
        "name": "rail0",
        "address": "10.1.0.2/31",
        "mtu": 9000,
        "gateway": "10.1.0.3",
        "address_ipv6": "fd42::2/127",
        "gateway_ipv6": "fd42::3",
    } | wants
    routes: list[dict[str, object]] = [
        {"dst": "x", "nexthops": [{"gateway": "10.1.0.3", "dev": "rail0"}]},
        {"dst": "x", "gateway": "10.1.1.3", "dev": "rail1"},
        {"dst": "x", "gateway": "fd42::3", "dev": "rail0"},
    ]
    stated = "via: 10.1.0.5\n10.1.0.3,10.1.1.3\nGateway=fd42::3\nGateway=fd42::5"
    assert module.compared([wanted_one], links, set(module.ways(routes)), stated)[0] == said


def test_vlans_of_a_bond_have_their_addresses_and_its_mtu(module: ModuleType) -> None:
    bond = {"name": "bond0", "mode": "active-backup", "mtu": 1500, "vlans": [{"vlan": 300, "address": "10.170.0.5/20"}]}
    assert module.compared(module.vlans(bond), [_link("bond0.300")], set(), "")[0] == [
        "bond0.300 does not have 10.170.0.5/20",
        "bond0.300 has MTU 9000, not 1500",
    ]
    assert module.vlans({}) == []


@pytest.mark.parametrize(
    "file",
    ["Address={}", "[ipv4]\naddress1={}", 'addresses: ["{}"]'],
)
@pytest.mark.parametrize(
    ("has", "before", "now", "said"),
    [
        ("10.9.0.2/31", "10.9.0.2/31", "10.1.0.2/31", ["rail0 still has 10.9.0.2/31"]),
        ("fd42::9/127", "fd42::9/127", "10.1.0.2/31", ["rail0 still has fd42::9/127"]),
        ("10.9.0.2/31", "10.9.0.4/31", "10.1.0.2/31", []),
        ("10.9.0.2/31", "10.9.0.2/31", "10.9.0.2/31", []),
        ("10.1.0.2/31", "10.1.0.2/31", "", []),
    ],
)
def test_an_address_of_the_step_before_is_gone(
    has: str, before: str, now: str, said: list[str], file: str, module: ModuleType
) -> None:
    """One that nobody's file has named is somebody else's, as that of a virtual router."""
    address, _, length = has.partition("/")
    link = _link("rail0") | {"addr_info": [{"local": address, "prefixlen": int(length)}]}
    wanted_one = [{"name": "rail0", "address": "10.1.0.2/31"}]
    assert module.left(wanted_one, [link], file.format(before), file.format(now)) == said


def _link(name: str, *addresses: str, carrier: bool = True) -> dict[str, object]:
    """Return a port as `ip -j addr` shows it."""
    flags = ["UP", "LOWER_UP"] if carrier else ["UP", "NO-CARRIER"]
    has = [{"local": each, "prefixlen": 127 if ":" in each else 31} for each in addresses]
    return {"ifname": name, "mtu": 9000, "flags": flags, "addr_info": has}
