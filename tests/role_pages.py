"""Write the pages of the collection anew (`make generated`): a README for each role, from its argument spec, and one for the collection."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.conftest import ROOT
from tests.playbooks.roles import filters, module

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROLES = ROOT / "playbooks" / "roles"
COLLECTION = ROOT / "playbooks" / "collections" / "ansible_collections" / "clustergen" / "cluster"
_INTRO = """\
# clustergen.cluster

Roles, modules and filters that bring a GPU cluster up as clustergen rendered it. They read the inventory and the files of a rendered tree; a tree has them already,
and its playbooks find them beside themselves. Playbooks of a site's own use them from there by their full names, or from a Galaxy server or a tarball of
`make collection`, with the inventory of the tree and `-e cluster_tree=TREE`.
"""


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each page with its path."""
    for role in sorted(path.name for path in ROLES.iterdir()):
        yield ROLES / role / "README.md", _role_page(role)
    yield COLLECTION / "README.md", _collection_page()


def _role_page(role: str) -> str:
    specs = _read(ROLES / role / "meta" / "argument_specs.yml")["argument_specs"]
    lines = [f"# clustergen.cluster.{role}", "", f"{_about(role)}. Written from `meta/argument_specs.yml`.", ""]
    for spec in _unlike(specs.values()):
        entries = [_called(entry) for entry, each in specs.items() if each == spec]
        lines += [f"## {', '.join(entries)}", "", f"{spec['short_description']}.", ""]
        if about := spec.get("description"):
            lines += [about, ""]
        lines += _options(spec["options"])
    return "\n".join(lines).rstrip("\n") + "\n"


def _unlike(specs: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return specs once each: entry points may share one."""
    found: list[Mapping[str, Any]] = []
    for each in specs:
        if each not in found:
            found.append(each)
    return found


def _called(entry: str) -> str:
    return "The role" if entry == "main" else f"`tasks_from: {entry}`"


def _options(options: Mapping[str, Any]) -> Iterator[str]:
    if options:
        yield from ("| variable | type | default | meaning |", "|---|---|---|---|")
    for name, option in options.items():
        kind = f"{option['type']} of {option['elements']}" if "elements" in option else option["type"]
        default = (
            "required"
            if option.get("required")
            else f"`{json.dumps(option['default'])}`"
            if "default" in option
            else ""
        )
        values = f" One of {', '.join(f'`{each}`' for each in option['choices'])}." if "choices" in option else ""
        yield f"| `{name}` | {kind} | {default} | {_cell(option['description'])}{values} |"
    yield ""


def _collection_page() -> str:
    rows = [f"| `clustergen.cluster.{path.name}` | {_cell(_about(path.name))} |" for path in sorted(ROLES.iterdir())]
    modules = [f"| `{_full(path)}` | {_module(path.stem)} |" for path in _plugins("modules")]
    found = {name: each for path in _plugins("filter") for name, each in filters(path.stem).items()}
    texts = [f"| `clustergen.cluster.{name}` | {_cell(_first_line(each))} |" for name, each in sorted(found.items())]
    tables = {"Roles": rows, "Modules": modules, "Filters": texts}
    parts = (f"\n## {title}\n\n| | |\n|---|---|\n" + "\n".join(table) + "\n" for title, table in tables.items())
    return _INTRO + "".join(parts)


def _plugins(kind: str) -> list[Path]:
    return sorted((COLLECTION / "plugins" / kind).glob("*.py"))


def _full(path: Path) -> str:
    return f"clustergen.cluster.{path.stem}"


def _module(name: str) -> str:
    """Return what a module says of itself: its documentation, or the first line of its source where its action plugin alone calls it."""
    found = module(name)
    documented = getattr(found, "DOCUMENTATION", "")
    return _cell(yaml.safe_load(documented)["short_description"] if documented else _first_line(found))


def _about(role: str) -> str:
    return str(_read(ROLES / role / "meta" / "main.yml")["galaxy_info"]["description"])


def _first_line(documented: object) -> str:
    return (documented.__doc__ or "").strip().splitlines()[0]


def _cell(text: str | list[str]) -> str:
    """Return text for a cell, with Ansible's marks as those of Markdown."""
    whole = " ".join(text if isinstance(text, list) else [text]).replace("|", "\\|").strip()
    return re.sub(r"\b[CVO]\(([^)]*)\)", r"`\1`", whole)


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    for place, text in pages():
        place.write_text(text, encoding="utf-8")
