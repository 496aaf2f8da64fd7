"""The Lustre file systems of a plan and of an earlier one, with the hosts of their targets, by name."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from generator.change.earlier_plan import EarlierPlan
from generator.change.formats import MOST_BYTES, PlanFileError
from generator.plan.draft import Draft
from generator.plan.hosts.lustre import Numbered, numbered
from generator.plan.states import PLANNED
from generator.source.reading import ReadingError, read_regular
from generator.spec.lustre import LustreSpec, file_system_name


class _Host(Struct):
    name: str
    group: str
    ordinal: int
    state: str = ""


class _Tier(Struct):
    name: str
    group: str
    fabric: str


class _Address(Struct):
    device: str
    fabric: str


class _Rows(Struct):
    hosts: list[_Host]
    tiers: list[_Tier]
    addresses: list[_Address]


class Served(Struct, frozen=True, kw_only=True):
    """A Lustre file system: its tier, its host group, and its targets by name. `hosts` are names by ordinal."""

    tier: str
    group: str
    fsname: str
    lustre: LustreSpec
    hosts: Mapping[int, str]
    targets: Mapping[str, Numbered]


def served_by(plan: Draft) -> Iterator[Served]:
    """Yield the file systems that hosts of a plan serve, or will once they are installed."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].lustre
        if spec is not None:
            hosts = {host.ordinal: host.name for host in plan.hosts if host.group == tier.group}
            yield _made(tier.name, tier.group, spec, hosts)


def served_before(baseline: EarlierPlan) -> Iterator[Served]:
    """Yield the file systems of an earlier plan, under the names of the new one, if it had hosts and addresses to serve them."""
    rows, renames = _rows(baseline), baseline.renames
    addressed = {(row.device, row.fabric) for row in rows.addresses}
    for tier in rows.tiers:
        stated = baseline.storage.get(tier.name, {}).get("lustre")
        members = sorted(
            (row.ordinal, row.name) for row in rows.hosts if (row.group, row.state != PLANNED) == (tier.group, True)
        )
        if stated is None or not members or members[0][0] or (members[0][1], tier.fabric) not in addressed:
            continue
        hosts = {ordinal: renames.devices.get(name, name) for ordinal, name in members}
        group = renames.groups.get(tier.group, tier.group)
        yield _made(tier.name, group, LustreSpec.model_validate(stated), hosts)


def _rows(baseline: EarlierPlan) -> _Rows:
    """Read only the rows about servers, as reading a whole large plan takes as long as planning."""
    try:
        return msgspec.json.decode(read_regular(baseline.path, MOST_BYTES), type=_Rows)
    except (ReadingError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        _ = baseline.sections  # reports what is wrong, with its line
        raise PlanFileError(f"{baseline.source} is not a complete plan: use the file as it was rendered") from None


def _made(tier: str, group: str, spec: LustreSpec, hosts: Mapping[int, str]) -> Served:
    fsname = file_system_name(tier, spec)
    targets = {each.name: each for each in numbered(spec, fsname, hosts) if each.ordinal in hosts}
    return Served(tier=tier, group=group, fsname=fsname, lustre=spec, hosts=hosts, targets=targets)
