"""docs: the drawings are sound XML that can be read on paper, the document says what the plan holds."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from generator.analysis.summary import summarise
from generator.plan.draft import Draft
from generator.plan.power import rack_loads
from generator.plan.records import Host, Switch
from generator.render.backends import docs, drawings
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.columns import MOST
from generator.render.drawing.text import wrap
from generator.render.drawing.words import kilowatts, ranges, span
from generator.render.escape import markdown, markdown_message
from tests.conftest import EXAMPLES, plan_of
from tests.ours import TEMPLATES
from tests.render.svg import faults, outside, overlaps, texts

DRAWINGS = ("docs/topology.svg", "docs/racks.svg", "docs/floor.svg")
ROCE = [name for name in EXAMPLES if name.startswith("roce")]

# 16,384 GPUs in a room whose rows stand close enough for copper out of band.
LARGE = """
clustergen: 1
name: titan
domain: titan.example.net
hosts:
  gpu:     {model: dgx-h100, count: 2048, per_rack: 4}
  storage: {model: storage-2u, count: 64}
  control: {model: server-1u, role: control, count: 5}
fabrics:
  compute:  {technology: roce, leaf: {model: sn5600}, spine: {model: sn5600}}
  storage:  {technology: roce, leaf: {model: sn5600}, spine: {model: sn5600}}
  frontend: {technology: ethernet, leaf: {model: sn4600c}, spine: {model: sn4600c}}
  oob:      {technology: ethernet, leaf: {model: sn2201}, spine: {model: sn4600c}}
racks: {per_row: 40, row_pitch_m: 1.2}
power: {rack_kw: 50.0}
"""


def files(plan: Draft) -> dict[str, str]:
    """Render the documents and the drawings alone."""
    templates = TEMPLATES
    both = (*docs.render(plan, templates), *drawings.render(plan, templates))
    return {artifact.path: artifact.content for artifact in both}


# Nothing installed yet; a tiered InfiniBand cluster with many gaps; a room that is grown into.
ODD = {
    "empty": """
hosts: {gpu: {model: hgx-h100, count: 0, max: 4}}
fabrics: {compute: {technology: roce, topology: single-switch, leaf: {model: sn5600}}}
""",
    "grown-into": """
hosts:
  gpu: {model: dgx-b200, count: 20, max: 128}
  login: {model: server-1u, role: login, count: 2, gap_units: 1}
fabrics:
  compute: {technology: infiniband, leaf: {model: qm9700}, spine: {model: qm9700}}
  frontend: {technology: ethernet, leaf: {model: sn4600c}}
  oob: {technology: ethernet, leaf: {model: sn2201}, spine: {model: sn4600c}}
power: {rack_kw: 60.0}
""",
    "no-compute": """
hosts:
  gpu: {model: hgx-b200, count: 700, max: 1024}
  storage: {model: storage-2u, count: 64, max: 64}
fabrics:
  storage: {technology: roce, leaf: {model: sn4700}}
  frontend: {technology: ethernet, leaf: {model: sn4600c}, oversubscription: 4.0}
racks: {per_row: 60, row_pitch_m: 1.5}
""",
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    path = tmp_path_factory.mktemp("large") / "cluster.yaml"
    path.write_text(LARGE, encoding="utf-8")
    return plan_of(path)


@pytest.mark.parametrize("name", ROCE)
@pytest.mark.parametrize("path", DRAWINGS)
def test_a_drawing_is_sound_and_stands_alone(plans: Callable[[str], Draft], name: str, path: str) -> None:
    svg = files(plans(name))[path]
    assert faults(svg) == []
    assert min(int(size) for size in re.findall(r'font-size="(\d+)"', svg)) >= 10


@pytest.mark.parametrize("name", ROCE)
@pytest.mark.parametrize("path", DRAWINGS)
def test_no_text_lies_on_another_or_outside(plans: Callable[[str], Draft], name: str, path: str) -> None:
    svg = files(plans(name))[path]
    assert overlaps(svg) == []
    assert outside(svg) == []


@pytest.mark.proof
def test_a_large_cluster_is_folded_and_still_clean(large: Draft) -> None:
    made = files(large)
    for path in DRAWINGS:
        assert overlaps(made[path]) == []
    assert made["docs/topology.svg"].count("<rect") < 400
    assert "64 leaves sn5600, 8 in each SU" in made["docs/topology.svg"]
    assert made["docs/racks.svg"].count('<use href="#rack"') < 40
    assert len(made["docs/racks.svg"]) < 400_000
    words = " ".join(words for *_, words in texts(made["docs/racks.svg"]))
    assert " and 511 like it" in words


@pytest.mark.parametrize("name", ODD)
def test_odd_clusters_are_drawn_clean(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cluster.yaml"
    path.write_text(f"clustergen: 1\nname: odd\ndomain: odd.example.net\n{ODD[name]}", encoding="utf-8")
    made = files(plan_of(path))
    for drawing in DRAWINGS:
        assert overlaps(made[drawing]) == []
    assert ("Nothing of this fabric is installed yet." in made["docs/topology.svg"]) == (name == "empty")


@pytest.mark.parametrize("name", ROCE)
def test_every_device_is_drawn_at_its_units(plans: Callable[[str], Draft], name: str) -> None:
    plan = plans(name)
    tips = set(re.findall(r"<rect [^>]*><title>([^<]*)</title>", files(plan)["docs/racks.svg"]))
    devices: tuple[Host | Switch, ...] = (*plan.hosts, *plan.switches)
    for device in devices:
        high = device.unit + device.height_u - 1
        where = f"units {device.unit} to {high}" if device.height_u > 1 else f"unit {device.unit}"
        assert f"{device.name}: {device.model}, {where}" in tips


@pytest.mark.parametrize("name", ROCE)
def test_every_rail_and_every_bundle_is_in_the_fabric_drawing(plans: Callable[[str], Draft], name: str) -> None:
    plan = plans(name)
    words = [words for *_, words in texts(files(plan)["docs/topology.svg"])]
    assert {"rails 0-1", "rails 2-3", "rails 4-5", "rails 6-7"} <= set(words)
    assert "each leaf to each spine: 32 x 400G" in words
    assert all(switch.name in words for switch in plan.switches)
    gpus = len([host for host in plan.hosts if host.group == "gpu"])
    assert words.count(f"{2 * gpus} x 400G") >= 4


@pytest.mark.parametrize("name", ROCE)
def test_the_document_says_what_the_plan_holds(plans: Callable[[str], Draft], name: str) -> None:
    plan = plans(name)
    text, summary = files(plan)["docs/design.md"], summarise(plan, 0)
    assert f"| GPUs | {summary['gpus']:,} | {summary['gpus_max']:,} |" in text
    assert f"| cables | {len(plan.cables):,} |" in text
    for shape in plan.cluster.shapes.values():
        for what, why in shape.reasons.items():
            assert f"- {what}: {markdown_message(why)}." in text
    for layout in plan.layouts:
        assert f"| {layout.pool} | {layout.prefix} |" in text
    for load in rack_loads(plan).values():
        assert f"| {kilowatts(load.power_w)} |" in text
    assert "../manifest.json" in text


@pytest.mark.parametrize("name", ROCE)
def test_tables_have_as_many_cells_in_every_row(plans: Callable[[str], Draft], name: str) -> None:
    columns = None
    for line in files(plans(name))["docs/design.md"].splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else None
        assert cells is None or columns in (None, cells), line
        columns = cells


def test_paths_are_what_is_rendered_twice_alike(plans: Callable[[str], Draft]) -> None:
    plan = plans(ROCE[0])
    made = files(plan)
    assert [*docs.paths(plan), *drawings.paths(plan)] == list(made)
    assert files(plan) == made


def test_the_limit_of_a_feed_stands_above_each_rack(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    spec = (Path(__file__).parents[2] / "examples/roce-16/cluster.yaml").read_text(encoding="utf-8")
    path.write_text(f"{spec}\npower: {{rack_kw: 50.0}}\n", encoding="utf-8")
    assert "20.4 of 50.0 kW" in files(plan_of(path))["docs/racks.svg"]


def test_text_is_escaped_and_never_small() -> None:
    canvas = Canvas()
    canvas.text(0, 20, 'a <b> & "c"')
    canvas.rect(0, 0, 5, 5, fill="#ffffff", tip="<&>")
    assert 'a <b> & "c"' in "".join(ET.fromstring(canvas.svg("<t>", "&")).itertext())
    with pytest.raises(ValueError, match="too small"):
        canvas.text(0, 0, "x", size=9)


def test_words() -> None:
    assert ranges([3, 0, 1, 2, 7]) == "0-3, 7"
    assert span(["a"]) == "a"
    assert span(["a", "b"]) == "a and b"
    assert span(["a", "b", "c"]) == "a to c"
    assert markdown("a|b\n c") == r"a\|b c"
    assert wrap("one two", 30) == ["one", "two"]
    assert wrap("abcdefgh", 30) == ["abc…"]
    assert MOST == 12
