"""An Ansible callback: notes each result and the final counts as lines of JSON, as they come, so that a killed run has told what it did."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import resource
from pathlib import Path
from typing import Any

from ansible import constants  # type: ignore[import-untyped]
from ansible.plugins.callback import CallbackBase  # type: ignore[import-untyped]

DOCUMENTATION = """
name: noted
type: aggregate
short_description: results as lines of JSON
description: Appends to the file that CLUSTERGEN_NOTED names.
"""


class CallbackModule(CallbackBase):  # type: ignore[misc]
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "noted"
    CALLBACK_NEEDS_ENABLED = True

    def v2_playbook_on_start(self, playbook: Any) -> None:
        """Share packed modules with the bed's other runs: packing one takes as long as ten tasks that use it."""
        if not (place := os.environ.get("CLUSTERGEN_PACKED")):
            return
        collections = Path(playbook._basedir) / "collections"
        content = hashlib.sha256()
        for file in sorted(collections.glob("*/*/*/plugins/**/*.py")):
            content.update(file.read_bytes())
        packed = Path(place, content.hexdigest())
        packed.mkdir(parents=True, exist_ok=True)
        # A run of several playbooks begins several times
        with contextlib.suppress(FileExistsError):
            Path(constants.DEFAULT_LOCAL_TMP, "ansiballz_cache").symlink_to(packed)

    def _note(self, **row: Any) -> None:
        with Path(os.environ["CLUSTERGEN_NOTED"]).open("a", encoding="utf-8") as notes:
            notes.write(json.dumps(row) + "\n")

    def _result(self, status: str, result: Any) -> None:
        said = result._result
        status = "changed" if status == "ok" and said.get("changed") else status
        message = said.get("msg") or said.get("stderr") or said.get("reason") or ""
        task = result._task.get_name().strip()
        self._note(host=result._host.get_name(), task=task, status=status, message=str(message))

    def v2_runner_on_ok(self, result: Any) -> None:
        self._result("ok", result)

    def v2_runner_on_failed(self, result: Any, ignore_errors: bool = False) -> None:
        self._result("ignored" if ignore_errors else "failed", result)

    def v2_runner_on_skipped(self, result: Any) -> None:
        self._result("skipped", result)

    def v2_runner_on_unreachable(self, result: Any) -> None:
        self._result("unreachable", result)

    def v2_playbook_on_stats(self, stats: Any) -> None:
        for host in sorted(stats.processed):
            self._note(host=host, stats=stats.summarize(host))
        main, workers = (_seconds(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        self._note(main_s=main, workers_s=workers)


def _seconds(whose: int) -> float:
    """Return the processor seconds of this process, or of its workers that have ended."""
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime
