"""Which ports agree on their speed with the other end, by medium, speed and system: twisted pair and passive copper do, light does not."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.records import SwitchPort
from generator.render.backends import cumulus, sonic
from generator.render.eos.structured import structured_config
from tests.eos_specs import eos_cluster
from tests.judges.nvue import settings
from tests.ours import TEMPLATES
from tests.plan.test_cables import FLAT
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

AGREED = {
    ("copper", 1): True,
    ("dac", 10): False,
    ("dac", 25): True,
    ("dac", 400): True,
    ("aoc", 400): False,
    ("fibre", 400): False,
}


def _near() -> Spec:
    """Return a cluster whose racks stand close enough for copper."""
    spec = cluster() | {"racks": FLAT}
    spec["hosts"]["gpu"]["per_rack"] = 2
    return spec


def _said(plan: Draft) -> set[tuple[str, bool]]:
    """Return the media of a plan's switch ports, each with whether it negotiates."""
    return {(port.medium, port.negotiates) for port in plan.reserved_ports}


def test_media_and_speeds_decide(tmp_path: Path) -> None:
    """IEEE 802.3 has 1000BASE-T and copper of 25G lanes and more negotiate; nothing else is known to."""
    port = plan_data(cluster(), tmp_path).reserved_ports[0]
    for (medium, speed), agreed in AGREED.items():
        assert replace(port, medium=medium, speed_gbps=speed).negotiates == agreed


def test_sonic_says_so_at_the_port(tmp_path: Path) -> None:
    """Copper advertises its one speed; a twisted pair whatever the BMC knows."""
    plan = plan_data(_near(), tmp_path)
    files = {each.path: each.content for each in sonic.render(plan, TEMPLATES)}
    assert {("copper", True), ("dac", True), ("fibre", False)} <= _said(plan)
    for switch in plan.switches:
        rows = json.loads(files[f"switches/{switch.name}/config_db.json"])["PORT"]
        for port in plan.ports_of[switch.name]:
            row = rows[port.interface]
            assert (row.get("autoneg") == "on") == port.negotiates
            assert ("adv_speeds" in row) == (port.negotiates and port.medium == "dac")


@pytest.mark.parametrize(("version", "word"), [("5.13", "on"), ("5.14", "on"), ("5.16", "enabled")])
def test_cumulus_keeps_it_on_where_the_speed_is_stated(version: str, word: str, tmp_path: Path) -> None:
    """Releases before 5.14 turn negotiation off by `link speed`: 1000BASE-T would not come up."""
    plan = plan_data(on_cumulus(_near(), version), tmp_path)
    files = {each.path: each.content for each in cumulus.render(plan, TEMPLATES)}
    assert {("copper", True), ("dac", True), ("fibre", False)} <= _said(plan)
    for switch in plan.switches:
        ports: dict[str, Any] = settings(files[f"switches/{switch.name}/startup.yaml"])["interface"]
        for port in plan.ports_of[switch.name]:
            assert ports[port.interface]["link"].get("auto-negotiate") == (word if port.negotiates else None)


def test_eos_says_auto_with_the_speed(tmp_path: Path) -> None:
    """`auto 400g-4` on copper of the licensed cluster, `400g-4` on light."""
    plan = plan_data(eos_cluster() | {"cabling": {"transceiver_licences": {"eos": "ATLAS"}}}, tmp_path)
    switch = next(each for each in plan.switches if each.name == "compute-leaf1")
    for medium, said in (("dac", "auto 400g-4"), ("fibre", "400g-4")):
        ports: dict[str, tuple[SwitchPort, ...]] = {
            switch.name: tuple(replace(p, medium=medium) for p in plan.ports_of[switch.name])
        }
        rows = structured_config(_with_ports(plan, ports), switch)["ethernet_interfaces"]
        assert {row["speed"] for row in rows if row.get("description")} == {said}


def _with_ports(plan: Draft, of_switch: dict[str, tuple[SwitchPort, ...]]) -> Draft:
    others = tuple(port for port in plan.ports if port.switch not in of_switch)
    return replace(plan, ports=(*others, *(port for ports in of_switch.values() for port in ports)))
