"""The kind of every device: from the map of the user, else from its group or role of that name."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.adopt.site_map import SiteMap
from generator.adopt.survey import Conflict, Fact, Survey
from generator.catalog.host import Host
from generator.catalog.load import Catalog
from generator.model.device import TIERS
from generator.model.rack_devices import names_beside

_PLANE = re.compile(r"-p[0-9]+(?=-)")
_UFM = "ufm"
"""The name of the group of appliances that `manager: ufm` adds, possibly after its fabric's name (`model/resolve`)."""
_NAMED = 12
"""Kinds that are named where a device has none."""


class Kinds(Struct):
    """The devices of each kind, in the order of their numbers."""

    of: dict[str, str] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)


def is_host(kind: str, spec: Mapping[str, Any]) -> bool:
    """Whether a kind is a host group of the spec."""
    return kind in _mapping(spec, "hosts")


def without_plane(kind: str) -> str:
    """Return the kind of a switch without its plane: `compute-leaf` of `compute-p1-leaf`."""
    return _PLANE.sub("", kind)


def known_kinds(spec: Mapping[str, Any], survey: Survey, catalog: Catalog) -> list[str]:
    """Return the kinds that the user's part of a spec has, and those of devices that come with the racks of its hosts."""
    fabrics = _mapping(spec, "fabrics")
    managed = [name for name, body in fabrics.items() if isinstance(body, dict) and body.get("manager") == _UFM]
    appliances = [each for name in managed for each in (_UFM, f"{name}-{_UFM}")]
    switches = [f"{fabric}-{tier}" for fabric in fabrics for tier in TIERS]
    hosts = _mapping(spec, "hosts")
    return [*dict.fromkeys((*hosts, *appliances, *_with_racks(hosts, survey, catalog))), *switches]


def _with_racks(hosts: Mapping[str, Any], survey: Survey, catalog: Catalog) -> Iterator[str]:
    """Yield groups of devices that racks of hosts come with (`model/rack_devices`); a model that the user leaves out is one that sources have."""
    shown = sorted({str(fact.value) for _, fact in survey.about("model")})
    taken = set(hosts)
    for group, body in hosts.items():
        stated = body.get("model") if isinstance(body, dict) else None
        found = (catalog.find(Host, str(each)) for each in ([stated] if stated else shown))
        for fixture in (each for model in found if model is not None for each in model.rack_fixtures if each.model):
            names = names_beside(group, catalog.get(Host, str(fixture.model)))
            name = next(each for each in names if each not in taken)
            taken.add(name)
            yield name


def find_kinds(survey: Survey, site: SiteMap, catalog: Catalog) -> Kinds:
    """Find the kind of every device of the survey; report a device with none, or with two."""
    known = known_kinds(site.spec, survey, catalog)
    found = Kinds()
    for device, place in survey.devices.items():
        groups = survey.groups.get(device, {})
        asked = [site.kind(device)] if site.kind(device) else [each for each in known if each in groups]
        kind = without_plane(asked[0]) if asked else ""
        if len(asked) > 1:
            first, other = (Fact(each, groups[each]) for each in asked[:2])
            survey.conflicts.append(Conflict(f"{device} kind", first, other))
        if kind in known:
            found.of[device] = kind
        else:
            survey.remark(
                f"{device} belongs to no group or switch kind of the spec{_but(kind, groups)}",
                place,
                _advice(device, known),
            )
    for device in sorted(found.of, key=natural):
        found.members.setdefault(found.of[device], []).append(device)
    return found


def natural(name: str) -> tuple[Any, ...]:
    """Return the key by which names sort as people count: node9 before node10."""
    return tuple(
        (0, int(part[:18]), part) if part.isdigit() else (1, 0, part) for part in re.split(r"([0-9]+)", name) if part
    )


def _but(kind: str, groups: Mapping[str, Any]) -> str:
    if kind:
        return f": the map assigns it to {kind}"
    return f" (it is in {', '.join(list(groups)[:4])})" if groups else ""


def _advice(device: str, known: list[str]) -> str:
    stem = device.rstrip("0123456789")
    if not known:
        return "state hosts and fabrics under spec: of --map; import does not guess the kind of a device"
    return f"--kind '{stem}*={known[0]}', or one of {', '.join(known[1:_NAMED])}; or put it under ignore: of --map"


def _mapping(spec: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = spec.get(key)
    return {str(name): each for name, each in found.items()} if isinstance(found, dict) else {}
