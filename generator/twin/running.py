"""A twin with its design, as commands work with it."""

import difflib
import time
from dataclasses import dataclass, field
from pathlib import Path

from generator.plan.counts import counted
from generator.twin import lost_neighbours, router_macs
from generator.twin.answer import Answer, TwinError
from generator.twin.bed import Bed
from generator.twin.bottle import BottleError
from generator.twin.design import Design, Place
from generator.twin.frr import FrrError
from generator.twin.scope import Scope
from generator.twin.slurm import Slurm
from generator.twin.twin import NotConvergedError


@dataclass
class Running:
    """A bed, its tree, and the omitted parts. `wait_s`: the time for routes to converge."""

    root: Path
    bed: Bed
    scope: Scope
    design: Design
    wait_s: float
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Parts of this tree that are not up, with the reason."""
    slurm: Slurm | None = None
    """Its daemons, once `jobs` has started them."""
    changed: bool = False
    """Whether trees are used although files in them were changed after they were written."""

    def start(self) -> Answer:
        """Bring everything up, and wait until the routes are those of the cables."""
        bed, begin = self.bed, time.monotonic()
        try:
            bed.up()
        except FrrError as error:
            raise TwinError(f"FRR refuses a file: {error}") from None
        except BottleError as error:
            raise TwinError(f"a device cannot be set up by its files: {error}") from None
        seconds, faults = self.settle()
        total = time.monotonic() - begin
        sizes = f"{counted(len(bed.switches), 'switch', 'switches')}, {counted(len(bed.hosts), 'host')}, {counted(len(bed.links) + len(bed.host_links), 'link')}"
        state = (
            f"routes as designed after {total:.1f} s"
            if not faults
            else f"routes differ from the design after {total:.1f} s"
        )
        return Answer(
            command="up",
            summary=f"{self.root.name}: {sizes}; {state}",
            lines=[*(f"not brought up: {part}: {reason}" for part, reason in self.left_out), *self.notes()],
            faults=faults,
            more={"switches": len(bed.switches), "hosts": len(bed.hosts), "seconds": round(total, 1), "routes_s": round(seconds, 1), "not_brought_up": [list(each) for each in self.left_out]},
        )  # fmt: skip

    def settle(self) -> tuple[float, list[str]]:
        """Wait until every switch has the routes of the cables that are in: the seconds that it took, and what still differs."""
        begin = time.monotonic()
        found = self._differences()
        if found and (lost := lost_neighbours.lost(self.bed)):
            lost_neighbours.learn_again(self.bed, lost)
            found = self._differences()
        return time.monotonic() - begin, found

    def _differences(self) -> list[str]:
        """Return what still differs once the time is over."""
        try:
            self.bed.wait_converged(self.wait_s)
        except NotConvergedError as error:
            router_macs.learn_again(self.bed, router_macs.lost(self.bed))
            return error.found
        return []

    def notes(self) -> list[str]:
        """Return notes on additional actions of the bed, each once."""
        notes, self.bed.notes = self.bed.notes, []
        return [f"note: {note}" for note in notes]

    def places(self) -> list[Place]:
        """Return every address of a host that is up."""
        return self.design.places(self.bed)

    def places_of(self, word: str) -> list[Place]:
        """Return the addresses of a host, or of one interface of it (`HOST:INTERFACE`). Raises TwinError: it has none that is up."""
        host, _, interface = word.partition(":")
        found = [each for each in self.places() if each.host == host and interface in {"", each.interface}]
        if not found:
            known = ", ".join(each.interface for each in self.places() if each.host == host)
            raise TwinError(
                f"{host} has no address on {interface or 'any port'} that is up{known and f'; it has {known}'}"
            )
        return found

    def switch(self, name: str) -> bool:
        """Whether a name is one of a switch that is up."""
        return name in self.bed.switches

    def names(self, kind: str) -> list[str]:
        """Return the names of a kind: `device` or `part` (a device or a cable)."""
        devices = [*self.bed.switches, *self.bed.hosts]
        return [*devices, *sorted(self.bed.cables)] if kind == "part" else devices

    def known(self, kind: str, name: str) -> None:
        """Check a name. Raises TwinError: nothing that is up has this name."""
        names = self.names(kind)
        if (name if kind == "part" else name.partition(":")[0]) in names:
            return
        if name.partition(":")[0] in self.bed.tree.all_devices():
            raise TwinError(f"{name} is in the tree but not up; `show` lists what is not brought up, and why")
        near = difflib.get_close_matches(name, names, 3, 0.6)
        advice = f"; did you mean {' or '.join(near)}?" if near else ""
        what = "device or cable" if kind == "part" else "device"
        raise TwinError(f"no {what} of the twin is called {name!r}{advice}")
