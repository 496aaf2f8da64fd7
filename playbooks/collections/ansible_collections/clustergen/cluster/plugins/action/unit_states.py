"""The controller's half of `unit_states`: of what a host answers, the units that were asked for go on, and words for their states."""

from __future__ import annotations

import re

from ansible.plugins.action import ActionBase

_WORD = re.compile(r"[a-z0-9-]{0,32}")
_LISTS = ("missing", "to_enable", "to_start", "to_stop")
_NAMES = ("units", "enable", "start", "stop", "restart", "reload", "reads")


class ActionModule(ActionBase):
    """Call the module; a loop over its answer, and what is printed of it, has our own names alone."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Ask; the result is the module's, less what nobody asked for."""
        asked = {str(each) for key in _NAMES for each in self._task.args.get(key) or ()}
        result = self._execute_module(
            module_name="clustergen.cluster.unit_states", module_args=dict(self._task.args), task_vars=task_vars
        )
        for key in _LISTS:
            if isinstance(result.get(key), list):
                result[key] = [each for each in result[key] if isinstance(each, str) and each in asked]
        if isinstance(result.get("units"), dict):
            result["units"] = {name: _states(each) for name, each in result["units"].items() if name in asked}
        return result


def _states(unit: object) -> dict[str, str]:
    there = unit if isinstance(unit, dict) else {}
    return {key: word for key, word in there.items() if isinstance(word, str) and _WORD.fullmatch(word)}
