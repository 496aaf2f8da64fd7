"""The real OpenSM routes what is rendered, on a fabric that ibsim plays from the cabling map; the tools find it as planned."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.plan.draft import Draft
from generator.plan.infiniband.discovered import find_faults
from generator.plan.infiniband.spread import spreads, uneven
from generator.render.tree import render_tree
from generator.verify.judges import opensm
from tests.conftest import example, tree_of
from tests.depth import FULL
from tests.judges.ibsim import Cable, Simulator, cables_of, definitions, errors, netlist, walk
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data

pytestmark = pytest.mark.proof
Program = Callable[[str], str]
Proven = Callable[[str, str], None]
AT = "/etc/opensm/compute"


def cluster(hosts: int, **more: Any) -> Spec:
    """Return a cluster whose compute fabric is InfiniBand under opensm; `more` adds host groups."""
    return {
        "clustergen": 1,
        "name": "atlas",
        "domain": "atlas.example.net",
        "hosts": {"gpu": {"model": "dgx-h100", "count": hosts}, **more},
        "fabrics": {"compute": {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}}},
    }


MANAGER = {"sm": {"model": "ufm-appliance", "count": 1}}
"""A host that runs opensm, with two ports on the fabric."""
TENANTS = {"red": {"hosts": ["gpu[01-16]"]}, "blue": {"hosts": ["gpu[17-30]"], "pkey": 0x0B1E}}


def with_guids(spec: Spec, folder: Path) -> Spec:
    """Return every InfiniBand port and switch a GUID, as the delivered hardware would."""
    assets: dict[str, Any] = {}
    numbers = count(1)
    for subnet in plan_data(spec, folder).subnets:
        for switch in subnet.switches:
            assets[switch.device] = {"guid": f"0x2c5eab{next(numbers):010x}"}
        for host in subnet.hosts:
            guids = assets.setdefault(host.device, {"guids": {}})["guids"]
            guids |= {port: f"0x0c42a1{16 * next(numbers) + 1:010x}" for port, _, _ in host.ports}
    return spec | {"assets": assets}


class Fabric:
    """A rendered cluster, its compute cables, and the GUIDs of its parts."""

    def __init__(self, spec: Spec, folder: Path, fabric: str = "compute", *, known: bool = True) -> None:
        """Render; `known`: the GUIDs are in the assets already."""
        self.name = fabric
        full = with_guids(spec, folder)
        self.assets = full["assets"]
        self.plan: Draft = plan_data(full if known else spec, folder)
        self.tree = tree_of(self.plan)
        self.cables = cables_of(self.tree["cabling/cables.csv"], fabric)
        self.links = next(subnet for subnet in self.plan.subnets if subnet.name == fabric).links

    def files(self) -> dict[str, str]:
        """Return the files of the subnet by name."""
        head = f"infiniband/{self.name}/"
        return {path.removeprefix(head): text for path, text in self.tree.items() if path.startswith(head)}

    @contextmanager
    def simulated(self, folder: Path, program: Program, cables: list[Cable] | None = None) -> Iterator[Simulator]:
        """Play the fabric, with other cables than the rendered ones if some are given."""
        net = netlist(cables or self.cables, self.assets)
        with Simulator(folder / "sim", net, len(self.cables), program) as simulator:
            yield simulator


def ibdmchk(simulator: Simulator, program: Program, *arguments: str) -> str:
    """Check all paths with IBDM. It crashes when it exits, after it has printed everything."""
    environment = os.environ | {"IBDM_IBNL_PATH": str(simulator.folder)}
    command = [program("ibdmchk"), *arguments]
    return subprocess.run(
        command, cwd=simulator.folder, env=environment, capture_output=True, text=True, timeout=30, check=False
    ).stdout


@pytest.mark.parametrize("hosts", [32, 128, pytest.param(512, marks=FULL)])
def test_opensm_routes_every_pair_evenly(hosts: int, tmp_path: Path, program: Program, proven: Proven) -> None:
    fabric = Fabric(cluster(hosts), tmp_path)
    ports = 8 * hosts
    with fabric.simulated(tmp_path, program) as simulator:
        begun = time.monotonic()
        log = simulator.route(fabric.files(), AT, host=f"gpu{1:0{len(str(hosts))}d} rail0")
        took = time.monotonic() - begun
        assert errors(log) == []
        assert "ftree tables configured on all switches" in log
        pairs, longest, lost = walk(simulator.tables(), fabric.cables)
        assert (pairs, longest, lost) == (ports * (ports - 1), 2 * fabric.plan.cluster.shapes["compute"].tiers - 1, [])
        found = simulator.ask("ibnetdiscover")
        assert find_faults(fabric.links, found) == []
        loads = list(spreads(fabric.links, found, simulator.tables().splitlines()))
        assert loads
        assert {(each.least, each.most) for each in loads} == {(each.share, each.share) for each in loads}
        if hosts == 32:
            said = ibdmchk(simulator, program, "-s", "opensm-subnet.lst", "-f", "opensm.fdbs", "-m", "opensm.mcfdbs")
            assert f"Scanned:{pairs} CA to CA paths" in said
            assert "no credit loops found" in said
            assert "-E-" not in said
            active = [line for line in simulator.ask("iblinkinfo", "--line").splitlines() if "Active" in line]
            assert len(active) == 2 * len(fabric.cables)
    proven("OpenSM 3.3.23 (ftree)", f"{ports} GPUs: {pairs:,} pairs, no error, every uplink alike, {took:.1f} s")
    proven("ibnetdiscover", f"{ports} GPUs: exactly the {len(fabric.cables)} cables of cables.csv")


def test_up_down_routes_as_well(tmp_path: Path, program: Program, proven: Proven) -> None:
    """The second engine of the file, from the same roots."""
    fabric = Fabric(cluster(32), tmp_path)
    files = fabric.files()
    assert "\nrouting_engine ftree,updn,no_fallback\n" in files["opensm.conf"]
    files["opensm.conf"] = files["opensm.conf"].replace("ftree,updn,no_fallback", "updn,no_fallback")
    with fabric.simulated(tmp_path, program) as simulator:
        log = simulator.route(files, AT)
        assert errors(log) == []
        assert "updn tables configured on all switches" in log
        pairs, longest, lost = walk(simulator.tables(), fabric.cables)
        assert (pairs, longest, lost) == (256 * 255, 3, [])
    proven("OpenSM 3.3.23 (updn)", f"256 GPUs: {pairs:,} pairs, no error")


@pytest.mark.parametrize(
    ("name", "subnet"), [("a100-h100-mixed", "compute"), ("a100-h100-mixed", "storage"), ("ib-2048", "compute")]
)
def test_examples_are_routed(name: str, subnet: str, tmp_path: Path, program: Program, proven: Proven) -> None:
    """The InfiniBand fabrics of the examples that opensm manages, as they are."""
    spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    fabric = Fabric(spec, tmp_path, subnet)
    with fabric.simulated(tmp_path, program) as simulator:
        log = simulator.route(fabric.files(), f"/etc/opensm/{subnet}")
        assert errors(log) == []
        pairs, _, lost = walk(simulator.tables(), fabric.cables)
        assert lost == []
        assert find_faults(fabric.links, simulator.ask("ibnetdiscover")) == []
    proven("OpenSM 3.3.23", f"example {name}, {subnet}: {pairs:,} pairs, no error")


@pytest.mark.parametrize(("hosts", "topology"), [(4, "single-switch"), (8, "rail-optimized")])
def test_small_fabrics_are_routed_by_minhop(hosts: int, topology: str, tmp_path: Path, program: Program) -> None:
    spec = cluster(hosts)
    spec["fabrics"]["compute"]["topology"] = topology
    fabric = Fabric(spec, tmp_path)
    assert "root_guid_file" not in fabric.files()
    with fabric.simulated(tmp_path, program) as simulator:
        log = simulator.route(fabric.files(), AT)
        assert errors(log) == []
        assert "minhop tables configured on all switches" in log
        assert walk(simulator.tables(), fabric.cables)[2] == []
        assert find_faults(fabric.links, simulator.ask("ibnetdiscover")) == []


def test_a_manager_beside_the_hosts_disturbs_nothing(tmp_path: Path, program: Program) -> None:
    fabric = Fabric(cluster(31, **MANAGER), tmp_path)
    with fabric.simulated(tmp_path, program) as simulator:
        log = simulator.route(fabric.files(), AT, host="sm1 rail0")
        assert errors(log) == []
        assert "250 CA ports (248 of them CNs)" in log
        assert uneven(fabric.links, simulator.ask("ibnetdiscover"), simulator.tables().splitlines()) == []
        assert walk(simulator.tables(), fabric.cables)[2] == []


def meet(one: set[int], other: set[int]) -> bool:
    """Two ports reach each other by a key that both have and one of them fully (IBA 1.2.1, 10.9.3)."""
    return any(a & 0x7FFF == b & 0x7FFF and (a | b) & 0x8000 for a in one for b in other if a and b)


def test_two_tenants_cannot_talk(tmp_path: Path, program: Program, proven: Proven) -> None:
    """Key tables as OpenSM programmed them: tenants reach themselves and the manager, never each other."""
    fabric = Fabric(cluster(31, **MANAGER) | {"tenants": TENANTS}, tmp_path)
    assert max(map(len, fabric.files()["partitions.conf"].splitlines())) <= 4096
    with fabric.simulated(tmp_path, program) as simulator:
        assert errors(simulator.route(fabric.files(), AT, host="sm1 rail0")) == []
        keys = {
            (f"gpu{host:02d}", rail): simulator.keys(f"gpu{host:02d}", rail)
            for host in range(1, 32)
            for rail in ("rail0", "rail7")
        }
        manager = [simulator.keys("sm1", rail) for rail in ("rail0", "rail1")]
        assert simulator.first_key("gpu17", "rail0") == 0x8B1E
    red, blue, rest = (
        [keys[p] for p in keys if low <= int(p[0][3:]) <= high] for low, high in ((1, 16), (17, 30), (31, 31))
    )
    assert all(meet(a, b) for group in (red, blue) for a in group for b in group)
    assert not any(meet(a, b) for a in red for b in (*blue, *rest))
    assert not any(meet(a, b) for a in blue for b in rest)
    assert not meet(rest[0], rest[1])
    assert all(meet(port, each) for port in keys.values() for each in manager)
    proven("smpquery pkeys", f"two tenants: {len(red)} x {len(blue)} pairs of ports without a common key")


def test_tenants_share_storage_and_nothing_else(tmp_path: Path, program: Program) -> None:
    """On the storage fabric tenants meet the storage servers over Default, which stands first there."""
    spec = cluster(8, **MANAGER, store={"model": "storage-2u", "count": 2}) | {
        "tenants": {"red": {"hosts": ["gpu[1-4]"]}, "blue": {"hosts": ["gpu[5-8]"]}}
    }
    spec["fabrics"]["storage"] = spec["fabrics"]["compute"]
    fabric = Fabric(spec, tmp_path, "storage")
    with fabric.simulated(tmp_path, program) as simulator:
        log = simulator.route(fabric.files(), "/etc/opensm/storage", host="store1 storage0")
        assert errors(log) == []
        red, blue, store = (simulator.keys(name, "storage0") for name in ("gpu1", "gpu8", "store2"))
        assert simulator.first_key("gpu1", "storage0") & 0x7FFF == 0x7FFF
    assert meet(red, store)
    assert meet(blue, store)
    assert not meet(red, blue)


def test_an_hdr_fabric_with_its_own_manager_is_routed(tmp_path: Path, program: Program) -> None:
    """The HDR generation: the appliance that fits its switches runs opensm here."""
    spec = cluster(16, sm={"model": "ufm-appliance-hdr", "count": 2})
    spec["hosts"]["gpu"]["model"] = "dgx-a100"
    spec["fabrics"]["compute"]["leaf"] = {"model": "qm8790"}
    fabric = Fabric(spec, tmp_path)
    with fabric.simulated(tmp_path, program) as simulator:
        assert errors(simulator.route(fabric.files(), AT, host="sm1 rail0")) == []
        assert walk(simulator.tables(), fabric.cables)[2] == []
        assert find_faults(fabric.links, simulator.ask("ibnetdiscover")) == []


def test_files_without_guids_are_well_formed(tmp_path: Path, program: Program) -> None:
    """Before the hardware is delivered: OpenSM takes the files as they are; nobody is in a tenant's partition yet."""
    spec = cluster(31, **MANAGER) | {"tenants": TENANTS}
    spec["fabrics"]["compute"]["ipoib"] = True
    fabric = Fabric(spec, tmp_path, known=False)
    assert any("250 port GUIDs (guids) of 32 hosts" in line for line in fabric.plan.waiting_for)
    with fabric.simulated(tmp_path, program) as simulator:
        assert errors(simulator.route(fabric.files(), AT, host="sm1 rail0")) == []
        assert simulator.keys("gpu01", "rail0") - {0} == {0x7FFF}


def test_ipoib_partitions_come_up(tmp_path: Path, program: Program) -> None:
    spec = cluster(31, **MANAGER) | {"tenants": TENANTS}
    spec["fabrics"]["compute"]["ipoib"] = True
    fabric = Fabric(spec, tmp_path)
    assert "red=0x" in fabric.files()["partitions.conf"]
    assert ", ipoib, mtu=5, " in fabric.files()["partitions.conf"]
    with fabric.simulated(tmp_path, program) as simulator:
        assert errors(simulator.route(fabric.files(), AT, host="sm1 rail0")) == []


def test_ibdm_reads_the_topology_file(tmp_path: Path, program: Program, proven: Proven) -> None:
    """IBDM builds the fabric from fabric.topo alone and finds a path between all ports."""
    fabric = Fabric(cluster(31, **MANAGER), tmp_path)
    topology = fabric.files()["fabric.topo"]
    with fabric.simulated(tmp_path, program) as simulator:
        for name, text in definitions(topology):
            (simulator.folder / name).write_text(text)
        (simulator.folder / "fabric.topo").write_text(topology)
        said = ibdmchk(simulator, program, "-t", "fabric.topo", "-n", "sm1/U1", "-p", "1")
    assert "-E-" not in said
    assert f"Scanned:{250 * 249} CA to CA paths" in said
    proven("ibdmchk", "reads fabric.topo: all 62,250 paths of 250 ports")


def swap(cables: list[Cable], one: int, other: int) -> list[Cable]:
    """Exchange the far plugs of two cables."""
    changed = list(cables)
    changed[one], changed[other] = (cables[one][0], cables[other][1]), (cables[other][0], cables[one][1])
    return changed


def at(cables: list[Cable], device: str, port: str) -> int:
    """Find the cable whose near plug is here."""
    return next(index for index, cable in enumerate(cables) if cable[0] == (device, port))


def uplinks_swapped(cables: list[Cable]) -> list[Cable]:
    return swap(cables, at(cables, "compute-leaf1", "33"), at(cables, "compute-leaf2", "41"))


def hosts_swapped(cables: list[Cable]) -> list[Cable]:
    return swap(cables, at(cables, "gpu01", "rail0"), at(cables, "gpu02", "rail1"))


def uplink_missing(cables: list[Cable]) -> list[Cable]:
    return [cable for cable in cables if cable[0] != ("compute-leaf1", "33")]


def leaf_on_leaf(cables: list[Cable]) -> list[Cable]:
    ends = ("compute-leaf1", "33"), ("compute-leaf2", "33")
    return [*(cable for cable in cables if cable[0] not in ends), ends]


def host_on_spine(cables: list[Cable]) -> list[Cable]:
    up = cables[at(cables, "compute-leaf1", "33")]
    rest = [cable for cable in cables if cable[0] not in {("gpu01", "rail0"), up[0]}]
    return [*rest, (("gpu01", "rail0"), up[1])]


PLANTED = {
    "swapped": (uplinks_swapped, "two uplinks are swapped", True),
    "swapped ": (hosts_swapped, "two hosts are swapped across rails", False),
    "missing": (uplink_missing, "compute-leaf1 port 33 to compute-spine1 port 1 is not there", True),
    "leaf-on-leaf": (
        leaf_on_leaf,
        "a leaf is on a leaf: compute-leaf1 port 33 is cabled to compute-leaf2 port 33",
        True,
    ),
    "host-on-spine": (host_on_spine, "a host is on a spine: ", True),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_named(name: str, tmp_path: Path, program: Program, proven: Proven) -> None:
    """OpenSM brings the subnet up without a word on most of them; the comparison names each."""
    plant, words, tilted = PLANTED[name]
    fabric = Fabric(cluster(32), tmp_path)
    with fabric.simulated(tmp_path, program, plant(fabric.cables)) as simulator:
        log = simulator.route(fabric.files(), AT, host="gpu09 rail0")
        discovered = simulator.ask("ibnetdiscover")
        found = find_faults(fabric.links, discovered)
        loads = uneven(fabric.links, discovered, simulator.tables().splitlines())
    assert [fault.kind for fault in found] == [name.strip()], found
    assert words in found[0].text
    assert bool(loads) is tilted, loads
    proven(
        "ibnetdiscover, compared",
        f"{words.partition(':')[0]}: OpenSM {'complains' if errors(log) else 'is silent'}, ours names it",
    )


def test_the_command_names_wrong_cables(tmp_path: Path, program: Program) -> None:
    fabric = Fabric(cluster(32), tmp_path)
    tree = tmp_path / "tree"
    write_tree(render_tree(fabric.plan, TEMPLATES), tree)
    with fabric.simulated(tmp_path, program, uplinks_swapped(fabric.cables)) as simulator:
        simulator.route(fabric.files(), AT)
        (tmp_path / "found").write_text(simulator.ask("ibnetdiscover"))
        arguments = ["check", str(tree), "--discovered", str(tmp_path / "found")]
        tables = ["--tables", str(simulator.folder / "opensm-lfts.dump")]
        said = CliRunner().invoke(main, [*arguments, *tables], catch_exceptions=False)
    assert said.exit_code == 1
    assert "two uplinks are swapped" in said.output
    assert "host ports over each of its 32 uplinks" in said.output


def test_opensm_knows_every_key_that_we_write(tmp_path: Path, program: Program, proven: Proven) -> None:
    program("opensm")
    fabric = Fabric(cluster(31, **MANAGER) | {"tenants": TENANTS}, tmp_path)
    folder = tmp_path / "tree/infiniband/compute"
    folder.mkdir(parents=True)
    for name, text in fabric.files().items():
        (folder / name).write_text(text)
    assert opensm(tmp_path / "tree").faults == []
    (folder / "opensm.conf").write_text(fabric.files()["opensm.conf"].replace("part_enforce", "part_enforced"))
    assert "part_enforced" in "".join(opensm(tmp_path / "tree").faults)
    proven("opensm -c", "knows every key of opensm.conf, and says so of one misspelt")
