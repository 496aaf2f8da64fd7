"""The policy of sessions between switches, in both IP versions: what each group accepts and announces, compared with the plan; a missing prefix is a gap for all hosts behind it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.plan.edge import SITE_LIST, SiteUplink
from generator.plan.routing import IPV6_GROUP, TRANSIT
from generator.verify.systems.edge_records import EdgeFile, Passing

_HARMLESS = ("match as-path", "as-path-list", "set ")
"""Words of an entry that its prefix lists are read without: paths are compared by themselves, and values change no choice of prefixes."""
_SAID = 3
"""Prefixes that a fault names; more are counted."""
Row = Mapping[str, Any]


def fabric_policy(
    file: EdgeFile, row: Row, groups: Iterable[str], filters: Sequence[Row], uplinks: Sequence[SiteUplink]
) -> Iterator[str]:
    """Yield the differences of a switch's groups. `filters`: the prefixes of its fabric; `uplinks`: all those of the cluster."""
    mine = [each for each in uplinks if each.fabric == row["fabric"] and not each.vrf]
    here = [each for each in mine if each.switch == row["name"] and any(own.accepts for own in each.families)]
    passes = row["tier"] in TRANSIT
    for version in (4, 6) if row.get("loopback_ipv6") else (4,):
        site = [Passing(line.prefix, line.shortest, line.longest) for each in mine for own in each.families if own.version == version for line in own.accepts]  # fmt: skip
        fabric = list(_fabric(filters, version))
        own = list(map(_exact, _own(row, version)))
        into, out = [*fabric, *site], [*own, *(fabric if passes else ()), *(site if passes or here else ())]
        for group in groups:
            maps = file.groups.get((group, version)) or file.groups.get((f"{group}{IPV6_GROUP}", version))
            if maps is None:
                yield f"{file.file}: {group} exchanges no IPv{version} routes"
                continue
            for name, lines, verb in zip(maps, (into, out), ("accept", "announce"), strict=True):
                yield from (f"{file.file}: {group}, IPv{version}: {said}" for said in _passes(file, name, version, lines, verb))  # fmt: skip
    if here and not passes:
        yield from _paths(file, {f"^{each.asn}_" if each.asn else "^$" for each in here})


def _own(row: Row, version: int) -> list[str]:
    if version == 6:
        return [f"{row['loopback_ipv6']}/128", *row["networks_ipv6"]]
    return [f"{row['loopback']}/32", *row["networks"]]


def _exact(prefix: str) -> Passing:
    length = int(prefix.rpartition("/")[2])
    return Passing(prefix, length, length)


def _fabric(filters: Sequence[Row], version: int) -> Iterator[Passing]:
    keys = ("ipv6", "ipv6_length") if version == 6 else ("prefix", "length")
    for line in filters:
        prefix, length = (line[key] for key in keys)
        if prefix:
            yield Passing(prefix, length, length)


def _passes(file: EdgeFile, name: str, version: int, stated: Sequence[Passing], verb: str) -> Iterator[str]:
    if not name:
        yield f"no route-map: it {verb}s every route"
        return
    passing, odd = file.policies.passing(name, version)
    strange = [each for each in odd if not each.startswith(_HARMLESS)]
    if strange:
        yield f"{name} has {', '.join(strange)}, whose effect clustergen does not know"
        return
    absent = [each for each in stated if each not in passing]
    gaps = [str(each) for each in dict.fromkeys(absent) if not any(each.inside(other) for other in passing)]
    if gaps:
        more = f" and {len(gaps) - _SAID} more" if len(gaps) > _SAID else ""
        yield f"{name} does not {verb} {', '.join(gaps[:_SAID])}{more}"


def _paths(file: EdgeFile, stated: set[str]) -> Iterator[str]:
    """Compare the AS paths by which a border leaf knows the routes of its own edge."""
    found = file.policies.paths.get(SITE_LIST, set())
    if found != stated:
        yield f"{file.file}: as-path list {SITE_LIST} has {', '.join(sorted(found)) or 'nothing'}, and routes of its own edge are {', '.join(sorted(stated))}"
