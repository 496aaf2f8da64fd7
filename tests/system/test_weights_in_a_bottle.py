"""Weighted paths on real FRR: one link of a bundle is lost, and a leaf beyond the spines weighs its paths by what is left."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from generator.analysis.lost_link import hundredths
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.ends import ends
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin import Twin, kernel_tables, require
from tests.twin.switch_config import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

CONVERGE_S = 120.0
# FRR announces a changed bandwidth within `coalesce-time`, a second; the rest is room for a busy machine.
WEIGHED_S = 30.0
_LINE = " set extcommunity bandwidth num-multipaths\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two leaves with four links to each of four spines."""
    spec = cluster(4, 4, su_hosts=2, spines=4, weighted=True)
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "tree")
    return tmp_path / "tree"


def _wanted(twin: Twin, near: str, far: str) -> dict[str, int]:
    """Return the weight of each of a leaf's ports towards another, by the cables that are in: the links that its spine has left to that leaf, in hundredths."""
    there = [link for link in twin.links if link not in twin.cut]
    left = Counter(end.device for link in there for end, other in link.ends() if other.device == far)
    ports = {end.interface: left[other.device] for link in there for end, other in link.ends() if end.device == near}
    return dict(zip(ports, hundredths(ports.values()), strict=True))


def _differences(twin: Twin, near: str, far: str) -> list[str]:
    """Tell where the kernel's weights towards what a leaf announces are not those of the cables."""
    have, wanted = kernel_tables.weights(twin.bottle, near), _wanted(twin, near, far)
    prefixes = [prefix for prefix in twin.tree.config(far).announced(DEFAULT) if prefix.version == 4]
    assert prefixes
    return [f"{prefix}: {have.get(prefix)}, and not {wanted}" for prefix in prefixes if have.get(prefix) != wanted]


def _wait(twin: Twin, near: str, far: str, seconds: float) -> list[str]:
    end = time.monotonic() + seconds
    while (found := _differences(twin, near, far)) and time.monotonic() < end:
        time.sleep(0.3)
    return found


def test_a_lost_link_is_weighed_beyond_the_spines(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """All paths weigh alike at first; with one of four links lost, those by way of its spine weigh less, and as before once it is back."""
    require(program)
    with Twin(tree, "compute") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        near, far = twin.leaves
        assert _wait(twin, near, far, WEIGHED_S) == []
        (even,) = set(_wanted(twin, near, far).values())
        lost = next(link for link in twin.links if far in {link.a.device, link.b.device})
        twin.pull(lost)
        twin.wait_converged(CONVERGE_S)
        assert _wait(twin, near, far, WEIGHED_S) == []
        less, most = sorted(set(_wanted(twin, near, far).values()))
        assert less < most
        twin.plug(lost)
        twin.wait_converged(CONVERGE_S)
        assert _wait(twin, near, far, WEIGHED_S) == []
    proven(
        "FRR",
        f"one of 4 links between a leaf and a spine lost: a leaf beyond weighs {less} to {most}, {even} before and after",
    )


def test_a_leaf_that_counts_nothing_undoes_the_weights(tree: Path, program: Callable[[str], str]) -> None:
    """The planted fault: the line is missing on the leaf that loses the link. The check of the tree names it, and the kernel gives all paths one weight."""
    require(program)
    assert ends(tree).faults == []
    file = tree / "switches" / "compute-leaf2" / "frr.conf"
    text = file.read_text(encoding="utf-8")
    assert _LINE in text
    file.write_text(text.replace(_LINE, ""), encoding="utf-8")
    assert [fault for fault in ends(tree).faults if "compute-leaf2: route-map ANNOUNCE 10" in fault]
    with Twin(tree, "compute") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        near, far = twin.leaves
        twin.pull(next(link for link in twin.links if far in {link.a.device, link.b.device}))
        twin.wait_converged(CONVERGE_S)
        assert len(_wait(twin, near, far, 10.0)) == len(twin.tree.config(far).announced(DEFAULT))
        found = kernel_tables.weights(twin.bottle, near)
        assert {len(set(row.values())) for row in found.values()} == {1}
