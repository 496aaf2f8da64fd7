"""Steps of a migration on a running twin: drain, move, verify, undrain, each in a window of the traffic of its own.

Whoever calls names devices and cables. At every step the kernel's tables must come to what the cables say, and the leaves that stand keep a way to one
another.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from generator.twin import frr, kernel_tables
from generator.twin.twin import NotConvergedError
from tests.twin import growth_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from generator.twin.tree import Link
    from tests.twin.growth import GrowingTwin
    from tests.twin.growth_traffic import Traffic

CONVERGE_S = 120.0


def add(twin: GrowingTwin, traffic: Traffic, name: str, devices: Iterable[str], cables: Iterable[str]) -> None:
    """New devices come, and cables between free ports."""
    with traffic.window(f"{name}: set up"):
        twin.set_up(devices)
    _plug(twin, traffic, name, cables)


def move(
    twin: GrowingTwin, traffic: Traffic, name: str, switch: str, unplug: Iterable[str], plug: Iterable[str]
) -> int:
    """Cables leave a switch, and others come to it; gives how many links were down meanwhile."""
    links = twin.links_in(unplug)
    with traffic.window(f"{name}: drain"):
        twin.drain(switch, links)
        twin.wait_converged(CONVERGE_S)
    with traffic.window(f"{name}: unplug"):
        twin.unplug_links(links)
        _wait_dark(twin, links)
        twin.wait_converged(CONVERGE_S)
        assert apart(twin) == []
        down = twin.links_down()
    with traffic.window(f"{name}: undrain"):
        # its new cables are not in yet, so nothing comes up but what is verified below
        twin.undrain(switch, links)
    _plug(twin, traffic, name, plug)
    return down


def _plug(twin: GrowingTwin, traffic: Traffic, name: str, cables: Iterable[str]) -> None:
    """A new spine is held back until it knows every way, so that no leaf sends to it sooner: FRR announces routes before the kernel has them."""
    joined = twin.joined(cables)
    with traffic.window(f"{name}: plug and verify"):
        twin.hold(joined)
        twin.plug_cables(cables)
        _wait_verified(twin)
    with traffic.window(f"{name}: release"):
        twin.release(joined)
        twin.wait_converged(CONVERGE_S)
        assert apart(twin) == []


def _wait_dark(twin: GrowingTwin, links: Iterable[Link]) -> None:
    """The kernel tells of a lost carrier a moment later."""
    begin = time.monotonic()
    ports = {(end.device, end.interface) for link in links for end, _ in link.ends()}
    while found := ports & twin.lit():
        if time.monotonic() - begin > CONVERGE_S:
            raise NotConvergedError(CONVERGE_S, [" ".join(each) for each in found])
        time.sleep(0.1)


def _wait_verified(twin: GrowingTwin) -> None:
    """Until every session over the cables that are in is up, and every spine has a way to each leaf on it."""
    begin = time.monotonic()
    spines = [name for name in twin.switches if name not in twin.leaves]
    wanted = {(end.device, end.interface) for link in twin.links for end, _ in link.ends()}
    while missing := [" ".join(each) for each in wanted - growth_state.established(twin)] + [
        line for spine in spines for line in kernel_tables.differences(twin, spine)
    ]:
        if time.monotonic() - begin > CONVERGE_S:
            raise NotConvergedError(CONVERGE_S, missing)
        time.sleep(0.2)


def apart(twin: GrowingTwin) -> list[str]:
    """The pairs of leaves of the earlier tree that no way is left between, by the cables that are in."""
    ways = {leaf: twin.expected(leaf) for leaf in twin.first_leaves}
    return [f"{one} to {two}" for one in ways for two in ways if one != two and not ways[one].get(two)]


def dropped(twin: GrowingTwin, before: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> set[tuple[str, str]]:
    """The ports whose sessions have gone down since, or for good."""
    after = {name: frr.sessions(twin.bottle, name) for name in before}
    return {
        (name, port)
        for name, peers in before.items()
        for port, peer in peers.items()
        if after[name].get(port, {}).get("connectionsDropped") != peer["connectionsDropped"]
    }
