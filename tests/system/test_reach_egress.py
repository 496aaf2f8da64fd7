"""Closed egress as the judge of reachability reads it: senders' output chains, destinations at the site, and planted faults."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.reach.judge import reachability
from tests.egress_specs import closed
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

_FIREWALL = "etc/clustergen/firewall.nft"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cluster with closed egress."""
    folder = tmp_path_factory.mktemp("closed")
    write_tree(render_tree(plan_data(closed(), folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture
def copy(tree: Path, tmp_path: Path) -> Path:
    """The files that reachability follows from, to be spoilt."""
    for part in ("switches", "hosts", "host_groups"):
        shutil.copytree(tree / part, tmp_path / "tree" / part)
    for name in ("plan.json", "manifest.json"):
        shutil.copy(tree / name, tmp_path / "tree" / name)
    return tmp_path / "tree"


def test_all_is_as_meant(tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    program("nft")
    verdict = reachability(tree)
    assert verdict.ran
    assert verdict.faults == []
    proven("nft", f"reachability with closed egress: {verdict.note}")


@pytest.mark.parametrize(
    ("host", "old", "new", "said"),
    [
        ("login1", "tcp dport { 2049 } accept", "tcp dport { 2050 } accept", "inband/login to inband/storage, tcp/2049: allowed by the plan, but blocked by host_groups/login/"),
        ("login1", "ip daddr { 203.0.113.0/28 }", "ip daddr { 198.51.100.0/24 }", "inband/login to site, tcp/443: denied by the plan, but allowed by host_groups/login/"),
        ("storage1", 'oifname { "bond0" } jump by_inband\n', "", "inband/storage to inband/control, icmp,"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(
    copy: Path, host: str, old: str, new: str, said: str, program: Callable[[str], str]
) -> None:
    """At its place: a line too few, a destination too many, and an interface by which nothing leaves."""
    program("nft")
    file = host_file(copy, host, _FIREWALL)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    faults = reachability(copy).faults
    assert any(fault.startswith(said) for fault in faults), faults
