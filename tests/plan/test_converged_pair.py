"""A converged pair whose tenants have routing instances and segments: all three fabrics on two leaves, by every judge that reads the files of both ends."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.plan.leaks import plan_leaks
from generator.render.tree import render_tree
from generator.verify.boxes import boxes
from generator.verify.ends import ends
from generator.verify.names.judge import resolution
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.reach.leaks import leaks
from generator.verify.settings.judge import settings
from generator.verify.verdict import Verdict
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.tenancy_specs import joined

SYSTEMS = ("sonic", "cumulus", "eos")
LEAF = "compute-leaf2"
JUDGES = (ends, boxes, settings, resolution, reachability, leaks, edge)


@pytest.fixture(scope="module", params=SYSTEMS)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole tree of such a pair on each system; the folder is called after it."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    write_tree(render_tree(plan_data(joined(name), folder), TEMPLATES), folder / name)
    return folder / name


def test_segments_cross_on_the_pair_and_rails_do_not(tmp_path: Path) -> None:
    """The pair's leaves are compute's, so its instances are, and the rails of a tenant are in the one that its segment is in."""
    plan = plan_data(joined("sonic"), tmp_path)
    assert {name: {port.vrf for port in plan.ports_of[LEAF] if port.peer == name and port.vrf} for name in ("gpu1", "gpu2")} == {
        "gpu1": {"Vrf-blue"},
        "gpu2": {"Vrf-red"},
    }  # fmt: skip
    assert {(leak.fabric, leak.into, leak.source): leak.prefixes for leak in plan_leaks(plan)} == {
        ("compute", "Vrf-blue", "Vrf-red"): ("10.180.0.0/20",),
        ("compute", "Vrf-red", "Vrf-blue"): ("10.170.0.0/20",),
        ("compute", "Vrf-blue", ""): ("10.160.0.0/16",),
        ("compute", "", "Vrf-blue"): ("10.170.0.0/20",),
    }


def test_every_judge_accepts_it(tree: Path) -> None:
    """Each looked at something, and routes cross."""
    verdicts = [judge(tree) for judge in JUDGES]
    assert [fault for verdict in verdicts for fault in verdict.faults] == []
    assert all(verdict.ran and verdict.files for verdict in verdicts)
    assert not next(verdict for verdict in verdicts if verdict.name == "leaks").note.startswith("0 ")


_GAP = "Vrf-blue has no routes of Vrf-red to 10.180.0.0 to 10.180.15.255"
FAULTS: dict[str, list[tuple[str, str, str, Callable[[Path], Verdict], str]]] = {
    "sonic": [
        ("frr.conf", r" ip route 10\.180\.\S+ Vlan320 nexthop-vrf Vrf-red\n", "", leaks, _GAP),
        ("frr.conf", r" ip route 10\.180\.\S+ Vlan320 nexthop-vrf Vrf-red\n", "", reachability, "lake/compute@red"),
        ("frr.conf", r"(nexthop-vrf Vrf-red\n)", r"\1 ip route 10.64.0.2/31 Ethernet4 nexthop-vrf Vrf-red\n", leaks, "Vrf-blue has routes of Vrf-red to 10.64.0.2 to 10.64.0.3"),
        ("config_db.json", r'("Ethernet32": \{"dscp[^}]*)"pfc_enable": "3"', r'\1"pfc_enable": ""', ends, "paused priorities: [3] on the host and [] on the switch"),
        ("config_db.json", '"bfd,bfdv6"', '"bfdv6"', boxes, "bfd has no trap"),
    ],
    "cumulus": [
        ("startup.yaml", r"10\.180\.0\.0/20: \{\}", "10.180.0.0/28: {}", leaks, "Vrf-blue has no routes of Vrf-red to 10.180.0.16"),
        ("startup.yaml", r"route-map: LEAK-Vrf-blue\b", "route-map: NONE", leaks, "Vrf-blue has routes of Vrf-red to 0.0.0.0"),
        ("startup.yaml", "mode: lossless", "mode: lossy", ends, "paused priorities: [3] on the host and [] on the switch"),
    ],
    "eos": [
        ("running.cfg", r" +leak routes source-vrf Vrf-red .*\n", "", leaks, _GAP),
        ("running.cfg", " subscribe-policy LEAK-Vrf-red-Vrf-blue", "", leaks, "Vrf-blue has routes of Vrf-red to 0.0.0.0"),
        ("running.cfg", r" +priority-flow-control priority 3 no-drop\n", "", ends, "paused priorities: [3] on the host and [] on the switch"),
    ],
}  # fmt: skip


def test_check_finds_each_planted_fault(tree: Path) -> None:
    """On one leaf of the two: a network that does not cross, one that should not, rails of another tenant, a class that is not paused."""
    for name, pattern, instead, judge, said in FAULTS[tree.name]:
        file = tree / "switches" / LEAF / name
        good = file.read_text(encoding="utf-8")
        bad = re.sub(pattern, instead, good, count=1)
        assert bad != good, pattern
        try:
            file.write_text(bad, encoding="utf-8")
            faults = judge(tree).faults
        finally:
            file.write_text(good, encoding="utf-8")
        assert any(said in fault for fault in faults), (said, faults[:4])
