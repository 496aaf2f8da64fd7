"""Every key of the schema: what its change writes anew, `clustergen plan` tells, with what it does."""

import copy
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.change.difference import Difference, difference
from generator.change.file_effects import FileEffect, documents, is_known, rule_of
from generator.change.file_steps import interrupted
from generator.change.files import FileChange, TreeFiles, compare_files, devices_of
from generator.change.records import Kind
from generator.change.touched import GRAVE
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.backend import load_backends
from generator.render.change.view import headline
from generator.render.encode import plain
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from tests.conftest import ROOT, example
from tests.depth import FULL
from tests.ours import CATALOG, TEMPLATES

pytestmark = pytest.mark.proof
SCHEMA = json.loads((ROOT / "docs/clustergen.schema.json").read_text(encoding="utf-8"))
SPEC: dict[str, Any] = yaml.safe_load(example("roce-16").read_text(encoding="utf-8"))
FEWEST_OTHERS = 60
TEXTS = (
    "other", "10.250.0.7", "10.192.1.9", "fd00:250::7", "10.250.0.0/24", "fd00:250::/48", "ops.example.net", "debian-12", "24.11", "1.2.3", "12:00",
    "https://mirror.example.net/x", "ops@example.net", "10.250.0.7:9000", "connectx-7", "sn5600", "dgx-h200", "Europe/Zurich", "0000:01:00.0",
)  # fmt: skip
NAME = "other"
DEEPEST = 5
MOST = 8
"""Values that are tried for a key until the spec is a good one."""


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """Return what a node of the schema says, without references and without null."""
    for each in node.get("anyOf", ()):
        if each != {"type": "null"}:
            return resolved(each)
    if "$ref" in node:
        return resolved(SCHEMA["$defs"][node["$ref"].rpartition("/")[2]])
    return node


def values(node: dict[str, Any], now: Any) -> Iterator[Any]:
    """Yield values that a key may have, as far as its schema tells."""
    node = resolved(node)
    match node.get("type"):
        case _ if "enum" in node:
            yield from node["enum"]
        case _ if "const" in node:
            yield node["const"]
        case "boolean":
            yield from (True, False)
        case "integer" | "number":
            start = now if isinstance(now, int | float) else node.get("minimum", 1)
            yield from (start + 1, start - 1, start * 2, node.get("minimum", 1), node.get("maximum", 9))
        case "string":
            yield from (text for text in TEXTS if re.search(node.get("pattern", ""), text))
        case "array":
            yield from ([each] for each in values(node["items"], None))
            yield []
        case "object":
            if "properties" in node:
                yield {key: next(values(node["properties"][key], None), None) for key in node.get("required", ())}


def keys(
    data: Any, node: dict[str, Any], here: tuple[str, ...] = (), *, absent: bool = False
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield every key that may stand where the spec has a mapping; `absent`: and where it could have one, under a name of ours where it names things."""
    node = resolved(node)
    data = data if isinstance(data, dict) else {}
    for name, inner in node.get("properties", {}).items():
        if isinstance(data.get(name), dict) or (absent and _is_mapping(inner) and len(here) < DEEPEST):
            yield from keys(data.get(name), inner, (*here, name), absent=absent)
        elif here or name != "clustergen":
            yield (*here, name), inner
    if "patternProperties" in node:
        each = next(iter(node["patternProperties"].values()))
        named = {name: value for name, value in data.items() if isinstance(value, dict)}
        for name, value in (named or ({NAME: {}} if absent and _is_mapping(each) else {})).items():
            yield from keys(value, each, (*here, name), absent=absent)


def _is_mapping(node: dict[str, Any]) -> bool:
    node = resolved(node)
    return "properties" in node or "patternProperties" in node


def owner(path: tuple[str, ...]) -> tuple[str, str]:
    """Return the part of the schema that a key belongs to, and its name: two fabrics have the same keys."""
    node, of = SCHEMA, ""
    for name in path[:-1]:
        node = node["properties"][name] if name in node.get("properties", {}) else next(iter(node["patternProperties"].values()))  # fmt: skip
        of = next((x["$ref"] for x in (node, *node.get("anyOf", ())) if "$ref" in x), f"{of}/{name}")
        node = resolved(node)
    return of, path[-1]


def placed(spec: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Return a spec with a value; mappings on the way to it that are not there come with what they require."""
    changed = copy.deepcopy(spec)
    place, node = changed, SCHEMA
    for key in path[:-1]:
        node = resolved(node)
        node = node["properties"].get(key) or {} if "properties" in node else next(iter(node["patternProperties"].values()))  # fmt: skip
        if not isinstance(place.get(key), dict):
            place[key] = next(values(resolved(node), None), None) or {}
        place = place[key]
    place[path[-1]] = value
    return changed


def planned(data: Any, folder: Path) -> Draft | None:
    file = folder / "cluster.yaml"
    file.write_text(json.dumps(data), encoding="utf-8")
    try:
        return read_plan(file, CATALOG, "cluster.yaml")[0]
    except DocumentError:
        return None


def files(plan: Draft) -> tuple[TreeFiles, dict[str, bytes]]:
    only = tuple(name for name in load_backends() if name not in documents())
    texts = {file.path: file.content.encode() for file in render_tree(plan, TEMPLATES, only)}
    texts.pop("manifest.json")
    groups = {host.name: host.group for host in plan.hosts}
    return TreeFiles({path: str(hash(text)) for path, text in texts.items()}, groups, texts.__getitem__), texts


def test_every_key_has_its_effect_told(tmp_path: Path) -> None:
    """A file that follows rows of the plan has such a row, all others an effect that somebody has stated."""
    tried, kept = held(list(keys(SPEC, SCHEMA)), tmp_path)
    assert tried > 150
    assert kept > 80


@FULL
def test_keys_of_mappings_that_the_example_has_not(tmp_path: Path) -> None:
    """Racks, power, quality of service, monitoring and so on: each key once."""
    seen = {owner(path) for path, _ in keys(SPEC, SCHEMA)}
    others: dict[tuple[str, str], tuple[tuple[str, ...], dict[str, Any]]] = {}
    for path, node in keys(SPEC, SCHEMA, absent=True):
        if owner(path) not in seen:
            others.setdefault(owner(path), (path, node))
    tried, kept = held(list(others.values()), tmp_path)
    assert tried > FEWEST_OTHERS
    assert kept > FEWEST_OTHERS // 3


def held(found: Sequence[tuple[tuple[str, ...], dict[str, Any]]], folder: Path) -> tuple[int, int]:
    """Change keys one by one; return how many had a value that makes a good spec, and how many of these changed a file."""
    base = planned(SPEC, folder)
    assert base is not None
    old, old_texts = plain(compared(base)), files(base)
    silent, unknown, tried, kept = [], set(), 0, 0
    for path, node in found:
        now: Any = SPEC
        for key in path:
            now = now.get(key) if isinstance(now, dict) else None
        for value in [each for each in values(node, now) if each != now][:MOST]:
            plan = planned(placed(SPEC, path, value), folder)
            if plan is None:
                continue
            tried += 1
            new, new_texts = plain(compared(plan)), files(plan)
            changed = difference(old, new, list(compare_files(old_texts[0], new_texts[0], devices_of((old, new)))))
            if not changed.changes and old_texts[1] == new_texts[1]:
                continue  # the value that the key has where it is left out
            unknown |= {path for path in new_texts[1] if not is_known(path)}
            if old_texts[1] != new_texts[1]:
                kept += 1
                written = {
                    name for name in {*old_texts[1], *new_texts[1]} if old_texts[1].get(name) != new_texts[1].get(name)
                }
                if wrong := [*untold(changed, written), *disagreeing(changed)]:
                    silent.append((".".join(path), value, wrong[:4]))
            break
    assert not unknown
    assert not silent
    return tried, kept


def untold(found: Difference, written: set[str]) -> Iterator[str]:
    """Yield each file that is another one and is not listed; or has no effect, while no row of the plan has one."""
    listed = {file.path: file for file in found.files or ()}
    places = {_place(path) for path in listed}  # a file of one host may become one of its group
    yield from sorted(f"{path} is not listed" for path in written if _place(path) not in places)
    for path, file in listed.items():
        rule = rule_of(path)
        if file.kind is None and rule.effect is not FileEffect.NOTHING and not found.changes:
            yield f"{path} follows rows, and none changes"
        if file.kind is None and not rule.rows and not rule.names and _of_who_stays(found, file):
            yield f"{path} has no effect of its own"


def _place(path: str) -> str:
    """Return where a file of hosts is on them; any other by its path."""
    return path.split("/", 2)[-1] if path.startswith(("hosts/", "host_groups/")) else path


def _of_who_stays(found: Difference, file: FileChange) -> bool:
    return bool(devices_of((found.old, found.new)) & set(file.devices))


def disagreeing(found: Difference) -> Iterator[str]:
    """Yield where headline, steps and effects of files do not agree."""
    head = headline(found)
    working = {name for step in found.steps for name in (*step.devices, *step.drain, *step.out, *step.switches)}
    yield from (f"{name} is interrupted in no step" for name in interrupted(found.files or ()).keys() - working)
    drained = {name for step in found.steps for name in step.drain}
    stopped = {*drained, *(name for step in found.steps for name in step.out)}
    counts = dict.fromkeys(("device", "host"), 0)
    for number, noun in re.findall(r"(\d+) (device|host)s? (?:interrupted|to drain)", head):
        counts[noun] = int(number)
    if counts["host"] != len(drained) or counts["device"] < len(stopped):
        yield f"{head} has other counts than the steps: {len(drained)} hosts to drain, {len(stopped)} devices interrupted"
    grave = {change.table for change in found.changes if change.kind is Kind.EFFECT}
    if grave and not found.steps:
        yield f"{head} has an effect on {', '.join(sorted(grave))} and no step"
    if "nothing is interrupted" in head and any(
        file.kind in GRAVE and file.effect.interrupts for file in found.files or ()
    ):
        yield f"{head} has a file that interrupts"
    if head.endswith("nothing existing changes.") and (found.steps or found.counts[Kind.EFFECT]):
        yield f"{head} has steps, or an effect"
