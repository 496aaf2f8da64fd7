"""Files that the programs which will read them judge before they are placed: copies of their folders as they would be, in a folder of root's."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable

from ansible.module_utils.basic import AnsibleModule

_STAGE = "/var/lib/clustergen/stage"
# Of every role's drop-ins, each beside a unit of ours: the unit that it is for may not be installed yet, or have faults and drop-ins that are not ours
_DROP_INS = {
    "path": r"/etc/systemd/system/[^/]+[.]service[.]d/clustergen[.]conf$",
    "folders": ["/etc/systemd/system"],
    "run": r"""set -e
mkdir -p {stage}/units {stage}/etc/systemd/system
cd {stage}/etc/systemd/system
alone=$(systemd-analyze --help | grep -om1 -e --recursive-errors | sed s/$/=no/)
for each in *.service.d/clustergen.conf; do
  [ -e "$each" ] || continue
  unit={stage}/units/clustergen-${each%.d/*}
  mkdir "$unit.d"
  printf '[Service]\nExecStart=/bin/true\n' >"$unit"
  sed '/^Exec/s,=/[^ ]*,=/bin/true,' "$each" >"$unit.d/clustergen.conf"
  SYSTEMD_UNIT_PATH={stage}/units: systemd-analyze verify --man=no $alone "$unit"
done""",
}


def refused(module: AnsibleModule, wanted: dict, changed: list, gone: list, write: Callable) -> str:
    """Return what a program says against the files that are about to come, empty where every program takes them.

    `validate` of the module has the checks: `path`, a pattern of absolute paths; `folders`, which the program sees as they would be;
    `run`, in which `{stage}` is where these copies begin. Drop-ins of systemd's are checked without being asked for. A program that is not there yet counts in check mode as one that agrees.
    """
    for check in [*module.params["validate"], _DROP_INS]:
        if any(re.match(check["path"], path) for path in changed):
            try:
                _stage(check["folders"], wanted, changed, gone, write)
                command = check["run"].replace("{stage}", _STAGE)
                failed, said, why = module.run_command(["/bin/sh", "-c", command], cwd=_STAGE)
            finally:
                shutil.rmtree(_STAGE, ignore_errors=True)
            if failed and not (failed == 127 and module.check_mode):
                return f"was not installed, as its check failed: {(why.strip() or said.strip()).replace(_STAGE, '')}"
    return ""


def _stage(folders: list, wanted: dict, changed: list, gone: list, write: Callable) -> None:
    """Copy folders, then change the copies as the folders are about to change."""
    os.makedirs(_STAGE, mode=0o700, exist_ok=True)
    for folder in folders:
        if os.path.isdir(folder):
            shutil.copytree(folder, _STAGE + folder, symlinks=True, ignore_dangling_symlinks=True, dirs_exist_ok=True)
    for path in changed:
        if any(f"{path}/".startswith(f"{folder}/") for folder in folders):
            if path in gone:
                os.remove(_STAGE + path)
            else:
                write(_STAGE + path, wanted[path])
