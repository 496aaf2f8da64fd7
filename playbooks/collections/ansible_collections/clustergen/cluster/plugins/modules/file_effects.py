#!/usr/bin/python
"""Commands by which changed files take effect, in one round trip."""

from __future__ import annotations

DOCUMENTATION = r"""
module: file_effects
short_description: Run the commands that put changed files into effect
description:
  - The action plugin of the same name keeps the steps whose files have changed; where there are none, the host is not asked.
  - In check mode the commands are named and not run.
options:
  paths:
    description: Absolute paths that changed.
    type: list
    elements: str
    default: []
  steps:
    description: Each with C(path), a pattern that the beginning of a path matches, and C(run), the command, shell syntax included.
    type: list
    elements: dict
    required: true
author:
  - clustergen
attributes:
  check_mode: {support: full}
  diff_mode: {support: full}
"""

EXAMPLES = r"""
- name: Put the boot loader's file into effect
  clustergen.cluster.file_effects:
    paths: "{{ hosts_placed.to_apply }}"
    steps:
      - {path: /etc/default/grub, run: update-grub}
"""

RETURN = r"""
ran:
  description: The commands that were run, or would be.
  returned: always
  type: list
"""

from ansible.module_utils.basic import AnsibleModule


def main() -> None:
    """Run each step once."""
    module = AnsibleModule(
        {
            "paths": {"type": "list", "elements": "str", "default": []},
            "steps": {"type": "list", "elements": "dict", "required": True},
        },
        supports_check_mode=True,
    )
    commands = [step["run"] for step in module.params["steps"]]
    for command in [] if module.check_mode else commands:
        failed, said, why = module.run_command(["/bin/sh", "-c", command])
        if failed:
            module.fail_json(msg=f"{command}: {why.strip() or said.strip() or failed}")
    shown = {"before": "", "after": "".join(f"run {command}\n" for command in commands)}
    module.exit_json(changed=bool(commands), ran=commands, diff=shown)


if __name__ == "__main__":
    main()
