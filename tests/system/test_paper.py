"""Pages and drawings as a browser shows them: nothing is cut off, nothing too small to read, nothing fetched, nothing complained of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.change.difference import difference
from generator.plan.sections import with_hardware
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.render.tree import render_tree
from generator.spec.cabling import LabelSpec
from tests.conftest import ROOT, plan_of, tree_of
from tests.growth.forms import plan_of as plan_at
from tests.ours import TEMPLATES
from tests.specs import cluster
from tests.system.browser import Browser, browser

pytestmark = pytest.mark.proof
VIEWS: dict[str, dict[str, Any]] = {
    "desktop": {"width": 1280, "height": 900},
    "phone": {"width": 390, "height": 844},
    "dark": {"width": 1280, "height": 900, "scheme": "dark"},
    "upright": {"width": 718, "height": 963, "media": "print"},
    "across": {"width": 978, "height": 702, "media": "print"},
}
"""Paper is what `render/paper` leaves of A4 and of Letter, at 96 px an inch; `test_printed` prints on both."""
SCREENS = ("desktop", "phone", "dark")
PAGES = {
    "docs/report": (*SCREENS, "across"),
    "cabling/checklist/*": (*SCREENS, "across"),
    "cabling/labels/*": (*SCREENS, "upright"),
    "cabling/racks/*": (*SCREENS, "upright"),
    "order/order": (*SCREENS, "across"),
    "order/racks/*": (*SCREENS, "across"),
    "order/replace/*": (*SCREENS, "across"),
    "order/labels/*": (*SCREENS, "upright"),
}
SHOWN = [(kind, view) for kind, views in PAGES.items() for view in views]
LEAST_PT = 6
EXAMPLE = ROOT / "examples" / "small-4-hosts" / "cluster.yaml"
_TEXTS = """(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body || document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const words = node.data.trim(), own = node.parentElement;
    if (!words || own.closest('style, script, title, desc')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    let cut = box.left < -1;
    let scrolls = false;
    const scale = own.getScreenCTM ? own.getScreenCTM().a : 1;
    for (let each = own; each; each = each.parentElement) {
      const style = getComputedStyle(each), frame = each.getBoundingClientRect();
      if (['auto', 'scroll'].includes(style.overflowX)) { scrolls = true; break; }
      if (['hidden', 'clip'].includes(style.overflowX) && box.right > frame.right + 1) cut = true;
      if (['TD', 'TH', 'LI'].includes(each.tagName) && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1)) cut = true;
    }
    if (!scrolls && box.right > document.documentElement.clientWidth + 1) cut = true;
    const drawn = own.closest('svg');
    if (drawn && own.closest('g, svg') === drawn) {
      const frame = drawn.getBoundingClientRect();
      if (box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.top < frame.top - 1) cut = true;
    }
    found.push([words.slice(0, 60), parseFloat(getComputedStyle(own).fontSize) * 0.75 * scale, cut]);
  }
  return found;
})()"""

_OVERLAPS = """(() => {
  const rows = [...document.querySelectorAll('svg text:not(.q)')].map((each) => [each.textContent, each.getBoundingClientRect()]);
  const found = [];
  for (const [words, box] of rows) for (const [other, there] of rows)
    if (box !== there && box.left < there.right - 1 && there.left < box.right - 1 && box.top < there.bottom - 4 && there.top < box.bottom - 4)
      found.push(`${words} over ${other}`);
  return found;
})()"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser."""
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def order_pages() -> dict[str, str]:
    """Return the files of a work order: hosts are added, and one is replaced."""
    plans = [
        plain(with_hardware(plan_at(cluster(hosts) | {"assets": {"gpu01": {"serial": serial}}})))
        for hosts, serial in ((4, "A1"), (6, "B2"))
    ]
    return {f"order/{each.path}": each.content for each in work_order(difference(*plans), TEMPLATES, LabelSpec())}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of an example, and those of a work order."""
    folder = tmp_path_factory.mktemp("tree")
    for path, text in (tree_of(plan_of(EXAMPLE)) | order_pages()).items():
        if path.endswith((".html", ".svg")):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    return folder


def faults(page: Browser, path: Path, view: str) -> list[str]:
    """Return what is wrong with a page in one view."""
    page.visit(path, **VIEWS[view])
    texts = page.evaluate(_TEXTS)
    assert texts, path
    found = [f"cut off: {words}" for words, _, cut in texts if cut]
    found += [f"{size:g} pt: {words}" for words, size, _ in texts if size < LEAST_PT]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"):
        found.append("wider than its window")
    return [*page.complaints, *found]


@pytest.mark.parametrize(("kind", "view"), SHOWN)
def test_a_page_can_be_read(page: Browser, tree: Path, kind: str, view: str) -> None:
    """Every page of the kind, in every view that it is made for."""
    paths = sorted(tree.glob(f"{kind}.html"))
    assert paths
    assert {path.name: found for path in paths if (found := faults(page, path, view))} == {}


@pytest.mark.parametrize("width", [1100, 1200, 1400])
def test_the_summary_fits_a_screen(page: Browser, tree: Path, width: int) -> None:
    """Its tables are read without scrolling sideways."""
    page.visit(tree / "docs/report.html", width=width, height=900)
    wide = "[...document.querySelectorAll('.summary .scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.ariaLabel)"
    assert page.evaluate(wide) == []


@pytest.mark.parametrize("example", ["small-4-hosts", "ib-256", "nvl72-8-racks"])
def test_tables_of_the_report_fit_a_narrow_screen(page: Browser, example: str, tmp_path: Path) -> None:
    """All of them are read without scrolling sideways in 1000 pixels, also those with many zones."""
    file = tmp_path / "report.html"
    report, *_ = render_tree(plan_of(ROOT / "examples" / example / "cluster.yaml"), TEMPLATES, ("report",))
    file.write_text(report.content, encoding="utf-8")
    page.visit(file, width=1000, height=900)
    wide = "[...document.querySelectorAll('.scroll > table')].map(e => e.parentElement).filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.ariaLabel)"
    assert page.evaluate(wide) == []


@pytest.mark.parametrize("view", ["phone", "across"])
@pytest.mark.parametrize("example", ["b300-two-planes-512", "nvl72-8-racks", "train-405b-2048"])
def test_a_large_report_can_be_read(page: Browser, example: str, view: str, tmp_path: Path) -> None:
    """Also one with planes, a floor as high as a sheet, or the curve of a training run."""
    file = tmp_path / "report.html"
    report, *_ = render_tree(plan_of(ROOT / "examples" / example / "cluster.yaml"), TEMPLATES, ("report",))
    file.write_text(report.content, encoding="utf-8")
    assert faults(page, file, view) == []


@pytest.mark.parametrize("view", ["across"])
def test_the_summary_is_one_page(page: Browser, tree: Path, view: str) -> None:
    """Figures, risks, growth and what is missing end on the first sheet, and the rest begins behind it."""
    page.visit(tree / "docs/report.html", **VIEWS[view])
    end = page.evaluate("document.querySelector('.summary').getBoundingClientRect().bottom")
    assert 0 < end < VIEWS[view]["height"]
    assert page.evaluate("getComputedStyle(document.querySelector('.summary')).breakAfter") == "page"


@pytest.mark.parametrize("view", ["desktop", "dark", "across"])
def test_a_port_map_can_be_read(page: Browser, tree: Path, view: str) -> None:
    """Each fills one page that lies across, with text of 6 pt or more; a dark screen shows it dark, paper never."""
    paths = sorted(tree.glob("cabling/ports/*.svg"))
    assert paths
    for path in paths:
        assert (path.name, faults(page, path, view)) == (path.name, [])
        dark = page.evaluate("getComputedStyle(document.documentElement).filter") != "none"
        assert dark == (view == "dark")
        if view == "across":
            high = page.evaluate("document.documentElement.getBoundingClientRect().height")
            assert high < VIEWS[view]["height"], path.name
            assert "@page{size:landscape" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("view", ["desktop", "dark", "across"])
def test_a_drawing_can_be_read(page: Browser, tree: Path, view: str) -> None:
    """Fabrics, floor and racks lie across the page, with text of 6 pt or more."""
    paths = sorted(tree.glob("docs/*.svg"))
    assert {path.stem for path in paths} >= {"topology", "floor", "racks"}
    assert {path.name: found for path in paths if (found := faults(page, path, view))} == {}


@pytest.mark.parametrize("view", ["upright"])
def test_front_and_rear_are_one_page(page: Browser, tree: Path, view: str) -> None:
    """The drawing of a rack ends on the first sheet, and the tables begin behind it; a device's texts stay in its box or beside it."""
    for path in sorted(tree.glob("cabling/racks/*.html")):
        page.visit(path, **VIEWS[view])
        end = page.evaluate("document.querySelector('svg').getBoundingClientRect().bottom")
        assert 0 < end < VIEWS[view]["height"], path.name
        assert page.evaluate("getComputedStyle(document.querySelector('.next')).breakBefore") == "page"
        assert page.evaluate(_OVERLAPS) == [], path.name


@pytest.mark.parametrize(
    "kind", ["cabling/racks", "cabling/labels", "cabling/checklist", "order/racks", "order/replace"]
)
def test_paper_is_light_and_a_dark_screen_is_dark(page: Browser, tree: Path, kind: str) -> None:
    """The ground follows the scheme on a screen; paper has none, and dark text."""
    path = min(tree.glob(f"{kind}/*.html"))
    text = "getComputedStyle(document.querySelector('h1')).color"
    shown = {}
    for view in ("desktop", "dark", "upright"):
        page.visit(path, **{**VIEWS[view], "scheme": "light" if view == "desktop" else "dark"})
        shown[view] = page.evaluate(text)
    assert shown["desktop"] == shown["upright"] == "rgb(0, 0, 0)"
    assert shown["dark"] == "rgb(255, 255, 255)"


PLANTED = {
    "cut off: drawn": '<svg width="100" height="20" viewBox="0 0 100 20"><text x="60" y="15">drawn too far</text></svg>',
    "3.75 pt": '<svg width="100" height="20" viewBox="0 0 200 40"><text x="5" y="15" font-size="10">small</text></svg>',
    "cut off": '<div style="overflow: hidden; width: 40px; white-space: nowrap">a text that is too long for its box</div>',
    "5 pt": '<p style="font-size: 5pt">small</p>',
    "wider": '<div style="width: 3000px">x</div>',
    "request": '<p>x</p><img src="https://planted.invalid/x.png" alt="">',
    "consoleAPICalled": '<p>x</p><script>console.error("planted")</script>',
    "exceptionThrown": "<p>x</p><script>throw new Error('planted')</script>",
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(page: Browser, tmp_path: Path, fault: str) -> None:
    """What the test above looks for, one fault after the other."""
    path = tmp_path / "page.html"
    path.write_text(f"<!DOCTYPE html><html lang=en><title>x</title><body>{PLANTED[fault]}", encoding="utf-8")
    assert any(fault in each for each in faults(page, path, "desktop")), faults(page, path, "desktop")
