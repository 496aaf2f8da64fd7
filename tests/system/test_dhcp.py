"""Kea reads its rendered file as it is, and gives real leases by it: to hosts, switches and, through a relay, to BMCs; to nobody else."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.plan.provisioning.relays import relay_agent
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from generator.verify.judges import leases
from tests.conftest import EXAMPLES
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require
from tests.twin.provisioning import Office

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft


pytestmark = pytest.mark.proof

KEA = "provisioning/kea/kea-dhcp4.conf"
MACS = {
    ("gpu01", "frontend0"): "3c:6d:66:00:00:01",
    ("gpu01", "bmc"): "3c:6d:66:00:00:02",
    ("compute-leaf1", "mgmt0"): "3c:6d:66:00:00:03",
    ("storage-leaf1", "mgmt0"): "3c:6d:66:00:00:04",
}


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A cluster with SONiC and Cumulus Linux of which four MAC addresses are known."""
    spec = cluster()
    spec["fabrics"]["storage"] |= {"leaf": {"model": "sn5600", "os": "cumulus"}}
    spec["assets"] = {}
    for (device, port), mac in MACS.items():
        spec["assets"].setdefault(device, {"macs": {}})["macs"][port] = mac
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree."""
    found = tmp_path_factory.mktemp("dhcp") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


@pytest.fixture(scope="module")
def office(plan: Draft, program: Callable[[str], str]) -> Iterator[Office]:
    """The first control host on its two segments, at the addresses of the plan."""
    require(program)
    for name in ("kea-dhcp4", "udhcpc", "dhcrelay"):
        program(name)
    port = next(each for each in plan.interfaces_of["control1"] if each.kind == "access")
    bond = next(each for each in plan.interfaces_of["control1"] if each.kind == "bond")
    with Bottle() as bottle:
        yield Office(bottle, f"{bond.address}/{bond.length}", f"{port.address}/{port.length}", port.gateway)


@pytest.mark.parametrize("name", EXAMPLES)
def test_kea_reads_every_example(
    name: str, office: Office, rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """As it is, where the ports that it names are; and as `clustergen check` has it read anywhere."""
    conf = rendered(name) / KEA
    assert office.check(conf) == ""
    judged = leases(rendered(name))
    assert (judged.ran, judged.files, judged.faults) == (True, 1, [])
    subnets = json.loads(conf.read_text(encoding="utf-8"))["Dhcp4"]["subnet4"]
    proven("kea-dhcp4 -t", f"{name}: {len(subnets)} subnets")


def test_kea_reads_a_cluster_where_nothing_starts_from_the_network(tmp_path: Path) -> None:
    """Without a frontend no class of clients gets a file, and Kea takes no empty list of classes."""
    spec = cluster(2, most=2)
    spec["hosts"] = {name: spec["hosts"][name] for name in ("gpu", "control")}
    spec["fabrics"] = {name: spec["fabrics"][name] for name in ("compute", "oob")}
    spec = {key: value for key, value in spec.items() if key not in {"storage", "scheduler"}}
    plan = plan_data(spec, tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "tree")
    conf = tmp_path / "tree" / KEA
    assert "client-classes" not in json.loads(conf.read_text(encoding="utf-8"))["Dhcp4"]
    judged = leases(tmp_path / "tree")
    assert (judged.ran, judged.files, judged.faults) == (True, 1, [])


def test_leases_are_those_of_the_plan(
    plan: Draft, tree: Path, office: Office, proven: Callable[[str, str], None]
) -> None:
    """A host in-band by HTTP and by TFTP, two switches, a BMC through a relay; whoever is not known gets nothing, and is in the log."""
    hosts = {host.name: host for host in plan.hosts}
    switches = {switch.name: switch for switch in plan.switches}
    conf = tree / KEA
    office.client("inband", "gpu01", MACS["gpu01", "frontend0"])
    office.client("inband", "stranger", "3c:6d:66:00:00:99")
    office.client("oob", "sonic", MACS["compute-leaf1", "mgmt0"])
    office.client("oob", "cumulus", MACS["storage-leaf1", "mgmt0"])
    agent = relay_agent(plan, switches["oob-leaf1"])
    assert agent is not None
    gateway = next(each.gateway for each in agent.relays if each.segment == "bmc")
    uplink = next(each for each in plan.interfaces_of["control1"] if each.kind == "access")
    office.relay(f"{gateway}/24", f"{uplink.gateway}/{uplink.length}", agent.servers)
    office.client("vlan", "bmc", MACS["gpu01", "bmc"])
    office.serve("control", conf)

    http = office.ask("gpu01", "-x", "93:0010", "-V", "HTTPClient:Arch:00016:UNDI:003001", "-O", "60", "-O", "42")
    control = hosts["control1"].inband
    assert (http["ip"], http["mask"], http["router"]) == (hosts["gpu01"].inband, "16", "10.160.0.1")
    assert (http["hostname"], http["domain"]) == ("gpu01", "atlas.example.net")
    assert http["dns"] == http["ntpsrv"] == " ".join(host.inband for host in plan.hosts_of["control"])
    assert (http["boot_file"], http["vendor"]) == (f"http://{control}/boot/bootx64.efi", "HTTPClient")
    ipxe = office.ask("gpu01", "-x", "93:0010", "-x", f"77:{b'iPXE'.hex()}", "-V", "HTTPClient:Arch:00016:UNDI:003001")
    assert ipxe["boot_file"] == f"http://{control}/boot/boot.ipxe"
    assert "vendor" not in ipxe
    tftp = office.ask("gpu01", "-x", "93:000b", "-V", "PXEClient:Arch:00011:UNDI:003001")
    assert (tftp["ip"], tftp["siaddr"], tftp["boot_file"]) == (http["ip"], control, "bootaa64.efi")

    sonic = office.ask("sonic", "-x", f"77:{b'SONiC-ZTP'.hex()}")
    url = "https://control1-mgmt0.atlas.example.net/ztp"
    assert (sonic["ip"], sonic["hostname"]) == (switches["compute-leaf1"].management, "compute-leaf1")
    assert sonic["bootfile"] == f"{url}/compute-leaf1/ztp.json"
    cumulus = office.ask("cumulus", "-V", "cumulus-linux x86_64")
    assert cumulus["ip"] == switches["storage-leaf1"].management
    assert bytes.fromhex(cumulus["opt239"]).decode() == f"{url}/storage-leaf1/cumulus-ztp"
    assert "bootfile" not in cumulus
    bmc = office.ask("bmc")
    assert (bmc["ip"], bmc["hostname"], bmc["router"]) == (hosts["gpu01"].bmc, "gpu01-bmc", gateway)
    office.relay_both_ways(agent.servers)
    assert office.ask("bmc")["ip"] == bmc["ip"]
    assert office.ask("sonic", "-x", f"77:{b'SONiC-ZTP'.hex()}")["ip"] == sonic["ip"]

    assert office.ask("stranger") == {}
    assert "NO_POOLS [hwtype=1 3c:6d:66:00:00:99]" in office.log("control")
    given = "a host (HTTP, TFTP), SONiC, Cumulus Linux and a BMC behind dhcrelay, both as SONiC and as Cumulus Linux start it"
    proven("kea-dhcp4 2.2", f"leases to {given}; none to a stranger")

    port = {each.kind: f"{each.address}/{each.length}" for each in plan.interfaces_of["control2"]}
    office.join("control2", port["access"], port["bond"])
    office.serve("control2", conf)
    assert [office.ask("gpu01")["ip"] for _ in range(3)] == [hosts["gpu01"].inband] * 3
    assert "NAK" not in office.log("control") + office.log("control2")
    office.stop("control")
    again = office.ask("gpu01")
    assert (again["ip"], again["serverid"]) == (hosts["gpu01"].inband, hosts["control2"].inband)
    proven("kea-dhcp4 2.2", "a second control host with the same file gives the same lease, beside the first and alone")


def _subnet(conf: dict[str, Any], address: str) -> dict[str, Any]:
    subnets: list[dict[str, Any]] = conf["Dhcp4"]["subnet4"]
    (found,) = [each for each in subnets if any(r["ip-address"] == address for r in each["reservations"])]
    return found


def _twice(conf: dict[str, Any]) -> None:
    rows = _subnet(conf, "10.160.32.1")["reservations"]
    rows.append({**rows[0], "hw-address": "3c:6d:66:00:00:77"})


def _outside(conf: dict[str, Any]) -> None:
    _subnet(conf, "10.160.32.1")["reservations"][0]["ip-address"] = "10.170.0.1"


def _two_addresses(conf: dict[str, Any]) -> None:
    rows = _subnet(conf, "10.160.32.1")["reservations"]
    rows.append({**rows[0], "ip-address": "10.160.32.2"})


def _misspelt(conf: dict[str, Any]) -> None:
    conf["Dhcp4"]["valid-life-time"] = conf["Dhcp4"].pop("valid-lifetime")


def _no_expression(conf: dict[str, Any]) -> None:
    conf["Dhcp4"]["client-classes"][0]["test"] = "option[93].hex = 0x0007"


def _unknown_option(conf: dict[str, Any]) -> None:
    conf["Dhcp4"]["option-data"][0]["name"] = "domain-names"


def _same_id(conf: dict[str, Any]) -> None:
    conf["Dhcp4"]["subnet4"][1]["id"] = conf["Dhcp4"]["subnet4"][0]["id"]


FAULTS = (_twice, _outside, _two_addresses, _misspelt, _no_expression, _unknown_option, _same_id)


@pytest.mark.parametrize("plant", FAULTS, ids=lambda each: each.__name__.strip("_"))
def test_a_planted_fault_is_refused(
    plant: Callable[[dict[str, Any]], None], tree: Path, tmp_path: Path, office: Office
) -> None:
    """By Kea itself, and by `clustergen check`."""
    bad = tmp_path / KEA
    bad.parent.mkdir(parents=True)
    shutil.copy(tree / KEA, bad)
    assert leases(tmp_path).faults == []
    conf = json.loads(bad.read_text(encoding="utf-8"))
    plant(conf)
    bad.write_text(json.dumps(conf), encoding="utf-8")
    assert office.check(bad)
    (said,) = leases(tmp_path).faults
    assert said.startswith("kea/kea-dhcp4.conf: ")
