"""The alert that nobody watches burst hosts, by real promtool: the active controller alone has figures, and another one may take over."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

CASES = {
    "it watches": ({"control1": "0+60x90"}, {25: False, 80: False}),
    "its watch hangs": ({"control1": "0x90"}, {10: False, 25: True}),
    "nobody is active": ({"control1": "0+60x5 _x90"}, {15: False, 25: True}),
    "nobody ever was": ({}, {25: True}),
    "another one takes over": ({"control1": "0+60x5 _x90", "control2": "_x12 720+60x90"}, {15: False, 25: False, 80: False}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_watch_that_nobody_has_is_reported(case: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    series, fires = CASES[case]
    catalog = yaml.safe_load((ROOT / "generator/catalog/alerts/burst.yaml").read_text("utf-8"))
    (rule,) = (each for each in catalog["rules"] if each["alert"] == "BurstWatchSilent")
    rules = [{"alert": "Silent", "expr": rule["expr"], "for": f"{rule['minutes']}m"}]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "burst", "rules": rules}]}), "utf-8")
    planted = [
        {"series": f'clustergen_burst_watched_seconds{{job="host",instance="{host}"}}', "values": values}
        for host, values in series.items()
    ]
    asked = [
        {"eval_time": f"{minute}m", "alertname": "Silent", "exp_alerts": [{"exp_labels": {}}] if fired else []}
        for minute, fired in fires.items()
    ]
    test = {
        "rule_files": ["rules.yml"],
        "evaluation_interval": "1m",
        "tests": [{"interval": "1m", "input_series": planted, "alert_rule_test": asked}],
    }
    (tmp_path / "test.yml").write_text(yaml.safe_dump(test), "utf-8")
    done = subprocess.run(
        (program("promtool"), "test", "rules", "test.yml"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
