"""Words of NVUE for on: `state: enabled` from 5.15 on, `enable: on` before (Cumulus Linux 5.15, New and Changed NVUE Commands).

YAML 1.1 reads a plain `on` as true, and `off` as false.
"""

from collections.abc import Mapping
from typing import Any

SWITCHES = ("state", "enable")
_ON = ("enabled", "enable", "on", True)


def is_on(row: Mapping[str, Any], *, otherwise: bool = True) -> bool:
    """Whether a branch is turned on, in the syntax of any release; `otherwise` where it is not set."""
    said = next((row[key] for key in SWITCHES if key in row), None)
    return otherwise if said is None else said in _ON
