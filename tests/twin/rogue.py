"""A host that answers every question of Ansible's with what it likes: the interpreter that Ansible is told of reads the module and prints this instead."""

from __future__ import annotations

import base64
import json
import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Json = dict[str, Any]
LONG = 1 << 20
KEPT = frozenset({"pci", "vendor", "device", "class", "kind", "name", "link"})
"""What a careful one says as it is, so that the rest is read."""


def payloads(canary: Path) -> dict[str, str]:
    """Return texts that leave the canary, or a mark of theirs, wherever somebody takes them for more than text."""
    touch = f"touch {canary}"
    return {
        "template": f"{{{{ lookup('pipe', '{touch}') }}}}",
        "block": f"{{% if lookup('pipe', '{touch}') %}}x{{% endif %}}",
        "substitution": f"x$({touch})",
        "backquotes": f"x`{touch}`",
        "separator": f"x; {touch} #",
        "yaml": "x\"\nrogue-line: {serial: '1'}\n",
        "way-up": "../../../../rogue-file",
        "terminal": "x\x1b]0;rogue\x07\x1b[31m\x9b2J",
        "build-log": "x\n::error::rogue\n##[error]rogue",
        "formula": "=cmd|' /C calc'!A0",
        "markup": "<script>rogue()</script>[x](javascript:rogue)",
        "bidi": "x\u202erogue",
    }


def filled(shape: Any, text: str) -> Any:
    """Return an answer of a shape (filter `held_to`) with a text in the place of every value, and for a name wherever names are free."""
    if isinstance(shape, list):
        return [filled(shape[0], text), text, {text: text}]
    if isinstance(shape, dict):
        found = {key.removesuffix("?"): filled(inner, text) for key, inner in shape.items() if not key.startswith("<")}
        free = [inner for key, inner in shape.items() if key.startswith("<")]
        return found | {name: filled(inner, text) for inner in free for name in (text, "rail0", "rail1")}
    return neighbours(text) if shape == "document" else text


def careful(answer: Any, text: str, key: str = "") -> Any:
    """Return an honest answer with a text in the place of every text but those by which it is recognised."""
    if isinstance(answer, dict):
        return {name: careful(each, text, name) for name, each in answer.items()}
    if isinstance(answer, list):
        return [careful(each, text, key) for each in answer]
    return text if isinstance(answer, str) and key not in KEPT else answer


def neighbours(text: str) -> str:
    """Return what lldpcli prints where the other end says a text."""
    end = {"chassis": [{"name": [{"value": text}]}], "port": [{"id": [{"value": text}], "descr": [{"value": text}]}]}
    return json.dumps({"lldp": [{"interface": [{"name": text, **end}, {"name": "rail0", **end}, text]}]})


def answer(hardware: Json, state: Json, text: str, facts: Mapping[str, Any]) -> Json:
    """Return one answer to whatever is asked: of every module of the roles the values that they read, with a text in them.

    There is no `msg`: what a module says as it fails is printed by Ansible itself, and passes no role.
    """
    lists = {
        key: [text] for key in ("stdout_lines", "stderr_lines", "missing", "to_enable", "to_start", "to_stop", "cmd")
    }
    paths = {key: [text, f"/etc/{text}", "/etc/hosts"] for key in ("changed_paths", "replaced_paths", "to_apply")}
    targets = [{"health": text, "labels": {"job": text}}]
    return {
        "changed": False,
        "rc": 0,
        "ping": "pong",
        "status": 200,
        "stdout": text,
        "stderr": text,
        **lists,
        **paths,
        "hardware": hardware,
        "state": state,
        "units": {text: {"load": text, "file": "enabled", "active": text}},
        "files": [{"path": text}],
        "stat": {"exists": True, "isblk": True, "checksum": text},
        "checksum": text,
        "content": base64.b64encode(text.encode("utf-8", "replace")).decode("ascii"),
        "json": {"data": {"activeTargets": targets, "result": [{"metric": {"job": text, "instance": text}}]}},
        "diff": [{"before_header": text, "before": text, "after_header": text, "after": text}],
        "ansible_facts": {"packages": {text: [{"version": text}]}, **facts},
    }


def place(folder: Path, said: Json, lldp: str) -> Path:
    """Write a host's answers and its interpreter; gives the latter."""
    folder.mkdir(parents=True)
    (folder / "answer.json").write_text(json.dumps(said), encoding="utf-8")
    (folder / "lldp.json").write_text(json.dumps({"changed": False, "rc": 0, "stdout": lldp}), encoding="utf-8")
    here = shlex.quote(str(folder))
    script = f"#!/bin/sh\ncase $(cat) in *lldpcli*) cat {here}/lldp.json ;; *) cat {here}/answer.json ;; esac\n"
    (folder / "python3").write_text(script, encoding="utf-8")
    (folder / "python3").chmod(0o755)
    return folder / "python3"
