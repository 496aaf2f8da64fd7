"""No play of ours gathers facts: each fact of a host is decoded for every later task of a run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

_BOOKS = sorted((ROOT / "playbooks").glob("*.yml"))
_TASKS = sorted((ROOT / "playbooks" / "roles").glob("*/*/*.yml"))
_GATHER = {"setup", "package_facts", "service_facts", "gather_facts", "mount_facts"}


def _actions(value: Any) -> Iterator[str]:
    """Walk the keys of plays and tasks by their last part, as they are also written without their collection."""
    for each in value if isinstance(value, list) else [value]:
        for key, below in each.items() if isinstance(each, dict) else ():
            yield str(key).rpartition(".")[2] if str(key).startswith("ansible.") else str(key)
            yield from _actions(below)


@pytest.mark.parametrize("book", [pytest.param(path, id=path.stem) for path in _BOOKS])
def test_no_play_gathers_facts(book: Path) -> None:
    plays = yaml.safe_load(book.read_text(encoding="utf-8"))
    own = [play for play in plays if "hosts" in play]
    assert [play["name"] for play in own if play.get("gather_facts") is not False] == []
    assert [
        name for play in own for name in _actions({**play, "gather_facts": None}) if name in _GATHER - {"gather_facts"}
    ] == []


def test_no_role_gathers_facts() -> None:
    found = {path for path in _TASKS if _GATHER & {*_actions(yaml.safe_load(path.read_text(encoding="utf-8")))}}
    assert found == set()


def test_answers_of_hosts_set_no_variables() -> None:
    """And a play of the site's own that gathers facts has a small set of them, once a day."""
    lines = (ROOT / "templates" / "ansible" / "ansible.cfg.j2").read_text(encoding="utf-8").splitlines()
    assert {
        "inject_facts_as_vars = False",
        "gather_subset = min",
        "gathering = smart",
        "fact_caching_timeout = 86400",
    } <= {*lines}
