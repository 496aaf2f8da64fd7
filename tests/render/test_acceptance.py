"""The judge of acceptance, on results with planted figures: a sound bed passes, and each fault is named."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, cabling
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

Result = dict[str, Any]
Plant = Callable[[Result], None]
HOSTS = 4


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    data = cluster(HOSTS)
    data["storage"]["fast"] |= {"capacity_tb": 100, "read_gbs": 120}
    data["hosts"]["storage"] = {"model": "storage-2u", "count": 4, "max": 4}
    data["storage"]["buckets"] = {"kind": "object", "hosts": "storage", "product": "Ceph RGW", "read_gbs": 40}
    plan = close(plan_data(data, folder))
    assert list(acceptance.paths(plan)) == [each.path for each in acceptance.render(plan, TEMPLATES)]
    files = [*acceptance.render(plan, TEMPLATES), *cabling.render(plan, TEMPLATES)]
    for each in files:
        if each.path.startswith("acceptance/") or each.path == "cabling/cables.csv":
            path = folder / each.path
            path.parent.mkdir(exist_ok=True)
            path.write_text(each.content, encoding="utf-8")
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def cable(tree: Path, host: str, rail: int) -> dict[str, str]:
    ports = json.loads((tree / "acceptance/lines.json").read_text(encoding="utf-8"))["ports"]["dgx-h100"]
    cage, port = ports[f"rail{rail}"].split("/")
    found = [
        each
        for each in rows(tree / "cabling/cables.csv")
        if (each["a_device"], each["a_cage"], each["a_port"]) == (host, cage, port)
    ]
    return found[0]


def leaf_of(tree: Path, host: str, rail: int) -> tuple[str, list[tuple[str, str]]]:
    """Return the leaf of a rail, and every port of a host that is on it."""
    leaf = cable(tree, host, rail)["b_device"]
    ports = [(f"gpu0{number}", each) for number in range(1, HOSTS + 1) for each in range(8)]
    return leaf, [(name, f"rail{each}") for name, each in ports if cable(tree, name, each)["b_device"] == leaf]


def results(tree: Path, plant: Plant = lambda _: None) -> list[Result]:
    """Return what a sound bed gives, after `plant` has changed it."""
    stated = json.loads((tree / "acceptance/lines.json").read_text(encoding="utf-8"))
    ports = json.loads((tree / "acceptance/rounds.json").read_text(encoding="utf-8"))["ports"]
    found: list[Result] = []
    for host in rows(tree / "acceptance/hosts.csv"):
        for line in stated["lines"]:
            if line["scope"] == "host" or line["test"] in stated["mounts"]:
                value = line["expected"] or line["line"]
                found.append({"test": line["test"], "host": host["host"], "value": value, "ok": True})
        found.append({"test": "tier-fast-read-all", "host": host["host"], "value": 31.0})
        found.append({"test": "tier-buckets-read-all", "host": host["host"], "value": 11.0})
    groups = {(each["scope"], each["group"]): HOSTS for each in rows(tree / "acceptance/groups.csv")}
    for scope, name in groups:
        tests = ("all-reduce-all", "all-to-all-all") if scope == "all" else (f"all-reduce-{scope}",)
        one = {"host": "gpu01", "group": name, "hosts": HOSTS, "value": 371.4}
        found += [{"test": test} | one for test in tests]
    for pair in rows(tree / "acceptance/pairs.csv"):
        for both in ports[pair["ports"]].split():
            port, peer = both.split(":")
            found.append({
                "test": "ib-write-bw", "round": pair["round"], "host": pair["a"], "port": port, "peer": pair["b"], "peer_port": peer, "value": 392.0,
            })  # fmt: skip
    for each in found:
        plant(each)
    return found


def judge(tree: Path, given: list[Result], folder: Path, *words: str) -> tuple[int, str]:
    path = folder / "results.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in given), encoding="utf-8")
    command = [sys.executable, "-I", str(tree / "acceptance/judge.py"), str(path), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def part(text: str, heading: str) -> list[str]:
    _, _, rest = text.partition(f"\n{heading}:\n")
    return [line.strip() for line in rest.split("\n\n")[0].splitlines()]


def touches(each: Result, *ends: tuple[str, str]) -> bool:
    return bool({(each["host"], each.get("port")), (each.get("peer"), each.get("peer_port"))} & set(ends))


def test_a_sound_bed_is_accepted(tree: Path, tmp_path: Path) -> None:
    code, text = judge(tree, results(tree), tmp_path)
    assert code == 0, text
    assert text.rstrip().splitlines()[-1].startswith("accepted")
    assert "at fault" not in text
    assert len(part(text, "slowest hundredth")) == 1


def test_a_group_below_its_line_is_named_and_one_that_was_not_run_is_missing(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if each["test"] == "all-reduce-leaf":
            each["value"] = 339.9
        if each["test"] == "all-to-all-all":
            each |= {"value": None, "ok": False, "text": "1 of 32 ranks"}

    given = [each for each in results(tree, plant) if each["test"] != "all-reduce-unit"]
    code, text = judge(tree, given, tmp_path)
    assert (code, part(text, "groups at fault"), part(text, "not measured")) == (
        1,
        [
            "all-reduce-leaf of compute-leaf[1-4], 4 hosts of dgx-h100 from gpu01 on: 339.9 is below 340 GB/s",
            "all-to-all-all of all, 4 hosts of dgx-h100 from gpu01 on failed: 1 of 32 ranks",
        ],
        ["all-reduce-unit of pod1, 4 hosts of dgx-h100: was not run"],
    )


def test_groups_of_two_hosts_have_no_line_and_are_compared_with_as_many(tree: Path, tmp_path: Path) -> None:
    """Two hosts add up faster than a ring."""

    def plant(each: Result) -> None:
        if each["test"] == "all-reduce-leaf":
            each |= {"value": 300.0, "hosts": 2}

    history = ("--history", str(tmp_path / "kept"), "--rebaseline")
    code, text = judge(tree, results(tree), tmp_path, *history)
    assert code == 0, text
    _, text = judge(tree, results(tree, plant), tmp_path, *history[:2])
    assert "groups at fault" not in text
    assert "fallen since" not in text
    kept = json.loads((tmp_path / "kept/last.json").read_text())
    assert kept["all-reduce-leaf dgx-h100 compute-leaf[1-4] of 2 hosts"] == 300


@pytest.mark.parametrize(("rate", "named"), [(340.0, True), (350.0, False)])
def test_a_host_whose_hpl_is_below_the_median_of_its_model_is_named(
    tree: Path, tmp_path: Path, rate: float, named: bool
) -> None:
    """No document requires a rate; of 365 TFLOPS a twentieth less is 346.75."""

    def plant(each: Result) -> None:
        if (each["test"], each["host"]) == ("hpl", "gpu03"):
            each["value"] = rate

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert (code, "gpu03: hpl 340 TFLOPS, median of 4 365" in part(text, "below others of their kind")) == (
        named,
        named,
    )
    assert part(text, "without a program") == [
        "hpl of dgx-h100: state acceptance.hpl", "training-step of dgx-h100: state acceptance.training",
    ]  # fmt: skip


def test_a_tier_that_is_smaller_than_stated_is_named(tree: Path, tmp_path: Path) -> None:
    """100 TB at 80 per cent; one host sees less, and another has no result of it."""

    def plant(each: Result) -> None:
        if each["test"] == "tier-fast-capacity" and each["host"] == "gpu03":
            each["value"] = 124.9

    given = [each for each in results(tree, plant) if (each["test"], each["host"]) != ("tier-fast-capacity", "gpu04")]
    code, text = judge(tree, given, tmp_path)
    assert code == 1
    assert "gpu03: tier-fast-capacity 124.9 is below 125 TB" in text
    assert "gpu04: tier-fast-capacity was not run" in text


def test_what_all_hosts_read_together_is_added_up(tree: Path, tmp_path: Path) -> None:
    """Four hosts read 31 GB/s each, and 120 are stated: one that reads 26 is too slow for that."""

    def plant(each: Result) -> None:
        if each["test"] == "tier-fast-read-all" and each["host"] == "gpu03":
            each["value"] = 26.5

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert (code, part(text, "tiers at fault")) == (
        1, ["tier-fast-read-all: 119.5 of 4 hosts of dgx-h100 is below 120 GB/s"],
    )  # fmt: skip
    given = [each for each in results(tree) if each["test"] != "tier-fast-read-all"]
    code, text = judge(tree, given, tmp_path)
    assert (code, part(text, "not measured")) == (1, ["tier-fast-read-all: no host of dgx-h100 has run it"])


def test_a_tier_without_a_mount_is_judged_by_what_all_hosts_read(tree: Path, tmp_path: Path) -> None:
    """An object store: another program measures it, and each host has a share of the 40 GB/s."""

    def plant(each: Result) -> None:
        if each["test"] == "tier-buckets-read-all":
            each["value"] = 9.0

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert (code, part(text, "tiers at fault")) == (
        1, ["tier-buckets-read-all: 36 of 4 hosts of dgx-h100 is below 40 GB/s"],
    )  # fmt: skip
    given = [each for each in results(tree) if each["test"] != "tier-buckets-read-all"]
    code, text = judge(tree, given, tmp_path)
    assert (code, part(text, "not measured")) == (1, ["tier-buckets-read-all: no host of dgx-h100 has run it"])


def test_the_share_of_a_host_may_fall_where_the_sum_does_not(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if each["test"] == "tier-fast-read-all":
            each["value"] = 20.0 if each["host"] == "gpu03" else 35.0

    kept = ("--history", str(tmp_path / "history"))
    assert judge(tree, results(tree), tmp_path, *kept, "--rebaseline")[0] == 0
    assert judge(tree, results(tree, plant), tmp_path, *kept)[0] == 0


def test_a_slow_rail_is_named_with_its_cable_and_not_its_partners(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if touches(each, ("gpu02", "rail3")):
            each["value"] = 190.0

    code, text = judge(tree, results(tree, plant), tmp_path)
    told, planned = part(text, "ports at fault"), cable(tree, "gpu02", 3)
    assert code == 1
    assert len(told) == 1
    assert told[0].startswith("gpu02 rail3 (leaf) 190 is below 380 Gb/s")
    for word in (planned["cable_id"], f"{planned['b_device']} cage {planned['b_cage']}", f"rack {planned['a_rack']}"):
        assert word in told[0]
    assert part(text, "in common") == []


def test_a_slow_leaf_is_one_cause(tree: Path, tmp_path: Path) -> None:
    leaf, ends = leaf_of(tree, "gpu01", 5)

    def plant(each: Result) -> None:
        if touches(each, *ends):
            each["value"] = 300.0

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert code == 1
    assert part(text, "in common") == [f"all of {leaf}: {len(ends)} of {len(ends)} ports"]


def test_slow_uplinks_are_told_from_slow_ports(tree: Path, tmp_path: Path) -> None:
    leaf, ends = leaf_of(tree, "gpu01", 5)

    def plant(each: Result) -> None:
        if touches(each, *ends) and each["round"].startswith("spine"):
            each["value"] = 200.0

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert code == 1
    assert part(text, "in common") == [f"the uplinks of {leaf}: {len(ends)} of {len(ends)} ports"]


def test_exchanged_cables_are_named_as_a_pair(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if touches(each, ("gpu03", "rail1"), ("gpu03", "rail2")):
            each["value"], each["ok"] = None, False

    code, text = judge(tree, results(tree, plant), tmp_path)
    first, second = cable(tree, "gpu03", 1)["cable_id"], cable(tree, "gpu03", 2)["cable_id"]
    assert code == 1
    told = part(text, "exchanged cables")
    assert told == [
        f"gpu03 rail1 (cable {first}) and gpu03 rail2 (cable {second}) never answered: look whether they are exchanged"
    ]


def test_lldp_says_where_a_cable_is(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if (each["host"], each.get("port")) == ("gpu01", "rail1"):
            each["seen"] = "compute-leaf7 cage 9"

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert code == 1
    assert part(text, "exchanged cables")[0].startswith("gpu01 rail1 is in compute-leaf7 cage 9 and belongs in ")


def test_a_dead_gpu_and_a_slow_host_are_named(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if (each["host"], each["test"]) == ("gpu04", "gpu-diagnostics"):
            each |= {"ok": False, "gpu": 5, "text": "memory: fail"}
        if (each["host"], each["test"]) == ("gpu01", "all-reduce-host"):
            each["value"] = 401.0

    code, text = judge(tree, results(tree, plant), tmp_path)
    assert code == 1
    assert part(text, "hosts at fault") == [
        "gpu01: all-reduce-host 401 is below 460 GB/s",
        "gpu04 GPU 5: gpu-diagnostics failed: memory: fail",
    ]


def test_what_did_not_run_has_not_passed(tree: Path, tmp_path: Path) -> None:
    given = [each for each in results(tree) if each["host"] != "gpu02" and each.get("peer") != "gpu02"]
    code, text = judge(tree, given, tmp_path)
    assert code == 1
    told = part(text, "not measured")
    assert "gpu02: gpu-diagnostics was not run" in told
    assert "gpu02 rail0: no pair within its leaf was measured" in told
    assert code == judge(tree, [{"host": "nobody", "test": "x"}], tmp_path)[0]


def test_a_run_that_ended_too_early_is_not_accepted(tree: Path, tmp_path: Path) -> None:
    """Its job reached the limit of time, in the way back of the last round or before it; what is there is sound."""
    given = results(tree)
    pairs = [each for each in given if each["test"] == "ib-write-bw"]
    last = max(str(each["round"]) for each in pairs)
    both = [each | {"way": way} for each in pairs for way in ("there", "back")]
    others = [each for each in given if each not in pairs]
    assert judge(tree, others + both, tmp_path)[0] == 0
    lost = [each for each in both if (each["round"], each["way"]) == (last, "back")]
    code, text = judge(tree, others + [each for each in both if each not in lost], tmp_path)
    told = part(text, "not measured")
    assert (code, len(told)) == (1, len(lost))
    assert told[0].startswith(f"{last}: gpu01 rail0 and ")
    assert told[0].endswith(" were measured one way alone")
    code, text = judge(tree, others + [each for each in both if each["round"] != last], tmp_path)
    assert (code, part(text, "not measured")) == (1, [f"{last}: no pair was measured"])


def test_a_fall_is_told_until_it_is_the_baseline(tree: Path, tmp_path: Path) -> None:
    def plant(each: Result) -> None:
        if (each["host"], each["test"]) == ("gpu01", "memory-bandwidth"):
            each["value"] = 2000.0

    kept = ("--history", str(tmp_path / "history"))
    assert judge(tree, results(tree), tmp_path, *kept, "--rebaseline")[0] == 0
    code, text = judge(tree, results(tree, plant), tmp_path, *kept)
    assert code == 1
    assert part(text, "fallen since the baseline") == ["memory-bandwidth gpu01: 2000, baseline 2903"]
    assert judge(tree, results(tree, plant), tmp_path, *kept)[0] == 1
    assert judge(tree, results(tree, plant), tmp_path, *kept, "--rebaseline")[0] == 0
    assert judge(tree, results(tree, plant), tmp_path, *kept)[0] == 0


def test_hosts_of_a_limit_are_judged_alone(tree: Path, tmp_path: Path) -> None:
    """gpu01 and gpu03 are a pair within their leaf and across spines; no other pair of theirs is asked for, and no result of others counts."""
    mine = {"gpu01", "gpu03"}
    given = [each for each in results(tree) if {each["host"], each.get("peer", each["host"])} <= mine]
    words = ("--hosts", "gpu01,gpu03")
    code, text = judge(tree, given, tmp_path, *words)
    assert code == 0, text
    assert text.rstrip().endswith("of 2 hosts")
    assert judge(tree, [each for each in given if each["test"] != "gpu-count"], tmp_path, *words)[0] == 1
    assert judge(tree, given, tmp_path)[0] == 1


def test_a_host_alone_is_told_its_partners(tree: Path, tmp_path: Path) -> None:
    """Its own tests are accepted, and the report says that its ports are in no pair of this run."""
    given = [each for each in results(tree) if each["host"] == "gpu01" and "peer" not in each]
    code, text = judge(tree, given, tmp_path, "--hosts", "gpu01")
    (line,) = part(text, "ports not tested")
    pairs = [row for row in rows(tree / "acceptance/pairs.csv") if "gpu01" in (row["a"], row["b"])]
    named = {row["b"] if row["a"] == "gpu01" else row["a"]: row["round"] for row in reversed(pairs)}
    told = [f"{other} ({named[other]})" for other in reversed(named)]
    assert (code, line) == (0, f"gpu01: name a partner as well to test its ports: {', '.join(told)}")
    assert "ports not tested" not in judge(tree, results(tree), tmp_path, "--hosts", "gpu01,gpu03")[1]


def test_a_run_judged_twice_is_compared_with_the_runs_before_it(tree: Path, tmp_path: Path) -> None:
    """The figures of each run are kept; a host that a later run leaves out is compared with its last one."""

    def slower(value: float) -> Plant:
        def plant(each: Result) -> None:
            if (each["host"], each["test"]) == ("gpu01", "memory-bandwidth"):
                each["value"] = value

        return plant

    def run(name: str, given: list[Result], *words: str) -> list[str]:
        text = judge(tree, given, tmp_path, "--history", str(tmp_path / "history"), "--run", name, *words)[1]
        return part(text, "fallen since the last run")

    fallen = ["memory-bandwidth gpu01: 2700, last 2903"]
    mine = {"gpu02", "gpu04"}
    assert run("1", results(tree)) == []
    assert run("2", [each for each in results(tree) if each["host"] in mine], "--hosts", "gpu02,gpu04") == []
    for _ in range(2):
        assert run("3", results(tree, slower(2700))) == fallen
    assert run("4", results(tree, slower(2650))) == []
    assert sorted(path.name for path in (tmp_path / "history").iterdir()) == [f"run-{name}.json" for name in "1234"]


def test_what_a_host_reports_is_one_printable_line(tree: Path, tmp_path: Path) -> None:
    given = [{"test": "x", "host": "gpu01", "ok": False, "text": "a\x1b[2J\n::error::b"}]
    assert "  gpu01: x failed: a [2J ::error::b" in judge(tree, given, tmp_path)[1].splitlines()
    told = part(judge(tree, [{"test": "x", "host": "gpu01", "port": ["rail0"]}], tmp_path)[1], "not results")
    assert told == [f"{tmp_path}/results.jsonl:1 is no result of a host of this tree"]
    told = part(judge(tree, [{"test": "x", "host": "gpu01", "value": 10**401}], tmp_path)[1], "not results")
    assert told == [f"{tmp_path}/results.jsonl:1 is no result of a host of this tree"]
