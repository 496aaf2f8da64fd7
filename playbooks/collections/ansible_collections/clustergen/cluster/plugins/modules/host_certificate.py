#!/usr/bin/python
"""A host's key, its certificate, and whom it believes: what is there, and placing what the controller has signed."""

from __future__ import annotations

DOCUMENTATION = r"""
module: host_certificate
short_description: Make a host's key, and place its certificate
description:
  - The key is made on the host and never leaves it. Each group whose programs need it has a copy that the group can read.
  - The action plugin of the same name calls this module twice, and signs in between on the controller.
options:
  folder:
    description: The folder of the files.
    type: path
    required: true
  keys:
    description: >-
      Groups that need the key, by the name of their copy. There is no copy for a group that /etc/group does not have, nor for an empty name:
      one of a directory could be called so.
    type: dict
    default: {}
  certificate:
    description: The certificate of the host.
    type: str
    default: ""
  authority:
    description: The certificates that the host believes.
    type: str
    default: ""
  changes:
    description: Whether a certificate is new, which check mode does not see.
    type: bool
    default: false
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Issue the host's certificate
  clustergen.cluster.host_certificate:
    authority: "{{ certificates_authority }}"
    cluster: "{{ cluster_name }}"
    tree: "{{ cluster_tree }}"
    folder: /etc/clustergen/tls
    keys: {prometheus: prometheus}
    names: [gpu01, gpu01.cluster.example.net]
    addresses: [10.160.32.1]
    days: 365
    renewed_before_days: 45
"""

RETURN = r"""
lacking:
  description: Why the host needed a certificate; empty where it did not.
  returned: always
  type: str
  sample: its names have changed
"""

import os
import tempfile

from ansible.module_utils.basic import AnsibleModule

_OWN, _CERTIFICATE, _AUTHORITY = "host.key", "host.crt", "authority.crt"
_CURVE = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:named_curve")


def main() -> None:
    """Make the key if there is none, place what is given, and answer with what is there."""
    module = AnsibleModule(
        {
            "folder": {"type": "path", "required": True},
            "keys": {"type": "dict", "default": {}, "no_log": False},
            "certificate": {"type": "str", "default": ""},
            "authority": {"type": "str", "default": ""},
            "changes": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    folder = module.params["folder"]
    own = os.path.join(folder, _OWN)
    changed = module.params["changes"] and module.check_mode
    if not module.check_mode:
        os.makedirs(folder, mode=0o755, exist_ok=True)
        os.chmod(folder, 0o755)  # noqa: S103 - programs of several users read certificates there
    if not os.path.exists(own):
        changed = True
        if not module.check_mode:
            _place(own, _run(module, "genpkey", *_CURVE), 0o600)
    for name in ("authority", "certificate"):  # a client that has the new authority alone refuses nobody
        path = os.path.join(folder, {"authority": _AUTHORITY, "certificate": _CERTIFICATE}[name])
        changed |= _kept(module, path, module.params[name], 0o644)
    changed |= _copied(module, folder, own)
    module.exit_json(
        changed=changed, public=_public(module, own), certificate=_text(os.path.join(folder, _CERTIFICATE))
    )


def _copied(module: AnsibleModule, folder: str, own: str) -> bool:
    """Keep a copy of the key for each group that the host itself has, and no other."""
    changed, text = False, _text(own)
    for name, group in sorted(module.params["keys"].items()):
        path, number = os.path.join(folder, f"{name}.key"), _number(group)
        if number is not None:
            changed |= _kept(module, path, text, 0o640, number)
        elif os.path.exists(path):
            changed = True
            if not module.check_mode:
                os.remove(path)
    return changed


def _number(group: str) -> int | None:
    """Return the number of a group of the host's own file: NSS would also find a group of the site's directory, whose members would read the key."""
    with open("/etc/group", encoding="utf-8", errors="replace") as file:
        rows = (line.rstrip("\n").split(":") for line in file)
        return next((int(row[2]) for row in rows if group and row[0] == group and len(row) == 4), None)


def _kept(module: AnsibleModule, path: str, text: str, mode: int, group: int = 0) -> bool:
    """Have a file say a text, with its mode and group; returns whether it did not."""
    if not text:
        return False
    there = os.stat(path) if os.path.exists(path) else None
    if there and _text(path) == text and (there.st_mode & 0o777, there.st_uid, there.st_gid) == (mode, 0, group):
        return False
    if not module.check_mode:
        _place(path, text, mode, group)
    return True


def _place(path: str, text: str, mode: int, group: int = 0) -> None:
    """Write a file beside its place, for nobody but root, and move it there."""
    handle, beside = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".new-")
    with os.fdopen(handle, "w") as file:
        file.write(text)
        os.fchown(file.fileno(), 0, group)
        os.fchmod(file.fileno(), mode)
    os.rename(beside, path)


def _public(module: AnsibleModule, own: str) -> str:
    return _run(module, "pkey", "-in", own, "-pubout") if os.path.exists(own) else ""


def _run(module: AnsibleModule, *arguments: str) -> str:
    """Return what openssl answers; its answers of keys are never in an error."""
    failed, said, why = module.run_command([module.get_bin_path("openssl", required=True), *arguments])
    if failed:
        module.fail_json(msg=f"openssl {arguments[0]}: {why.strip()}")
    return said


def _text(path: str) -> str:
    if not os.path.exists(path):
        return ""
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


if __name__ == "__main__":
    main()
