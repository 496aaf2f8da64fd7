"""The rendered files of both ends of every cable say the same, and a planted disagreement is caught and named.

`clustergen check` runs the same comparison over a user's tree (generator/verify/ends.py).
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.ends import ends
from generator.verify.systems.switch import read_switch
from generator.verify.verdict import Verdict
from tests.conftest import EXAMPLES
from tests.eos_specs import eos_cluster
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data
from tests.vlan_specs import sharing

pytestmark = pytest.mark.proof
_ETHERNET = [name for name in EXAMPLES if not name.startswith(("ib-", "a100-"))]
_LEAF = "switches/compute-leaf1/config_db.json"
_TABLE = "hosts/gpu01/etc/clustergen/roce.conf"
_NCCL = "host_groups/gpu/etc/nccl.conf"


def tree(folder: Path, **compute: Any) -> Path:
    """Render a small cluster."""
    return written(cluster(gpu=1, storage=1, **compute), folder)


def written(spec: Spec, folder: Path) -> Path:
    """Render a spec."""
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered cluster that nobody changes."""
    return tree(tmp_path_factory.mktemp("ends"))


@pytest.fixture
def copy(pristine: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, to plant faults in: the plan, one host and its leaves."""
    for name in ("hosts", "host_groups", "switches"):
        shutil.copytree(pristine / name, tmp_path / "copy" / name)
    shutil.copy(pristine / "plan.json", tmp_path / "copy")
    yield tmp_path / "copy"


def plant(root: Path, path: str, pattern: str, text: str) -> Verdict:
    """Change a file, and compare."""
    file = root / path
    before = file.read_text(encoding="utf-8")
    after = re.sub(pattern, text, before, count=1)
    assert after != before, pattern
    file.write_text(after, encoding="utf-8")
    return ends(root)


@pytest.mark.parametrize("name", _ETHERNET)
def test_both_ends_of_every_cable_agree(
    name: str, rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """Every example with a RoCE fabric: nothing to say, and as many cables compared as hosts and switches have."""
    verdict = ends(rendered(name))
    assert verdict.faults == []
    assert verdict.files > 0
    proven("both ends", f"{name}: {verdict.note}")


_CUMULUS: dict[str, Any] = {tier: {"model": "sn5600", "os": "cumulus"} for tier in ("leaf", "spine")}
_ECN = {"kmin_bytes": 150_000, "kmax_bytes": 1_500_000, "pmax_percent": 100}


def _eos(**compute: Any) -> Spec:
    """Return an Arista cluster; of the switches of its storage no thresholds are published, so the spec states them."""
    spec = eos_cluster(gpu=1, **compute)
    spec["fabrics"]["storage"]["roce"] = {"ecn": _ECN}
    return spec


SYSTEMS: dict[str, Callable[..., Spec]] = {
    "sonic": lambda **compute: cluster(gpu=1, storage=1, **compute),
    "cumulus": lambda **compute: cluster(gpu=1, storage=1, **_CUMULUS, **compute),
    "eos": _eos,
    "sonic in VLANs": lambda **compute: sharing(1, **compute),
    "eos in VLANs": lambda **compute: _eos(host_links="vlan", **compute),
}


@pytest.mark.parametrize("os", SYSTEMS)
@pytest.mark.parametrize(("lossless", "marking"), [(True, True), (True, False), (False, True), (False, False)])
def test_every_legal_variant_agrees(os: str, lossless: bool, marking: bool, tmp_path: Path) -> None:
    """With and without PFC, with and without marking, another DSCP and priority, on every system."""
    roce = {"lossless": lossless, "marking": marking, "dscp": 34, "priority": 4}
    root = written(SYSTEMS[os](roce=roce), tmp_path)
    assert ends(root).faults == []
    found = read_switch(root, min(root.glob("switches/compute-leaf*")).name)
    assert found is not None
    port = next(port for port in found.ends().ports.values() if port.classes)
    assert port.classes[34] == 4
    assert port.paused == ({4} if lossless else set())
    assert port.marked == ({4} if marking else set())


@pytest.mark.parametrize(
    ("os", "file", "pattern", "text", "says"),
    [
        ("cumulus", "startup.yaml", "switch-priority: 3\n", "switch-priority: 0\n", "RoCE of DSCP 26 are priority 3 on the host and class 0"),
        ("cumulus", "startup.yaml", "mode: lossless", "mode: lossy", "paused priorities: [3] on the host and [] on the switch"),
        ("cumulus", "startup.yaml", "ecn: enable", "ecn: disable", "marking of priority 3 is on on the host and off on the switch"),
        ("cumulus", "startup.yaml", "mtu: 9216", "mtu: 1500", "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        ("cumulus", "startup.yaml", "cable-length: [0-9]+", "cable-length: 1", "m on the host and of 1 m on the switch"),
        ("eos", "running.cfg", "priority 3 no-drop", "priority 4 no-drop", "paused priorities: [3] on the host and [4] on the switch"),
        ("eos", "running.cfg", "random-detect ecn min", "no random-detect min", "marking of priority 3 is on on the host and off on the switch"),
        ("eos", "running.cfg", "(gpu01 rail[^!]*)mtu 9214", r"\1mtu 1500", "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        ("sonic in VLANs", "config_db.json", '("Vlan900": [{][^}]*"mtu": )"9216"', r'\1"1500"', "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        ("eos in VLANs", "running.cfg", "(interface Vlan900[^!]*)mtu 9214", r"\1mtu 1500", "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        ("eos", "running.cfg", "   qos trust dscp\n", "", "the host sets RoCE classes on its NIC, but the switch has none"),
    ],
)  # fmt: skip
def test_the_other_systems_are_read_too(os: str, file: str, pattern: str, text: str, says: str, tmp_path: Path) -> None:
    """A fault in the file of a Cumulus or an EOS leaf is seen as one of SONiC is."""
    root = written(SYSTEMS[os](), tmp_path)
    leaf = min(root.glob(f"switches/compute-leaf*/{file}")).relative_to(root).as_posix()
    verdict = plant(root, leaf, pattern, text)
    assert any(says in fault for fault in verdict.faults), verdict.faults[:3]


@pytest.mark.parametrize(
    ("path", "pattern", "text", "says"),
    [
        (_LEAF, '"26": "3"', '"26": "1"', "RoCE of DSCP 26 are priority 3 on the host and class 1 on the switch"),
        (_LEAF, '"48": "6"', '"48": "0"', "notifications of DSCP 48 are priority 6 on the host and class 0 on the switch"),
        (_LEAF, '"pfc_enable": "3"', '"pfc_enable": "4"', "paused priorities: [3] on the host and [4] on the switch"),
        (_LEAF, ', "wred_profile": "[^"]+"', "", "marking of priority 3 is on on the host and off on the switch"),
        (_LEAF, '"mtu": "9216"', '"mtu": "1500"', "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        (_LEAF, '"dscp_to_tc_map": "ROCE", "tc_to_queue', '"tc_to_queue', "the host sets RoCE classes on its NIC, but the switch has none"),
        (_TABLE, "rail0 mlx5 compute 26 3", "rail0 mlx5 compute 24 3", "RoCE of DSCP 24 are priority 3 on the host and class 0"),
        (_TABLE, "0,0,0,1,0,0,0,0", "0,0,0,0,0,0,0,0", "paused priorities: [] on the host and [3] on the switch"),
        (_TABLE, " 48 6 on", " 4 6 on", "notifications of DSCP 4 are priority 6 on the host and class 0 on the switch"),
        (_TABLE, "6 on 106", "6 off 104", "marking of priority 3 is off on the host and on on the switch"),
        (_TABLE, "6 on 106", "6 on 104", "traffic class 104 does not say DSCP 26 with marking on"),
        (_TABLE, r"(rail0 .*) [0-9]+( \S+ \S+)\n", r"\1 1\2\n", "headroom for a cable of 1 m on the host and of"),
        (_TABLE, r"(rail0 .*) [0-9]+( \S+ \S+)\n", r"\1 90\2\n", "headroom for a cable of 90 m on the host and of"),
        (_LEAF, r'("CABLE_LENGTH": [{]\s+"AZURE": [{]"Ethernet[0-9]+": )"[0-9]+m"', r'\1"1m"', "m on the host and of 1 m on the switch"),
        (_TABLE, "rail0 .*\n", "", "the switch has RoCE classes, but the host sets none on its NIC"),
        (_NCCL, "NCCL_IB_TC=106", "NCCL_IB_TC=104", "NCCL_IB_TC is 104, and its rails have 106"),
        (_NCCL, "NCCL_IB_FIFO_TC=.*\n", "", "NCCL_IB_FIFO_TC is not set, and its rails have 192"),
        ("hosts/gpu01/etc/netplan/60-clustergen.yaml", "mtu: 9000", "mtu: 9600", "the host sends packets of 9600 bytes, but the switch accepts at most 9216"),
    ],
)  # fmt: skip
def test_a_planted_disagreement_is_named(copy: Path, path: str, pattern: str, text: str, says: str) -> None:
    """Each value, changed at one end in the rendered file, is said with both ends."""
    verdict = plant(copy, path, pattern, text)
    assert verdict.result == "refused"
    assert any(says in fault for fault in verdict.faults), verdict.faults
    assert all("gpu01" in fault for fault in verdict.faults if says in fault)


def test_switches_disagree_too(pristine: Path, tmp_path: Path) -> None:
    """Between leaf and spine all of the map counts, not the two values of RoCE alone."""
    root = tree(tmp_path, spines=2) if not list(pristine.glob("switches/compute-spine*")) else pristine
    shutil.copytree(root, tmp_path / "spoilt")
    spines = sorted((tmp_path / "spoilt").glob("switches/compute-spine*/config_db.json"))
    if not spines:
        pytest.fail("this cluster has no spines")
    path = spines[0].relative_to(tmp_path / "spoilt").as_posix()
    verdict = plant(tmp_path / "spoilt", path, '"10": "0"', '"10": "5"')
    assert any("DSCP to class: {10: 0} and {10: 5}" in fault for fault in verdict.faults), verdict.faults[:3]
    verdict = plant(tmp_path / "spoilt", path, '"mtu": "9216"', '"mtu": "9100"')
    assert any("MTU" in fault for fault in verdict.faults)


def test_where_no_thresholds_are_known_neither_end_marks(tmp_path: Path) -> None:
    """A leaf without published thresholds marks nothing, and its hosts do not wait for marks."""
    tree = written(eos_cluster(gpu=1), tmp_path)
    rows = json.loads((tree / "plan.json").read_text("utf-8"))["roce"]
    assert {row["fabric"]: row["marks"] for row in rows}["storage"] is False
    verdict = ends(tree)
    assert (verdict.result, list(verdict.faults)) == ("passed", [])


def test_a_tree_without_a_plan_is_not_judged(tmp_path: Path) -> None:
    """Who is cabled to whom is in plan.json: without it nothing is claimed."""
    assert ends(tmp_path).result == "not run"
