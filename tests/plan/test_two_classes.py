"""A class of storage's own on a converged fabric: one record for switches and hosts, and what `check` finds where an end differs."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.cli.output import write_tree
from generator.plan.qos.headroom import PortHeadroom, headroom
from generator.plan.qos.records import DataClass
from generator.render.backends import cumulus
from generator.render.cumulus.grammar import fault
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from generator.verify.ends import ends
from tests.edge_specs import pair
from tests.judges.sonic_yang import SonicYang
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import Spec, plan_data

MODELS = {"sonic": "sn5600", "cumulus": "sn5600", "eos": "7060x6-64pe"}
FILES = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}
CLASSES = (
    DataClass(priority=3, dscp=26, lossless=True, weight_percent=50),
    DataClass(priority=4, dscp=34, lossless=True, weight_percent=25),
)


def converged(os: str = "sonic", **storage: Any) -> Spec:
    """Return a pair that carries storage in a class of its own; `storage` are keys of the class."""
    spec = pair(os, MODELS[os])
    compute = spec["fabrics"]["compute"]
    del compute["edge"], spec["tenants"], spec["addressing"]
    compute["roce"] = {"storage": storage}
    return spec


@pytest.fixture(scope="module", params=MODELS)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both classes lossless, on each system."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    write_tree(render_tree(plan_data(converged(name), folder), TEMPLATES), folder / name)
    return folder / name


def tables_of(spec: Spec, folder: Path, switch: str = "compute-leaf1") -> dict[str, Any]:
    plan = plan_data(spec, folder)
    files = {each.path: each.content for each in render_tree(plan, TEMPLATES, ("sonic",))}
    found: dict[str, Any] = json.loads(files[f"switches/{switch}/config_db.json"])
    return found


def test_both_fabrics_know_both_classes(tmp_path: Path) -> None:
    """Each has its own, and the other's beside it; without the key nothing differs from before."""
    plan = plan_data(converged(), tmp_path)
    compute, storage = plan.roce["compute"], plan.roce["storage"]
    assert compute.data == storage.data == CLASSES
    assert (compute.priority, storage.priority, storage.traffic_class) == (3, 4, 34 << 2 | 2)
    assert (compute.paused, compute.rest_percent) == ((3, 4), 25)
    bare = converged()
    del bare["fabrics"]["compute"]["roce"]
    rows = rows_of(bare, tmp_path)["roce"]
    assert all("beside" not in row and row["priority"] == 3 for row in rows)


def test_sonic_has_two_lossless_groups(tmp_path: Path) -> None:
    """Maps, pauses, queues, shares, marking, headroom and watchdog of both, on host ports and between switches."""
    tables = tables_of(converged(share_percent=30), tmp_path)
    assert {tables["DSCP_TO_TC_MAP"]["ROCE"][each] for each in ("26", "34")} == {"3", "4"}
    assert tables["TC_TO_PRIORITY_GROUP_MAP"]["ROCE"] == {str(tc): str(tc if tc in {3, 4} else 0) for tc in range(8)}
    ports = {name: row for name, row in tables["PORT_QOS_MAP"].items() if name != "global"}
    assert {(row["pfc_enable"], row["pfcwd_sw_enable"]) for row in ports.values()} == {("3,4", "3,4")}
    assert {name: row["weight"] for name, row in tables["SCHEDULER"].items() if "weight" in row} == {
        "scheduler.lossy": "20", "scheduler.roce3": "50", "scheduler.roce4": "30",
    }  # fmt: skip
    for port in ports:
        assert {tables["BUFFER_PG"][f"{port}|{each}"]["profile"] for each in (3, 4)} == {"NULL"}
        assert {tables["BUFFER_QUEUE"][f"{port}|{each}"]["profile"] for each in (3, 4)} == {"egress_lossless_profile"}
        assert "wred_profile" in tables["QUEUE"][f"{port}|4"]


def test_a_share_without_pauses(tmp_path: Path) -> None:
    """A lossy class has its queue and its share, and no pause, group or headroom."""
    tables = tables_of(converged(lossless=False), tmp_path)
    port = next(name for name in tables["PORT_QOS_MAP"] if name != "global")
    assert tables["PORT_QOS_MAP"][port]["pfc_enable"] == "3"
    assert f"{port}|4" not in tables["BUFFER_PG"]
    assert tables["TC_TO_PRIORITY_GROUP_MAP"]["ROCE"]["4"] == "0"
    assert tables["QUEUE"][f"{port}|4"]["scheduler"] == "scheduler.roce4"


def test_hosts_send_their_own_class(tree: Path) -> None:
    """A storage port marks storage's DSCP and pauses its priority; NCCL keeps compute's."""
    table = next(tree.glob("host*/gpu*/etc/clustergen/roce.conf")).read_text(encoding="utf-8")
    rows = [line.split() for line in table.splitlines() if not line.startswith("#")]
    columns = table[: table.index("\n" + " ".join(rows[0]))].splitlines()[-1][1:].split()
    said = [dict(zip(columns, row, strict=True)) for row in rows]
    own = {(row["fabric"], row["dscp"], row["pfc"], row["weight"]) for row in said}
    assert own == {("compute", "26", "0,0,0,1,0,0,0,0", "50"), ("storage", "34", "0,0,0,0,1,0,0,0", "25")}
    nccl = next(tree.glob("host*/gpu*/etc/nccl.conf")).read_text(encoding="utf-8")
    tos = {row["traffic_class"] for row in said if row["fabric"] == "compute"}
    assert f"NCCL_IB_TC={tos.pop()}\n" in nccl


def test_what_no_document_states_is_waited_for(tree: Path) -> None:
    """Of Cumulus Linux and EOS; SONiC's own template has two lossless groups."""
    waiting = json.loads((tree / "summary.json").read_text(encoding="utf-8"))["waiting_for"]
    assert any("two lossless classes" in each for each in waiting) is (tree.name != "sonic")


PLANTS: dict[str, list[tuple[str, str, str]]] = {
    "sonic": [
        (r'"pfc_enable": "3,4"', '"pfc_enable": "3"', "paused priorities"),
        (r'"34": "4"', '"34": "0"', "DSCP"),
        (r'("scheduler.roce4": \{[^}]*"weight": )"25"', r'\1"10"', "shares of queues: {4: 10} and {4: 25}"),
        (r'("scheduler.roce4": \{[^}]*"weight": )"25"', r'\1"10"', "RoCE of priority 4 has 25 per cent on the host and 10"),
    ],
    "cumulus": [
        (r"(pfc:\n +default-global:\n +switch-priority:\n +'?3'?: \{\}\n) +'?4'?: \{\}\n", r"\1", "paused priorities"),
        (r"bw-percent: 50", "bw-percent: 40", "shares of queues"),
    ],
    "eos": [
        (r"( +)priority-flow-control priority 4 no-drop\n", "", "paused priorities"),
        (r"bandwidth percent 50", "bandwidth percent 40", "on the host and 40 on the switch"),
    ],
}  # fmt: skip


def test_check_finds_each_end_that_differs(tree: Path) -> None:
    """One end without the class, another share, another map."""
    assert ends(tree).faults == []
    file = tree / "switches" / "compute-leaf1" / FILES[tree.name]
    good = file.read_text(encoding="utf-8")
    for pattern, instead, said in PLANTS[tree.name]:
        bad = re.sub(pattern, instead, good)
        assert bad != good, pattern
        file.write_text(bad, encoding="utf-8")
        faults = ends(tree).faults
        file.write_text(good, encoding="utf-8")
        assert any(said in each for each in faults), (said, faults[:4])


def test_two_classes_without_room_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the sum and the buffer; a lossy class has no headroom, so it is taken."""
    real = headroom

    def larger(*asked: Any) -> PortHeadroom | None:
        found = real(*asked)
        return replace(found, xoff=3_000_000) if found else None

    monkeypatch.setattr("generator.rules.two_classes.headroom", larger)
    other = converged() | {"name": "larger"}  # nobody else's plan is kept, or taken
    with pytest.raises(DocumentError) as caught:
        plan_data(other, tmp_path)
    (problem,) = [each for each in caught.value.problems if each.code == "two-classes-too-large"]
    ports = len([p for p in plan_data(converged(lossless=False) | {"name": "larger"}, tmp_path).reserved_of["compute-leaf1"] if p.fabric != "frontend"])  # fmt: skip
    assert (
        f"2 lossless classes on {ports} ports of compute-leaf1 need {2 * ports * 3_000_000:,} bytes" in problem.message
    )
    assert "158,229,504 bytes of buffer" in problem.message


@pytest.mark.parametrize("version", ["5.14", "5.15"])
def test_nvue_takes_every_command(version: str, tmp_path: Path) -> None:
    """By NVIDIA's reference."""
    spec = converged("cumulus")
    spec["fabrics"]["compute"]["leaf"]["version"] = version
    files = cumulus.render(plan_data(spec, tmp_path), TEMPLATES)
    said = next(file.content for file in files if "compute-leaf1/nv-set.sh" in file.path)
    commands = [shlex.split(line)[2:] for line in said.splitlines() if line.startswith("nv set ")]
    assert any("roce-lossless" in command for command in commands)
    assert [found for command in commands if (found := fault(command, version))] == []


@pytest.mark.proof
@pytest.mark.parametrize("lossless", [True, False])
def test_yang_accepts_both_forms(
    lossless: bool,
    shared: Path,
    program: Callable[[str], str],
    tmp_path: Path,
    proven: Callable[[str, str], None],
) -> None:
    """Of SONiC."""
    judge = SonicYang(shared / "schemas" / "sonic-yang", program("yanglint"))
    documents = {"compute-leaf1": tables_of(converged(lossless=lossless), tmp_path)}
    assert {path: said for path, said in judge.check_all(documents).items() if said} == {}
    proven("SONiC YANG (yanglint)", f"storage in a {'lossless' if lossless else 'lossy'} class of its own")
