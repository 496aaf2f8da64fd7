"""Work on cables: pulled, moved, exchanged, removed or relabelled, each cable once, with both ends before and after."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from generator.change.records import Change, Kind, Row
from generator.change.tables import PlanRows


class Work(StrEnum):
    """The kind of work on a cable."""

    PULL = "pull"
    MOVE = "move"
    EXCHANGE = "exchange"
    REMOVE = "remove"
    RELABEL = "relabel"


class CableWork(Struct, frozen=True, kw_only=True):
    """A cable and what is done with it. `before` and `after` are its links, which are rows of the two plans; one of them may be missing.

    `rack` is where the work begins: the new rack of the lower end or, for a removed cable, the earlier one.
    """

    work: Work
    cable: str
    before: tuple[Row, ...]
    after: tuple[Row, ...]
    row: Row

    @property
    def links(self) -> tuple[Row, ...]:
        """Its links after the change; before it, for a removed cable."""
        return self.after or self.before

    @property
    def rack(self) -> str:
        """The rack of its lower end."""
        return str(self.links[0]["a"]["rack"])


_SAME_PRODUCT = ("model", "medium", "length_m", "links")
_PLACES = ("device", "rack", "unit", "cage", "port")


def cable_work(old: PlanRows, new: PlanRows, changes: Iterable[Change], *, relabelled: bool = False) -> list[CableWork]:
    """Return the work on every cable that differs: those of the later plan in its order, then the removed ones. `relabelled`: all others get new labels."""
    changes = [change for change in changes if change.table in ("links", "cables")]
    if not changes and not relabelled:
        return []
    of_cable = [{row["cable"]: row for row in plan["cables"]} for plan in (old, new)]
    renamed = {
        change.after["cable"]: change.before["cable"]
        for change in changes
        if change.table == "cables" and change.before is not None and change.after is not None
    }
    touched_before, touched_after = _touched(changes, "before"), _touched(changes, "after")
    if relabelled:
        touched_after |= of_cable[1].keys()
    links_before, links_after = _links(old, touched_before), _links(new, touched_after)
    gone = {change.key[0] for change in changes if change.table == "cables" and change.kind is Kind.REMOVED}
    come = {change.key[0] for change in changes if change.table == "cables" and change.kind is Kind.ADDED}
    return [
        *_staying(of_cable, renamed, come, links_before, links_after, old, Work.RELABEL if relabelled else None),
        *(
            CableWork(work=Work.REMOVE, cable=name, before=links, after=(), row=of_cable[0][name])
            for name, links in links_before.items()
            if name in gone
        ),
    ]


def _touched(changes: Iterable[Change], side: str) -> set[str]:
    rows = (change.before if side == "before" else change.after for change in changes)
    return {row["cable"] for row in rows if row is not None}


def _links(plan: PlanRows, names: set[str]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    for link in plan["links"]:
        if link["cable"] in names:
            found.setdefault(link["cable"], []).append(link)
    return {name: tuple(links) for name, links in found.items()}


def _staying(
    of_cable: list[dict[str, Row]],
    renamed: Mapping[str, str],
    come: set[str],
    before: Mapping[str, tuple[Row, ...]],
    after: Mapping[str, tuple[Row, ...]],
    old: PlanRows,
    otherwise: Work | None,
) -> Iterator[CableWork]:
    """Yield the cables to pull, and the work on cables that are in both plans: `otherwise`, where nothing else is done."""
    missing = {renamed.get(name, name) for name in after} - set(before) - come
    before = {**before, **_links(old, missing)}
    for name, links in after.items():
        row = of_cable[1][name]
        if name in come:
            yield CableWork(work=Work.PULL, cable=name, before=(), after=links, row=row)
            continue
        was = renamed.get(name, name)
        work = _work(of_cable[0][was], row, before.get(was, ()), links) or otherwise
        if work is not None:
            yield CableWork(work=work, cable=name, before=before.get(was, ()), after=links, row=row)


def _work(was: Row, will: Row, before: tuple[Row, ...], after: tuple[Row, ...]) -> Work | None:
    if any(was[name] != will[name] for name in _SAME_PRODUCT):
        return Work.EXCHANGE
    places = [{_places(link) for link in links} for links in (before, after)]
    if not places[0] <= places[1]:  # a splitter may gain a leg, which moves nothing
        return Work.MOVE
    labels = [{(link["label_a"], link["label_b"]) for link in links} for links in (before, after)]
    return None if labels[0] <= labels[1] else Work.RELABEL


def _places(link: Row) -> tuple[object, ...]:
    return tuple(link[end][name] for end in ("a", "b") for name in _PLACES)
