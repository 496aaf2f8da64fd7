"""The controller's half of `rendered_files`: read the tree, fill in secrets, send all of it at once."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase

_SECRET = re.compile(r"\{\{ ?(clustergen_\w+) ?\}\}")
_PATH = re.compile(r"/[A-Za-z0-9._/@:+~\\-]{1,1000}")
_SIDES, _SHOWN = ("before_header", "before", "after_header", "after"), 1 << 18
_PLAIN, _PROGRAM, _PRIVATE = "0644", "0755", "0600"


class ActionModule(ActionBase):
    """Call the module with the files that a folder of the controller has."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Read, and pass on; the result is the module's."""
        arguments = dict(self._task.args)
        self._variables = task_vars or {}
        if "src" in arguments:
            places = _places(arguments.pop("src"))
            files = [self._file(places[path], path, arguments) for path in self._wanted(places, arguments)]
            arguments["secrets"] = {each["path"]: each.pop("content") for each in files if each["secret"]}
            arguments["files"] = files
        return _held(
            self._execute_module(
                module_name="clustergen.cluster.rendered_files", module_args=arguments, task_vars=task_vars
            )
        )

    def _wanted(self, places: dict[str, Path], arguments: dict) -> list[str]:
        only, without = arguments.get("only") or ["*"], arguments.get("without") or []
        return [path for path in sorted(places) if _matches(path, only) and not _matches(path, without)]

    def _file(self, place: Path, path: str, arguments: dict) -> dict:
        text = place.read_text(encoding="utf-8")
        secret = arguments.get("filled", False) and bool(_SECRET.search(text))
        if secret:
            text = _SECRET.sub(lambda found: self._filled(found[1]), text)
        modes = arguments.get("modes") or {}
        usual = _PROGRAM if path.endswith(".sh") else _PRIVATE if secret else _PLAIN
        mode = next((mode for pattern, mode in modes.items() if fnmatchcase(path, pattern)), usual)
        owner = next(
            (owner for pattern, owner in (arguments.get("owners") or {}).items() if fnmatchcase(path, pattern)), ""
        )
        return {"path": path, "content": text, "mode": mode, "owner": owner, "secret": secret or mode == _PRIVATE}

    def _filled(self, name: str) -> str:
        """Return a secret by the lookup that the inventory has for it."""
        if name not in self._variables:
            raise AnsibleActionFail(
                f"the inventory has no {name}: set it; group_vars/all/secrets.yml lists every secret of the tree"
            )
        return str(self._templar.template(self._variables[name]))


def _places(src: str | list[str]) -> dict[str, Path]:
    """Return where each file stands, by its path below the folders; a file of the last folder that has it wins."""
    found = {}
    for folder in map(Path, [src] if isinstance(src, str) else src):
        if not folder.is_dir():
            raise AnsibleActionFail(
                f"there is no folder {folder}: render the tree again, or set its path with -e cluster_tree=DIR"
            )
        found |= {place.relative_to(folder).as_posix(): place for place in folder.rglob("*") if place.is_file()}
    return found


def _held(result: dict) -> dict:
    """Return what the host answered with nothing in its lists but paths, and in its differences nothing that a terminal obeys."""
    for key in ("changed_paths", "replaced_paths", "left_paths", "to_apply"):
        if key in result:
            said = result[key] if isinstance(result[key], list) else []
            result[key] = [
                each for each in said if isinstance(each, str) and _PATH.fullmatch(each) and "/../" not in each
            ]
    said = result.get("diff", [])
    result["diff"] = [_shown(each) for each in said if isinstance(each, dict)] if isinstance(said, list) else []
    return result


def _shown(diff: dict) -> dict:
    """Return a difference as text that only prints, cut where nobody reads on."""
    texts = {key: str(each)[:_SHOWN] for key, each in diff.items() if key in _SIDES}
    return {key: "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text) for key, text in texts.items()}


def _matches(path: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)
