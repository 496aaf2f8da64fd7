"""The controller's half of `rendered_files`: read the tree, fill in secrets, send all of it at once."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

from ansible.errors import AnsibleActionFail
from ansible.plugins.action import ActionBase

_SECRET = re.compile(r"\{\{ ?(clustergen_\w+) ?\}\}")
_PLAIN, _PROGRAM, _PRIVATE = "0644", "0755", "0600"


class ActionModule(ActionBase):
    """Call the module with the files that a folder of the controller has."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Read, and pass on; the result is the module's."""
        arguments = dict(self._task.args)
        self._variables = task_vars or {}
        if "src" in arguments:
            folder = Path(str(arguments["src"]))
            if not folder.is_dir():
                raise AnsibleActionFail(
                    f"there is no folder {folder}: render the tree again, or say where it is with -e cluster_tree=DIR"
                )
            arguments["files"] = [self._file(folder, path, arguments) for path in self._paths(folder, arguments)]
        return self._execute_module(module_name="rendered_files", module_args=arguments, task_vars=task_vars)

    def _paths(self, folder: Path, arguments: dict) -> list[str]:
        only, without = arguments.get("only") or ["*"], arguments.get("without") or []
        every = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        return [path for path in every if _matches(path, only) and not _matches(path, without)]

    def _file(self, folder: Path, path: str, arguments: dict) -> dict:
        text = (folder / path).read_text(encoding="utf-8")
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
        """Give a secret by the lookup that the inventory has for it."""
        if name not in self._variables:
            raise AnsibleActionFail(
                f"the inventory has no {name}: group_vars/all/secrets.yml lists every secret of the tree"
            )
        return str(self._templar.template(self._variables[name]))


def _matches(path: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)
