#!/usr/bin/python
"""The accounts and groups that a host has, as getent prints them, in one round trip."""

from __future__ import annotations

DOCUMENTATION = r"""
module: accounts_there
short_description: Ask a host for accounts and groups
description:
  - Asks by getent, so that accounts of a directory count. Changes nothing.
options:
  keys:
    description: Names and numbers of accounts; those that nobody has are left out.
    type: list
    elements: str
    required: true
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Ask who has this name
  clustergen.cluster.accounts_there:
    keys: [ada]
  register: users_there
"""

RETURN = r"""
passwd:
  description: Lines of passwd(5).
  returned: always
  type: list
group:
  description: Lines of group(5), all of them.
  returned: always
  type: list
"""

from ansible.module_utils.basic import AnsibleModule


def main() -> None:
    """Ask for both."""
    module = AnsibleModule({"keys": {"type": "list", "elements": "str", "required": True}}, supports_check_mode=True)
    program = module.get_bin_path("getent", required=True)
    passwd = module.run_command([program, "passwd", *module.params["keys"]])
    group = module.run_command([program, "group"])
    # getent(1): 2 is a key that is not there
    for failed, _, why in (passwd, group):
        if failed not in (0, 2):
            module.fail_json(msg=why.strip() or f"getent failed with exit status {failed}")
    module.exit_json(changed=False, passwd=passwd[1].splitlines(), group=group[1].splitlines())


if __name__ == "__main__":
    main()
