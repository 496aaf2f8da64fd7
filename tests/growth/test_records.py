"""The comparison itself, by planted faults: whatever is lost or changed is seen."""

from typing import Any

import pytest
from msgspec.structs import replace

from generator.plan.draft import Draft
from tests.growth.forms import ETHERNET, FORMS, base_of
from tests.growth.records import LISTS, MATRIX, assert_records_stand

CHANGES: dict[str, dict[str, Any]] = {
    "addresses": {"address": "10.9.9.9"},
    "asns": {"asn": 1},
    "cables": {"length_m": 99.0},
    "hosts": {"unit": 99},
    "links": {"cable": "X"},
    "ports": {"interface": "Ethernet999"},
    "prefixes": {"prefix": "10.9.0.0/16"},
    "racks": {"row": 99},
    "switches": {"loopback": "10.9.9.9"},
    "tiers": {"mount": "/elsewhere"},
    "vlans": {"vlan": 4000},
    "vrfs": {"vni": 1},
}
PLAN = base_of(next(form for form in ETHERNET if form.name == "eos"))


def _with(plan: Draft, name: str, rows: tuple[Any, ...]) -> Draft:
    change: Any = {"access": replace(plan.access, **{name: rows})} if name in MATRIX else {name: rows}
    other: Draft = replace(plan, **change)
    return other


def test_a_plan_stands_beside_itself() -> None:
    assert_records_stand(PLAN, PLAN)


@pytest.mark.parametrize("name", [name for name in (*LISTS, *MATRIX) if name != "tiers"])
def test_what_is_lost_is_seen(name: str) -> None:
    rows = tuple(getattr(PLAN.access if name in MATRIX else PLAN, name))
    with pytest.raises(AssertionError, match="do not stand"):
        assert_records_stand(PLAN, _with(PLAN, name, rows[1:]))


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_changed_is_seen(name: str) -> None:
    plan = base_of(FORMS[0]) if name == "tiers" else PLAN
    rows = tuple(getattr(plan, name))
    with pytest.raises(AssertionError, match="do not stand"):
        assert_records_stand(plan, _with(plan, name, (*rows[:-1], replace(rows[-1], **CHANGES[name]))))


def test_a_change_of_a_host_s_interfaces_is_seen() -> None:
    other = replace(PLAN, interfaces_of={**PLAN.interfaces_of, "gpu01": PLAN.interfaces_of["gpu01"][1:]})
    with pytest.raises(AssertionError, match="changed, such as gpu01"):
        assert_records_stand(PLAN, other)
