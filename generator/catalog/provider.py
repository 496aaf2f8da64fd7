"""Providers of burst hosts: the commands of their own programs that create, list and delete hosts."""

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from generator.catalog.facts import read_facts

Command = tuple[Annotated[str, Meta(max_length=400)], ...]
"""Words of a command. `$key` is a key of `scheduler.slurm.burst.cloud`; `@name@`, `@id@`, `@token@` and `@first_boot@` are known when it runs."""


class Provider(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider, whose program is on the controllers."""

    provider: str
    """Its name in specs."""
    title: str
    """What its makers call it."""
    program: str
    """The program."""
    sources: dict[str, str]
    """Documents by what they state."""
    mtu_bytes: int
    """MTU of a host's port on the way to the internet."""
    needs: tuple[str, ...] = ()
    """Keys that are optional for other providers."""
    ignores: tuple[str, ...] = ()
    """Optional keys that it has no use for."""
    environment: dict[str, str]
    """Variables of the program; `@home@` is a folder of user slurm on the controller, which it may write to."""
    list: Command
    """Prints a JSON list of the hosts that have the cluster's tag and exist or are being made: `name`, and `id` where that is what `stop` takes."""
    start: Command
    """Orders a host, and fails if there is none."""
    stop: Command
    """Gives a host back. Repeated for a host that is gone, it may fail."""
    tag: str
    """A tag, of `$key` and `$value`."""
    tags: str
    """What is between tags; empty: each is a word of its own."""
    own_tags: dict[str, str] = {}
    """Tags that it needs: where a host has no name but by a tag."""
    firewall: Command = ()
    """Words that are added to `start` if the spec has `firewall`."""
    no_firewall: Command = ()
    """Words that are added to `start` if it has none."""
    endpoint: Command = ()
    """Words that are added to every command if the spec has `endpoint`."""
    endpoint_environment: dict[str, str] = {}
    """Variables that are added then."""


read_provider = partial(read_facts, Provider, "providers")
"""Return the facts of a provider."""
