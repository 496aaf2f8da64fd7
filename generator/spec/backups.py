"""`backups`: where control hosts keep copies of the state that no run of the playbooks restores."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictBool, StrictInt

from generator.spec.base import SpecModel, defaults, own_error

_HOST = r"[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?"
_NAMES = r"(?:/[A-Za-z0-9][A-Za-z0-9_.-]{0,80})"
_PORT = r"(?::[1-9][0-9]{0,4})?"
_FORMS = {
    "path": re.compile(rf"{_NAMES}{{2,}}"),
    "sftp": re.compile(rf"sftp:[a-z][a-z0-9_-]{{0,30}}@{_HOST}:{_NAMES}+"),
    "rest": re.compile(rf"rest:https://{_HOST}{_PORT}{_NAMES}+"),
    "s3": re.compile(rf"s3:https://{_HOST}{_PORT}{_NAMES}+"),
}
"""Addresses of restic (its manual, Preparing a new repository), by kind: plain names alone, which no shell reads otherwise."""
_MOST = 300
_LOGIN = r"//[^/]*@|^sftp:[^@/]*:[^@/]*@"
"""A user or a password in a URL; an address of sftp has a user, and must not have a password."""
_SERVER = r"(?:@|//)([^:/]+)"


def kind_of(repository: str) -> str:
    """Return the kind of a repository's address: `path`, or the word before its first colon."""
    return "path" if repository.startswith("/") else repository.partition(":")[0]


def server_of(repository: str) -> str:
    """Return the server in a repository's address; empty where it is a path."""
    found = re.search(_SERVER, repository)
    return found[1] if found else ""


def _repository(value: Any) -> str:
    if isinstance(value, str) and re.search(_LOGIN, value):
        raise own_error(
            "the address of a repository must not have a login: the spec and the tree have no secrets; the site's vault has it"
        )
    if isinstance(value, str) and value.startswith(("rest:http:", "s3:http:")):
        raise own_error("a repository must be reached by https: without it, its login is readable on the way")
    if not isinstance(value, str) or len(value) > _MOST or not any(form.fullmatch(value) for form in _FORMS.values()):
        raise own_error(
            f"{str(value)[:60]!r} is not the address of a repository; write it like /home/backups/atlas, sftp:atlas@backup.example.net:/srv/atlas,"
            " rest:https://backup.example.net:8000/atlas or s3:https://s3.example.net/atlas"
        )
    return value


Repository = Annotated[str, BeforeValidator(_repository)]
"""The address of a restic repository without a login."""
Kept = Annotated[StrictInt, Field(ge=1, le=1000)]


class KeepSpec(SpecModel):
    """For how long backups are kept. All of the last 24 hours are kept as well."""

    daily: Kept = 7
    """Days of which the last backup is kept."""
    weekly: Kept = 5
    """Weeks of which the last backup is kept."""
    monthly: Kept = 12
    """Months of which the last backup is kept."""


class BackupsSpec(SpecModel):
    """Backups of the control hosts' state, encrypted by restic. Their password is a secret that you provide (`backup_password`): without it they cannot be read."""

    repository: Repository
    """Where the backups go: a folder of a tier that control hosts mount (`/home/backups/atlas`), `sftp:USER@HOST:/PATH`, `rest:https://HOST/PATH` or
    `s3:https://HOST/BUCKET`, without a login. Each control host has a repository of its own below it, called like the host."""
    every_hours: Annotated[StrictInt, Field(ge=1, le=168)] = 6
    """Hours between two backups: if a control host is lost, at most the changes of this time are lost (RPO)."""
    keep: KeepSpec = defaults(KeepSpec)
    """How many backups are kept."""
    switches: StrictBool = False
    """Whether the first control host also reads the running configuration of every switch as often, keeps it in its backups, and reports switches that run
    another one than the tree has. It then has the logins and secrets of switches."""
