"""The site's own Ansible: files in `site/` beside the spec, and their places in the tree. They are copied, never changed or run."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from generator.data import data_texts
from generator.plan import secrets
from generator.render.artifact import PLAIN_MODE, RenderError
from generator.render.stages import stages
from generator.source.broken import said_of
from generator.source.reading import ReadingError, read_regular

BACKEND = "ansible"
"""The backend with whose files they are, and with which `--only` updates them."""
_BOOKS = "ansible/playbooks/"
_PLACES = {part: f"{_BOOKS}{part}/" for part in ("group_vars", "host_vars", "files")} | {
    "hooks": _BOOKS,
    "roles": "ansible/roles/",
}
"""Folders that Ansible reads with any inventory: beside the playbooks.

Variables there take precedence over those of an inventory. Hooks are beside the playbooks, too: for a play in a subfolder, `playbook_dir` is that
folder.
"""
_MOST_BYTES = 64 * 1024 * 1024
_SCRIPT = 0o755
_HOOK = r"([a-z_]+)-(before|after)\.yml|tasks/.+"


class SiteFile(Struct, frozen=True):
    """A file of the site's: its path in the tree, the path beside the spec that it comes from, its content and mode."""

    path: str
    source: str
    data: bytes
    mode: int


class Site(Struct, frozen=True):
    """All files of a site, and the imports of hooks before and after the plays of stages."""

    files: tuple[SiteFile, ...] = ()
    hooks: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def woven(self, path: str, text: str) -> str:
        """Return the text of a file of ours: a stage's playbook with the imports of the hooks that there are."""
        if path not in self.hooks:
            return text
        before, after = self.hooks[path]
        head, mark, plays = text.partition("---\n")
        return head + mark + before + plays + after


def read_site(folder: Path) -> Site:
    """Read the site's files below a folder; there are none where it is not there.

    Raises RenderError: a file that cannot be taken along, or that nothing would ever read.
    """
    if folder.is_symlink():
        raise RenderError(f"{folder} is a link: put the folder itself there")
    if not folder.is_dir():
        return Site()
    try:
        files = tuple(_files(folder))
    except OSError as error:
        raise RenderError(f"{error.filename or folder} {said_of(error)}") from None
    paths = {file.path for file in files}
    hooks = {
        f"{_BOOKS}{stage}.yml": (_import(paths, stage, "before"), _import(paths, stage, "after")) for stage in stages()
    }
    return Site(files, {book: texts for book, texts in hooks.items() if any(texts)})


def _files(folder: Path) -> Iterator[SiteFile]:
    for part in sorted(folder.iterdir()):
        if part.is_symlink() or (part.is_dir() and part.name not in _PLACES and not _is_hidden(part.name)):
            raise RenderError(
                f"{part} is none of the site's folders ({', '.join(sorted(_PLACES))}): keep it beside {folder}"
            )
        if part.is_dir() and part.name in _PLACES:
            for file in _below(part):
                yield _file(folder, part.name, file)


def _below(folder: Path) -> Iterator[Path]:
    """Yield every file below a folder, in order; hidden ones and what Python compiled stay where they are."""
    for each in sorted(folder.iterdir()):
        if _is_hidden(each.name):
            continue
        if each.is_dir() and not each.is_symlink():
            yield from _below(each)
        else:
            yield each


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__" or name.endswith("~")


def _file(folder: Path, part: str, file: Path) -> SiteFile:
    name = file.relative_to(folder / part).as_posix()
    source = f"{folder.name}/{part}/{name}"
    if file.is_symlink():
        raise RenderError(f"{file} is a link: put the file itself there")
    if not name.isprintable() or "\\" in name:
        raise RenderError(f"{file.parent} has a file with the name {name!r}: no path of a tree may have it")
    try:
        data, executable = read_regular(file, _MOST_BYTES), file.stat().st_mode & 0o100
    except ReadingError as error:
        raise RenderError(f"{file} {error.reason}") from None
    if part == "hooks":
        _hold_hook(file, name)
    if part == "roles" and name.partition("/")[0] in _roles():
        raise RenderError(f"{folder / part / name.partition('/')[0]} has the name of a role of clustergen: rename it")
    if part in {"group_vars", "host_vars"}:
        _hold_secrets(file, data)
    return SiteFile(_PLACES[part] + name, source, data, _SCRIPT if executable else PLAIN_MODE)


def _hold_hook(file: Path, name: str) -> None:
    """Refuse a hook that no stage would ever import."""
    found = re.fullmatch(_HOOK, name)
    if found is None or (found[1] and found[1] not in stages()):
        raise RenderError(
            f"{file} is not a hook: hooks are called STAGE-before.yml and STAGE-after.yml, files that they include are in tasks/, "
            f"and stages are {', '.join(stages())}"
        )


def _hold_secrets(file: Path, data: bytes) -> None:
    """Refuse an unencrypted value of a secret, as it would be copied into the tree."""
    names = "|".join([*map(secrets.variable, secrets.SECRETS), secrets.EDGE_VARIABLES, secrets.S3_VARIABLES])
    found = re.search(rb"^(" + names.encode() + rb"):\s+(?![\"']?\{\{|!vault|$)", data, re.MULTILINE)
    if found:
        raise RenderError(
            f"{file} has {found[1].decode()} in plain text: put `ansible-vault encrypt_string` there, or a lookup"
        )


def _roles() -> set[str]:
    parts = (path.split("/") for path in data_texts("playbooks"))
    return {each[1] for each in parts if each[0] == "roles"}


def _import(paths: AbstractSet[str], stage: str, when: str) -> str:
    """Return the import of a hook for a stage's playbook; empty where there is none."""
    hook = f"{stage}-{when}.yml"
    if _BOOKS + hook not in paths:
        return ""
    name = f"- name: Run the site's own plays {when} {stage}\n"
    entry = f"{name}  ansible.builtin.import_playbook: {hook}\n  tags: [{stage}]\n"
    return entry + "\n" if when == "before" else "\n" + entry
