"""The corpus: what was found, made again as a case of its kind."""

import json
from pathlib import Path
from typing import Any

import yaml

import generator.catalog
from tests.fuzz.ground import Case, own

_SHIPPED = Path(generator.catalog.__file__).parent
Entry = dict[str, Any]
_DEEP = "[" * 200_000


def entries() -> list[Entry]:
    """Return every entry."""
    found: list[Entry] = yaml.safe_load((Path(__file__).parent / "corpus.yaml").read_text("utf-8"))
    return found


def make(entry: Entry, case: Case) -> list[list[str]]:
    """Write an entry, and give the commands that must refuse it."""
    spec = case.write("cluster.yaml", case.ground.specs[0])
    match entry["kind"]:
        case "spec":
            case.write("cluster.yaml", _bent(entry, case.ground.data[0]))
        case "assets":
            case.write("assets.yaml", entry["text"])
        case "catalog":
            shipped = yaml.safe_load((_SHIPPED / f"{entry['file']}.yaml").read_text("utf-8"))
            case.write(f"catalog/{entry['file']}.yaml", _bent(entry, shipped))
        case "templates":
            case.write("templates/ansible/ansible.cfg.j2", entry["text"])
            return [["render", str(spec), "-o", f"{case.folder}/build", "-j1", "--only", "ansible"]]
        case "plans":
            plan = case.write(
                "plan.json", _bent(entry, json.loads((case.ground.tree / "plan.json").read_text("utf-8")))
            )
            return [["plan", str(plan), str(spec)]]
        case "trees":
            tree = case.copy_tree()
            if "link" in entry:
                (tree / "manifest.json").unlink()  # which would name it
                (tree / entry["file"]).unlink()
                (tree / entry["file"]).symlink_to(entry["link"])
                return [["check", str(tree), "--changed"]]
            own(tree / entry["file"])
            (tree / entry["file"]).write_text(entry["text"], encoding="utf-8")
            return [["check", str(tree)]]
    return case.render()


def _bent(entry: Entry, whole: Any) -> str:
    if "text" in entry:
        return _DEEP if entry["text"] == "DEEP" else str(entry["text"])
    whole = json.loads(json.dumps(whole))
    parent = whole
    for key in entry["at"][:-1]:
        parent = parent[key]
    parent[entry["at"][-1]] = entry["put"]
    return json.dumps(whole)
