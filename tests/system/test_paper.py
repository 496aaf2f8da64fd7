"""Pages and drawings as a browser shows them: nothing is cut off, nothing too small to read, nothing fetched, nothing complained of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, plan_of, tree_of
from tests.system.browser import Browser, browser

pytestmark = pytest.mark.proof
VIEWS: dict[str, dict[str, Any]] = {
    "desktop": {"width": 1280, "height": 900},
    "phone": {"width": 390, "height": 844},
    "dark": {"width": 1280, "height": 900, "scheme": "dark"},
    "a4": {"width": 718, "height": 1000, "media": "print"},
    "letter": {"width": 740, "height": 950, "media": "print"},
    "a4 landscape": {"width": 1046, "height": 700, "media": "print"},
    "letter landscape": {"width": 979, "height": 700, "media": "print"},
}
"""Paper is what is left of it inside margins of 10 mm, at 96 px an inch."""
SCREENS = ("desktop", "phone", "dark")
PAGES = {
    "docs/report": (*SCREENS, "a4 landscape", "letter landscape"),
    "cabling/checklist/*": (*SCREENS, "a4 landscape", "letter landscape"),
    "cabling/labels/*": (*SCREENS, "a4", "letter"),
}
SHOWN = [(kind, view) for kind, views in PAGES.items() for view in views]
LEAST_PT = 6
EXAMPLE = ROOT / "examples" / "small-4-hosts" / "cluster.yaml"
_TEXTS = """(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const words = node.data.trim(), own = node.parentElement;
    if (!words || own.closest('style, script, title')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    let cut = box.left < -1;
    let scrolls = false;
    for (let each = own; each; each = each.parentElement) {
      const style = getComputedStyle(each), frame = each.getBoundingClientRect();
      if (['auto', 'scroll'].includes(style.overflowX)) { scrolls = true; break; }
      if (['hidden', 'clip'].includes(style.overflowX) && box.right > frame.right + 1) cut = true;
      if (['TD', 'TH', 'LI'].includes(each.tagName) && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1)) cut = true;
    }
    if (!scrolls && box.right > document.documentElement.clientWidth + 1) cut = true;
    found.push([words.slice(0, 60), parseFloat(getComputedStyle(own).fontSize) * 0.75, cut]);
  }
  return found;
})()"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser."""
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of an example."""
    folder = tmp_path_factory.mktemp("tree")
    for path, text in tree_of(plan_of(EXAMPLE)).items():
        if path.endswith(".html"):
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


@pytest.mark.parametrize("view", ["a4 landscape", "letter landscape"])
def test_the_summary_is_one_page(page: Browser, tree: Path, view: str) -> None:
    """Figures, risks, growth and what is missing end on the first sheet, and the rest begins behind it."""
    page.visit(tree / "docs/report.html", **VIEWS[view])
    end = page.evaluate("document.querySelector('.summary').getBoundingClientRect().bottom")
    assert 0 < end < VIEWS[view]["height"]
    assert page.evaluate("getComputedStyle(document.querySelector('.summary')).breakAfter") == "page"


PLANTED = {
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
