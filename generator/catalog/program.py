"""Contents of images of programs, in exact releases."""

from functools import partial

from msgspec import Struct

from generator.catalog.facts import read_facts


class Program(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program that runs in an image of its own."""

    program: str
    """Its name."""
    image: str
    """The image that it is built on, by digest."""
    python: dict[str, str]
    """Releases of packages from PyPI, by name."""
    collections: dict[str, str]
    """Releases of collections of Ansible, by name."""
    sources: dict[str, str]
    """For each fact, the document."""


read_program = partial(read_facts, Program, "programs")
"""Return the facts of a program."""
