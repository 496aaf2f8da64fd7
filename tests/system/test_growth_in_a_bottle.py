"""A fabric grows while it runs: hosts send to one another all the time, the plan is applied in its order, and every lost packet is counted."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from generator.change.difference import Difference, difference
from generator.change.records import Kind
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import frr, growth_files
from tests.growth.forms import plan_of
from tests.growth.past import plan_on
from tests.ours import TEMPLATES
from tests.specs import cluster
from tests.twin import counters, growth_state, growth_steps, growth_stream
from tests.twin.growth import GrowingTwin
from tests.twin.growth_traffic import Traffic, flows_of
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from generator.twin.tree import End
    from tests.twin.growth_traffic import Tally

pytestmark = pytest.mark.proof

CONVERGE_S = 120.0
QUIET_S = 3.0
_RESTART = "a leaf restarts"
_UNDRAINED = "a spine is taken out undrained"
_OLD_LIMIT = "a leaf has its old limit"
_FAULTS = (_RESTART, _UNDRAINED, _OLD_LIMIT)
"""Planted: what is lost in these windows is meant to be."""
HEADERS_BYTES = 42
"""Ethernet, IPv4, UDP."""


def test_inside_the_envelope_nobody_feels_it(
    rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """From 64 GPUs to 256, rack by rack: no packet is lost, no session drops, no route changes; a leaf that restarts is seen by the same counter."""
    require(program)
    old, new = rendered("roce-64"), rendered("roce-256")
    change = _difference(old, new)
    assert change.steps == ()
    assert {kind for kind, count in change.counts.items() if count} == {Kind.ADDED}
    for name in _devices(change):
        assert _files(old, name) == _files(new, name), name
    grown = _grow(change, old, new)
    if grown.lost:  # a busy machine may starve the timers of BFD; a defect is there again
        proven("FRR", f"roce-64 grows to roce-256 live: a second attempt, as the first one lost {grown.lost[0]}")
        grown = _grow(change, old, new)
    assert grown.lost == []
    _assert_lossless(grown.tallies)
    bitten = [each for each in grown.tallies if each.lost]
    assert len(bitten) > grown.stood // 4
    assert all(grown.restarted in {rail.leaf.device for rail in each.flow} for each in bitten)
    proven("FRR", f"roce-64 grows to roce-256 live: {grown.size}; {_told(grown.tallies)}")
    packets = sum(each.lost for each in bitten)
    proven("FRR", f"roce-256: {grown.restarted} restarts, {packets:,} packets lost: the counter sees it")


@dataclass(frozen=True, kw_only=True)
class Grown:
    """What growth within the envelope did: what devices of the earlier tree lost, and what became of the packets."""

    lost: list[str]
    tallies: list[Tally]
    stood: int
    """Hosts of the earlier tree."""
    restarted: str
    size: str


def _grow(change: Difference, old: Path, new: Path) -> Grown:
    """Grow rack by rack, then restart a leaf."""
    with ExitStack() as stack:
        twin, traffic, before = _running(stack, old, new)
        assert twin.load_changes() == {}
        devices = set(before)
        racks: defaultdict[str, list[str]] = defaultdict(list)
        for work in change.cables:
            racks[work.rack].append(work.cable)
        for rack, cables in racks.items():
            with traffic.window(f"rack {rack}"):
                twin.set_up(_new_hosts(change, rack))
                twin.plug_cables(cables)
                twin.wait_converged(CONVERGE_S)
        assert twin.plugged() == _cables(twin)
        with traffic.window("new hosts answer"):
            assert twin.silent_rails(sources=devices & set(twin.hosts)) == []
        lost = [
            f"{name}: {line}"
            for name in before
            for line in growth_state.lost(before[name], growth_state.state(twin, name))
        ]
        leaf = twin.leaves[0]
        with traffic.window(_RESTART):
            twin.kill(leaf)
            twin.revive(leaf)
            twin.wait_converged(CONVERGE_S)
        return Grown(
            lost=lost,
            tallies=traffic.count(),
            stood=len(devices & set(twin.hosts)),
            restarted=leaf,
            size=f"{len(devices)} devices stand, {len(twin.hosts)} hosts in the end",
        )


def test_past_the_envelope_the_order_keeps_every_packet(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Two full spines become eight: most of every leaf's uplinks move, spine by spine, and what is drained first loses nothing."""
    require(program)
    old, new = _two_trees(tmp_path)
    change = _difference(old, new)
    assert [step.kind for step in change.steps] == ["limits", "add", "switch", "switch"]
    assert not [step for step in change.steps if step.out or step.drain or step.loose], "the plan announces no loss"
    with ExitStack() as stack:
        twin, traffic, before = _running(stack, old, new)
        sessions = {name: frr.sessions(twin.bottle, name) for name in twin.switches}
        limits, first, *others = change.steps
        with traffic.window("limits"):
            # A leaf that still counts by its old limit ends its sessions when all new leaves are heard of.
            assert set(twin.load_changes()) == set(twin.switches) <= set(limits.devices)
        growth_steps.add(twin, traffic, "new devices", first.devices, first.plug)
        for step in others:
            (switch,) = step.devices
            down = growth_steps.move(twin, traffic, switch, switch, step.unplug, step.plug)
            assert [each.down for each in step.capacity if each.fabric == "compute"] == [down]
        assert twin.plugged() == _cables(twin)
        for name, state in before.items():
            assert growth_state.lost(growth_state.addresses(state), growth_state.state(twin, name)) == []
        ports = {(name, port) for name in sessions for port in sessions[name]}
        assert growth_steps.dropped(twin, sessions) == twin.moved_ports() & ports
        assert twin.silent_rails(sources={twin.hosts[0], twin.hosts[-1]}) == []
        leaf = twin.first_leaves[0]
        spine = next(name for name in twin.switches if name not in twin.leaves)
        with traffic.window(_UNDRAINED):
            twin.kill(spine)
            twin.wait_converged(CONVERGE_S)
        with traffic.window(_OLD_LIMIT):
            twin.tell_limits(leaf, twin.earlier)
            time.sleep(1)
        tallies = traffic.count()
        twin.dead |= set(twin.switches) - set(twin.leaves)
        assert len(growth_steps.apart(twin)) == 4 * 3, "no leaf has a way without spines"
    _assert_lossless(tallies)
    bitten = {each.flow for each in tallies if each.lost and each.window == _OLD_LIMIT}
    assert bitten == {each.flow for each in tallies if [rail.leaf.device for rail in each.flow].count(leaf) == 1}
    undrained, limited = (sum(t.lost for t in tallies if t.window == name) for name in (_UNDRAINED, _OLD_LIMIT))
    size = f"4 leaves and 2 spines grow live to {len(twin.leaves)} and {len(twin.switches) - len(twin.leaves)}"
    proven("FRR", f"{size}, {len(change.steps)} steps: {_told(tallies)}")
    proven(
        "FRR", f"a spine taken out undrained costs {undrained} packets, a leaf with its old prefix limit {limited:,}"
    )


def _difference(old: Path, new: Path) -> Difference:
    """From the plans as users keep them."""
    return difference(*(json.loads((root / "plan.json").read_text(encoding="utf-8")) for root in (old, new)))


def _two_trees(folder: Path) -> tuple[Path, Path]:
    """Eight hosts on four leaves and two spines that have no port left; three times that, on its ground."""
    sn4700 = {"model": "sn4700"}
    spec = cluster(8, 8, 2, 1, topology="fat-tree", leaf=sn4700, spine=sn4700)
    for name in ("frontend", "storage"):
        del spec["fabrics"][name]
    del spec["storage"]
    before = plan_of(spec)
    spec["hosts"]["gpu"] |= {"count": 24, "max": 24}
    after = plan_on(spec, before, disruptive=True)
    shapes = [plan.cluster.shapes["compute"] for plan in (before, after)]
    assert [(shape.leaves, shape.spines) for shape in shapes] == [(4, 2), (12, 8)]
    for name, plan in (("old", before), ("new", after)):
        write_tree(render_tree(plan, TEMPLATES), folder / name)
    return folder / "old", folder / "new"


def _running(stack: ExitStack, old: Path, new: Path) -> tuple[GrowingTwin, Traffic, dict[str, growth_state.State]]:
    """The earlier fabric, with traffic that loses nothing while nothing happens and uses every leaf and spine; and the state of each device."""
    twin = stack.enter_context(GrowingTwin(old, new, "compute"))
    twin.up()
    twin.wait_converged(CONVERGE_S)
    assert twin.silent_rails(sources={twin.hosts[0]}) == []
    flows = flows_of(twin)
    before = {name: growth_state.state(twin, name) for name in (*twin.switches, *twin.hosts)}
    traffic = stack.enter_context(Traffic(twin.bottle, flows))
    sent = {name: sum(counters.sent_bytes(twin.bottle, name).values()) for name in twin.switches}
    with traffic.window("quiet"):
        time.sleep(QUIET_S)
    across = sum(2 for near, far in flows if near.leaf.device != far.leaf.device)
    packets = across * QUIET_S / growth_stream.EACH_S
    spines = [name for name in twin.switches if name not in twin.leaves]
    for name in spines:
        carried = sum(counters.sent_bytes(twin.bottle, name).values()) - sent[name]
        assert carried > packets * (growth_stream.SIZE_BYTES + HEADERS_BYTES) / len(spines) / 2
    return twin, traffic, before


def _cables(twin: GrowingTwin) -> set[frozenset[End]]:
    """Both ends of every cable of the later tree."""
    pairs = [(link.a, link.b) for link in twin.later.fabric_links(twin.fabric)]
    return {frozenset(pair) for pair in (*pairs, *twin.later.host_links(twin.fabric))}


def _devices(change: Difference) -> list[str]:
    return [row["name"] for section in ("switches", "hosts") for row in change.old[section]]


def _new_hosts(change: Difference, rack: str) -> list[str]:
    old = set(_devices(change))
    return [row["name"] for row in change.new["hosts"] if row["rack"] == rack and row["name"] not in old]


def _files(root: Path, device: str) -> dict[str, bytes]:
    """Every file of a device, by its path: of a host those of its group, too."""
    hosts = json.loads((root / "manifest.json").read_text("utf-8"))["hosts"]
    folders = hosts.get(device, [f"switches/{device}"])
    paths = (path for folder in folders for path in (root / folder).rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


def _assert_lossless(tallies: list[Tally]) -> None:
    lost = [
        f"{each.window}: {each.lost} of {each.sent}, {each.flow[0].nic} to {each.flow[1].nic}"
        for each in tallies
        if each.lost and each.window not in _FAULTS
    ]
    assert lost == []
    quiet = [each.sent for each in tallies if each.window == "quiet"]
    # A loaded machine lets senders sleep too long: a tenth of what they would send is enough to lose some of
    assert min(quiet) > QUIET_S / growth_stream.EACH_S / 10, "who sends nothing loses nothing"


def _told(tallies: Iterable[Tally]) -> str:
    counted = [each for each in tallies if each.window not in _FAULTS]
    flows = len({each.flow for each in counted})
    sent, lost = sum(each.sent for each in counted), sum(each.lost for each in counted)
    return f"{flows} flows, {sent:,} packets there and back in {sent / flows * growth_stream.EACH_S:.0f} s, {lost} lost"


def test_what_a_later_file_takes_away_is_not_passed_over(tmp_path: Path) -> None:
    """A description and a limit are replaced, a port may be freed; anything else that goes is an error."""
    old, new = tmp_path / "old", tmp_path / "new"
    peer = " neighbor Ethernet8 interface peer-group LEAVES\n neighbor Ethernet8 description leaf1\n"
    old.write_text(
        f"router bgp 1\n bgp router-id 1.1.1.1\n{peer} address-family ipv4 unicast\n  neighbor LEAVES maximum-prefix 8\n"
    )
    new.write_text(old.read_text().replace("leaf1", "leaf2").replace("prefix 8", "prefix 9"))
    under = ["router bgp 1", "address-family ipv4 unicast"]
    limit = [*under, "neighbor LEAVES maximum-prefix 9", "exit", "exit"]
    assert growth_files.new_lines(old, new) == ["router bgp 1", "neighbor Ethernet8 description leaf2", "exit", *limit]
    assert growth_files.limits(new) == limit
    assert growth_files.freed_ports(old, new) == {}
    new.write_text(old.read_text().replace(peer, ""))
    assert growth_files.freed_ports(old, new) == {"Ethernet8": "no neighbor Ethernet8 interface peer-group LEAVES"}
    new.write_text(old.read_text().replace(" bgp router-id 1.1.1.1\n", ""))
    with pytest.raises(growth_files.LineGoneError, match="router-id"):
        growth_files.freed_ports(old, new)
