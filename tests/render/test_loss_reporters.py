"""Programs that say what a host lost: records of Linux audit, by what auditctl prints, and packets that it may not send, by what nft prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from generator.render.runbooks import runbooks
from tests.egress_specs import closed
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

STATUS = (
    "enabled 1\nfailure 1\npid 812\nrate_limit 300\nbacklog_limit 8192\nlost 41\nbacklog 3\n"
    "backlog_wait_time 0\nbacklog_wait_time_actual 0\nloginuid_immutable 0 unlocked\n"
)
"""What auditctl 3.0 prints for `-s`."""
LOG = {"log": {"prefix": "clustergen egress "}}
ACCEPTED = {"rule": {"expr": [{"match": {}}, {"counter": {"packets": 99, "bytes": 999}}, {"accept": None}]}}
DROPPED = {"rule": {"expr": [{"counter": {"packets": 7, "bytes": 420}}, {"drop": None}]}}
LIMITED = {"rule": {"expr": [{"limit": {"rate": 5, "per": "second"}}, LOG]}}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a cluster with both."""
    folder = tmp_path_factory.mktemp("losses")
    plan = plan_data(closed(services={"audit": {}}), folder)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (folder / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    return folder


def _said(home: Path, work: Path, name: str, answer: str, code: int = 0) -> dict[str, int]:
    """Run a program with a stand-in for what it asks; return the series that it writes."""
    stand_in = work / "stand-in"
    (work / "answer").write_text(answer, "utf-8")
    stand_in.write_text(f'#!/bin/sh\necho "$*" >{work}/asked\ncat {work}/answer\nexit {code}\n', "ascii")
    stand_in.chmod(0o755)
    variable = {"audit": "REPORTER_AUDITCTL", "egress": "REPORTER_NFT"}[name]
    told = os.environ | {"REPORTER_FOLDER": str(work), variable: str(stand_in)}
    subprocess.run((sys.executable, "-B", str(home / f"{name}.py")), env=told, check=True)
    lines = (work / f"reporter-{name}.prom").read_text("utf-8").splitlines()
    rows = (line.removeprefix("clustergen_").split() for line in lines if not line.startswith("#"))
    return {row[0]: int(row[1]) for row in rows}


@pytest.mark.parametrize(
    ("said", "on"),
    [(STATUS, 1), (STATUS.replace("pid 812", "pid 0"), 0), (STATUS.replace("enabled 1", "enabled 0"), 0)],
)
def test_what_linux_audit_lost_is_said(home: Path, tmp_path: Path, said: str, on: int) -> None:
    """Nobody records where it is off, or where no auditd takes the records."""
    found = _said(home, tmp_path, "audit", said)
    assert found == {
        "audit_up": 1,
        "audit_on": on,
        "audit_lost_total": 41,
        "audit_backlog": 3,
        "audit_backlog_limit": 8192,
    }
    assert (tmp_path / "asked").read_text() == "-s\n"


@pytest.mark.parametrize(("said", "code"), [(STATUS, 1), ("The audit system is disabled\n", 0), ("", 0), ("lost\n", 0)])
def test_a_kernel_without_audit_says_nothing_else(home: Path, tmp_path: Path, said: str, code: int) -> None:
    assert _said(home, tmp_path, "audit", said, code) == {"audit_up": 0}


def test_packets_that_were_dropped_are_said(home: Path, tmp_path: Path) -> None:
    """Those of the last rule: another rule with a counter accepts."""
    rules = json.dumps({"nftables": [{"metainfo": {}}, {"chain": {}}, ACCEPTED, LIMITED, DROPPED]})
    found = _said(home, tmp_path, "egress", rules)
    assert found == {"egress_filtered": 1, "egress_dropped_packets_total": 7, "egress_dropped_bytes_total": 420}
    assert (tmp_path / "asked").read_text() == "--json list chain inet clustergen output\n"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (json.dumps({"nftables": [{"metainfo": {}}, {"chain": {}}, ACCEPTED]}), 0),
        (json.dumps({"nftables": [DROPPED]}), 1),
        ("", 0),
        ("{}", 0),
    ],
)
def test_a_host_without_the_chain_says_so(home: Path, tmp_path: Path, said: str, code: int) -> None:
    assert _said(home, tmp_path, "egress", said, code) == {"egress_filtered": 0}


@pytest.mark.parametrize(
    ("name", "spec", "alert", "runbook"),
    [
        ("audit", cluster() | {"services": {"audit": {}}}, "AuditRecordsLost", "Lost audit records"),
        ("egress", closed(), "EgressDropped", "Packets that a host may not send"),
    ],
)
def test_each_runs_on_all_hosts_where_the_spec_has_it(
    name: str, spec: dict[str, Any], alert: str, runbook: str, tmp_path: Path
) -> None:
    """With its alerts and its runbook; without monitoring nothing runs."""
    plan = plan_data(spec, tmp_path)
    found = {each.name: set(each.hosts) for each in reporters_of(plan)}
    assert found[name] == {host.name for host in plan.hosts if host.inband}
    made = close(plan)
    assert made.monitoring is not None
    assert alert in {rule.alert for group in made.monitoring.groups for rule in group.rules}
    assert runbook in dict(runbooks(made))
    assert reporters_of(plan_data(spec | {"monitoring": {"enabled": False}}, tmp_path)) == ()
