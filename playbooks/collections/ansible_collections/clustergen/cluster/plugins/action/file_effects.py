"""The controller's half of `file_effects`: of the steps, those whose files have changed."""

from __future__ import annotations

import re

from ansible.plugins.action import ActionBase


class ActionModule(ActionBase):
    """Call the module where there is something to run."""

    TRANSFERS_FILES = False

    def run(self, tmp: str | None = None, task_vars: dict | None = None) -> dict:
        """Return what the module answers; without a step, the host is not asked."""
        paths = self._task.args.get("paths") or []
        steps = [step for step in self._task.args["steps"] if any(re.match(step["path"], path) for path in paths)]
        if not steps:
            return {"changed": False, "ran": []}
        arguments = {"paths": paths, "steps": steps}
        return self._execute_module(
            module_name="clustergen.cluster.file_effects", module_args=arguments, task_vars=task_vars
        )
