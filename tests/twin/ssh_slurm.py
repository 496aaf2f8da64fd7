"""A rendered tree whose Slurm runs on hosts of the test bed for Ansible: what this machine lacks is other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.twin.slurm import EXTRA, REPLACED

if TYPE_CHECKING:
    from pathlib import Path


def fit(tree: Path) -> None:
    """Change keys whose plugins need control groups, libraries or processors that are not here."""
    conf, groups = (tree / "slurm" / name for name in ("slurm.conf", "cgroup.conf"))
    text = conf.read_text(encoding="utf-8")
    for key, value in REPLACED.items():
        text = re.sub(rf"^{key}=.*$", f"{key}={value}", text, flags=re.MULTILINE)
    conf.write_text(text + EXTRA.partition("SlurmdPidFile")[0], encoding="utf-8")
    groups.write_text(groups.read_text(encoding="utf-8").replace("autodetect", "cgroup/v1"), encoding="utf-8")
