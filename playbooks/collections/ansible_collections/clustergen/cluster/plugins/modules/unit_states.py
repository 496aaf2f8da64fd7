#!/usr/bin/python
"""What systemd says of units, and bringing them to what they should be: all of them in one round trip."""

from __future__ import annotations

DOCUMENTATION = r"""
module: unit_states
short_description: Ask systemd about units, and enable, start, stop, restart or reload them
description:
  - One question for any number of units. Without a list of what is to be done it changes nothing.
  - In check mode a unit that is not there yet, as its package or file is only predicted, counts as one that will be.
options:
  units:
    description: Names of units to ask about, with their suffix.
    type: list
    elements: str
    default: []
  enable:
    description: Units that are to run at every boot.
    type: list
    elements: str
    default: []
  start:
    description: Units that are to run now; one that is not meant for this machine is left alone.
    type: list
    elements: str
    default: []
  stop:
    description: Units that are to run neither now nor at a boot; one that is not there is as it should be.
    type: list
    elements: str
    default: []
  disable:
    description: Units that are not to run from the next boot on, and may until then.
    type: list
    elements: str
    default: []
  restart:
    description: Units that read their files at a start alone.
    type: list
    elements: str
    default: []
  reload:
    description: Units that read their files again while they run.
    type: list
    elements: str
    default: []
  reads:
    description:
      - Files that each unit reads at its start alone, drop-ins of systemd's among them.
      - A unit that began, or was left out by a condition, before one of them was written is restarted, so that the next run completes one that was cut short between the two.
      - systemd reads its own files first where a unit is about to start and one of these is below C(/etc/systemd/system), or where systemd asks for it.
    type: dict
    default: {}
  guard:
    description:
      - A command, with its arguments, that must succeed before units are restarted; otherwise nothing is done. It is not run where none is.
    type: list
    elements: str
    default: []
  daemon_reload:
    description: Let systemd read its own files first.
    type: bool
    default: false
author:
  - clustergen
attributes:
  check_mode: {support: full}
  diff_mode: {support: full}
"""

EXAMPLES = r"""
- name: Query what is running
  clustergen.cluster.unit_states:
    units: [chrony.service, home.mount]
  register: asked

- name: Run the clock now and at every boot
  clustergen.cluster.unit_states:
    enable: [chrony.service]
    start: [chrony.service]

- name: Run slurmd with its options
  clustergen.cluster.unit_states:
    enable: [slurmd.service]
    start: [slurmd.service]
    reads:
      slurmd.service: [/etc/default/slurmd]
"""

RETURN = r"""
units:
  description: For each unit its C(load) (loaded, masked, not-found ...), C(file) (enabled, disabled ..., empty without a file) C(active), and whether its conditions let it run (C(meant), C(tried)); before anything is done.
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

import os
import time

from ansible.module_utils.basic import AnsibleModule

_ASKED = {
    "LoadState": "load",
    "UnitFileState": "file",
    "ActiveState": "active",
    "ConditionResult": "meant",
    "ConditionTimestampMonotonic": "tried",
}
_BEGUN = {"InactiveExitTimestampMonotonic": "began", "NeedDaemonReload": "unread"}
_RUNS = {"active", "activating", "reloading"}
_LISTS = ("units", "enable", "start", "stop", "disable", "restart", "reload")


def main() -> None:
    """Ask, sort the answers, and do what is to be done."""
    lists = {name: {"type": "list", "elements": "str", "default": []} for name in _LISTS}
    others = {
        "reads": {"type": "dict", "default": {}},
        "guard": {"type": "list", "elements": "str", "default": []},
        "daemon_reload": {"type": "bool", "default": False},
    }
    module = AnsibleModule({**lists, **others}, supports_check_mode=True)
    program = module.get_bin_path("systemctl", required=True)
    if module.params["daemon_reload"] and not module.check_mode:
        module.run_command([program, "daemon-reload"], check_rc=True)
    module.params["restart"] += _outdated(module, program)
    units = _asked(module, program, list(dict.fromkeys(name for each in _LISTS for name in module.params[each])))
    there = {name: unit for name, unit in units.items() if unit["load"] != "not-found"}
    said = {
        "units": units,
        "missing": [name for name in units if name not in there],
        "to_enable": [name for name, unit in there.items() if unit["file"] == "disabled"],
        "to_start": [name for name, unit in there.items() if unit["active"] not in _RUNS and not _left_out(unit)],
        "to_stop": [name for name, unit in there.items() if unit["active"] in _RUNS or unit["file"] == "enabled"],
    }
    steps = _steps(module.params, said, predicted=module.check_mode)
    if not module.check_mode:
        _do(module, program, steps, said["missing"])
    changes = "".join(f"{verb} {name}\n" for verb, names in steps.items() for name in names)
    changed = bool(changes) or module.params["daemon_reload"]
    module.exit_json(changed=changed, diff={"before": "", "after": changes}, **said)


def _outdated(module: AnsibleModule, program: str) -> list[str]:
    """Return the units that began, or were left out by a condition, before a file of theirs was written.

    Another unit that does not run reads its files when it is started. A file dated in the future, which a step of the clock leaves, counts
    once its date has come: otherwise its unit would be restarted in every run until then.
    """
    states = _asked(module, program, list(module.params["reads"]), {**_ASKED, **_BEGUN})
    now_s, awake_s = time.time(), time.clock_gettime(time.CLOCK_MONOTONIC)
    found = []
    for name, unit in states.items():
        since_s = awake_s - int(unit["began" if unit["active"] in _RUNS else "tried"] or 0) / 1e6
        ages_s = [now_s - os.stat(path).st_mtime for path in module.params["reads"][name] if os.path.exists(path)]
        if (unit["active"] in _RUNS or _left_out(unit)) and any(0 <= age_s < since_s for age_s in ages_s):
            found.append(name)
    restarts = [name for name in found if name not in module.params["restart"]]
    if not module.check_mode and _unread(module.params, states, restarts):
        module.run_command([program, "daemon-reload"], check_rc=True)
    return restarts


def _unread(wanted: dict, states: dict[str, dict[str, str]], restarts: list[str]) -> bool:
    """Whether systemd has to read its own files before it starts these units: by NeedDaemonReload older releases do not notice a drop-in in a new folder (systemd's issue 31752)."""
    return any(
        unit["unread"] == "yes"
        or (
            any(path.startswith("/etc/systemd/system/") for path in wanted["reads"][name])
            and (name in [*wanted["restart"], *restarts] or (name in wanted["start"] and unit["active"] not in _RUNS))
        )
        for name, unit in states.items()
    )


def _asked(
    module: AnsibleModule, program: str, names: list[str], wanted: dict[str, str] = _ASKED
) -> dict[str, dict[str, str]]:
    """Return each unit's states; one block a unit, in the order of the question (systemctl(1), show)."""
    if not names:
        return {}
    _, said, _ = module.run_command([program, "show", "--property=" + ",".join(wanted), "--", *names], check_rc=True)
    blocks = [dict(line.split("=", 1) for line in block.splitlines()) for block in said.strip("\n").split("\n\n")]
    if len(blocks) != len(names):
        module.fail_json(msg=f"systemctl reported {len(blocks)} units instead of {len(names)}: {said}")
    return {
        name: {ours: block.get(theirs, "") for theirs, ours in wanted.items()} for name, block in zip(names, blocks)
    }


def _left_out(unit: dict[str, str]) -> bool:
    """Whether systemd has left a unit out since the last boot because it is not meant for this machine (systemd.unit(5), Condition...)."""
    return unit["meant"] == "no" and unit["tried"] != "0"


def _steps(wanted: dict, said: dict, *, predicted: bool) -> dict[str, list[str]]:
    """Return the units of each verb of systemctl, in the order in which they are given."""
    coming = said["missing"] if predicted else []
    steps = {
        "disable": [
            *(name for name in wanted["stop"] if name in said["to_stop"]),
            *(name for name in wanted["disable"] if said["units"][name]["file"] == "enabled"),
        ],
        "stop": [name for name in wanted["stop"] if name in said["to_stop"]],
        "enable": [name for name in wanted["enable"] if name in [*said["to_enable"], *coming]],
        "restart": wanted["restart"],
        "reload": wanted["reload"],
        "start": [
            name for name in wanted["start"] if name in [*said["to_start"], *coming] and name not in wanted["restart"]
        ],
    }
    return {verb: names for verb, names in steps.items() if names}


def _do(module: AnsibleModule, program: str, steps: dict[str, list[str]], missing: list[str]) -> None:
    """Call systemctl once for each verb, with all of its units."""
    needed = [name for key in ("enable", "start", "restart", "reload") for name in module.params[key]]
    if absent := [name for name in missing if name in needed]:
        module.fail_json(
            msg=f"the host has no {', '.join(absent)}: check that its operating system is the one in the inventory"
        )
    if module.params["guard"] and "restart" in steps:
        refused, _, why = module.run_command(module.params["guard"])
        if refused:
            module.fail_json(msg=f"not restarted: {' '.join(steps['restart'])}: {why.strip()}")
    for verb, names in steps.items():
        failed, _, why = module.run_command([program, verb, "--", *names])
        if failed:
            module.fail_json(msg=f"systemctl {verb} {' '.join(names)}: {why.strip()}")


if __name__ == "__main__":
    main()
