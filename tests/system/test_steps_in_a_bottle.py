"""Every kind of change, as `clustergen plan` orders it, walked on a running twin with traffic: what is lost in a step is what it announces, and no more."""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from msgspec import convert
from msgspec.structs import replace

from generator.change.step import Step
from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import echoes
from tests.depth import sample
from tests.growth.forms import example_spec, exchanged, plan_of
from tests.growth.past import plan_on
from tests.ours import TEMPLATES
from tests.render.pod_specs import routed_pods
from tests.specs import Spec, cluster
from tests.twin.floor import Floor
from tests.twin.needs import require
from tests.twin.walked import WalkedTwin
from tests.twin.walking import Taken, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from generator.twin.tree import Rail

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0
_SN4700 = {"model": "sn4700", "os": "sonic"}
_SN5600 = {"model": "sn5600", "os": "sonic"}


@dataclass(frozen=True)
class Case:
    """A change, and the fabrics that it is walked on. `moves`: it is planned with --allow-disruptive; `fails`: a switch that is dead before.

    `kinds` are those of its steps, where these are what it is for.
    """

    before: Spec
    after: Spec
    fabrics: tuple[str, ...]
    moves: bool = False
    fails: str = ""
    kinds: tuple[str, ...] = ()


def _base(gpu: int, most: int, **compute: Any) -> Spec:
    """Two GPU hosts a leaf and two spines, a pair of storage leaves, a pair of frontend leaves."""
    keys = {"leaf": _SN4700, "spine": _SN4700, "su_hosts": 2, "spines": 2, **compute}
    spec = cluster(gpu, most, 2, 1, **keys)
    spec["fabrics"]["storage"] = {"technology": "roce", "leaf": _SN4700, "spine": _SN4700}
    spec["scheduler"] = {"slurm": {}}
    return spec


def _with(spec: Spec, **more: Any) -> Spec:
    return deepcopy(spec) | more


def _hosts(spec: Spec, group: str, **keys: Any) -> Spec:
    made = deepcopy(spec)
    made["hosts"][group] |= keys
    return made


def _storage_leaves(model: str) -> Spec:
    spec = _base(2, 4)
    spec["fabrics"]["storage"]["leaf"] = {"model": model, "os": "sonic"}
    return spec


def _planes(installed: int) -> Spec:
    """Two planes, of which one or both are there."""
    spec = example_spec("b300-two-planes-512")
    spec["hosts"]["gpu"] |= {"count": 2, "max": 4}
    spec["fabrics"]["compute"] |= {"planes_installed": installed, "spines": 2, "su_hosts": 2}
    return spec


def _pair(*, ends: bool) -> Spec:
    """Storage and frontend on the compute fabric's pair, and on leaves of their own."""
    spec = example_spec("small-4-hosts")
    if ends:
        del spec["fabrics"]["compute"]["carries"]
        for name, technology in (("storage", "roce"), ("frontend", "ethernet")):
            spec["fabrics"][name] = {"technology": technology, "leaf": _SN5600, "spine": _SN5600}
    return spec


def _pods(*positions: int) -> Spec:
    """Three tiers in an envelope of two pods and more."""
    spec = _base(1, 130, topology="fat-tree", oversubscription=16)
    del spec["fabrics"]["compute"]["su_hosts"], spec["fabrics"]["compute"]["spines"]
    del spec["fabrics"]["frontend"], spec["fabrics"]["storage"], spec["storage"]
    return _hosts(spec, "gpu", count=len(positions), positions=list(positions))


def _renamed(spec: Spec, **names: str) -> Spec:
    """Devices have other names, and so have both storage leaves."""
    called = {old.replace("_", "-"): new for old, new in names.items()}
    pins = {"names": {"storage-leaf": {"pattern": "nas-{}"}}, "devices": {x: {"name": y} for x, y in called.items()}}
    return _with(spec, pins=pins, rename={"storage-leaf[1-2]": "nas-[1-2]", **called})


_SMALL = _base(2, 4)
_CILIUM = _with(_SMALL, scheduler={"kubernetes": {"cni": "cilium"}})
_TWO = _base(4, 4)
_SERIAL = {"compute-spine1": {"serial": "MT2412X00001", "macs": {"mgmt0": "b8:ce:f6:00:00:01"}}}
CASES: dict[str, Case] = {
    "a leaf": Case(_SMALL, _base(4, 4), ("compute", "storage")),
    "a spine": Case(_base(4, 4, spines_installed=1), _TWO, ("compute",)),
    "a spine that was not planned": Case(_TWO, _base(4, 4, spines=4), ("compute",), moves=True),
    "a pod": Case(_pods(1, 9), _pods(1, 9, 130), ("compute",)),
    "a plane": Case(_planes(1), _planes(2), ("compute",)),
    "spines for a pair of storage leaves": Case(
        _hosts(_SMALL, "storage", max=2), _hosts(_SMALL, "storage", max=24, count=3), ("storage",), moves=True
    ),
    "the end of a converged pair": Case(
        _pair(ends=False), _pair(ends=True), ("compute", "storage", "frontend"), moves=True
    ),
    "another pool": Case(_SMALL, _with(_SMALL, addressing={"storage": "10.130.0.0/16"}), ("storage",), moves=True),
    "another pool under spines": Case(
        _TWO, _with(_TWO, addressing={"compute": "10.64.0.0/10"}), ("compute",), moves=True
    ),
    "a first IPv6": Case(_SMALL, _with(_SMALL, addressing={"ipv6": "fd42:c1::/32"}), ("storage", "frontend")),
    "a tenant": Case(_TWO, _with(_TWO, tenants={"first": {"hosts": ["gpu[1-2]"]}}), ("compute",)),
    "a replaced spine": Case(_TWO, _with(_TWO, assets=_SERIAL), ("compute",), fails="compute-spine1"),
    "a replaced host": Case(
        _with(_TWO, assets={"gpu1": {"serial": "SN0001"}}),
        _with(_TWO, assets={"gpu1": {"serial": "SN0002"}}),
        ("compute", "storage"),
        kinds=("host",),
    ),
    "leaves that exchange their places": Case(
        _SMALL,
        exchanged(_SMALL, "storage-leaf1", "storage-leaf2"),
        ("storage",),
        moves=True,
        kinds=("aside", "switch", "switch"),
    ),
    "other names": Case(_SMALL, _renamed(_SMALL, gpu1="dgx-a01"), ("storage",), kinds=("rename", "push")),
    "another name of a spine": Case(
        _TWO, _renamed(_TWO, compute_spine1="spine-a", gpu2="dgx-a02"), ("compute",), kinds=("rename", "push")
    ),
    "routes to pods": Case(_CILIUM, routed_pods(_CILIUM), ("frontend",), kinds=("limits", "push", "push", "pods")),
    "another number of the in-band VLAN": Case(_SMALL, _with(_SMALL, vlans={"inband": 333}), ("frontend",), moves=True),
    "another model of storage leaves": Case(
        _storage_leaves("sn5600"), _storage_leaves("sn5610"), ("storage",), moves=True, kinds=("switch",)
    ),
    "hosts that go": Case(_TWO, _hosts(_TWO, "gpu", count=2), ("compute", "storage", "frontend")),
}


SAMPLE = ("other names", "routes to pods")
"""Kinds of steps that no other case has."""


@dataclass(frozen=True)
class Bed:
    """Two trees, and the steps between them as users get them."""

    before: Path
    after: Path
    steps: tuple[Step, ...]
    case: Case
    names: Mapping[str, str]
    """Later names by the earlier ones, of devices that are renamed."""

    def walk(self, steps: Sequence[Step] | None = None) -> list[Taken]:
        """Take the steps; at the end every switch forwards as the cables say, and all ports of hosts answer one another."""
        with ExitStack() as stack:
            twin = stack.enter_context(WalkedTwin(self.before, self.after, self.case.fabrics, self.names))
            twin.up()
            walk = Walk(twin, self.steps if steps is None else steps)
            if self.case.fails:
                walk.replace(self.case.fails)
            taken = walk.through()
            if not any(step.faults for step in taken):
                twin.wait_converged(CONVERGE_S)
                assert self._silent(twin) == []
            return taken

    def _silent(self, twin: WalkedTwin) -> list[str]:
        """Pairs of ports of one fabric, plane and routing instance that do not answer each other."""
        together: defaultdict[tuple[str, int, str], list[Rail]] = defaultdict(list)
        instances = {rail.nic: rail.vrf for rail in twin.tree.after.rails("")}
        parts = _parts(twin)
        for fabric, rail in twin.ends():
            part = parts.get(rail.leaf.device, 0)
            together[fabric, part, instances.get(rail.nic, "")].append(rail)
        pairs = (
            pair
            for rails in together.values()
            for pair in echoes.silent_pairs(twin.bottle, rails, rails, 4, echoes.SIZE_BYTES, echoes.RETRIES)
        )
        return [f"{near} to {far}" for near, far in pairs]


def _parts(twin: WalkedTwin) -> dict[str, int]:
    """Number the groups of switches that cables join, as planes are."""
    found: dict[str, int] = {}
    for number, link in enumerate(twin.links, 1):
        ends = (link.a.device, link.b.device)
        old = {found[end] for end in ends if end in found}
        found |= dict.fromkeys(ends, number)
        found |= {name: number for name, group in found.items() if group in old}
    return found


def make_bed(case: Case, folder: Path) -> Bed:
    """Render both sides, and have `clustergen plan` tell the steps."""
    before = plan_of(case.before)
    after = plan_on(case.after, before, disruptive=case.moves)
    for name, plan in (("before", before), ("after", after)):
        write_tree(render_tree(plan, TEMPLATES), folder / name)
    said = CliRunner().invoke(main, ["plan", str(folder / "before"), str(folder / "after"), "--format", "json"])
    assert said.exit_code in {0, 4}, said.output
    found = json.loads(said.stdout)
    steps = convert(found["steps"], tuple[Step, ...])
    names = found.get("renamed", {}).get("devices", {})
    return Bed(folder / "before", folder / "after", steps, case, names)


@pytest.mark.parametrize("name", sample(CASES, "a spine", *SAMPLE))
def test_what_is_lost_is_what_was_announced(
    name: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    require(program)
    bed = make_bed(CASES[name], tmp_path)
    assert set(bed.case.kinds) <= {step.kind for step in bed.steps}
    taken = bed.walk()
    assert [f"{step.name}: {fault}" for step in taken for fault in step.faults] == []
    sent, lost = sum(step.sent for step in taken), sum(step.announced for step in taken)
    assert sent > 0, "who sends nothing loses nothing"
    proven("FRR", f"{name}: {len(bed.steps)} steps, {sent:,} packets there and back, {lost:,} lost as announced")


_POOL = "another pool"


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Bed:
    require(program)
    return make_bed(CASES[_POOL], tmp_path_factory.mktemp("pool"))


def test_steps_in_another_order_lose_more(pool: Bed) -> None:
    """Hosts that load their end first answer nobody, and have jobs."""
    taken = pool.walk(pool.steps[::-1])
    assert [step for step in taken if step.faults]


def test_a_loss_that_is_not_announced_fails(pool: Bed) -> None:
    """The same steps without a word of who is drained and of what is out."""
    quiet = [replace(step, drain=(), undrain=(), out=(), anew=()) for step in pool.steps]
    faults = [fault for step in pool.walk(quiet) for fault in step.faults]
    assert any("0 announced" in fault for fault in faults), faults


def test_switches_that_load_nothing_are_missed(pool: Bed) -> None:
    """A plan without the step of a switch whose files are others ends somewhere else."""
    taken = pool.walk([step for step in pool.steps if step.devices != ("storage-leaf2",)])
    assert "storage-leaf2 has no step in which it loads its files" in taken[-1].faults


def test_a_place_that_is_taken_is_missed(tmp_path: Path, program: Callable[[str], str]) -> None:
    """Without the step that sets a leaf aside, the other one comes where it is."""
    require(program)
    bed = make_bed(CASES["leaves that exchange their places"], tmp_path)
    for kind, faults in (("", []), ("aside", ["storage-leaf2 comes where storage-leaf1 is"])):
        floor = Floor(bed.before, bed.after)
        found = [fault for step in bed.steps if step.kind != kind for fault in floor.take(step)[1]]
        assert [*found, *floor.end()] == faults
