"""The judges of `check` on a tree with `services.tls`: they take it without the files of a host, and refuse what a stranger's file names instead."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.plan.hosts.certificates import AUTHORITY
from generator.render.tree import render_tree
from generator.verify.watch import alerts, metrics, notifications
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
FAULTS = {
    "another file": ("prometheus.yml", AUTHORITY, "/etc/shadow", "names the file '/etc/shadow'"),
    "an unknown key": ("prometheus.yml", "tls_config:", "tls_configs:", "field tls_configs not found"),
    "a limit that never comes": ("rules/certificates.yml", "- time() < 7 * 86400", "- time() < 0 * 86400 - 9e9", "CertificateEnds"),
}  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    for name in ("promtool", "amtool"):
        program(name)
    found = tmp_path_factory.mktemp("tls") / "tree"
    plan = plan_data(cluster() | {"services": {"tls": {}}}, tmp_path_factory.mktemp("spec"))
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


def test_the_tools_take_a_tree_with_tls(tree: Path, proven: Callable[[str, str], None]) -> None:
    for judge in (alerts, notifications, metrics):
        assert (judge(tree).ran, judge(tree).faults) == (True, [])
    proven("promtool check config, promtool test rules, amtool check-config", "a tree with services.tls")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tree: Path, tmp_path: Path) -> None:
    path, old, new, why = FAULTS[fault]
    home = tmp_path / "monitoring"
    shutil.copytree(tree / "monitoring", home)
    file = home / "prometheus" / path
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    (said,) = alerts(tmp_path).faults
    assert why in said
