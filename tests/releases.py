"""What the catalog says that charts, controllers and installers fetch by themselves, read from its files alone."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from tests.conftest import ROOT

_CATALOG = ROOT / "generator" / "catalog"


def releases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every chart, installer and controller by the name of its file."""
    for path in sorted([*_CATALOG.glob("charts/*.yaml"), *_CATALOG.glob("controllers/*.yaml")]):
        yield path.stem, yaml.safe_load(path.read_text(encoding="utf-8"))


def fetched_by_releases() -> re.Pattern[str]:
    """Return a pattern of the names of all their images, and of the addresses of their files."""
    found = []
    for _, facts in releases():
        found += [each["image"] for each in facts.get("pulls", ())]
        found += [each["url"] for part in ("downloads", "remotes") for each in facts.get(part, ())]
        found += [facts["unknown"]] if "unknown" in facts else []
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", "[a-z0-9.]+", re.escape(each)) for each in found))
