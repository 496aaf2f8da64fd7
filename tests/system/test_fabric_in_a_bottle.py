"""FRR reads every frr.conf, and the compute fabrics of two examples run: real daemons, routes and pings."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.twin import Tree, Twin, check_syntax, lookup, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.tree import Link

pytestmark = pytest.mark.system

EXAMPLES = sorted(path.parent.name for path in Path(__file__).parents[2].glob("examples/*/cluster.yaml"))

# Measured at 11 s on two cores; the rest is room for a busy machine.
CONVERGE_S = 120.0
# `frr defaults datacenter` holds a silent BGP session for 9 s. Whoever is quicker has BFD.
HOLD_S = 9.0


@pytest.mark.parametrize("example", EXAMPLES)
def test_frr_takes_every_file(example: str, rendered: Callable[[str], Path], program: Callable[[str], str]) -> None:
    program("vtysh")
    directories = Tree(rendered(example)).frr_dirs()
    assert directories, "every example has a fabric that FRR routes"
    with ThreadPoolExecutor() as pool:
        refused = {
            path.name: said for path, said in zip(directories, pool.map(check_syntax, directories), strict=True) if said
        }
    assert not refused


def test_frr_refuses_a_typo(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> None:
    program("vtysh")
    directory = Tree(rendered("roce-16")).frr_dirs()[0]
    text = (directory / "frr.conf").read_text(encoding="utf-8")
    (tmp_path / "frr.conf").write_text(text.replace(" bgp router-id", " bgp roter-id", 1), encoding="utf-8")
    (problem,) = check_syntax(tmp_path)
    assert "Unknown command" in problem
    assert "roter-id" in problem


@pytest.fixture(scope="module", params=["roce-16", "roce-64", "roce-256"])
def twin(
    request: pytest.FixtureRequest, rendered: Callable[[str], Path], program: Callable[[str], str]
) -> Iterator[Twin]:
    """The example's compute fabric, wired and started; every test leaves it whole."""
    require(program)
    with Twin(rendered(request.param), "compute") as twin:
        twin.up()
        yield twin


@pytest.fixture
def spine(twin: Twin) -> str:
    return next(name for name in twin.switches if name not in twin.leaves)


@pytest.fixture(scope="module")
def frr(program: Callable[[str], str]) -> str:
    """FRR and its version, as zebra tells it."""
    said = subprocess.run((program("zebra"), "--version"), capture_output=True, text=True, check=True)
    return f"FRR {said.stdout.split()[2]}"


def test_it_converges(twin: Twin, frr: str, proven: Callable[[str, str], None]) -> None:
    seconds = twin.wait_converged(CONVERGE_S)
    size = f"{len(twin.switches)} switches, {len(twin.links)} BGP and BFD sessions"
    proven(frr, f"{twin.tree.root.name}: {size}, converged in {seconds:.1f} s")
    assert len(twin.leaves) > 1
    assert not twin.notes


def test_every_switch_answers_every_leaf(twin: Twin) -> None:
    twin.wait_converged(CONVERGE_S)
    assert twin.silent_loopbacks() == []


def test_the_kernel_uses_every_cable(twin: Twin) -> None:
    """Counted from the rows of cables.csv alone: all uplinks to another leaf, all cables of a pair to a spine."""
    twin.wait_converged(CONVERGE_S)
    pairs = Counter((near.device, far.device) for link in twin.links for near, far in link.ends())
    for leaf in twin.leaves:
        fib = twin.fib(leaf)
        uplinks = {near.interface for link in twin.links for near, _ in link.ends() if near.device == leaf}
        for other in set(twin.switches) - {leaf}:
            wanted = len(uplinks) if other in twin.leaves else pairs[leaf, other]
            assert len(fib[twin.tree.loopback(other).network]) == wanted, f"{leaf} to {other}"
        for rail in twin.rails:
            if rail.leaf.device != leaf:
                assert lookup(fib, rail.address.ip) == uplinks, f"{leaf} to {rail.address}"


def test_every_rail_answers_every_rail(twin: Twin, frr: str, proven: Callable[[str, str], None]) -> None:
    """All pairs of NICs of unlike hosts, on one rail and across rails, with the largest packet that the ports take."""
    twin.wait_converged(CONVERGE_S)
    headers = 28
    size = min(twin.tree.mtu_bytes(rail.leaf) for rail in twin.rails) - headers
    begin = time.monotonic()
    assert twin.silent_rails() == []
    assert twin.silent_rails(size_bytes=size) == []
    seconds = time.monotonic() - begin
    proven(frr, f"{twin.tree.root.name}: all pairs of {len(twin.rails)} rails, {size + headers} bytes, {seconds:.1f} s")


def test_a_cut_cable_is_missed_and_found_again(twin: Twin) -> None:
    """One uplink flaps: the twin sees it, and FRR 8.4, which may lose paths here for good, must not."""
    twin.wait_converged(CONVERGE_S)
    end = next(near for link in twin.links for near, _ in link.ends() if near.device == twin.leaves[0])
    twin.set_port(end, "down")
    try:
        assert twin.differences()
    finally:
        twin.set_port(end, "up")
    twin.wait_converged(CONVERGE_S)


def test_a_dead_spine_is_survived(twin: Twin, spine: str, frr: str, proven: Callable[[str, str], None]) -> None:
    twin.wait_converged(CONVERGE_S)
    twin.kill(spine)
    try:
        lost_s = twin.wait_converged(CONVERGE_S)
        leaf, other = twin.leaves[:2]
        left = [link for link in twin.links if leaf in _ends(link) and spine not in _ends(link)]
        assert len(twin.fib(leaf)[twin.tree.loopback(other).network]) == len(left)
        assert twin.silent_loopbacks() == []
        assert twin.silent_rails() == []
    finally:
        twin.revive(spine)
    back_s = twin.wait_converged(CONVERGE_S)
    assert twin.silent_rails() == []
    proven(frr, f"{twin.tree.root.name}: {spine} dies, routes right after {lost_s:.1f} s; returns, {back_s:.1f} s")


def test_a_silent_spine_is_left_by_bfd(twin: Twin, spine: str, frr: str, proven: Callable[[str, str], None]) -> None:
    """Its links stay up and nothing answers: without BFD the leaves would send into it for the whole hold time."""
    twin.wait_converged(CONVERGE_S)
    twin.freeze(spine)
    try:
        seconds = twin.wait_converged(CONVERGE_S)
        assert twin.silent_rails() == []
    finally:
        twin.thaw(spine)
    assert seconds < HOLD_S
    twin.wait_converged(CONVERGE_S)
    proven(frr, f"{twin.tree.root.name}: {spine} falls silent, left by BFD after {seconds:.1f} s")


def test_nothing_is_left_behind(rendered: Callable[[str], Path], program: Callable[[str], str]) -> None:
    """Namespaces and daemons die with the bottle's first process."""
    require(program)
    ports = _ports_here()
    with Twin(rendered("roce-16"), "compute") as twin:
        twin.up()
        daemons = twin.bottle.processes()
    assert len(daemons) > 3 * len(twin.switches)
    assert not [pid for pid in daemons if Path(f"/proc/{pid}").exists()]
    assert _ports_here() == ports


def _ports_here() -> set[str]:
    return {path.name for path in Path("/sys/class/net").iterdir()}


def _ends(link: Link) -> set[str]:
    return {link.a.device, link.b.device}
