#!/usr/bin/python
"""Which of some packages are not installed, in one question to the package manager's own list."""

from __future__ import annotations

DOCUMENTATION = r"""
module: packages_missing
short_description: Name the packages that are not installed
description:
  - Asks dpkg or rpm for these packages alone; sets no facts, as a list of all packages would burden every later task. Changes nothing.
options:
  names:
    description: Names of packages.
    type: list
    elements: str
    required: true
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Ask for Kea
  clustergen.cluster.packages_missing:
    names: [kea-dhcp4-server]
  register: dhcp_asked
"""

RETURN = r"""
missing:
  description: Those that are not installed, in the order of O(names).
  returned: always
  type: list
"""

from ansible.module_utils.basic import AnsibleModule

_DPKG = ("dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\\n")
_RPM = ("rpm", "--query", "--queryformat=%{NAME} installed\\n")


def main() -> None:
    """Ask, and compare."""
    module = AnsibleModule({"names": {"type": "list", "elements": "str", "required": True}}, supports_check_mode=True)
    names = module.params["names"]
    command = _DPKG if module.get_bin_path(_DPKG[0]) else _RPM
    # Both exit with 1 where a package is not known at all
    said = module.run_command([*command, *names], environ_update={"LC_ALL": "C"})[1] if names else ""
    there = {line.split()[0] for line in said.splitlines() if line.split()[1:] == ["installed"]}
    module.exit_json(changed=False, missing=[name for name in names if name not in there])


if __name__ == "__main__":
    main()
