"""Planes and the converged pair run: what must meet meets, and what must not does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.data import data_dir
from generator.render.templates import Templates
from generator.render.tree import render_tree
from tests.specs import cluster, plan_data
from tests.twin import Twin, require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.system

CONVERGE_S = 120.0


def test_two_planes_carry_all_rails_and_never_meet(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Every NIC answers the NICs of its own plane on other hosts, over leaves and spines; none answers from the other plane."""
    require(program)
    spec = cluster(10, 12, spines=2)
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    write_tree(render_tree(plan_data(spec, tmp_path), Templates(data_dir("templates"))), tmp_path / "tree")
    with Twin(tmp_path / "tree", "compute") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        plane = {rail.address.ip: rail.nic.interface[-1] for rail in twin.rails}
        assert set(plane.values()) == {"0", "1"}
        for rail in twin.rails[:: len(twin.rails) // 12]:
            others = [far for far in twin.rails if far.nic.device != rail.nic.device]
            silent = twin.ping(rail.nic.device, rail.address.ip, [far.address.ip for far in others])
            assert silent == {far.address.ip for far in others if plane[far.address.ip] != plane[rail.address.ip]}
    proven(
        "FRR",
        f"two planes: {len(twin.switches)} switches, {len(twin.rails)} ports, apart, converged in {seconds:.1f} s",
    )


def test_a_converged_pair_joins_the_rails_of_its_two_halves(
    rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Half of the rails sit on each leaf; the links between the two carry what crosses, over every one of them."""
    require(program)
    with Twin(rendered("small-4-hosts"), "compute") as twin:
        twin.up()
        seconds = twin.wait_converged(CONVERGE_S)
        assert len(twin.switches) == 2
        assert twin.silent_loopbacks() == []
        assert twin.silent_rails() == []
        one, two = twin.switches
        assert len(twin.fib(one)[twin.tree.loopback(two).network]) == len(twin.links)
    proven(
        "FRR", f"converged pair: {len(twin.links)} links between the leaves, {len(twin.rails)} rails, {seconds:.1f} s"
    )
