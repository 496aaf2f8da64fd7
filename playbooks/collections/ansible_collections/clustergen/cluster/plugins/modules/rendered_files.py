#!/usr/bin/python
"""Bring files of a rendered tree to a host in one step, and take away what an earlier tree had."""

from __future__ import annotations

DOCUMENTATION = r"""
module: rendered_files
short_description: Place files of a rendered tree, and remove those that it no longer has
description:
  - Compares every file in one round trip and writes what differs, whole or not at all.
  - What it placed is listed on the host, so that a file that the tree no longer has is removed.
  - A file that was there before ours is kept aside once, and comes back when ours goes; what a step replaced is kept until the next step.
  - On the controller the action plugin of the same name reads O(src) and calls this with O(files).
options:
  src:
    description: Folders on the controller, whose files go under O(dest) with their paths; a file of the last one that has it wins.
    type: list
    elements: path
  only:
    description: Patterns of paths below O(src) to take; all when left out.
    type: list
    elements: str
    default: []
  without:
    description: Patterns of paths below O(src) to leave out.
    type: list
    elements: str
    default: []
  modes:
    description: Octal modes by pattern of path, the first that matches; others have C(0644), C(*.sh) has C(0755).
    type: dict
    default: {}
  owners:
    description: Owner and group, C(slurm:slurm), by pattern of path; others are root's.
    type: dict
    default: {}
  dest:
    description: Where the files go.
    type: path
    default: /
  set:
    description: The name of this set of files; each set removes only what is its own.
    type: str
    required: true
  filled:
    description: Replace C({{ clustergen_... }}) by the secret that the inventory has for it.
    type: bool
    default: false
  sole:
    description: Patterns of absolute paths at which only files of the tree may stand; others are kept aside.
    type: list
    elements: str
    default: []
  validate:
    description:
      - Checks before anything is placed, each with C(path), a pattern of absolute paths, C(folders), copies of which the program sees as they would be,
        and C(run), in which C({stage}) is where the copies begin. Where one fails nothing is changed.
      - Drop-ins of services, C(clustergen.conf), are read by C(systemd-analyze) without being named here.
    type: list
    elements: dict
    default: []
  missing:
    description: Only place files that are not on the host. Nothing is overwritten or removed; RV(left_paths) names what differs.
    type: bool
    default: false
  settled:
    description: Only forget what RV(to_apply) has; the last step of a role, when all of it is in effect.
    type: bool
    default: false
  files:
    description: What the action plugin read. Not for playbooks.
    type: list
    elements: dict
    default: []
  secrets:
    description: The text of those of O(files) that hold secrets, by path, which is logged nowhere. Not for playbooks.
    type: dict
    default: {}
author:
  - clustergen
attributes:
  check_mode: {support: full}
  diff_mode: {support: full}
"""

EXAMPLES = r"""
- name: Place the host's files
  clustergen.cluster.rendered_files:
    src: "{{ host_files }}"
    set: hosts
  register: placed
"""

RETURN = r"""
changed_paths:
  description: Absolute paths that were written or removed, in order.
  returned: always
  type: list
  sample: [/etc/hosts]
replaced_paths:
  description: Those of RV(changed_paths) where a file of ours stood with another text.
  returned: always
  type: list
left_paths:
  description: With O(missing), absolute paths of the tree that stand there with another text, mode or owner, and of files of ours that the tree no longer has.
  returned: always
  type: list
to_apply:
  description: RV(changed_paths), and those of earlier runs that ended before their files were in effect.
  returned: always
  type: list
"""

import glob
import grp
import json
import os
import pwd
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.clustergen.cluster.plugins.module_utils.staged_files import refused

_STATE = "/var/lib/clustergen"
_NEW = ".clustergen-new"
_OPTIONS = {
    "src": {"type": "list", "elements": "path"},
    "only": {"type": "list", "elements": "str", "default": []},
    "without": {"type": "list", "elements": "str", "default": []},
    "modes": {"type": "dict", "default": {}},
    "owners": {"type": "dict", "default": {}},
    "dest": {"type": "path", "default": "/"},
    "set": {"type": "str", "required": True},
    "filled": {"type": "bool", "default": False},
    "sole": {"type": "list", "elements": "str", "default": []},
    "validate": {"type": "list", "elements": "dict", "default": []},
    "missing": {"type": "bool", "default": False},
    "settled": {"type": "bool", "default": False},
    "files": {"type": "list", "elements": "dict", "default": []},
    # Apart, as all that is in an argument without a log is taken out of the result, too
    "secrets": {"type": "dict", "default": {}, "no_log": True},
}


def main() -> None:
    """Compare, write, remove, and say what changed."""
    module = AnsibleModule(_OPTIONS, supports_check_mode=True)
    ledger = Ledger(module.params["set"])
    if module.params["settled"]:
        if ledger.pending and not module.check_mode:
            ledger.save(pending=[])
        module.exit_json(changed=False, changed_paths=[], replaced_paths=[], left_paths=[], to_apply=[])
    wanted = {os.path.join(module.params["dest"], each["path"]): each for each in _whole(module.params)}
    differing = [path for path, file in sorted(wanted.items()) if _differs(path, file)]
    strangers = {path for pattern in module.params["sole"] for path in glob.glob(pattern)} - set(wanted)
    gone = sorted({path for path in {*ledger.placed} - set(wanted) if os.path.lexists(path)} | strangers)
    left: list[str] = []
    if module.params["missing"]:
        left = [path for path in [*differing, *gone] if os.path.lexists(path)]
        differing, gone = [path for path in differing if path not in left], []
        wanted = {path: wanted[path] for path in differing}
    changed = differing + gone
    diffs = [_diff(path, wanted.get(path)) for path in changed]
    to_apply = sorted({*ledger.pending, *changed})
    replaced = [path for path in differing if path in ledger.placed and os.path.exists(path)]
    if why := changed and refused(module, wanted, changed, gone, _write):
        module.fail_json(msg=f"{why}\nNothing was changed.")
    if not module.check_mode and (changed or not module.params["missing"]):
        try:
            _bring(module, ledger, wanted, differing, gone, to_apply)
        except OSError as fault:
            where = fault.filename or module.params["dest"]
            module.fail_json(
                msg=f"{where}: {fault.strerror}. Files written so far are kept; the next run continues from there."
            )
    module.exit_json(
        changed=bool(changed),
        changed_paths=changed,
        replaced_paths=replaced,
        left_paths=left,
        to_apply=to_apply,
        diff=diffs,
    )


def _whole(params: dict) -> list[dict]:
    """Return the files with their texts; those with secrets came apart."""
    return [
        {**each, "content": each.get("content", params["secrets"].get(each["path"], ""))} for each in params["files"]
    ]


class Ledger:
    """What a set has placed on this host (`placed`), what of it waits to be in effect (`pending`), and of what its last step keeps the text before (`kept`); absolute paths, in order."""

    def __init__(self, name: str) -> None:
        """Read it; a host without one has nothing of ours."""
        self.path = os.path.join(_STATE, name + ".json")
        try:
            with open(self.path, encoding="utf-8") as file:
                said = json.load(file)
        except (FileNotFoundError, ValueError):
            said = {}
        self.placed, self.pending, self.kept = (said.get(key, []) for key in ("placed", "pending", "kept"))

    def save(self, placed: list | None = None, pending: list | None = None, kept: list | None = None) -> None:
        """Write what changed of it."""
        there = {"placed": self.placed, "pending": self.pending, "kept": self.kept}
        given = {"placed": placed, "pending": pending, "kept": kept}
        now = {key: there[key] if given[key] is None else given[key] for key in there}
        if now != there:
            self.placed, self.pending, self.kept = now.values()
            _write(self.path, {"content": json.dumps(now, indent=1) + "\n", "mode": "0600"})


def _bring(module: AnsibleModule, ledger: Ledger, wanted: dict, differing: list, gone: list, to_apply: list) -> None:
    """Write and remove. The list of what is ours is written before the files: a run that is killed leaves nothing that nobody owns."""
    for path in differing:
        if path not in ledger.placed:
            _keep(path)
    ours, waiting = {*ledger.placed}, {*ledger.pending}
    if not waiting:
        _forget(ours | {*ledger.kept} | _remembered(module.params["sole"]))
    ledger.save(sorted({*ours, *wanted}), to_apply, to_apply)
    for path in {*differing, *gone} - waiting:
        _remember(path)
    for path in differing:
        _write(path, wanted[path])
        module.set_default_selinux_context(path, False)
    for path in gone:
        _give_back(path) if path in ours else _set_aside(path)
    ledger.save(sorted(ours | {*wanted}) if module.params["missing"] else sorted(wanted))


def _differs(path: str, file: dict) -> bool:
    return _text(path) != file["content"] or _mode(path) != int(file["mode"], 8) or _owner(path) != _whose(file)


def _whose(file: dict) -> str:
    """Return owner and group as the file is to have them: root's, or of who runs this where that is somebody else."""
    mine = f"{_named(pwd.getpwuid, os.geteuid())}:{_named(grp.getgrgid, os.getegid())}"
    return file.get("owner") or mine


def _owner(path: str) -> str:
    """Return owner and group by name, by number where there is none."""
    there = os.stat(path)
    return f"{_named(pwd.getpwuid, there.st_uid)}:{_named(grp.getgrgid, there.st_gid)}"


def _named(database: Callable, number: int) -> str:
    try:
        return database(number)[0]
    except KeyError:
        return str(number)


def _text(path: str) -> str | None:
    """Return a file's text; nothing where there is none, a link included: we place files."""
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def _mode(path: str) -> int | None:
    return None if os.path.islink(path) or not os.path.exists(path) else os.stat(path).st_mode & 0o7777


def _diff(path: str, file: dict | None) -> dict:
    """Return what `--diff` shows; of what only root may read, only that it differs."""
    before = _text(path)
    if file is None:
        shown = "not shown\n" if (_mode(path) or 0) & 0o077 == 0 else before or ""
        return {"before_header": path, "before": shown, "after_header": "removed", "after": ""}
    if before == file["content"]:
        whose = f"mode {_mode(path):04o} {_owner(path)}"
        return {
            "before_header": path,
            "before": whose + "\n",
            "after_header": path,
            "after": f"mode {file['mode']} {_whose(file)}\n",
        }
    if file["secret"]:
        return {"before_header": path, "before": "not shown\n", "after_header": path, "after": "not shown, differs\n"}
    return {"before_header": path, "before": before or "", "after_header": path, "after": file["content"]}


def _previous(path: str) -> str:
    return os.path.join(_STATE, "previous", path.lstrip("/"))


def _forget(paths: set) -> None:
    """Forget what was before the last step, which is all in effect: who goes back goes back one step."""
    for previous in map(_previous, paths):
        for kept in filter(os.path.lexists, (previous, previous + _NEW)):
            os.remove(kept)


def _remembered(patterns: list) -> set:
    """Name what is kept of places where only ours may stand: files of others, set aside in an earlier step, are in no list of ours."""
    root = os.path.join(_STATE, "previous")
    return {"/" + os.path.relpath(each, root) for pattern in patterns for each in glob.glob(_previous(pattern))}


def _remember(path: str) -> None:
    """Keep what stands there and is in effect, for who has to go back; of a file that is new, an empty one that says so."""
    previous = _previous(path)
    _forget({path})
    with _unread():
        os.makedirs(os.path.dirname(previous), exist_ok=True)
        if os.path.isfile(path):
            shutil.copy2(path, previous, follow_symlinks=False)
        elif not os.path.lexists(path):
            open(previous + _NEW, "w", encoding="utf-8").close()


def _aside(path: str) -> str:
    return os.path.join(_STATE, "before", path.lstrip("/"))


def _keep(path: str) -> None:
    """Keep a file that is not ours, once."""
    aside = _aside(path)
    if os.path.lexists(path) and not os.path.lexists(aside):
        with _unread():
            os.makedirs(os.path.dirname(aside), exist_ok=True)
            shutil.copy2(path, aside, follow_symlinks=False)


def _give_back(path: str) -> None:
    """Remove a file of ours; what was there before it comes back."""
    os.remove(path)
    if os.path.lexists(_aside(path)):
        shutil.move(_aside(path), path)


def _set_aside(path: str) -> None:
    """Move a file away that stands where only ours may."""
    with _unread():
        os.makedirs(os.path.dirname(_aside(path)), exist_ok=True)
        shutil.move(path, _aside(path))


@contextmanager
def _unread() -> Iterator[None]:
    """Have new files and folders be for their owner alone: a copy gets the mode of a file with secrets only after its text."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _write(path: str, file: dict) -> None:
    """Write a file beside its place and move it there, so that it is never half there."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.clustergen")
    try:
        # What a killed run has left, or a link of the user whose folder this is: a new file follows none
        if os.path.lexists(beside):
            os.remove(beside)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as text:
            text.write(file["content"])
            text.flush()
            os.fsync(handle)
            os.fchmod(handle, int(file["mode"], 8))
            if file.get("owner"):
                shutil.chown(handle, *file["owner"].split(":"))
        os.replace(beside, path)
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, path) from fault
    finally:
        if os.path.lexists(beside):
            os.remove(beside)


if __name__ == "__main__":
    main()
