"""Hosts with another in-band address: they take it once their leaves have the gateway of the new prefix, as none works with both."""

from collections.abc import Collection, Iterable

from generator.change.records import Change, Kind
from generator.change.tables import PlanRows

_INBAND = "inband"


def behind(old: PlanRows, changes: Iterable[Change], switches: Collection[str]) -> set[str]:
    """Return the hosts that change by their in-band address alone, and are on one of the `switches`, which change as well."""
    found: set[str] = set()
    fabrics: set[str] = set()
    for change in changes:
        if change.kind is Kind.EFFECT and change.table == "hosts":
            if {field.name for field in change.fields if field.effect} == {_INBAND}:
                found.add(change.key[0])
        elif change.kind is Kind.EFFECT and change.table == "addresses" and change.row["use"] == _INBAND:
            fabrics.add(change.row["fabric"])
    if not found:
        return found
    return {
        link["a"]["device"]
        for link in old["links"]
        if link["fabric"] in fabrics and link["b"]["device"] in switches and link["a"]["device"] in found
    }
