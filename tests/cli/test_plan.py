"""`clustergen plan` as an operator, a program and a pull request meet it."""

import copy
import csv
import io
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.analysis.close import close
from generator.change.formats import READ
from generator.cli.main import main
from generator.plan.draft import Draft
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.sections import FORMAT, compared, sections
from generator.render.change.markdown import LIMIT
from generator.render.encode import plain
from tests.conftest import ROOT, example
from tests.specs import cluster

FORMATS = ROOT / "tests" / "plan" / "formats"
SMALL, MIDDLE = example("roce-16"), example("roce-64")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["plan", *(str(each) for each in arguments)], catch_exceptions=False)


def changed(folder: Path, name: str = "roce-64", **gpu: Any) -> Path:
    """Write an example with other values in its GPU group."""
    spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    spec["hosts"]["gpu"] |= gpu
    path = folder / "changed.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """roce-64 with its hosts in other racks."""
    return changed(tmp_path_factory.mktemp("moved"), per_rack=2)


def test_growth_is_only_additions(rendered: Callable[[str], Path]) -> None:
    """Between specs, trees and plans alike."""
    for old in (SMALL, rendered("roce-16"), rendered("roce-16") / "plan.json"):
        result = run(old, MIDDLE)
        assert result.exit_code == 0
        assert "atlas: 8 hosts and 88 cables to add; nothing existing changes." in result.stdout
        assert "+ 2 hosts: gpu[03-04]" in result.stdout or "+ 6 hosts: gpu[03-08]" in result.stdout
        assert "slurm: 6 hosts join: gpu[03-08]" in result.stdout
        assert re.search(
            r"^413 changes: 413 added, 0 in-place, 0 effect, 0 removed; 0 hosts to drain", result.stdout, re.MULTILINE
        )


def test_help_says_what_the_exit_codes_are() -> None:
    text = run("--help").stdout
    assert "Exit 0" in text
    assert "--work-order" in text
    assert "\n  plan " in CliRunner().invoke(main, ["--help"]).stdout


def test_nothing_is_nothing(rendered: Callable[[str], Path]) -> None:
    result = run(rendered("roce-16"), rendered("roce-16"))
    assert result.exit_code == 0
    assert "nothing changes" in result.stdout
    assert "Not compared" not in result.stdout


def test_what_changes_is_told_with_hosts_to_drain_and_steps(moved: Path) -> None:
    result = run(MIDDLE, moved)
    assert result.exit_code == 4
    for words in (
        "gpu03: rack B01 -> B02",
        "cables to move",
        "8 hosts: gpu[01-08]",
        "1. drain gpu",
        "[links down: compute ",
        "to buy: cable",
    ):
        assert words in result.stdout


@pytest.mark.parametrize(
    ("kinds", "grown", "other"),
    [((), 0, 4), (("added",), 4, 4), (("removed",), 0, 4), (("in-place",), 0, 0), (("effect",), 0, 4), (("in-place", "added"), 4, 4)],
)  # fmt: skip
def test_exit_codes(kinds: tuple[str, ...], grown: int, other: int, moved: Path) -> None:
    options = [word for kind in kinds for word in ("--fail-on", kind)]
    assert run(SMALL, MIDDLE, *options).exit_code == grown
    assert run(MIDDLE, moved, *options).exit_code == other


def test_misuse_and_problems(tmp_path: Path) -> None:
    assert run(SMALL).exit_code == 2
    assert run(SMALL, MIDDLE, "--fail-on", "boredom").exit_code == 2
    bad = tmp_path / "bad.yaml"
    bad.write_text(SMALL.read_text().replace("count: 3", "count: three"))
    for sides in ((SMALL, bad), (bad, SMALL)):
        result = run(*sides)
        assert result.exit_code == 1
        assert result.output.count("error[wrong-type]") == 1
    for name, text, words in (
        ("a.json", "{", "is not JSON (line 1)"), ("b.json", "[]", "is not a plan of clustergen"), ("c.json", '{"format": 99}', "reads 1, 2, 3 and 4"),
        ("d.json", '{"format": 1}', "no list `racks`"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
        result = run(tmp_path / name, SMALL)
        assert result.exit_code == 1
        assert words in result.output
        assert "Traceback" not in result.output
    assert "cannot be read" in run(tmp_path / "none.json", SMALL).output
    assert "render the spec" in run(tmp_path, SMALL).output


def test_choices_of_another_shape_are_refused(tmp_path: Path, rendered: Callable[[str], Path]) -> None:
    """Also of NEW, which no baseline check reads: whatever comparisons read of the site and the hardware."""
    plan = json.loads((rendered("roce-16") / "plan.json").read_text())
    site, hardware = plan["choices"]["site"], plan["choices"]["hardware"]
    for choices, words in (
        ([1], "`choices`"),
        ({"site": site | {"assets": []}, "hardware": hardware}, "`choices.site.assets`"),
        (
            {"site": site | {"power": site["power"] | {"feeds": 9}}, "hardware": hardware},
            "`choices.site.power.feeds` is 9",
        ),
        (
            {"site": site | {"cabling": {"label": {"width_mm": "x"}}}, "hardware": hardware},
            "other.json is not a complete plan: its `cabling.label`",
        ),
        (
            {"site": site, "hardware": hardware | {"hosts": {}}},
            "the model 'dgx-h100', which `choices.hardware.hosts` does not have",
        ),
    ):
        (tmp_path / "other.json").write_text(json.dumps(plan | {"choices": choices}))
        result = run(rendered("roce-16"), tmp_path / "other.json")
        assert (result.exit_code, words in result.output) == (1, True), result.output


def test_json_has_everything_in_a_stable_order(moved: Path) -> None:
    first, second = run(MIDDLE, moved, "--format", "json"), run(MIDDLE, moved, "--format", "json")
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    files = [file for file in found["files"] if file["kind"]]
    assert sum(found["counts"].values()) == len(found["changes"]) + len(files)
    assert {change["kind"] for change in found["changes"]} == {"added", "effect", "removed"}
    move = next(cable for cable in found["cables"] if cable["work"] == "move")
    assert move["before"][0]["a"]["rack"] != move["after"][0]["a"]["rack"]
    assert found["drain_hosts"] == [f"gpu0{n}" for n in range(1, 9)]
    assert found["steps"][0]["capacity"]
    assert found["not_compared"] == []


def test_text_folds_what_is_alike_and_all_unfolds_it() -> None:
    folded, every = run(SMALL, example("roce-256")).stdout, run(SMALL, example("roce-256"), "--all").stdout
    assert len(folded.splitlines()) < 150
    assert len(every.splitlines()) > 1000
    assert "more lines; --all prints them" not in every
    assert "cable CH256" not in folded
    assert "CH256" in every


def test_markdown_fits_a_comment_and_says_where_it_is_cut(tmp_path: Path, moved: Path) -> None:
    text = run(MIDDLE, moved, "--format", "markdown").stdout
    assert text.startswith("### atlas: 8 hosts and")
    assert text.count("<details>") == text.count("</details>") > 5
    assert text.count("```") % 2 == 0
    assert len(text) < LIMIT
    long = run(SMALL, changed(tmp_path, "roce-256", max=64), "--format", "markdown", "--all").stdout
    assert len(long) < LIMIT
    assert "This text is shortened to fit into a comment" in long
    assert "more lines" in long


@pytest.mark.parametrize("number", READ)
def test_plans_of_every_format_are_read(number: int) -> None:
    """A plan of a release that wrote this format: what it has of cables, links and addresses is what is planned today."""
    kept = FORMATS / f"{number}.json"
    assert json.loads(kept.read_text())["format"] == number
    assert kept.stat().st_size < 300_000
    found = json.loads(run(kept, FORMATS / "cluster.yaml", "--format", "json").stdout)
    assert not [
        change for change in found["changes"] if change["table"] in ("cables", "links", "addresses", "hosts", "asns")
    ]
    assert ("schedulers" in found["not_compared"]) == (number == 1)
    assert run(kept, kept).exit_code == 0


def test_a_format_that_is_written_is_one_that_is_read() -> None:
    assert READ[-1] == FORMAT
    assert {int(path.stem) for path in FORMATS.glob("*.json")} == set(READ)


def test_rows_are_what_reads_back_from_the_file(rendered: Callable[[str], Path], plans: Callable[[str], Draft]) -> None:
    for name in ("tenants-64", "ib-256"):
        rows = json.loads((rendered(name) / "plan.json").read_text())
        rows["lineage"][0]["digest"] = ""  # it is of the printed text
        assert plain(sections(close(plans(name)))) == rows


def test_the_members_of_schedulers_are_those_of_their_files(
    plans: Callable[[str], Draft], rendered: Callable[[str], Path]
) -> None:
    plan = plans("roce-64")
    members = {(row["scheduler"], row["host"]) for row in plain(compared(plan))["schedulers"]}
    assert {host for scheduler, host in members if scheduler == "kubernetes"} == {
        host.name for host in kubernetes_hosts(plan)
    }
    conf = (rendered("roce-64") / "slurm" / "slurm.conf").read_text()
    for role in ("compute", "control"):
        for host in plan.hosts_of[role]:
            assert ("slurm", host.name) in members
    assert "NodeName=gpu[01-08]" in conf
    assert {host for scheduler, host in members if scheduler == "slurm" and host.startswith("gpu")} == {
        f"gpu0{n}" for n in range(1, 9)
    }


def test_files_of_devices_are_compared_line_by_line(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """A switch's routing restarts with every change of its file; of growth inside the envelope no file tells anything."""
    found = json.loads(run(rendered("roce-16"), MIDDLE, "--files", "--format", "json").stdout)
    assert found["counts"]["effect"] == found["counts"]["removed"] == 0
    assert {file["how"] for file in found["files"]} == {"added", "gains", "rewritten"}
    tree = tmp_path / "tree"
    shutil.copytree(rendered("roce-16"), tree)
    path = "switches/compute-leaf1/frr.conf"
    text = (tree / path).read_text()
    for changed_text, kind, code in ((text + "! more\n", "effect", 4), (text.replace("bgp", "pgb", 1), "effect", 4)):
        (tree / path).write_text(changed_text)
        manifest = json.loads((tree / "manifest.json").read_text())
        manifest["files"][path]["sha256"] = "0" * 64
        (tree / "manifest.json").write_text(json.dumps(manifest))
        result = run(rendered("roce-16"), tree, "--format", "json")
        files = [file for file in json.loads(result.stdout)["files"] if file["path"] == path]
        assert [file["kind"] for file in files] == [kind]
        assert result.exit_code == code


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("manifest.json", '{"format": 1, "fi', "manifest.json is not JSON (line 1)"),
        ("manifest.json", "{}", "manifest.json has no `files`"),
        (
            "switches/compute-leaf1/frr.conf",
            None,
            "compute-leaf1/frr.conf cannot be read: no such file or directory, and",
        ),
    ],
)
def test_a_damaged_tree_is_no_side_of_a_comparison(
    path: str, text: str | None, said: str, rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    """Not one whose files are not compared, or were empty."""
    tree = tmp_path / "tree"
    shutil.copytree(rendered("roce-16"), tree)
    manifest = json.loads((tree / "manifest.json").read_text())
    manifest["files"]["switches/compute-leaf1/frr.conf"]["sha256"] = "0" * 64
    (tree / "manifest.json").write_text(json.dumps(manifest))
    (tree / path).unlink()
    if text is not None:
        (tree / path).write_text(text)
    result = run(tree, SMALL)
    assert result.exit_code == 1
    assert f"error: {tree}/" in result.stderr
    assert said in result.stderr
    assert "use the tree as it was rendered, or its plan.json alone" in result.stderr


def test_render_warns_before_it_changes_what_exists(tmp_path: Path, moved: Path) -> None:
    def render(*arguments: str | Path) -> Result:
        return CliRunner().invoke(
            main, ["render", *(str(each) for each in arguments), "-o", str(tmp_path / "build")], catch_exceptions=False
        )

    assert "warning" not in render(SMALL).stderr
    assert "warning" not in render(MIDDLE).stderr
    stands = [
        (host["name"], host["rack"]) for host in json.loads((tmp_path / "build" / "plan.json").read_text())["hosts"]
    ]
    assert "continuing the numbering of the plan that was there (generation 1; --fresh" in render(moved).stdout
    kept = [
        (host["name"], host["rack"]) for host in json.loads((tmp_path / "build" / "plan.json").read_text())["hosts"]
    ]
    assert kept == stands, "the existing tree is the baseline, and its hosts stay in their racks"
    told = render(moved, "--fresh").stderr
    assert re.search(
        r"warning: \S+ holds an earlier tree, of which [0-9,]+ records and [0-9]+ files of devices that exist change",
        told,
    )
    assert f"`clustergen plan OLD {moved}`" in told
    assert "warning" not in render(moved).stderr


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("cabling: {label: {form: tia-606}}", r"1 record and 0 files .* go; labels of cables, hosts and switches are replaced\n"),
        ("power: {feeds: 1}", r"[1-9]\d* records and 0 files .* go; [1-9]\d* power cords move\n"),
        ("assets: {gpu01: {serial: OTHER}}", r"1 record and 0 files .* go\n"),
    ],
)  # fmt: skip
def test_render_warns_of_what_is_changed_by_hand(keys: str, said: str, tmp_path: Path) -> None:
    """No file of a device shows a label, a cord or a serial number."""
    spec, out = tmp_path / "cluster.yaml", tmp_path / "build"
    text = SMALL.read_text(encoding="utf-8")
    for more in ("assets: {gpu01: {serial: ONE}}", keys):
        spec.write_text(f"{text}\n{more}\n", encoding="utf-8")
        result = CliRunner().invoke(main, ["render", str(spec), "-o", str(out)], catch_exceptions=False)
        assert result.exit_code == 0
    assert re.search(said, result.stderr), result.stderr


def test_one_output_warns_of_a_file_that_leaves_its_group(tmp_path: Path) -> None:
    """Hosts of a tenant get a firewall of their own in place of their group's: another file for them, at another place."""
    spec, out = tmp_path / "cluster.yaml", tmp_path / "build"
    text = SMALL.read_text(encoding="utf-8")

    def render(*more: str) -> Result:
        return CliRunner().invoke(main, ["render", str(spec), "-o", str(out), *more], catch_exceptions=False)

    spec.write_text(text, encoding="utf-8")
    assert render().exit_code == 0
    spec.write_text(f"{text}\ntenants: {{blue: {{hosts: [gpu01]}}}}\n", encoding="utf-8")
    told = render("--only", "hosts-firewall").stderr
    assert re.search(r"0 records and [1-9] files? of devices that exist change", told)


def test_trees_with_more_files_than_any_of_ours_are_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `plan`; `render` replaces such a tree all the same, and only warns of nothing."""
    out = tmp_path / "build"
    arguments = ["render", str(SMALL), "-o", str(out)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    monkeypatch.setattr("generator.change.files._MOST_PLACES", 0)
    result = run(out, out)
    assert result.exit_code == 1
    assert "more files of hosts than clustergen writes" in result.stderr
    assert (
        CliRunner().invoke(main, [*arguments[:1], str(MIDDLE), *arguments[2:]], catch_exceptions=False).exit_code == 0
    )


def _lines_of(file: Path) -> list[str]:
    return file.read_text().splitlines()


def _without_steps(file: Path) -> list[str]:
    """The rows of a work order's pulls, where all is one step, as the tree has them."""
    head, *rows = _lines_of(file)
    assert all(row.startswith("1,") for row in rows)
    return [head.removeprefix("step,"), *(row.removeprefix("1,") for row in rows)]


def test_a_work_order_has_the_labels_and_pulls_of_the_tree(tmp_path: Path, rendered: Callable[[str], Path]) -> None:
    """Exactly those of the new cables, strips and cords: each label and each row as the later tree prints it."""
    target = tmp_path / "order"
    assert run(rendered("roce-16"), rendered("roce-64"), "--work-order", target).exit_code == 0
    before, after = (rendered(name) / "cabling" for name in ("roce-16", "roce-64"))
    found: set[str] = set()
    for sheet in sorted((after / "labels").iterdir()):
        old = before / "labels" / sheet.name
        new = set(_label_lines(sheet)) - set(_label_lines(old) if old.is_file() else ())
        made = target / "labels" / sheet.name
        assert set(_label_lines(made) if made.is_file() else ()) == new
        found |= new
    assert [each for each in found if "gpu03-psu1" in each]
    for table in sorted((after / "pull").iterdir()):
        old = before / "pull" / table.name
        there = old.read_text().splitlines() if old.is_file() else []
        rows = [row for row in table.read_text().splitlines()[1:] if row not in there]
        made = target / "pull" / table.name
        assert sorted(_without_steps(made)[1:] if made.is_file() else []) == sorted(rows)
    text = (target / "racks" / "B02.html").read_text()
    assert text.count("install<td>") == 4
    assert "Cables to move" not in text


def _label_lines(path: Path) -> list[str]:
    """Return the labels of cables, harnesses, strips and cords on a sheet; only a tree labels racks, devices and panels."""
    rows = [line for line in path.read_text().splitlines() if line.startswith('<li class="')]
    return [line for line in rows if not line.startswith('<li class="own"')]


@pytest.mark.parametrize("name", ["b300-two-planes-512", "a100-h100-mixed", "nvl72-8-racks", "ib-256"])
def test_a_work_order_from_nothing_is_the_tree_s_own(
    tmp_path: Path, name: str, rendered: Callable[[str], Path]
) -> None:
    """With splitters, harnesses and shared cables: an order for everything has every label and every pull of the tree."""
    tree = rendered(name)
    plan = json.loads((tree / "plan.json").read_text())
    empty = plan | {part: [] for part in plan if isinstance(plan[part], list) and part not in ("numbering", "layouts")}
    (tmp_path / "empty.json").write_text(json.dumps(empty))
    assert run(tmp_path / "empty.json", tree, "--work-order", tmp_path / "order").exit_code == 0
    for part in ("labels", "pull"):
        read = _without_steps if part == "pull" else _label_lines
        made = {path.name: sorted(read(path)) for path in (tmp_path / "order" / part).iterdir()}
        whole = _lines_of if part == "pull" else _label_lines
        there = {path.name: sorted(whole(path)) for path in (tree / "cabling" / part).iterdir()}
        assert any(there.values())
        for path, text in there.items():
            assert made.get(path) == text or not (path in made or text[part == "pull" :]), path
    rows = list(csv.DictReader(io.StringIO((tree / "cabling" / "bom.csv").read_text())))
    found = json.loads(run(tmp_path / "empty.json", tree, "--format", "json").stdout)
    parts = {(part["model"], part["length_m"]): part["after"] for part in found["parts"]}
    bill = {
        (row["model"], float(row["length_m"]) if row["length_m"] else None): int(row["count"])
        for row in rows
        if row["kind"] not in ("rack", "fixture")
    }
    assert parts == bill


def test_a_work_order_replaces_only_a_work_order(tmp_path: Path, rendered: Callable[[str], Path]) -> None:
    target = tmp_path / "order"
    for _ in range(2):
        assert run(SMALL, MIDDLE, "--work-order", target).exit_code == 0
    assert run(SMALL, SMALL, "--work-order", target).exit_code == 0
    assert [path.name for path in target.iterdir()] == ["manifest.json"]
    tree = tmp_path / "tree"
    shutil.copytree(rendered("roce-16"), tree)
    result = run(SMALL, MIDDLE, "--work-order", tree)
    assert result.exit_code == 1
    assert "files that are not of a work order" in result.output
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("x")
    assert run(SMALL, MIDDLE, "--work-order", tmp_path / "mine").exit_code == 1
    assert (tmp_path / "mine" / "notes.txt").read_text() == "x"


def test_a_moved_cable_is_on_the_sheets_of_all_its_ends(tmp_path: Path, moved: Path) -> None:
    run(MIDDLE, moved, "--work-order", tmp_path / "order")
    for rack in ("B02", "B03", "A01"):
        text = (tmp_path / "order" / "racks" / f"{rack}.html").read_text()
        row = next(line for line in text.splitlines() if "<b>SH09</b>" in line)
        assert (
            "B02-U03 gpu05 SLOT1P1<br>A01-U45 storage-leaf1 3/1<td>B03-U03 gpu05 SLOT1P1<br>A01-U45 storage-leaf1 3/1"
            in row
        )


def test_every_row_of_a_work_order_has_its_step(tmp_path: Path) -> None:
    """The cover sheet has the steps in their order, with who releases each; a sheet's rows have the numbers of theirs."""
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    first = cluster(8, 8, 2, 1)
    second = copy.deepcopy(first)
    second["hosts"]["gpu"] |= {"count": 80, "max": 80}
    second["fabrics"]["oob"]["spines"] = 2
    for path, spec in ((old, first), (new, second)):
        path.write_text(json.dumps(spec), encoding="utf-8")
    made = CliRunner().invoke(main, ["render", str(old), "-o", str(tmp_path / "build")])
    assert made.exit_code == 0
    options: list[str | Path] = [
        "--baseline",
        tmp_path / "build",
        "--allow-disruptive",
        "--work-order",
        tmp_path / "order",
    ]
    told = run(tmp_path / "build", new, *options, "--format", "json")
    steps = json.loads(told.stdout)["steps"]
    cover = (tmp_path / "order" / "order.html").read_text(encoding="utf-8")
    assert re.findall(r'<td class="step">(\d+)<td class="box">', cover) == [str(n) for n in range(1, len(steps) + 1)]
    assert "no release needed: no running device is affected" in cover
    rows = {path: path.read_text("utf-8").count("<tr><td") for path in (tmp_path / "order" / "racks").iterdir()}
    with_step = {
        path: len(re.findall(r'<tr><td class="step">\d+(, \d+)*<td', path.read_text("utf-8"))) for path in rows
    }
    assert rows == with_step
    number = next(n for n, step in enumerate(steps, 1) if step["unplug"])
    row = rf'<tr><td class="step">([0-9]+, )*{number}(, [0-9]+)*<td class="box"><td><b>[^<]*{steps[number - 1]["unplug"][0]}\b'
    assert any(re.search(row, path.read_text("utf-8")) for path in rows)
    pulls = [path.read_text("utf-8").splitlines() for path in (tmp_path / "order" / "pull").iterdir()]
    assert {lines[0].split(",")[0] for lines in pulls} == {"step"}
    assert {line.split(",")[0] for lines in pulls for line in lines[1:]} <= {str(n) for n in range(1, len(steps) + 1)}


def test_new_racks_and_devices_have_the_labels_of_the_tree(tmp_path: Path) -> None:
    """A work order has a label for the front and the rear of each new rack, host and switch, and for no existing one."""
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    first = cluster(8, 64, 2, 1)
    second = copy.deepcopy(first)
    second["hosts"]["gpu"]["count"] = 40
    for path, spec in ((old, first), (new, second)):
        path.write_text(json.dumps(spec), encoding="utf-8")
    assert CliRunner().invoke(main, ["render", str(old), "-o", str(tmp_path / "build")]).exit_code == 0
    run(tmp_path / "build", new, "--work-order", tmp_path / "order")
    after = ["render", str(new), "-o", str(tmp_path / "after"), "--baseline", str(tmp_path / "build")]
    assert CliRunner().invoke(main, after).exit_code == 0

    def names(plan: Path) -> set[str]:
        data = json.loads((plan / "plan.json").read_text("utf-8"))
        return {row["name"] for table in ("racks", "hosts", "switches") for row in data[table]}

    def labels(folder: Path) -> Counter[tuple[str, ...]]:
        return Counter(
            (path.name, *found)
            for path in folder.iterdir()
            for found in re.findall(
                r'<li class="own">.*?<strong>([^<]*)</strong><i>([^<]*)</i><i>([^<]*)</i>', path.read_text("utf-8")
            )
        )

    come = names(tmp_path / "after") - names(tmp_path / "build")
    racks = {row["name"] for row in json.loads((tmp_path / "after" / "plan.json").read_text("utf-8"))["racks"]}
    assert come & racks
    assert come - racks
    printed = labels(tmp_path / "order" / "labels")
    assert {name for _, name, *_ in printed} == come
    assert printed == Counter(
        {key: n for key, n in labels(tmp_path / "after/cabling/labels").items() if key[1] in come}
    )
    cover = (tmp_path / "order" / "order.html").read_text("utf-8")
    assert all(f'<td class="step">1<td><b>{rack}</b><td>rack<td>{rack}' in cover for rack in come & racks)


def test_files_change_alike_whether_the_later_side_is_rendered_or_a_tree(
    rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    """In memory, files of hosts that arrive are not made: what is told of files is the same."""
    spec = yaml.safe_load(MIDDLE.read_text(encoding="utf-8"))
    spec["services"] = {"ntp": ["10.192.1.9"]}
    new, tree = tmp_path / "new.yaml", tmp_path / "build"
    new.write_text(json.dumps(spec), encoding="utf-8")
    assert CliRunner().invoke(main, ["-q", "render", str(new), "-o", str(tree)]).exit_code == 0
    old = rendered("roce-16")
    made, read = (json.loads(run(old, side, "--files", "--format", "json").stdout)["files"] for side in (new, tree))
    assert {each["how"] for each in made} >= {"added", "gains", "rewritten"}
    assert made == read


def test_a_document_that_changes_is_not_nothing(tmp_path: Path) -> None:
    """Documents are compared where nothing else changes, or a text of the spec would change files unseen."""
    why = 'access: {{web: {{source: ["inband/login"], to: ["inband/compute"], services: ["tcp/8080"], why: "{}"}}}}'
    for name in ("one", "other"):
        text = f"{SMALL.read_text(encoding='utf-8')}\n{why.format(name)}\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    result = run(tmp_path / "one.yaml", tmp_path / "other.yaml")
    assert result.exit_code == 0
    assert "nothing changes except for 2 changed files." in result.stdout
    assert "2 files that people read" in result.stdout
    listed = run(tmp_path / "one.yaml", tmp_path / "other.yaml", "--files").stdout
    assert "with changed lines: docs/report.html" in listed
