"""The baseline: an earlier plan, read from its `plan.json`. All formats ever written are read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from generator.change.formats import MOST_BYTES, PLAN, PlanFileError, read_baseline_sections
from generator.change.read_baseline import read_baseline
from generator.change.renames import Renames
from generator.change.taken_over import SHARED
from generator.model.baseline import Baseline
from generator.plan.lineage import Event, Lineage, digest_of
from generator.plan.plan import Plan
from generator.plan.power.turns import TURN, kind_turns
from generator.plan.sections import layout_rows
from generator.source.reading import ReadingError, read_regular


class _Site(Struct, frozen=True):
    storage: dict[str, Any] = {}


class _Choices(Struct, frozen=True):
    site: _Site = _Site()


class _Head(Struct):
    """The parts of a plan.json with its numbering; the rest is not decoded."""

    format: int
    name: str
    lineage: list[Lineage] = []
    history: list[Event] = []
    layouts: list[Any] = []
    numbering: list[Any] = []
    choices: _Choices = _Choices()


class _Held(Struct):
    device: str
    use: str = ""
    address: str = ""
    ipv6: str = ""


class _Addresses(Struct):
    addresses: list[_Held]


class EarlierPlan(Struct, kw_only=True, dict=True):
    """A baseline: the choices that the new plan keeps, and the records that it is compared with. With `disruptive` they may change."""

    source: str
    path: Path
    name: str
    lineage: Lineage
    """With its digest, which is computed where the plan does not state it."""
    history: Sequence[Event] = ()
    layouts: Sequence[Any]
    numbering: Sequence[Any]
    storage: Mapping[str, Any]
    """Its storage tiers as in its spec, by name; empty where it does not state them (formats before 3)."""
    disruptive: bool = False
    implied: bool = False
    """Whether it was not given by the user: it is the plan of the tree that is replaced."""
    outgrown: bool = False
    """Whether the new plan continues its numbers and would have others without it. Set once that is planned."""
    renames: Renames = Renames()
    """Renames in the spec of the new plan."""

    @cached_property
    def sections(self) -> Mapping[str, Any]:
        """Its sections, with all rows. Raises PlanFileError: it cannot be a baseline; every fault with its line."""
        return read_baseline_sections(self.path)

    @cached_property
    def renamed_sections(self) -> Mapping[str, Any]:
        """Its sections under the names of the new plan."""
        return self.renames.rows(self.sections)

    @cached_property
    def choices(self) -> Baseline:
        """Its numbering under the names of the new plan. Raises PlanFileError: its rows contradict each other."""
        try:
            released = self.renames.released or any(event.what == "release" for event in self.history)
            return read_baseline(self.renamed_sections, released=bool(released))
        except (LookupError, TypeError, ValueError, AttributeError):
            raise PlanFileError(
                f"{self.source} has contents that clustergen did not write: use the file as it was rendered"
            ) from None

    def readdresses(self, plan: Plan) -> bool:
        """Return whether a device has an address in `plan` that only other devices have in this one and that is not shared; reads only the addresses.

        Raises PlanFileError: it has no addresses, or not as clustergen writes them.
        """
        try:
            rows = msgspec.json.decode(read_regular(self.path, MOST_BYTES), type=_Addresses).addresses
        except (ReadingError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return bool(self.sections)  # which reports more
        names = self.renames.devices
        own = [row for row in rows if row.use not in SHARED]
        held = {(at, names.get(row.device, row.device)) for row in own for at in (row.address, row.ipv6) if at}
        taken = {at for at, _ in held}
        return any(
            at in taken and (at, row.device) not in held
            for row in plan.addresses
            if row.use not in SHARED
            for at in (row.address, row.ipv6)
        )

    def continues(self, there: "EarlierPlan", plan: Plan) -> bool:
        """Return whether the plan in a directory (`there`) is this plan, or has it as its baseline with the numbers of `plan`: two plans on one baseline renumber each other."""
        mine = self.lineage.digest
        return there.lineage.digest == mine or (there.lineage.parent == mine and there.numbers(plan))

    def rename(self, renames: Renames) -> None:
        """Use the names of the new plan."""
        self.renames = renames
        for name in ("renamed_sections", "choices"):
            vars(self).pop(name, None)

    def numbers(self, plan: Plan) -> bool:
        """Return whether a plan has the numbering of this one."""
        new = msgspec.json.decode(msgspec.json.encode([layout_rows(plan), plan.numbering]))
        old, rows = self.numbering, new[1]
        if self.renames:  # other names may sort differently
            old = self.renames.numbering(old)
            if kind_turns(old) != kind_turns(rows):
                return False
            old, rows = (sorted(_but_turns(each), key=_subject) for each in (old, rows))
        return bool([new[0], rows] == [self.layouts, old])

    def heir(self, plan: Plan) -> Lineage:
        """Return the lineage of a plan on this baseline: a new generation if its numbering differs."""
        if self.numbers(plan):
            return replace(self.lineage, digest="")
        return replace(self.lineage, generation=self.lineage.generation + 1, digest="", parent=self.lineage.digest)


def _but_turns(rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield rows without the turns of kinds, which are written only where they do not follow from the order of names."""
    return (row for row in rows if row["what"] != TURN)


def _subject(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sort key of a row of the numbering; rows of one fabric or one group keep their order."""
    named = tuple(str(row.get(name, "")) for name in ("what", "of", "fabric", "group", "device"))
    return (*named, row["kind"], row["cages"]) if row["what"] == "optics" else named


def read_earlier_plan(path: Path, *, disruptive: bool = False) -> EarlierPlan:
    """Read a `plan.json`, or the one of a rendered tree, all of it.

    A plan of format 1 has no numbering; its rows are compared with the new plan nevertheless.

    Raises PlanFileError: it cannot be read, is no plan, or is not as it was written.
    """
    file = path / PLAN if path.is_dir() else path
    sections = read_baseline_sections(file)  # its faults are reported before its digest
    found = open_earlier_plan(file, disruptive=disruptive)
    vars(found)["sections"] = sections
    _ = found.choices
    found.rename(Renames())
    return found


def open_earlier_plan(path: Path, *, disruptive: bool = False, implied: bool = False) -> EarlierPlan:
    """Read the numbering of the plan of a rendered tree; the rest is read on first use.

    Raises PlanFileError: it cannot be read, is no plan, or is not as it was written.
    """
    file = path / PLAN if path.is_dir() else path
    try:
        raw = read_regular(file, MOST_BYTES)
        head = msgspec.json.decode(raw, type=_Head)
    except ReadingError as error:
        raise PlanFileError(f"{file} {error.reason}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        read_baseline_sections(file)  # reports more, if it finds the same
        raise PlanFileError(f"{file} is not a complete plan: use the file as it was rendered") from None
    lineage = head.lineage[0] if len(head.lineage) == 1 else Lineage()
    digest = digest_of(raw, lineage.digest)
    if lineage.digest not in {"", digest}:
        raise PlanFileError(
            f"{file} was changed after it was written (its lineage has another digest), by hand or by a merge of two files: use the file as it was rendered"
        )
    return EarlierPlan(
        source=str(file),
        path=file,
        name=head.name,
        lineage=replace(lineage, digest=digest),
        history=head.history,
        layouts=head.layouts,
        numbering=head.numbering,
        storage=head.choices.site.storage,
        disruptive=disruptive,
        implied=implied,
    )
