"""lldpd in every switch and host of a fabric: the neighbours that devices tell of are the rows of cables.csv, and a wrong plug shows."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.twin.twin import Twin
from tests.twin import lldp
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

SETTLE_S = 60.0


@pytest.mark.parametrize("example", ["roce-64", "roce-256"])
def test_neighbours_are_those_of_the_cabling_map(
    example: str, rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Every cable is heard at both ends; two host cables that are swapped are four neighbours missing and four that should not be."""
    require(program)
    program("lldpcli")
    said = subprocess.run((program("lldpd"), "-v"), capture_output=True, text=True, check=True)
    with Twin(rendered(example), "compute") as twin:
        twin.wire()
        devices = (*twin.switches, *twin.hosts)
        wanted = {pair for link in twin.links for pair in link.ends()}
        wanted |= {pair for nic, leaf in twin.host_links for pair in ((nic, leaf), (leaf, nic))}
        lldp.start(twin.bottle, devices)
        assert lldp.settle(twin.bottle, devices, wanted, SETTLE_S) == wanted

        (one, port_one), (two, port_two) = cables = twin.host_links[0], twin.host_links[-1]
        right = {(one, port_one), (port_one, one), (two, port_two), (port_two, two)}
        twin.unplug(cables)
        assert lldp.settle(twin.bottle, devices, wanted - right, SETTLE_S) == wanted - right
        twin.recable([(one, port_two), (two, port_one)])
        swapped = {(one, port_two), (port_two, one), (two, port_one), (port_one, two)}
        heard = lldp.settle(twin.bottle, devices, (wanted - right) | swapped, SETTLE_S)
        assert wanted - heard == right
        assert heard - wanted == swapped
    size = f"{len(devices)} devices, {len(wanted)} neighbours as in cables.csv"
    proven(f"lldpd {said.stdout.strip()}", f"{example}: {size}; two swapped cables: 4 missing, 4 unexpected")
