"""Links of the later plan as records again, as far as sheets need them: so that what a tree prints and what a work order prints is one code."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import Struct

from generator.change.tables import PlanRows
from generator.plan.cabling.records import Cable, Harness, Link, LinkEnd
from generator.plan.plan import Plan
from generator.plan.records import Rack

Record = TypeVar("Record", Rack, Cable, LinkEnd, Harness)


class Floor(Struct, frozen=True, dict=True):
    """The racks of a plan, with only some of its links and the cables that carry them."""

    racks: tuple[Rack, ...]
    links: tuple[Link, ...]
    cables: tuple[Cable, ...]

    @cached_property
    def pulls_of(self) -> dict[str, list[tuple[Link, LinkEnd, LinkEnd]]]:
        """As `Plan.pulls_of`."""
        return cast("dict[str, list[tuple[Link, LinkEnd, LinkEnd]]]", vars(Plan)["pulls_of"].func(self))


def floor(plan: PlanRows, names: Iterable[str]) -> Plan:
    """Return the part of a plan that some cables are, for those who read racks, links and cables of a plan and nothing else."""
    wanted = set(names)
    made = Floor(
        racks=tuple(record(Rack, row) for row in plan["racks"]),
        links=tuple(_link(row) for row in plan["links"] if row["cable"] in wanted),
        cables=tuple(record(Cable, row) for row in plan["cables"] if row["cable"] in wanted),
    )
    return cast("Plan", made)


def record(kind: type[Record], row: Mapping[str, Any]) -> Record:
    """Make a record of a row, which may have fields of another format."""
    return kind(**{name: row[name] for name in kind.__struct_fields__})


def _link(row: Mapping[str, Any]) -> Link:
    values = {name: row[name] for name in Link.__struct_fields__}
    return Link(**(values | {end: record(LinkEnd, row[end]) for end in ("a", "b")}))
