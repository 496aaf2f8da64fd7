"""Comparison of two plans: every row that differs, field by field, each with its kind of change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import ip_network

from generator.change.effects import Touch, effect_of
from generator.change.links import Pair, flat, pair_links
from generator.change.records import Change, FieldChange, Key, Kind, Row
from generator.change.tables import PlanRows, Table, tables

_ABSENT = object()
_NAMED_BY_VLAN: Mapping[str, tuple[str, ...]] = {
    "addresses": ("device", "use", "fabric", "address", "ipv6"),
    "vlans": ("name", "fabric"),
}
"""Tables whose rows are keyed by a VLAN, and the fields that stay where only its number changes."""
FILTERS = "filters"
_WHY = "it accepts all that it accepted before, and more"


def compare(old: PlanRows, new: PlanRows) -> list[Change]:
    """Return every change, table by table in the order of the plan, links and cables last."""
    before, after, unsaid = tables(old), tables(new), unstated(old, new)
    changes: list[Change] = []
    for name in {**before, **after}:
        if name not in unsaid:
            found = _table(name, before.get(name, dict)(), after.get(name, dict)())
            if name in _NAMED_BY_VLAN:
                found = _named_by_vlan(name, found)
            changes += widened(found) if name == FILTERS else found
    pairs = list(pair_links(old["links"], new["links"]))
    changes += _links(pairs)
    changes += _cables(old, new, pairs)
    return changes


LATER = ("harnesses", "schedulers", "daemons", "kubernetes")
"""Sections that plans of earlier formats lack: their content is then unknown."""


def unstated(old: PlanRows, new: PlanRows) -> tuple[str, ...]:
    """Return the sections that one of the plans lacks because of its format."""
    return tuple(name for name in LATER if (name in old) != (name in new))


def _table(name: str, before: Table, after: Table) -> Iterator[Change]:
    for key, row in before.items():
        other = after.get(key)
        if other is None:
            yield Change(Kind.REMOVED, name, key, row, None)
        elif other != row:
            yield from changed(name, key, row, other)
    yield from (Change(Kind.ADDED, name, key, None, row) for key, row in after.items() if key not in before)


def _named_by_vlan(name: str, found: Iterable[Change]) -> Iterator[Change]:
    """Yield one change for each row that stays under another VLAN."""
    for each in _renumbered(name, found):
        if isinstance(each, Change):
            yield each
        else:
            yield from changed(name, each[0].key, each[0].row, each[1])


def _renumbered(table: str, changes: Iterable[Change]) -> Iterator[Change | tuple[Change, Row]]:
    """Yield changes; for a renumbered row only the removal, with the row that replaces it."""
    changes = list(changes)
    names = _NAMED_BY_VLAN[table]
    come: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        if change.before is None:
            come.setdefault(_subject(change, names), []).append(change)
    used: set[int] = set()
    back: dict[int, Row] = {}
    for change in changes:
        if change.after is None and (found := come.get(_subject(change, names))):
            later = found.pop(0)
            used.add(id(later))
            back[id(change)] = later.row
    for change in changes:
        if id(change) in back:
            yield change, back[id(change)]
        elif id(change) not in used:
            yield change


def _subject(change: Change, names: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(change.row.get(name) for name in names)


def changed(table: str, key: Key, before: Row, after: Row, rows: tuple[Row, Row] | None = None) -> Iterator[Change]:
    """Yield the changes of a row: one of its values, one of added list members, one of removed ones.

    A field that only one of the plans has is a difference of formats and is skipped. `rows` are reported instead of the compared ones.
    """
    values: list[FieldChange] = []
    gains: list[FieldChange] = []
    losses: list[FieldChange] = []
    for name, old in before.items():
        new = after.get(name, _ABSENT)
        if new is _ABSENT or new == old:
            continue
        effect = effect_of(table, name)
        touch = effect.between(old, new)
        if effect.first and not old:
            gains.append(FieldChange(name, old, new, effect=False, why=effect.why))
        elif touch is Touch.MEMBERS:
            lost, gained = _less(old, new), _less(new, old)
            if lost:
                losses.append(FieldChange(name, lost, [], effect=True, why=effect.why))
            if gained:
                gains.append(FieldChange(name, [], gained, effect=False, why=effect.why))
            if not lost and not gained:
                values.append(FieldChange(name, old, new, effect=False, why="another order of the same members"))
        else:
            values.append(FieldChange(name, old, new, effect=touch is Touch.TRAFFIC, why=effect.why))
    of_values = Kind.EFFECT if any(field.effect for field in values) else Kind.IN_PLACE
    for kind, fields in ((of_values, values), (Kind.ADDED, gains), (Kind.REMOVED, losses)):
        if fields:
            yield Change(kind, table, key, *(rows or (before, after)), tuple(fields))


def _less(some: Sequence[object], others: Sequence[object]) -> list[object]:
    """Return what is in one list and not in the other."""
    return [each for each in some if each not in others]


def _links(pairs: Iterable[Pair]) -> Iterator[Change]:
    for old, new in pairs:
        if old is not None and new is not None:
            if old != new:
                yield from changed("links", _link_key(old), flat(old), flat(new), (old, new))
        elif old is not None:
            yield Change(Kind.REMOVED, "links", _link_key(old), old, None)
        elif new is not None:
            yield Change(Kind.ADDED, "links", _link_key(new), None, new)


def _link_key(link: Row) -> Key:
    a = link["a"]
    return a["device"], a["cage"], a["port"]


def _cables(old: PlanRows, new: PlanRows, pairs: Iterable[Pair]) -> Iterator[Change]:
    """Compare cables that carry the same links, even if their ids differ. All others are added or removed."""
    before, after = ({row["cable"]: row for row in plan["cables"]} for plan in (old, new))
    met: dict[str, str] = {}
    back: dict[str, str] = {}
    for was, will in pairs:
        if was is not None and will is not None and was["cable"] not in met and will["cable"] not in back:
            met[was["cable"]], back[will["cable"]] = will["cable"], was["cable"]
    for name, row in before.items():
        if name not in met:
            yield Change(Kind.REMOVED, "cables", (name,), row, None)
        elif after[met[name]] != row:
            yield from changed("cables", (name,), row, after[met[name]])
    yield from (Change(Kind.ADDED, "cables", (name,), None, row) for name, row in after.items() if name not in back)


def widened(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes with each removed line and the wider one that replaces it combined into one.

    The wider line accepts everything that was accepted, so no session is affected.
    """
    changes = list(changes)
    lines = [change for change in changes if change.table == FILTERS and change.whole]
    come = [change for change in lines if change.before is None]
    instead = {id(change): _wider(change.row, come) for change in lines if change.after is None}
    used = {id(wider) for wider in instead.values()}
    for change in changes:
        wider = instead.get(id(change))
        if wider is None and not (change in come and id(change.row) in used):
            yield change
        elif wider is not None:
            fields = tuple(
                FieldChange(name, change.row[name], wider[name], effect=False, why=_WHY)
                for name in ("prefix", "length", "ipv6", "ipv6_length")
                if change.row[name] != wider[name]
            )
            yield Change(Kind.IN_PLACE, FILTERS, change.key, change.row, wider, fields)


def _wider(row: Row, come: Sequence[Change]) -> Row | None:
    """Return the added line of the same fabric that accepts everything that this one does, for both families."""
    for change in come:
        other = change.row
        pairs = (("prefix", "length"), ("ipv6", "ipv6_length"))
        if row["fabric"] == other["fabric"] and all(_covers(other, row, *pair) for pair in pairs):
            return other
    return None


def _covers(wide: Row, narrow: Row, prefix: str, length: str) -> bool:
    if not narrow[prefix]:
        return True
    if not wide[prefix] or wide[length] < narrow[length]:
        return False
    outer, inner = ip_network(wide[prefix]), ip_network(narrow[prefix])
    return outer.version == inner.version and inner.network_address in outer and inner.prefixlen >= outer.prefixlen
