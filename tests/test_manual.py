"""The manual as a site: every page has its place, every link leads somewhere, and no page asks another machine."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
import yaml

from tests.conftest import ROOT
from tests.manual import CONFIG, build_manual, places, write_manual

_ASKED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""Elements that a browser fetches by itself."""


class _Page(HTMLParser):
    """What a page links to, what it fetches, and the places in it that a link may name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if given.get(_ASKED.get(tag, ""), "") and given.get("rel") != "canonical":
            self.fetched.append(given[_ASKED[tag]])


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual")
    write_manual(folder)
    done = build_manual(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_has_its_place() -> None:
    nav = places(yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["nav"])
    assert len(nav) == len(set(nav))
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} == {p for p in nav if p.startswith("docs/")}


def test_every_link_leads_somewhere(manual: Path) -> None:
    site = manual / "site"
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > len(list((ROOT / "docs").glob("*.md")))
    assert list(_dead(site, pages)) == []


def _dead(site: Path, pages: dict[Path, _Page]) -> Iterator[str]:
    for path, page in pages.items():
        for link in page.links:
            target, name = urldefrag(unquote(link))
            if re.match(r"[a-z]+:", target):
                continue
            to = (path.parent / target).resolve() if target else path
            if not to.is_file() or (name and to in pages and name not in pages[to].names):
                yield f"{path.relative_to(site)}: {link}"


def test_no_page_asks_another_machine(manual: Path) -> None:
    pages = list((manual / "site").rglob("*.html"))
    asked = {each for path in pages for each in _Page(path.read_text(encoding="utf-8")).fetched}
    assert asked
    assert {each for each in asked if re.match(r"(?:[a-z]+:)?//", each)} == set()
    assert (manual / "site" / "search.js").stat().st_size > 100_000, (
        "what the search reads, as a page of a folder may load it"
    )


@pytest.mark.parametrize("link", ["nowhere.md", "plan.md#nothing-of-this-name"])
def test_a_dead_link_ends_the_build(link: str, tmp_path: Path) -> None:
    write_manual(tmp_path)
    with (tmp_path / "pages" / "docs" / "pins.md").open("a", encoding="utf-8") as page:
        page.write(f"\n[more]({link})\n")
    assert build_manual(tmp_path).returncode != 0
