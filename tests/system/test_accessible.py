"""Pages by axe-core in Chromium: every page of a tree, of a work order and of the manual, on a screen, a phone, in the dark and on paper, has no violation."""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import plan_of, tree_of
from tests.depth import IN_FULL, sample
from tests.manual import build_manual, write_manual
from tests.system.browser import Browser, browser
from tests.system.test_paper import EXAMPLE, VIEWS, order_pages

pytestmark = pytest.mark.proof
SHOWN = ("desktop", "phone", "dark", "across")
PACKAGE = "axe-playwright-python"
_RUN = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.flatMap(each =>
  each.nodes.map(node => [each.id, each.impact, node.target.join(' '), node.failureSummary].join(' | '))))"""


def axe() -> str:
    """Return axe.min.js, as `make setup` installs it from requirements/pages.lock."""
    (file,) = [each for each in metadata.files(PACKAGE) or () if each.name == "axe.min.js"]
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser."""
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of an example, and those of a work order: hosts are added, and one is replaced."""
    made = tmp_path_factory.mktemp("pages")
    for path, text in (tree_of(plan_of(EXAMPLE)) | order_pages()).items():
        if path.endswith(".html"):
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_text(text, encoding="utf-8")
    return made


def violations(page: Browser, path: Path, view: str) -> list[str]:
    """Return what axe finds on a page in one view, and what the page complains of."""
    page.visit(path, **VIEWS[view])
    before = page.complaints
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{axe()}; 0")
    found: list[str] = page.evaluate(_RUN)
    return [*before, *found]


@pytest.mark.parametrize("view", sample(SHOWN, "desktop", "phone", "dark"))
def test_no_page_of_a_tree_has_a_violation(page: Browser, folder: Path, view: str) -> None:
    paths = sorted(folder.rglob("*.html"))
    assert {path.parent.name for path in paths} >= {"docs", "checklist", "labels", "order", "racks", "replace"}
    assert {path.name: found for path in paths if (found := violations(page, path, view))} == {}


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of `make docs`."""
    made = tmp_path_factory.mktemp("manual")
    write_manual(made)
    done = build_manual(made)
    assert done.returncode == 0, done.stdout + done.stderr
    return made / "site"


@pytest.mark.parametrize("view", sample(["desktop", "phone", "dark"], "desktop", "dark"))
def test_no_page_of_the_manual_has_a_violation(page: Browser, manual: Path, view: str) -> None:
    """Its pages load the scripts and styles of the site, and nothing else."""
    paths = sorted(path for path in manual.rglob("*.html") if path.name != "404.html")
    assert len(paths) > 40
    if view != "desktop" or not IN_FULL:  # pages share one layout, and large ones take half a minute each
        paths = [path for path in paths if path.stem in {"index", "failure", "runbooks", "growth", "plan", "twin"}]
    own = (f"request: {manual.as_uri()}", "request: data:")
    found = {
        path.relative_to(manual).as_posix(): [each for each in violations(page, path, view) if not each.startswith(own)]
        for path in paths
    }
    scheme = page.evaluate("document.body.dataset.mdColorScheme")
    assert scheme == ("slate" if view == "dark" else "default")
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


PLANTED = {
    "image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">',
    "color-contrast": '<p style="color: #999; background: #fff">grey on white</p>',
    "scrollable-region-focusable": '<div style="overflow: auto; height: 20px"><p style="height: 90px">x</p></div>',
    "empty-table-header": "<table><tr><th></th></tr><tr><td>x</td></tr></table>",
    "heading-order": "<h1>x</h1><h4>y</h4>",
}


@pytest.mark.parametrize("rule", PLANTED)
@pytest.mark.parametrize("view", ["desktop", "dark"])
def test_a_planted_fault_is_found(page: Browser, folder: Path, tmp_path: Path, rule: str, view: str) -> None:
    """Put at the end of the report."""
    text = (folder / "docs/report.html").read_text(encoding="utf-8")
    path = tmp_path / "page.html"
    path.write_text(text.replace("</main>", f"{PLANTED[rule]}</main>"), encoding="utf-8")
    assert any(each.startswith(f"{rule} ") for each in violations(page, path, view))
