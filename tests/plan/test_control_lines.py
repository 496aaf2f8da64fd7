"""Who may reach a switch's own services: lines whose numbers stay theirs, whoever comes beside them."""

import json
from collections.abc import Iterable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.plan.access.control import control_hosts, neighbours
from generator.plan.access.line_numbers import control_numbers
from generator.plan.draft import Draft
from generator.plan.records import Switch, SwitchPort
from generator.render.sonic.control import control_tables
from tests.render.sonic_specs import sonic_spec
from tests.specs import plan_data

SONIC_S_PRIORITIES = range(1_000_000)
"""sonic-acl.yang: 0 to 999999."""


def _uplinks(plan: Draft, name: str) -> tuple[Switch, list[SwitchPort]]:
    switch = next(each for each in plan.switches if each.name == name)
    return switch, [port for port in plan.ports_of[name] if port.group]


def _rules(rows: Iterable[tuple[str, object]], without: set[str]) -> list[str]:
    return [
        f"{key} {json.dumps(row)}" for key, row in rows if not any(f'"{port}"' in json.dumps(row) for port in without)
    ]


def test_a_port_more_renumbers_none(tmp_path: Path) -> None:
    """Wherever it stands: the first, one in the midst, the last. By the files' lines, for every table of the switch."""
    plan = plan_data(sonic_spec(services=True, ipv6=True), tmp_path)
    switch, ports = _uplinks(plan, "compute-leaf1")
    whole = control_tables(plan, switch)["ACL_RULE"]
    assert len(ports) > 16
    for gone in ({ports[0].interface}, {ports[7].interface, ports[8].interface}, {ports[-1].interface}):
        fewer = replace(
            plan,
            ports=tuple(p for p in plan.ports if (p.switch, p.interface) not in {(switch.name, each) for each in gone}),
        )
        assert _rules(control_tables(fewer, switch)["ACL_RULE"].items(), set()) == _rules(whole.items(), gone)
        assert len(whole) > len(_rules(whole.items(), gone))


def test_each_number_is_its_own_and_one_that_sonic_takes(tmp_path: Path) -> None:
    """caclmgrd keeps one rule of each priority, and sorts them as text: so all have as many digits."""
    plan = plan_data(sonic_spec(services=True, ipv6=True), tmp_path)
    switch, ports = _uplinks(plan, "compute-spine1")
    for lines in (control_hosts(plan), neighbours(switch, ports, plan.site_uplinks, ipv6=True)):
        numbers = [line.number for line in lines]
        assert len(set(numbers)) == len(numbers) > 0
        assert {len(str(number)) for number in numbers} == {6}
        assert all(number in SONIC_S_PRIORITIES for number in numbers)


@given(st.sets(st.text(min_size=1, max_size=8), min_size=1, max_size=60), st.randoms())
def test_order_says_nothing(texts: set[str], dice: object) -> None:
    """The numbers follow from what there is."""
    shuffled = sorted(texts)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert control_numbers(shuffled) == control_numbers(sorted(texts))
    assert len(set(control_numbers(texts).values())) == len(texts)
