"""Work on cables: pulled, moved, exchanged, removed or relabelled, with both ends before and after; of splitters that stay, legs are plugged and unplugged."""

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
    PLUG = "plug in"
    UNPLUG = "unplug"


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
    def legs(self) -> list[tuple[Row, Row]]:
        """The ends that are plugged or unplugged where the others stay, with their other ends: of a splitter whose hosts come or go."""
        some, others = {Work.PLUG: (self.after, self.before), Work.UNPLUG: (self.before, self.after)}.get(
            self.work, ((), ())
        )
        stay = _plugs(others)
        both = ((link[here], link[there]) for link in some for here, there in (("a", "b"), ("b", "a")))
        return [(near, far) for near, far in both if (near["device"], near["cage"]) not in stay]

    @property
    def rack(self) -> str:
        """The rack of its lower end, or of its first leg."""
        return str(self.legs[0][0]["rack"] if self.legs else self.links[0]["a"]["rack"])


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
    gone = {change.key[0] for change in changes if change.table == "cables" and change.kind is Kind.REMOVED}
    later = {was: now for now, was in renamed.items()}
    touched_after |= {later.get(name, name) for name in touched_before - gone} & of_cable[1].keys()
    if relabelled:
        touched_after |= of_cable[1].keys()
    links_before, links_after = _links(old, touched_before), _links(new, touched_after)
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
        works = list(_works(of_cable[0][was], row, before.get(was, ()), links))
        if otherwise and not {*works} - {Work.PLUG, Work.UNPLUG}:
            works.append(otherwise)
        for work in works:
            yield CableWork(work=work, cable=name, before=before.get(was, ()), after=links, row=row)


def _works(was: Row, will: Row, before: tuple[Row, ...], after: tuple[Row, ...]) -> Iterator[Work]:
    """Yield the work on a cable that stays; the legs of a splitter may come or go, which moves nothing else."""
    if any(was[name] != will[name] for name in _SAME_PRODUCT):
        yield Work.EXCHANGE
        return
    places = [{_places(link) for link in links} for links in (before, after)]
    if not (places[0] <= places[1] or places[1] <= places[0]):
        yield Work.MOVE
        return
    if _plugs(before) < _plugs(after):
        yield Work.PLUG
    if _plugs(after) < _plugs(before):
        yield Work.UNPLUG
    labels = [{(link["label_a"], link["label_b"]) for link in links} for links in (before, after)]
    if not (labels[0] <= labels[1] or labels[1] <= labels[0]):
        yield Work.RELABEL


def _plugs(links: Iterable[Row]) -> set[tuple[str, str]]:
    return {(link[end]["device"], link[end]["cage"]) for link in links for end in ("a", "b")}


def _places(link: Row) -> tuple[object, ...]:
    return tuple(link[end][name] for end in ("a", "b") for name in _PLACES)
