"""Pages and drawings as Chromium prints them on A4 and on Letter: the same pages on both, nothing cut off, nothing under 6 pt, each page with its number."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.render.paper import page_style
from tests.conftest import ROOT, missing, plan_of, tree_of
from tests.system.browser import Browser, browser, program
from tests.system.pdf import Page, least_pt, pages_of
from tests.system.test_paper import LEAST_PT, order_pages

pytestmark = pytest.mark.proof
PAPERS = {"A4": (210 / 25.4, 297 / 25.4), "Letter": (8.5, 11.0)}
_MM = 72 / 25.4
_ROOM_MM = {"across": (259, 186), "upright": (190, 255)}
"""Inside margins of 10 mm, and 14 mm below, on the smaller of the two papers."""
_SLACK_PT = 2.0
EXAMPLES = ("small-4-hosts", "roce-16", "nvl72-8-racks")
KINDS = {
    "docs/topology": "across",
    "docs/floor": "across",
    "docs/racks": "across",
    "docs/report": "across",
    "cabling/ports": "across",
    "cabling/checklist": "across",
    "cabling/racks": "upright",
    "cabling/labels": "upright",
    "order/order": "across",
    "order/racks": "across",
    "order/replace": "across",
    "order/labels": "upright",
}
_SHOWN = """(() => {
  const found = [], walk = document.createTreeWalker(document.body || document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!node.parentElement.closest('style, script, title, desc, nav') && range.getBoundingClientRect().width) found.push(node.data);
  }
  return found.join(' ');
})()"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser."""
    if program() is None:
        missing("chromium", "apt-get install chromium")
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def files_of(example: str) -> dict[str, str]:
    """Return the pages and drawings of an example; those of a work order are with the smallest."""
    tree = tree_of(plan_of(ROOT / "examples" / example / "cluster.yaml"))
    return tree | (order_pages() if example == EXAMPLES[0] else {})


def letters(text: str) -> Counter[str]:
    """Count the letters of a text, without blanks."""
    return Counter("".join(unicodedata.normalize("NFKC", text).split()))


def printed(page: Browser, path: Path, paper: str) -> tuple[Path, list[Page]]:
    """Print a file on a paper, and return the PDF with its pages."""
    made = path.with_suffix(f".{paper}.pdf")
    made.write_bytes(page.print(path, PAPERS[paper]))
    return made, pages_of(made)


def body_and_foot(one: Page, way: str) -> tuple[list[str], str, list[str]]:
    """Return the words in the room of a page, what is in the margin below, and what lies outside of both."""
    width, height = (each * _MM for each in _ROOM_MM[way])
    left, top = (one.width - width) / 2, (one.height - height - 4 * _MM) / 2
    inside, foot, outside = [], [], []
    for word in one.words:
        if word.top > top + height - _SLACK_PT:
            foot.append(word.text)
        elif (
            word.left >= left - _SLACK_PT
            and word.right <= left + width + _SLACK_PT
            and word.top >= top - _SLACK_PT
            and word.bottom <= top + height + _SLACK_PT
        ):
            inside.append(word.text)
        else:
            outside.append(word.text)
    return inside, " ".join(foot), outside


def faults(page: Browser, path: Path, way: str) -> list[str]:
    """Return what is wrong with a file on either paper."""
    found, bodies = [], {}
    for paper, inches in PAPERS.items():
        made, pages = printed(page, path, paper)
        size = sorted(each * 72 for each in inches)
        parts = [body_and_foot(one, way) for one in pages]
        for number, (one, (_, foot, outside)) in enumerate(zip(pages, parts, strict=True), 1):
            if any(abs(a - b) > 1 for a, b in zip(sorted((one.width, one.height)), size, strict=True)):
                found.append(f"{paper}: another size, {one.width:g} x {one.height:g} pt")
            if (one.width > one.height) != (way == "across"):
                found.append(f"{paper}: lies the wrong way")
            if not foot.endswith(f"page {number} of {len(pages)}"):
                found.append(f"{paper}: no number on page {number}: {foot}")
            found += [f"{paper}: outside, page {number}: {word}" for word in outside]
        if (least := least_pt(made)) < LEAST_PT:
            found.append(f"{paper}: {least:.2f} pt")
        page.visit(path, width=979 if way == "across" else 718, height=700, media="print")
        lost = letters(page.evaluate(_SHOWN)) - letters(" ".join(word for words, _, _ in parts for word in words))
        if lost:
            found.append(f"{paper}: not printed: {dict(lost)}")
        # A browser rounds the room to its px, so that a row of a table may end up on the next page
        bodies[paper] = [sorted(words) if path.suffix == ".svg" else "" for words, _, _ in parts]
    if bodies["A4"] != bodies["Letter"]:
        found.append(f"{len(bodies['A4'])} and {len(bodies['Letter'])} pages differ")
    return found


def written(files: dict[str, str], kind: str, folder: Path) -> list[Path]:
    """Write the first and the last file of a kind."""
    names = sorted(name for name in files if name.startswith(kind) and name.endswith((".html", ".svg")))
    made = []
    for name in dict.fromkeys((names[0], names[-1])) if names else ():
        path = folder / name.replace("/", "-")
        path.write_text(files[name], encoding="utf-8")
        made.append(path)
    return made


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_file_is_printed_whole(page: Browser, tmp_path: Path, example: str) -> None:
    """Every kind of page and drawing, on both papers."""
    files = files_of(example)
    found = {}
    for kind, way in KINDS.items():
        paths = written(files, kind, tmp_path)
        assert paths or (kind.startswith("order/") and example != EXAMPLES[0]), kind
        found.update({path.name: wrong for path in paths if (wrong := faults(page, path, way))})
    assert found == {}


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_drawing_ends_with_its_page(page: Browser, tmp_path: Path, example: str) -> None:
    """A port map and the floor are one page; of fabrics and racks, every further page begins with its own head, and nothing is cut between two."""
    files = files_of(example)
    for kind in ("cabling/ports", "docs/floor"):
        for path in written(files, kind, tmp_path):
            assert len(printed(page, path, "Letter")[1]) == 1, path.name
    for kind in ("docs/topology", "docs/racks"):
        for path in written(files, kind, tmp_path):
            _, pages = printed(page, path, "A4")
            for number, one in enumerate(pages[1:], 2):
                head = [word.text for word in one.words[:4]]
                assert head[1:] == [
                    f"{path.stem.partition('-')[2].replace('topology', 'fabrics')},",
                    "sheet",
                    str(number),
                ], head


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_summary_is_the_first_page(page: Browser, tmp_path: Path, example: str) -> None:
    """Figures, risks, growth, both small drawings and what is missing are on the first page of either paper; the second begins with a section."""
    (path,) = written(files_of(example), "docs/report", tmp_path)
    for paper in PAPERS:
        _, pages = printed(page, path, paper)
        first, second = (" ".join(word.text for word in one.words) for one in pages[:2])
        for words in (
            "IT power",
            "Risks, most serious first",
            "Growth steps",
            "Tiers of the",
            "Floor, not to scale",
            "Waiting.",
        ):
            assert words in first, (paper, words)
        assert second.startswith(("What is left", "Further risks")), (paper, second[:60])


PLANTED = {
    "not printed": '<svg xmlns="http://www.w3.org/2000/svg" width="979" height="900"><style>{page}</style><text x="1200" y="30">cut off</text></svg>',
    "outside": '<svg xmlns="http://www.w3.org/2000/svg" width="979" height="700"><style>{page}@page{{@top-left{{content:"above"}}}}</style><text x="9" y="30">x</text></svg>',
    "5.": '<svg xmlns="http://www.w3.org/2000/svg" width="979" height="700"><style>{page}</style><text x="10" y="30" font-size="7">small</text></svg>',
    "no number": '<svg xmlns="http://www.w3.org/2000/svg" width="979" height="700"><style>@page{{size:landscape;margin:10mm}}</style><text x="99" y="30">x</text></svg>',
    "another size": '<svg xmlns="http://www.w3.org/2000/svg" width="979" height="700"><style>@page{{size:A5 landscape}}</style><text x="10" y="30">x</text></svg>',
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(page: Browser, tmp_path: Path, fault: str) -> None:
    path = tmp_path / "page.svg"
    path.write_text(PLANTED[fault].format(page=page_style(across=True)), encoding="utf-8")
    assert any(fault in each for each in faults(page, path, "across")), faults(page, path, "across")
