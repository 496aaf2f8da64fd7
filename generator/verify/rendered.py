"""A rendered tree whose plan and files of devices are read once, on first use."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path

from generator.change.formats import PLAN, read_rows
from generator.change.tables import PlanRows
from generator.verify.host_files import HostFiles
from generator.verify.reach import BROKEN, UnreadableError
from generator.verify.reach.signatures import Signatures
from generator.verify.systems.records import SwitchFiles
from generator.verify.systems.switch import read_switch


class Rendered:
    """A tree. `switch` reads a switch's file, and returns None where it has none of a known system."""

    def __init__(self, tree: Path) -> None:
        """Read no file yet."""
        self.tree = tree
        self.switch = cache(lambda name: read_switch(tree, name))

    @cached_property
    def plan(self) -> PlanRows:
        """The rows of its plan.json. Raises PlanFileError: it has none."""
        return read_rows(self.tree / PLAN)

    @cached_property
    def hosts(self) -> HostFiles:
        """The files of its hosts."""
        return HostFiles(self.tree, self.plan)

    @cached_property
    def signatures(self) -> Signatures:
        """The looks of its hosts."""
        return Signatures(self.hosts, self.plan)


_SHARED: dict[Path, Rendered] = {}


@contextmanager
def shared(tree: Path) -> Iterator[None]:
    """Let all judges of a tree share the files that were read, as long as nothing in it changes."""
    _SHARED[tree] = Rendered(tree)
    try:
        yield
    finally:
        del _SHARED[tree]


def rendered(tree: Path) -> Rendered:
    """Return the tree as it is shared, or for one judge alone."""
    return _SHARED.get(tree) or Rendered(tree)


def read_forwarding(known: Rendered, name: str) -> SwitchFiles | None:
    """Return the forwarding of a switch; None where it has no files, or none that can be read, which the judge of reachability reports."""
    switch = known.switch(name)
    try:
        return switch.forwarding() if switch else None
    except (UnreadableError, *BROKEN):
        return None
