#!/usr/bin/python
"""What systemd says of units, all of them in one question."""

from __future__ import annotations

DOCUMENTATION = r"""
module: unit_states
short_description: Ask systemd about units
description:
  - One question for any number of units; changes nothing.
options:
  units:
    description: Names of units, with their suffix.
    type: list
    elements: str
    required: true
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Ask what runs
  unit_states:
    units: [chrony.service, home.mount]
  register: asked
"""

RETURN = r"""
units:
  description: For each unit its C(load) (loaded, masked, not-found ...), C(file) (enabled, disabled ..., empty without a file) C(active), and whether its conditions let it run (C(meant), C(tried)).
  returned: always
  type: dict
  sample: {chrony.service: {load: loaded, file: enabled, active: active}}
missing:
  description: Units that systemd does not find.
  returned: always
  type: list
  sample: [nvidia-persistenced.service]
to_enable:
  description: Units that are there and do not run at every boot.
  returned: always
  type: list
to_start:
  description: Units that are there, are meant for this machine, and do not run now.
  returned: always
  type: list
to_stop:
  description: Units that run now, or at every boot.
  returned: always
  type: list
"""

from ansible.module_utils.basic import AnsibleModule

_ASKED = {
    "LoadState": "load",
    "UnitFileState": "file",
    "ActiveState": "active",
    "ConditionResult": "meant",
    "ConditionTimestampMonotonic": "tried",
}
_RUNS = {"active", "activating", "reloading"}


def main() -> None:
    """Ask, and sort the answers."""
    module = AnsibleModule({"units": {"type": "list", "elements": "str", "required": True}}, supports_check_mode=True)
    names = module.params["units"]
    if not names:
        module.exit_json(changed=False, units={}, missing=[], to_enable=[], to_start=[], to_stop=[])
    program = module.get_bin_path("systemctl", required=True)
    _, said, _ = module.run_command([program, "show", "--property=" + ",".join(_ASKED), "--", *names], check_rc=True)
    # One block for each unit in the order of the question (systemctl(1), show)
    blocks = [dict(line.split("=", 1) for line in block.splitlines()) for block in said.strip("\n").split("\n\n")]
    if len(blocks) != len(names):
        module.fail_json(msg=f"systemctl told of {len(blocks)} units and was asked for {len(names)}: {said}")
    units = {
        name: {ours: block.get(theirs, "") for theirs, ours in _ASKED.items()} for name, block in zip(names, blocks)
    }
    there = {name: unit for name, unit in units.items() if unit["load"] != "not-found"}
    module.exit_json(
        changed=False,
        units=units,
        missing=[name for name in names if name not in there],
        to_enable=[name for name, unit in there.items() if unit["file"] == "disabled"],
        to_start=[name for name, unit in there.items() if unit["active"] not in _RUNS and not _left_out(unit)],
        to_stop=[name for name, unit in there.items() if unit["active"] in _RUNS or unit["file"] == "enabled"],
    )


def _left_out(unit: dict[str, str]) -> bool:
    """Whether systemd has left a unit out since the last boot because it is not meant for this machine (systemd.unit(5), Condition...)."""
    return unit["meant"] == "no" and unit["tried"] != "0"


if __name__ == "__main__":
    main()
