"""A changed network is put into effect, by the program whose files it is, and what came of it is read back from the kernel.

NetworkManager and systemd-networkd run in a namespace, each with a bus, and apply a host's files; then one value of a file changes, as another plan has it.
"""

import json
from collections.abc import Callable
from types import ModuleType

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
    routes = json.loads(namespace.bottle.must("ip", "-j", "-4", "route", "show", "table", "all"))
    found: list[str] = module.compared(interfaces, links, set(module.ways(routes)), stated)[0]
    return found


def rails(plan: Draft, mtu: int) -> list[dict[str, object]]:
    """Return what the inventory wants of the first GPU host's routed ports, with this MTU on its rails."""
    host = next(each for each in plan.hosts if each.name == "gpu01")
    ports = [port for port in host_facts(plan, host)["ports"] if "address" in port]
    return [port | ({"mtu": mtu} if "rail" in port else {}) for port in ports]


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
        others = {name: facts for name, facts in judged.items() if name != "rail0"}
        assert {name: facts for name, facts in namespace.facts().items() if name in others} == others


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
        ({"address": "10.1.0.9/31"}, ["rail0 has not 10.1.0.9/31"]),
        ({"mtu": 4200}, ["rail0 has MTU 9000, not 4200"]),
        ({"gateway": "10.1.0.5"}, ["rail0 has no route by 10.1.0.5"]),
        ({"gateway": "10.1.0.50"}, []),
        ({"name": "rail7", "address": "10.7.0.2/31"}, []),
    ],
)
def test_what_is_not_in_effect_is_named(wants: dict[str, object], said: list[str], module: ModuleType) -> None:
    """A gateway that no file of the host names is none of its routes', and of a port without a carrier nothing is said."""
    links = [
        {
            "ifname": "rail0",
            "mtu": 9000,
            "flags": ["UP", "LOWER_UP"],
            "addr_info": [{"local": "10.1.0.2", "prefixlen": 31}],
        }
    ]
    wanted_one = {"name": "rail0", "address": "10.1.0.2/31", "mtu": 9000, "gateway": "10.1.0.3"} | wants
    gateways = set(module.ways([{"dst": "x", "nexthops": [{"gateway": "10.1.0.3"}]}]))
    assert module.compared([wanted_one], links, gateways, "via: 10.1.0.5\n10.1.0.3")[0] == said
