"""docs/report.html: one page that stands alone, sound, escaped, small, and says what the analysis found."""

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.analysis.analyse import analyse
from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.power import rack_loads
from generator.render.backends import report
from generator.render.drawing.canvas import PAPER_HIGH, PAPER_WIDE
from generator.render.paper import SHEET
from generator.render.report.limit_tables import reach_table
from generator.render.report.room_tables import heat_table
from generator.render.report.tables import Drawn, bar, escaped, number, percent, table
from tests.conftest import EXAMPLES, plan_of, tree_of
from tests.ours import TEMPLATES
from tests.render.test_docs import LARGE, ODD

_VOID = {"meta", "link", "br", "wbr", "img", "hr"}


class Page(HTMLParser):
    """Reads a page, and notes tags, links and what is not closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.wrong += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(plan: Draft) -> str:
    """Render the page alone."""
    (artifact,) = report.render(close(plan), TEMPLATES)
    assert [artifact.path] == list(report.paths(plan))
    return artifact.content


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_is_sound_and_stands_alone(plans: Callable[[str], Draft], name: str) -> None:
    text = page(plans(name))
    found = Page(text)
    assert found.wrong == []
    assert text.startswith("<!DOCTYPE html>\n")
    assert not found.tags & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"url\(|@import|https?:", text)
    assert len(found.ids) == len(set(found.ids))
    inside = [link.removeprefix("#") for link in found.links if link.startswith("#")]
    assert set(inside) <= set(found.ids)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_link_leads_to_a_file_of_the_tree(plans: Callable[[str], Draft], name: str) -> None:
    tree = tree_of(plans(name))
    for link in Page(tree["docs/report.html"]).links:
        if not link.startswith("#"):
            assert (link.removeprefix("../") if link.startswith("../") else f"docs/{link}") in tree, link


@pytest.mark.parametrize("name", EXAMPLES)
def test_drawings_of_the_report_have_6_pt_on_paper(plans: Callable[[str], Draft], name: str) -> None:
    """Each is scaled to the width of a sheet across, and to what the style leaves of its height."""
    text = tree_of(plans(name))["docs/report.html"]
    (high,) = re.findall(r"[.]picture svg [{][^}]*max-height: ([0-9]+)mm", text)
    sizes = re.findall(r'<svg width="([0-9]+)" height="([0-9]+)"[^>]*aria-labelledby="drawing-', text)
    assert len(sizes) > 1
    for wide, tall in sizes:
        scale = min(PAPER_WIDE / int(wide), PAPER_HIGH * int(high) / SHEET[1] / int(tall))
        assert scale >= 0.995, (wide, tall)


@pytest.mark.parametrize("name", EXAMPLES)
def test_commands_and_keys_are_code(plans: Callable[[str], Draft], name: str) -> None:
    """The page shows no mark of another format."""
    text = tree_of(plans(name))["docs/report.html"]
    assert re.findall(r"[^<>\n]*`[^<>\n]*", text) == []
    assert "<code>clustergen catalog list</code>" in text


def test_the_page_says_what_was_found(plans: Callable[[str], Draft]) -> None:
    plan = plans("roce-256")
    words = re.sub(r"\s+", " ", " ".join(Page(page(plan)).words))
    assert (
        "(256 ports x 400 Gb/s) / 2 = 51,200 Gb/s is full; the worst division has 51,200 Gb/s, 100 % (exact)" in words
    )
    for name, fabric in analyse(close(plan)).items():
        assert f"The {name} fabric" in words
        for why in fabric.fabric.reasons.values():
            assert why in words
        for failure in fabric.failures:
            assert failure.worst in words


def test_the_page_of_a_converged_pair_does_not_contradict_the_summary(plans: Callable[[str], Draft]) -> None:
    words = re.sub(r"\s+", " ", " ".join(Page(page(plans("small-4-hosts"))).words))
    assert (
        "compute leaf oversubscription 1:1 compute-leaf1: 6,400 Gb/s to its own hosts / 6,400 Gb/s to the other leaf"
        in words
    )
    assert "The ports of storage and frontend are not counted: they are on both leaves." in words
    assert "lower rails against upper rails: 6,400 of 6,400, counting only ports with a rail" in words
    assert "3 of control, 1 of login, 2 of storage" in words
    assert "Limits of growth, in ports of devices" in words
    assert "is the limit of this design" not in words


def test_the_page_says_that_nothing_crosses_a_pair_that_shares_its_hosts(plans: Callable[[str], Draft]) -> None:
    words = re.sub(r"\s+", " ", " ".join(Page(page(plans("mi300x-256-fat-tree"))).words))
    assert "all equal: no traffic has to cross" in words
    assert "so they carry traffic only after a port fails." in words


def test_the_page_says_that_reasons_speak_of_one_plane(plans: Callable[[str], Draft]) -> None:
    words = re.sub(r"\s+", " ", " ".join(Page(page(plans("b300-two-planes-512"))).words))
    assert words.count("(counts are those of one plane of the envelope)") == 1
    assert words.count("(counts are the envelope's)") == 3


@pytest.mark.parametrize("name", ["small-4-hosts", "nvl72-8-racks"])
def test_every_fabric_and_the_floor_are_drawn_on_the_page(plans: Callable[[str], Draft], name: str) -> None:
    text = page(plans(name))
    for drawn in (*plans(name).fabrics, "floor"):
        assert text.count(f'<title id="drawing-{drawn}-title">') == 1
    assert text.count('role="img" aria-labelledby="drawing-') == len(plans(name).fabrics) + 1


@pytest.mark.parametrize("name", ["small-4-hosts", "nvl72-8-racks"])
def test_heat_is_the_power_of_the_racks(plans: Callable[[str], Draft], name: str) -> None:
    """Air, liquid and what no document divides add up to what the racks draw; the drawn load is that of another sum."""
    plan = close(plans(name))
    heats = [row[2:5] for row in heat_table(plan)["rows"]]
    drawn = sum(load.power_w for load in rack_loads(plan).values()) / 1000
    assert sum(float(cell.replace(",", "")) for row in heats for cell in row) == pytest.approx(drawn, abs=0.05 * 3 * len(heats))  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_clusters_have_a_page(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cluster.yaml"
    path.write_text(f"clustergen: 1\nname: odd\ndomain: odd.example.net\n{ODD[name]}", encoding="utf-8")
    text = page(plan_of(path))
    assert Page(text).wrong == []
    assert ("there is nothing to measure" in text) == (name == "empty")


def test_what_the_user_wrote_cannot_become_markup(plans: Callable[[str], Draft]) -> None:
    described = replace(plans("roce-16"), description="<script>alert('x')</script> & \"co\"", waiting_for=("<b>",))
    text = page(described)
    assert "<script" not in text
    assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt; &amp; &quot;co&quot;" in text
    assert "<li>&lt;b&gt;</li>" in text
    assert Page(text).wrong == []


@pytest.mark.proof
def test_large_clusters_stay_small_and_quick(tmp_path: Path) -> None:
    """16,384 GPUs: within 300 kB; linear, so well below the time that the plan itself takes."""
    path = tmp_path / "cluster.yaml"
    path.write_text(LARGE, encoding="utf-8")
    started = time.process_time()
    plan = plan_of(path)
    planned = time.process_time()
    text = page(plan)
    assert len(text.encode()) < 300_000
    assert time.process_time() - planned < planned - started
    assert "<strong>" in text


@pytest.mark.parametrize("name", ["ib-2048", "roce-256", "roce-16"])
def test_limits_of_growth_are_in_the_order_in_which_they_are_reached(plans: Callable[[str], Draft], name: str) -> None:
    """Each fabric has some of them: from left to right, its counts never fall."""
    made = reach_table(analyse(close(plans(name))))
    for row in made["rows"]:
        counts = [int(cell.replace(",", "")) for cell in row[1:] if cell != "-"]
        assert counts == sorted(counts), row


def test_values_are_escaped_or_refused() -> None:
    assert escaped({"a": ["<", Drawn("<b>"), 1, True]}) == {"a": ["&lt;", "<b>", 1, True]}
    with pytest.raises(TypeError, match="cannot be shown in the report"):
        escaped(object())


def test_forms_of_numbers_bars_and_tables() -> None:
    assert [number(value) for value in (3276800.0, 11.5, 0.0)] == ["3,276,800", "11.5", "0"]
    assert [percent(part) for part in (0, 1, 0.5, 0.0625, 0.99999, 1e-9)] == [
        "0",
        "100",
        "50",
        "6.25",
        "99.999",
        "< 0.001",
    ]
    assert bar([]) == ""
    assert 'width="40"' in bar([("a", 1.0, "one"), ("<b>", 3.0, "two")])
    assert "&lt;b&gt; 75 %" in bar([("a", 1.0, "one"), ("<b>", 3.0, "two")])
    made = table("t", "what | #count | ~who", [["a", "1", "b"]])
    assert [head["kind"] for head in made["head"]] == ["", "n", "w"]
    with pytest.raises(AssertionError):
        table("t", "what | #count", [["a"]])
