"""What clustergen-ceph.sh decides by: whether hosts may leave, whether an OSD may be removed, and what a lifecycle has, each by the program in it.

Answers of Ceph are cut down to what is read (ceph osd df tree, osd dump, pg dump and radosgw-admin lc get of 16.2); real ones are in test_ansible_ceph_later.py.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.render.backends import host_ceph
from tests.ceph_specs import stored
from tests.ours import TEMPLATES
from tests.specs import plan_data

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

TABLE = "across {}\ncopies 3\nleast 2\nerasure objects.rgw.buckets.data 2 1 3\n"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The Python programs in the rendered one, by their functions."""
    plan = close(plan_data(stored(), tmp_path_factory.mktemp("ceph")))
    made = {each.path: each.content for each in host_ceph.render(plan, TEMPLATES)}
    text = made["host_groups/storage/usr/local/sbin/clustergen-ceph.sh"]
    return dict(re.findall(r"^(\w+)\(\) \{\n  cat <<'END'\n(.*?)\nEND$", text, re.MULTILINE | re.DOTALL))


def run(program: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], input=stdin, check=False, capture_output=True, text=True
    )


def tree(hosts: Iterable[tuple[str, str, int, int]], down: Iterable[str] = (), out: Iterable[str] = ()) -> Any:
    """Hosts as rack, name, GB of their drive and GB on it."""
    nodes: list[dict[str, Any]] = [{"id": -1, "type": "root", "name": "default", "children": []}]
    racks: dict[str, dict[str, Any]] = {}
    for number, (rack, name, size, used) in enumerate(hosts):
        if rack not in racks:
            racks[rack] = {"id": -100 - number, "type": "rack", "name": rack, "children": []}
            nodes[0]["children"].append(-100 - number)
            nodes.append(racks[rack])
        racks[rack]["children"].append(-10 - number)
        nodes.append({"id": -10 - number, "type": "host", "name": name, "children": [number]})
        kb = {"kb": size * 10**9 // 1024, "kb_used": used * 10**9 // 1024, "kb_used_data": used * 10**9 // 1024}
        state = {"status": "down" if name in down else "up", "reweight": 0 if name in out else 1}
        nodes.append({"id": number, "type": "osd", "name": f"osd.{number}", "kb_used_omap": 0, **kb, **state})
    return {"nodes": nodes}


def leave(
    programs: dict[str, str], folder: Path, answer: Any, *names: str, across: str = "host"
) -> subprocess.CompletedProcess[str]:
    for name, text in (
        ("tree", json.dumps(answer)),
        ("dump", json.dumps({"nearfull_ratio": 0.85})),
        ("table", TABLE.format(across)),
    ):
        (folder / name).write_text(text, encoding="ascii")
    return run(programs["room"], *(str(folder / each) for each in ("tree", "dump", "table")), *names)


FOUR = [("A", "s1", 100, 30), ("A", "s2", 100, 30), ("B", "s3", 100, 30), ("C", "s4", 100, 30)]


def test_hosts_leave_where_enough_stay(programs: dict[str, str], tmp_path: Path) -> None:
    assert leave(programs, tmp_path, tree(FOUR), "s4").returncode == 0
    said = leave(programs, tmp_path, tree(FOUR), "s3", "s4")
    assert said.returncode == 1
    assert "s3 and s4 cannot leave: objects are in 3 parts or copies" in said.stderr
    assert "2 would be left with drives that run (s1, s2)" in said.stderr


@pytest.mark.parametrize("state", ["down", "out"])
def test_a_drive_that_does_not_run_does_not_count(programs: dict[str, str], tmp_path: Path, state: str) -> None:
    said = leave(programs, tmp_path, tree(FOUR, **{state: ["s1"]}), "s4")
    assert "2 would be left with drives that run (s2, s3)" in said.stderr


def test_racks_count_where_parts_are_spread_over_racks(programs: dict[str, str], tmp_path: Path) -> None:
    """A host whose rack has another one may leave; the last one of a rack may not."""
    assert leave(programs, tmp_path, tree(FOUR), "s1", across="rack").returncode == 0
    assert (
        "each in another rack, and 2 would be left" in leave(programs, tmp_path, tree(FOUR), "s4", across="rack").stderr
    )


def test_space_is_counted_by_parts(programs: dict[str, str], tmp_path: Path) -> None:
    """A large drive beside small ones has one part of each object: 120 GB in three parts are 40 GB on each host that stays, and 85 % of 45 GB is less."""
    full = [("A", "s1", 1000, 30), ("A", "s2", 45, 30), ("B", "s3", 45, 30), ("C", "s4", 100, 30)]
    said = leave(programs, tmp_path, tree(full), "s4")
    assert (said.returncode, "120.0 GB are stored, copies included, and 116.5 GB of them fit" in said.stderr) == (1, True), said.stderr  # fmt: skip
    assert leave(programs, tmp_path, tree([(rack, name, 50 if size == 45 else size, used) for rack, name, size, used in full]), "s4").returncode == 0  # fmt: skip


def group(state: str, acting: list[int], unfound: int = 0) -> dict[str, Any]:
    return {"pgid": "3.1f", "state": state, "acting": acting, "stat_sum": {"num_objects_unfound": unfound}}


@pytest.mark.parametrize(
    ("up", "placed", "said"),
    [
        (0, group("active+undersized+degraded", [1, 2]), ""),
        (0, group("undersized+degraded+peered", [1, 2147483647]), ""),
        (1, group("active+clean", [1, 2, 3]), "osd.0 still runs"),
        (0, group("stale+active+clean", [1]), "3.1f is stale+active+clean"),
        (0, group("down", [2]), "3.1f is down"),
        (0, group("incomplete", [2]), "3.1f is incomplete"),
        (0, group("peering", [2]), "3.1f is peering"),
        (0, group("active+clean", [0, 1]), "3.1f is active+clean on [0, 1]"),
        (0, group("active+recovery_unfound+degraded", [1, 2], 4), "3.1f has 4 objects that no running drive has"),
    ],
)
def test_an_osd_is_removed_where_running_drives_have_everything(
    programs: dict[str, str], tmp_path: Path, up: int, placed: dict[str, Any], said: str
) -> None:
    (tmp_path / "dump").write_text(json.dumps({"osds": [{"osd": 0, "up": up}]}), encoding="ascii")
    (tmp_path / "placed").write_text(json.dumps({"pg_stats": [placed]}), encoding="ascii")
    found = run(programs["spares"], str(tmp_path / "dump"), str(tmp_path / "placed"), "0")
    assert (found.returncode, said in found.stderr) == (int(bool(said)), True), found.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "30"),
        ({"id": "theirs"}, "0"),
        ({"status": "Disabled"}, ""),
        ({"filter": {"prefix": "tmp/"}}, ""),
        ({"mp_expiration": {"days": ""}}, ""),
    ],
)
def test_a_lifecycle_of_ours_is_recognised(programs: dict[str, str], change: dict[str, Any], said: str) -> None:
    rule = {"id": "clustergen", "prefix": "", "status": "Enabled", "filter": {"prefix": ""}, "expiration": {"days": "30"}, "mp_expiration": {"days": "30"}} | change  # fmt: skip
    answer = json.dumps({"rule_map": [{"id": rule["id"], "rule": rule}]})
    assert run(programs["expires"], stdin=answer).stdout.strip() == said
    assert run(programs["expires"]).stdout.strip() == "0"
