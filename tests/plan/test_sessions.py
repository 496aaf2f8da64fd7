"""Which BGP sessions have to be established: those of the plan between installed switches, where a system streams their states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.plan.monitoring.expected import expected_hosts
from generator.plan.monitoring.sessions import bfd_total, session_counts, session_total, sessions_by_address
from generator.plan.monitoring.watch import watch_of
from tests.specs import Spec, cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.cabling.records import Link
    from generator.plan.draft import Draft

SYSTEMS = {
    "sonic": {"model": "sn5600", "os": "sonic"},
    "cumulus": {"model": "sn5600", "os": "cumulus", "version": "5.14"},
    "eos": {"model": "7060x6-64pe", "os": "eos"},
    "eos-4.33": {"model": "7060x6-64pe", "os": "eos", "version": "4.33"},
}


def spec_with(underlay: str, leaf: str = "cumulus", spine: str = "cumulus") -> Spec:
    """Return a cluster whose compute switches run these systems."""
    spec = cluster() | {"services": {"telemetry": "gnmic"}}
    systems = {"leaf": SYSTEMS[leaf], "spine": SYSTEMS[spine], "underlay": underlay}
    spec["fabrics"]["compute"] = spec["fabrics"]["compute"] | systems
    return spec


def between(plan: Draft) -> list[Link]:
    return [link for link in plan.links if link.fabric == "compute" and link.kind == "leaf_spine"]


@pytest.mark.parametrize(
    ("leaf", "spine", "near"),
    [("cumulus", "cumulus", "leaf"), ("cumulus", "sonic", "leaf"), ("sonic", "cumulus", "spine")],
)
def test_a_session_by_address_has_its_cable(leaf: str, spine: str, near: str, tmp_path: Path) -> None:
    """Each once, by the end that streams: the address is that of the other end of its link."""
    plan = plan_data(spec_with("numbered", leaf, spine), tmp_path)
    ends = [(link.a, link.b) if near == "leaf" else (link.b, link.a) for link in between(plan)]
    assert ends
    cables = [link.cable for link in between(plan)]
    assert [
        (each.switch, each.port, each.peer, each.far, each.far_port, each.cable) for each in sessions_by_address(plan)
    ] == [
        (a.device, a.interface, b.address, b.device, b.interface, cable)
        for (a, b), cable in zip(ends, cables, strict=True)
    ]
    assert list(session_counts(plan)) == []
    assert session_total(plan) == len(ends) * (2 if leaf == spine else 1)


def test_control_hosts_alone_say_what_sessions_there_are(tmp_path: Path) -> None:
    plan = plan_data(spec_with("numbered"), tmp_path)
    said = {each.host: each.sessions for each in expected_hosts(plan) if each.sessions}
    assert said == dict.fromkeys(("control1", "control2", "control3"), sessions_by_address(plan))


def test_sessions_between_link_local_addresses_are_counted(tmp_path: Path) -> None:
    plan = plan_data(spec_with("unnumbered"), tmp_path)
    assert sessions_by_address(plan) == ()
    counts = {each.switch: each.count for each in session_counts(plan)}
    assert counts == {
        switch.name: sum(switch.name in {link.a.device, link.b.device} for link in between(plan))
        for switch in plan.switches
        if switch.fabric == "compute"
    }
    assert sum(counts.values()) == session_total(plan) == 2 * len(between(plan))


def test_ipv6_beside_an_underlay_by_address_has_sessions_of_its_own(tmp_path: Path) -> None:
    one = plan_data(spec_with("numbered"), tmp_path)
    both = plan_data(spec_with("numbered") | {"addressing": {"ipv6": "fd42:c1::/32"}}, tmp_path)
    assert len(sessions_by_address(both)) == len(sessions_by_address(one))
    assert session_total(both) == 2 * session_total(one) == sum(each.count for each in session_counts(both))


@pytest.mark.parametrize("state", ["maintenance", "planned"])
@pytest.mark.parametrize("underlay", ["numbered", "unnumbered"])
def test_nothing_is_expected_of_a_switch_that_is_not_in_service(state: str, underlay: str, tmp_path: Path) -> None:
    plan = plan_data(spec_with(underlay) | {"states": {state: ["compute-spine1"]}}, tmp_path)
    said = {end for each in sessions_by_address(plan) for end in (each.switch, each.far)}
    said |= {each.switch for each in session_counts(plan)}
    assert "compute-spine2" in said
    assert "compute-spine1" not in said
    left = [link for link in between(plan) if link.b.device != "compute-spine1"]
    counted = sum(each.count for each in session_counts(plan))
    assert (len(sessions_by_address(plan)), counted) == (
        (len(left), 0) if underlay == "numbered" else (0, 2 * len(left))
    )


def test_switches_with_sessions_of_the_site_have_no_number(tmp_path: Path) -> None:
    """More sessions than those between switches would hide one that is missing."""
    spec = cluster() | {"services": {"telemetry": "gnmic"}}
    edge = {
        "leaf": "frontend-leaf1",
        "cage": 60,
        "speed_gbps": 100,
        "address": "198.51.100.1/31",
        "peer": "198.51.100.0",
    }
    spec["fabrics"]["frontend"] = spec["fabrics"]["frontend"] | {"leaf": SYSTEMS["cumulus"] | {"model": "sn4600c"}}
    before = {each.switch for each in session_counts(plan_data(spec, tmp_path))}
    assert {"frontend-leaf1", "frontend-leaf2"} <= before
    spec["fabrics"]["frontend"]["edge"] = {"site": edge | {"asn": 64500, "default": "accept"}}
    assert before - {each.switch for each in session_counts(plan_data(spec, tmp_path))} == {"frontend-leaf1"}


@pytest.mark.parametrize(
    ("underlay", "leaf", "subjects"),
    [
        ("numbered", "cumulus", {"sessions"}),
        ("unnumbered", "cumulus", {"session-counts"}),
        ("numbered", "sonic", set()),
    ],
)
def test_rules_are_there_for_what_is_reported(underlay: str, leaf: str, subjects: set[str], tmp_path: Path) -> None:
    watch = watch_of(plan_data(spec_with(underlay, leaf, leaf), tmp_path))
    assert watch is not None
    assert {group.group for group in watch.groups if group.group.startswith("session")} == subjects
    assert ("bgp-flaps" in {group.group for group in watch.groups}) is bool(subjects)
    assert bool([row for row in watch.size.rows if "BGP" in row.what]) == bool(subjects)


@pytest.mark.parametrize(
    ("leaf", "spine", "ends"), [("eos", "eos", 2), ("eos", "cumulus", 1), ("eos-4.33", "eos-4.33", 0)]
)
def test_bfd_has_rules_where_a_release_streams_it(leaf: str, spine: str, ends: int, tmp_path: Path) -> None:
    """Every session between switches has one, counted for each of its ends that streams it."""
    plan = plan_data(spec_with("unnumbered", leaf, spine), tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    assert bfd_total(plan) == ends * len(between(plan))
    assert [group.group for group in watch.groups if group.group == "bfd"] == ["bfd"] * bool(ends)
    assert [row.installed for row in watch.size.rows if "BFD" in row.what] == [bfd_total(plan)] * bool(ends)
