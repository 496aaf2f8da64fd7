"""Settings of switches that no cable shows: each fault that is planted into a file is found by `clustergen check`, with its file and line."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.analysis.close import close
from generator.cli.main import main
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.verify.settings.judge import settings
from tests.eos_specs import eos_cluster
from tests.ours import TEMPLATES
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

BACKENDS = {"sonic": sonic, "cumulus": cumulus, "eos": eos}
Trees = Callable[..., Path]
FILES = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}
GUARDED: dict[str, Callable[..., Spec]] = {"sonic": cluster, "cumulus": lambda **keys: on_cumulus(cluster(**keys)), "eos": eos_cluster}  # fmt: skip


def guarded(os: str) -> Spec:
    """Return a cluster with spines on compute and frontend, whose compute fabric has TTL security; hosts' bonds are segments where the system has them behind spines."""
    spec = GUARDED[os](gpu=8, most=12, ttl_security=True)
    spec["fabrics"]["compute"]["spines"] = 2
    spec["fabrics"]["frontend"] |= {"spines": 2} | ({"bonding": "evpn"} if os == "cumulus" else {})
    return spec


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """Give the plan and all switches of a cluster on a system, or the plan and one of them."""

    @cache
    def of(os: str, switch: str = "") -> Path:
        if switch:
            folder = tmp_path_factory.mktemp(switch)
            shutil.copyfile(of(os) / "plan.json", folder / "plan.json")
            shutil.copytree(of(os) / "switches" / switch, folder / "switches" / switch)
            return folder
        folder = tmp_path_factory.mktemp(os)
        plan = close(plan_data(guarded(os), folder))
        for artifact in (*BACKENDS[os].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
            file = folder / "tree" / artifact.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(artifact.content, encoding="utf-8")
        return folder / "tree"

    return of


# A system's switch, its file (else the system's first), what is planted there, what is in the line that is named (else what was planted), and what is said.
Fault = tuple[str, str, str, str, str, str, str]
_MORE = "not 3000: one host may flood its whole segment through"
HOST_PORTS: list[Fault] = [
    ("sonic", "frontend-leaf1", "", r'"Ethernet0\|broadcast": \{"kbps": "36432"', '"Ethernet0|broadcast": {"kbps": "1"', "", "Ethernet0|broadcast kbps is 1, not 36432"),
    ("sonic", "frontend-leaf1", "", r'"Ethernet4\|unknown-unicast": \{[^}]*\},\s*', "", '"PORT_STORM_CONTROL"', "Ethernet4|unknown-unicast kbps is not set: one host may flood"),
    ("sonic", "compute-leaf1", "", r"\{\n", '{"PORT_STORM_CONTROL": {"Ethernet0|broadcast": {"kbps": "36432"}},\n', "PORT_STORM", "Ethernet0|broadcast is set: a limit drops frames"),
    ("cumulus", "frontend-leaf1", "", "broadcast: 3000", "broadcast: 9000", "", f"storm-control broadcast is 9000, {_MORE} swp1"),
    ("cumulus", "frontend-leaf1", "", r"\n +unknown-unicast: 3000", "", "storm-control", "storm-control unknown-unicast is not set: one host may flood its whole segment through swp1"),
    ("cumulus", "compute-leaf1", "", r"(\n    interface:)(\n +eth0:)", r"\1\2\n        storm-control:\n          broadcast: 9", "storm-control", "eth0 storm-control is set: a limit drops frames"),
    ("cumulus", "frontend-leaf1", "", "bpdu-guard: enabled", "bpdu-guard: disabled", "", "stp bpdu-guard is disabled, not on: bond"),
    ("cumulus", "frontend-leaf1", "", r"\n +admin-edge: enabled", "", "stp:", "stp admin-edge is not set: bond"),
    ("cumulus", "frontend-leaf1", "", r"\n +multihoming:\n +uplink: enabled", "", "evpn:", "multihoming uplink is not set: a leaf without uplinks keeps its hosts"),
    ("eos", "frontend-leaf1", "", "storm-control multicast level pps 3000", "storm-control multicast level pps 30000", "", f"level pps is 30000, {_MORE} Ethernet1/1"),
    ("eos", "frontend-leaf1", "", " +storm-control broadcast level pps 3000\n", "", "interface Ethernet1/1", "storm-control broadcast level pps is not set: one host may flood"),
    ("eos", "compute-leaf1", "", r"(interface Ethernet1/1\n)", r"\1   storm-control broadcast level pps 3000\n", "storm-control", "interface Ethernet1/1 storm-control is set: a limit drops frames"),
    ("eos", "frontend-leaf1", "", " +loop-protection\n", "", "interface Ethernet1/1", "loop-protection is not set: Ethernet1/1 stays up with a loop behind it"),
    ("eos", "frontend-leaf1", "", "spanning-tree bpduguard enable", "spanning-tree bpduguard disable", "", "bpduguard is disable, not enable: Ethernet1/1 stays up"),
    ("eos", "frontend-leaf1", "", " +spanning-tree portfast\n", "", "interface Ethernet1/1", "spanning-tree portfast is not set: Ethernet1/1 waits"),
    ("eos", "frontend-leaf1", "", "protect vlan 200", "protect vlan 100", "", "protect vlan is 100, not 200: loops of the other VLANs"),
    ("eos", "frontend-leaf1", "", r"(monitor loop-protection\n) +no shutdown\n", r"\1", "monitor loop-protection", "no shutdown is not set: no port looks for loops"),
    ("eos", "frontend-leaf1", "", r"link tracking group UPLINKS downstream", "link tracking group UPLINKS upstream", "", "is upstream, not downstream: a leaf without uplinks keeps its hosts"),
    ("eos", "frontend-leaf1", "", r" +link tracking group UPLINKS upstream\n", "", "interface Ethernet", "UPLINKS is not set: a leaf without uplinks"),
    ("eos", "frontend-leaf1", "", r"\nlink tracking group UPLINKS\n", "\nlink tracking group OTHERS\n", "!", "link tracking group UPLINKS is not set"),
]  # fmt: skip


@contextmanager
def planted(file: Path, pattern: str, instead: str) -> Iterator[str]:
    """Change the first place that a pattern is found at, for a while; give the text that is there then."""
    good = file.read_text(encoding="utf-8")
    bad = re.sub(pattern, instead, good, count=1)
    assert bad != good, pattern
    try:
        file.write_text(bad, encoding="utf-8")
        yield bad
    finally:
        file.write_text(good, encoding="utf-8")


def found(fault: Fault, trees: Trees) -> None:
    """Plant one fault: it is found once, and its line is named."""
    os, switch, name, pattern, instead, at, said = fault
    where = f"switches/{switch}/{name or FILES[os]}"
    tree = trees(os, switch)
    with planted(tree / where, pattern, instead) as text:
        faults = settings(tree).faults
    assert len(faults) == 1, faults
    place, _, message = faults[0].partition(": ")
    file, _, line = place.rpartition(":")
    assert file == where
    assert said in message
    assert (at or instead) in text.splitlines()[int(line) - 1]


@pytest.mark.parametrize("os", FILES)
def test_what_is_rendered_is_as_it_is_asked_for(os: str, trees: Trees) -> None:
    """Every switch with a file was looked at."""
    verdict = settings(trees(os))
    assert verdict.faults == []
    assert verdict.files == len([*trees(os).glob(f"switches/*/{FILES[os]}")])


@pytest.mark.parametrize("fault", HOST_PORTS, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_at_a_host_port_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


def test_check_asks_for_it(trees: Trees) -> None:
    """The command names the file and the line, and ends as it does where something is refused."""
    tree = trees("sonic")
    with planted(tree / "switches/frontend-leaf1/config_db.json", '"kbps": "36432"', '"kbps": "6"'):
        result = CliRunner().invoke(main, ["check", str(tree), "--changed"], catch_exceptions=False)
    assert result.exit_code == 1
    assert re.search(r"settings: switches/frontend-leaf1/config_db\.json:\d+: Ethernet\S+ kbps is 6", result.output)
