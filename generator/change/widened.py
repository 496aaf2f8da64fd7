"""Lines of prefix filters that a wider line replaces: it accepts everything that was accepted, so no session is affected."""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import ip_network

from generator.change.records import Change, FieldChange, Kind, Row

TABLE = "filters"
_WHY = "it accepts all that it accepted before, and more"


def widened(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes with each removed line and the wider one that replaces it combined into one."""
    changes = list(changes)
    lines = [change for change in changes if change.table == TABLE and change.whole]
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
            yield Change(Kind.IN_PLACE, TABLE, change.key, change.row, wider, fields)


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
