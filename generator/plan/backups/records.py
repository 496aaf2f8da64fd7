"""Backups as the plan has them. All of it follows from the plan, so `plan.json` has no section for it."""

from collections.abc import Mapping

from msgspec import Struct


class StateItem(Struct, frozen=True, kw_only=True):
    """A part of a host's state that is copied and restored as a whole. `name` is its name in programs, `path` its folder or database."""

    name: str
    what: str
    path: str
    user: str
    """The user who reads and writes it: the owner of its folder, who may plant links there."""
    how: str
    """How a copy is made that fits together although its program runs."""
    lost: str
    """What a restore does not recover."""
    also: tuple[str, ...] = ()
    """Further files and folders of the part."""


class HostState(Struct, frozen=True, kw_only=True):
    """A control host, its repository, and its state in the order in which it is restored."""

    host: str
    repository: str
    items: tuple[StateItem, ...]


class Rebuilt(Struct, frozen=True, kw_only=True):
    """A part of a control host that is not state: the playbook that rebuilds it, and its source."""

    what: str
    by: str


class SwitchReading(Struct, frozen=True, kw_only=True):
    """How a control host reads the configurations of switches."""

    host: str
    secrets: tuple[str, ...]
    """The variables of the secrets that it needs beside its key."""


class BackupsPlan(Struct, frozen=True, kw_only=True):
    """The backups of a cluster."""

    kind: str
    """Of the repository's address: path, sftp, rest or s3."""
    mount: str
    """The mount that the repository is on; empty where it is no path."""
    every_hours: int
    keep: Mapping[str, int]
    """How many backups are kept, by restic's option without its dashes."""
    parts: int
    """Into how many parts the repository is divided for reading it back: one is read in each run, all of them in a week."""
    watched: bool
    """Whether node exporters show when the last backup was made."""
    hosts: tuple[HostState, ...]
    reading: SwitchReading | None
    """Of switches; None where nobody reads them."""
    rebuilt: tuple[Rebuilt, ...]
    uncovered: tuple[str, ...]
    """State that the cluster has and nothing here copies."""
    vault: tuple[tuple[str, str], ...]
    """The variable of every secret that the site's vault must hold, with its meaning."""
