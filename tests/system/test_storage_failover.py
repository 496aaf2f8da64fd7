"""A host's storage cable is cut in a fabric of real routers: the host goes on by its other side, which leads to both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.twin.twin import Twin
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0
ALL_OF_IT = "10.128.0.0/11"
"""The storage pool of these examples."""


@pytest.mark.parametrize("name", ["roce-64", "roce-16"])
def test_a_host_with_one_storage_cable_reaches_both_sides(
    name: str, rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Storage leaves know each other's prefixes, whether spines or a link join them; answers come back to the side that asked."""
    require(program)
    with Twin(rendered(name), "storage") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        client = {rail.nic.interface: rail for rail in twin.rails if rail.nic.device == "gpu01"}
        server = {rail.nic.interface: rail for rail in twin.rails if rail.nic.device == "storage1"}
        assert set(client) == set(server) == {"storage0", "storage1"}
        targets = {side: str(twin.tree.host("storage1")[side].addresses[0].ip) for side in server}

        def answers(side: str) -> bool:
            return twin.bottle.run("ping", "-nqc1", "-W1", targets[side], netns="gpu01").returncode == 0

        assert all(map(answers, targets))
        twin.set_port(client["storage0"].leaf, "down")
        twin.set_port(client["storage0"].nic, "down")
        twin.wait_converged(CONVERGE_S)
        assert all(map(answers, targets))
        twin.bottle.must("ip", "route", "del", ALL_OF_IT, "metric", "201", netns="gpu01")
        assert [answers(side) for side in ("storage0", "storage1")] == [False, True], (
            "it was the second route that led there"
        )
    proven("FRR", f"{name}: a host whose storage cable is cut reaches both sides of a server by the other")
