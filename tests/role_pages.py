"""Write the README of each role from what it says of itself: `meta/main.yml` and `meta/argument_specs.yml` (`make generated`)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

COLLECTION = ROOT / "playbooks/collections/ansible_collections/clustergen/cluster"
ROLES = COLLECTION / "roles"
_HEAD = "<!-- made of meta/argument_specs.yml by `make generated` -->"


def page(role: Path) -> str:
    """Return a role's page: what it does, what it takes, how it is used."""
    meta = yaml.safe_load((role / "meta" / "main.yml").read_text(encoding="utf-8"))
    specs = yaml.safe_load((role / "meta" / "argument_specs.yml").read_text(encoding="utf-8"))["argument_specs"]
    lines = [_HEAD, f"# clustergen.cluster.{role.name}", "", f"{meta['galaxy_info']['description']}.", ""]
    for entry, spec in specs.items():
        lines += list(_entry(entry, spec))
    needed = [each["role"] for each in meta["dependencies"]]
    lines += [f"Takes along: {', '.join(f'`{each}`' for each in needed)}.", ""] if needed else []
    lines += ["```yaml", "roles:", f"  - role: clustergen.cluster.{role.name}", "```"]
    return "\n".join(lines) + "\n"


def _entry(name: str, spec: dict[str, Any]) -> Iterator[str]:
    """Yield the part of an entry point, with a row for each variable."""
    yield f"## `{name}`"
    yield ""
    yield f"{_text(spec['short_description'])}."
    yield ""
    if options := spec.get("options", {}):
        yield "| variable | type | default | |"
        yield "|---|---|---|---|"
        for option, facts in options.items():
            default = "required" if facts.get("required") else _code(facts["default"]) if "default" in facts else ""
            choices = f" One of {', '.join(_code(each) for each in facts['choices'])}." if "choices" in facts else ""
            kind = facts["type"] + (f" of {facts['elements']}" if "elements" in facts else "")
            yield f"| `{option}` | {kind} | {default} | {_text(facts['description'])}{choices} |"
        yield ""


def _text(value: str | list[str]) -> str:
    text = value if isinstance(value, str) else " ".join(value)
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").removesuffix("\n")


def _code(value: Any) -> str:
    return f"`{json.dumps(value)}`"


if __name__ == "__main__":
    for each in sorted(ROLES.iterdir()):
        (each / "README.md").write_text(page(each), encoding="utf-8")
