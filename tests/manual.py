"""Build the manual as a site, `FOLDER/site` (`make docs`): python -m tests.manual FOLDER.

Pages keep their places in the checkout, so that links between them are right in both. A file that a page links to and that is no page goes along.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT
from tests.role_pages import ROLES

CONFIG = ROOT / "docs" / "manual.yml"
WORKER = ROOT / "docs" / "worker.js"
_SHIM = re.compile(r'(src="?)https://unpkg\.com/iframe-worker/shim')
_ASSETS = re.compile(r'(?:src|href)="?((?:\.{0,2}/)*)assets/')
"""Where the theme has the search of files fetched from, and what leads to its own files."""
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def write_manual(folder: Path) -> None:
    """Write the pages below `folder/pages`, and the site's settings beside them."""
    config: dict[str, Any] = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))
    (section,) = (each for each in config["nav"] if "Roles" in each)
    section["Roles"] = [{path.parent.name: _place(path)} for path in sorted(ROLES.glob("*/README.md"))]
    pages = [ROOT / place for place in places(config["nav"])]
    own = [ROOT / place for key in ("extra_css", "extra_javascript") for place in config[key]]
    for path in {*pages, *own, *(linked for page in pages for linked in _linked(page))}:
        to = folder / config["docs_dir"] / _place(path)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")


def build_manual(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of what is written; a warning, such as a link to nowhere, ends it."""
    program = Path(sys.executable).parent / "zensical"
    command = [str(program), "build", "--strict", "--config-file", str(folder / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        _take_along(folder / "site")
    return done


def _take_along(site: Path) -> None:
    """Have the search of a page that is a file served from the site, too."""
    shutil.copyfile(WORKER, site / "assets" / WORKER.name)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if to := _ASSETS.search(text):
            page.write_text(_SHIM.sub(rf"\g<1>{to[1]}assets/{WORKER.name}", text), encoding="utf-8")


def places(nav: Any) -> list[str]:
    """Return the pages of a part of the navigation, in its order."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [place for part in parts for place in places(part)]


def _linked(page: Path) -> set[Path]:
    """Return the files of the checkout that a page links to and that are no pages; of a folder, its README or its files."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    found = {(page.parent / target).resolve() for target in _LINK.findall(text) if "://" not in target}
    return {path for path in found if path.is_file() and path.is_relative_to(ROOT)}


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    write_manual(Path(sys.argv[1]))
    DONE = build_manual(Path(sys.argv[1]))
    print(DONE.stdout + DONE.stderr, end="")
    raise SystemExit(DONE.returncode)
