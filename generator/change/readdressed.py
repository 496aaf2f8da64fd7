"""Hosts with another in-band address: they take it once their leaves have the gateway of the new prefix, as none works with both."""

from collections.abc import Collection, Iterable

from generator.change.records import Change, Kind
from generator.change.tables import PlanRows

_INBAND = "inband"


def behind(old: PlanRows, changes: Iterable[Change], switches: Collection[str]) -> tuple[set[str], set[str]]:
    """Return the hosts with another in-band address that are on one of the `switches`, which change as well; and which of them change by it alone."""
    effects: dict[str, set[str]] = {}
    fabrics: set[str] = set()
    for change in changes:
        if change.kind is Kind.EFFECT and change.table == "hosts":
            effects.setdefault(change.key[0], set()).update(field.name for field in change.fields if field.effect)
        elif change.kind is Kind.EFFECT and change.table == "addresses" and change.row["use"] == _INBAND:
            fabrics.add(change.row["fabric"])
    moved = {name for name, fields in effects.items() if _INBAND in fields}
    if not moved:
        return set(), set()
    found = {
        link["a"]["device"]
        for link in old["links"]
        if link["fabric"] in fabrics and link["b"]["device"] in switches and link["a"]["device"] in moved
    }
    return found, {name for name in found if effects[name] == {_INBAND}}
