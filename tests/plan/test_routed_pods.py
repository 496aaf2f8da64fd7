"""Who may talk with pods that leaves route to: what is opened, what is not, and that an overlay is as ever."""

from pathlib import Path
from typing import Any

import pytest

from generator.plan.access.lines import Band, FilterLine
from generator.plan.access.records import PODS
from generator.plan.addressing.pods import ROUTES_A_HOST, pod_hosts
from generator.plan.draft import Draft
from tests.render.pod_specs import routed_pods
from tests.specs import cluster, plan_data

POOL = "100.64.0.0/11"


def _plan(folder: Path, **more: Any) -> Draft:
    return plan_data(routed_pods(cluster(6, 12)) | more, folder)


def _lines(plan: Draft, role: str, tenant: str = "") -> tuple[FilterLine, ...]:
    return plan.port_filters["frontend", role, tenant].lines


def test_hosts_that_run_pods_send_from_their_addresses_and_nobody_else_does(tmp_path: Path) -> None:
    plan = _plan(tmp_path)
    for role in ("compute", "control"):
        assert any((line.source, line.destination) == (POOL, POOL) for line in _lines(plan, role))
    for role in ("login", "storage"):
        lines = _lines(plan, role)
        assert not any(line.source == POOL for line in lines)
        assert any((line.destination, line.action) == (POOL, "deny") for line in lines)


def test_what_pods_answer_hosts_is_known_by_its_flags(tmp_path: Path) -> None:
    """Of UDP it is names alone; nothing goes from pods to hosts whatever it is."""
    lines = [
        line
        for line in _lines(_plan(tmp_path), "compute")
        if line.source == POOL and line.destination != POOL and line.action == "permit"
    ]
    assert {line.protocol for line in lines} == {"tcp", "udp", "icmp"}
    for line in lines:
        if line.protocol == "tcp":
            assert line.established or line.ports, line.says
        elif line.protocol == "udp":
            assert (53, 53) in (line.ports, line.source_ports), line.says


def test_the_site_is_answered(tmp_path: Path) -> None:
    """After all else within the cluster is denied, so that an answer to the site is none to a host."""
    plan = _plan(
        tmp_path,
        addressing={"way_out": "10.160.31.254"},
        access={"web": {"source": ["site"], "to": ["pods"], "services": ["tcp/443"], "why": "web"}},
    )
    (answer,) = (line for line in _lines(plan, "compute") if line.source == POOL and line.destination == "0.0.0.0/0")
    assert (answer.band, answer.source_ports, answer.established) == (Band.LEAVING, (443, 443), True)


def test_leaves_may_come_before_the_hosts(tmp_path: Path) -> None:
    """A cluster that changes to it has its overlay until the last host has changed."""
    for line in (plan_data(cluster(6, 12), tmp_path), _plan(tmp_path)):
        assert any(each.ports == (8472, 8472) for each in _lines(line, "compute"))


def test_a_segment_called_pods_is_a_segment(tmp_path: Path) -> None:
    """Where pods have an overlay the name means nothing else."""
    spec = cluster(6, 12)
    spec["segments"] = {"pods": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["compute", "storage"]}}
    plan = plan_data(spec, tmp_path)
    assert PODS not in plan.access.zone
    assert any(line.source.startswith("10.170.") for line in _lines(plan, "storage") if line.action == "permit")


@pytest.mark.parametrize("fabric", ["frontend", "compute"])
def test_all_that_hosts_may_say_takes_no_session_down(tmp_path: Path, fabric: str) -> None:
    """Even where every host of the envelope says as much as it may."""
    bare, plan = (each.limits[fabric] for each in (plan_data(cluster(6, 12), tmp_path), _plan(tmp_path)))
    most = ROUTES_A_HOST * pod_hosts(_plan(tmp_path).cluster) if fabric == "frontend" else 0
    assert (plan.leaf - bare.leaf, plan.fabric - bare.fabric) == (most, most)
