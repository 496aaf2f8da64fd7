"""Hosts with another in-band address: they take it once their leaves have the gateway of the new prefix, as none works with both.

Playbooks reach a host at its in-band address, which is the new one in the new inventory. So the host gets its files at the address that it still has, while
it is drained, and takes the new one at a boot.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.change.records import Change, Kind
from generator.change.replaced import SWITCHED, renewed
from generator.change.step import Step
from generator.change.tables import PlanRows

_INBAND = "inband"
_OWN = ("host", "files")


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


def with_addresses(steps: Iterable[Step], changes: Sequence[Change]) -> Iterator[Step]:
    """Yield steps with the hosts that get their files for another in-band address, or boot into them; a host that is installed anew has no earlier address."""
    moved = {
        change.key[0]
        for change in changes
        for field in change.fields
        if change.table == "hosts" and field.name == _INBAND and field.before and field.after
    }
    moved -= {*renewed(changes)}
    for step in steps:
        names = step.drain if step.kind in (*SWITCHED, "push") else step.devices if step.kind in _OWN else ()
        found = tuple(name for name in names if name in moved and name not in step.installed)
        yield replace(step, readdressed=found) if found else step
