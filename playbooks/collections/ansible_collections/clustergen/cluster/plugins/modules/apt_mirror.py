#!/usr/bin/python
"""The packages of a Debian or Ubuntu release that hosts install, with all that they need, in a folder that apt reads as the archives that they come from."""

from __future__ import annotations

DOCUMENTATION = r"""
module: apt_mirror
short_description: Mirror the packages that hosts of a release install
description:
  - apt-get, with lists and settings of its own, verifies the archives and names every file that O(sets) need; apt-helper fetches what is missing.
  - A file is placed as HOST/PATH of its address, once its digest is that of the signed list. Lists of packages and their signature are placed byte by byte, after all
    files, so that hosts verify the mirror with the keys of the archives. Nothing is removed.
options:
  folder:
    description: The folder of the mirror.
    type: path
    required: true
  release:
    description: A name for the release and architecture, under which apt keeps what it knows of them.
    type: str
    required: true
  architecture:
    description: Debian's name of the hosts' architecture.
    type: str
    required: true
  sources:
    description: Lines of sources.list(5); if there are none, this machine's own sources are read.
    type: list
    elements: str
    default: []
  sets:
    description: Lists of packages, each of which some host installs.
    type: list
    elements: list
    required: true
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Mirror the packages of Debian 12
  clustergen.cluster.apt_mirror:
    folder: /srv/mirror/apt
    release: debian-12-amd64
    architecture: amd64
    sets: [[chrony, nftables]]
"""

RETURN = r"""
missing:
  description: Packages that the archives do not have or cannot install, and what apt reports of each.
  returned: always
  type: list
lost:
  description: Files that could not be fetched, and what apt-helper reports of each.
  returned: always
  type: list
fetched:
  description: How many files were fetched, in check mode how many would be.
  returned: always
  type: int
kept:
  description: How many files existed with the right digest.
  returned: always
  type: int
"""

import os
import re

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.clustergen.cluster.plugins.module_utils.apt_archives import Apt, AptError
from ansible_collections.clustergen.cluster.plugins.module_utils.mirror_folder import Folder

_UNCHECKED = re.compile(r"\[[^\]]*\b(trusted|allow-insecure|allow-weak)\s*=\s*yes\b", re.IGNORECASE)
"""Options of a source that switch its signature off (sources.list(5))."""
_ARGUMENTS = {
    "folder": {"type": "path", "required": True},
    "release": {"type": "str", "required": True},
    "architecture": {"type": "str", "required": True},
    "sources": {"type": "list", "elements": "str", "default": []},
    "sets": {"type": "list", "elements": "list", "required": True},
}


def main() -> None:
    """Ask apt, fetch what is missing, then place the lists."""
    module = AnsibleModule(_ARGUMENTS, supports_check_mode=True)
    given = module.params
    if unchecked := [line for line in given["sources"] if _UNCHECKED.search(line)]:
        module.fail_json(msg=f"hosts would install what nobody has signed: remove the option from {unchecked[0]!r}")
    apt = Apt(module, os.path.join(given["folder"], ".apt", given["release"]), given["architecture"], given["sources"])
    folder = Folder(module, given["folder"], apt)
    try:
        apt.update()
        archives = apt.archives()
        files, missing = apt.files(given["sets"])
        folder.fetch(files)
        if not folder.lost and not module.check_mode:
            for archive in archives:
                folder.publish(archive)
    except AptError as error:
        module.fail_json(msg=str(error))
    module.exit_json(
        changed=folder.fetched + folder.placed > 0,
        missing=missing,
        lost=folder.lost,
        fetched=folder.fetched,
        kept=folder.kept,
    )


if __name__ == "__main__":
    main()
