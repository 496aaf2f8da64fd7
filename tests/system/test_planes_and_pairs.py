"""Planes and the converged pair run: what must meet meets, what must not does not, and what fails costs what the analysis says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from generator.analysis.analyse import analyse_fabric
from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.twin import Twin
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin import failing
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from generator.analysis.failures import Failure
    from generator.plan.draft import Draft
    from generator.twin.echoes import Pair
    from generator.twin.tree import End, Rail

pytestmark = pytest.mark.proof

CONVERGE_S = 120.0
ASKING_HOSTS = 4


def test_two_planes_carry_all_rails_and_never_meet(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Every NIC answers the NICs of its own plane on other hosts, over leaves and spines; none from the other plane; a dead plane takes none along."""
    require(program)
    spec = cluster(10, 12, spines=2)
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    plan = plan_data(spec, tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "tree")
    with Twin(tmp_path / "tree", "compute") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        plane = {rail.nic: rail.nic.interface[-1] for rail in twin.rails}
        assert set(plane.values()) == {"0", "1"}
        some = twin.rails[:: len(twin.rails) // 12]
        apart = _apart(twin, plane, some)
        assert twin.silent_pairs(some, retries=1) == apart

        analysis = analyse_fabric(close(plan), "compute")
        (predicted,) = (each for each in analysis.failures if each.kind == "plane")
        (graph,) = (each.graph for each in analysis.planes if f"plane {each.graph.plane}" == predicted.worst)
        with failing.failed(twin, "plane", graph.names):
            twin.wait_converged(CONVERGE_S)
            outcome, _ = failing.measure(twin, 2)
            # parts are those of one plane; the other has its own
            assert outcome == replace(_outcome(predicted), parts=predicted.parts + 1)
            dark = {nic for nic, _ in twin.dark()[1]}
            assert {plane[nic] for nic in dark} == {str(graph.plane)}
            living = [rail for rail in some if rail.nic not in dark]
            assert twin.silent_pairs(living, retries=1) == _apart(twin, plane, living)
    proven(
        "FRR",
        f"two planes: {len(twin.switches)} switches, {len(twin.rails)} ports, apart, converged in {seconds:.1f} s",
    )
    proven("FRR", f"two planes: {predicted.worst} fails, {_cost(predicted)}; the other carries on")


@pytest.mark.parametrize("kind", ["leaf to leaf link", "leaf"])
def test_a_converged_pair_joins_the_rails_of_its_two_halves(
    kind: str,
    rendered: Callable[[str], Path],
    plans: Callable[[str], Draft],
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """Half of the rails sit on each leaf; the links between the two carry what crosses, over every one of them, until one fails."""
    require(program)
    with Twin(rendered("small-4-hosts"), "compute") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        assert len(twin.switches) == 2
        assert twin.silent_loopbacks() == []
        assert twin.silent_rails() == []
        one, two = twin.switches
        assert len(twin.fib(one)[twin.tree.loopback(two).network]) == len(twin.links)
        failures = analyse_fabric(close(plans("small-4-hosts")), "compute").failures
        (predicted,) = (each for each in failures if each.kind == kind)
        with failing.failed(twin, kind, failing.names(kind, predicted.worst)):
            twin.wait_converged(CONVERGE_S)
            assert failing.measure(twin, ASKING_HOSTS) == (_outcome(predicted), [])
    proven(
        "FRR", f"converged pair: {len(twin.links)} links between the leaves, {len(twin.rails)} rails, {seconds:.1f} s"
    )
    proven("FRR", f"converged pair: {kind} {predicted.worst} fails, {_cost(predicted)}")


def _apart(twin: Twin, plane: dict[End, str], rails: Iterable[Rail]) -> set[Pair]:
    others = [(near.nic, far.nic) for near in rails for far in twin.rails if near.nic.device != far.nic.device]
    return {(near, far) for near, far in others if plane[near] != plane[far]}


def _outcome(predicted: Failure) -> failing.Outcome:
    return failing.Outcome(
        gbps=predicted.gbps,
        hosts_touched=predicted.hosts_touched + sum(count for _, count in predicted.apart),
        host_part=predicted.host_part,
        hosts_cut_off=predicted.hosts_cut_off,
        parts=predicted.parts,
    )


def _cost(predicted: Failure) -> str:
    return f"{predicted.gbps:g} Gb/s, hosts touched {predicted.hosts_touched}, cut off {predicted.hosts_cut_off}, as predicted"
