"""The order of an import: sources, kinds, a design of the whole envelope, seats in it, pins, and the remaining differences."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.adopt.design import Design, look_at
from generator.adopt.formats import formats
from generator.adopt.ground import Ground, at_home, envelope, fill, hardware, installed, read_ground
from generator.adopt.kinds import Kinds, find_kinds, is_host
from generator.adopt.names import counted
from generator.adopt.pinning import Adopted, pin_site
from generator.adopt.seating import Ports, Seats, find_seats
from generator.adopt.site_map import SiteMap
from generator.adopt.source_file import Options, read_sources
from generator.adopt.survey import Fact, Survey
from generator.catalog.host import Host
from generator.catalog.load import Catalog
from generator.catalog.switch import Switch
from generator.model.naming import kind_of
from generator.source.diagnostic import SpecError


class Import(Struct, frozen=True):
    """A site as it was read, and as it is designed now."""

    sources: dict[str, str]
    """The format of every file; empty where it is of none."""
    survey: Survey
    kinds: Kinds
    seats: Seats
    ground: Ground
    adopted: Adopted


def import_site(paths: Sequence[Path], site: SiteMap, options: Options, catalog: Catalog) -> Import:
    """Read sources and return the design of the site.

    Raises SpecError: sources that cannot be read, a spec that cannot be planned: all problems, each with its file.
    """
    survey = Survey()
    sources = read_sources(paths, options, formats(), survey)
    survey.leave_out(site.ignores)
    keep_models(survey, catalog)
    kinds = find_kinds(survey, site, catalog)
    data = fill(site.spec, survey, kinds)
    _make_room(data, kinds)
    before = _of_envelope(data, catalog)
    seats = find_seats(survey, kinds, site, before)
    ports = Ports(before, kinds, site)
    survey.join(lambda end: (end[0], ports.of(*end, seats.of.get(end[0], "")) or end[1]))
    for device in seats.homeless:
        kind = kinds.of[device]
        survey.remark(
            f"the design has no free place for {device} among its {kind}", survey.devices[device], _room(kind, site)
        )
    ordinals: dict[str, list[int]] = {}
    for key in seats.of.values():
        group, ordinal = kind_of(key)
        ordinals.setdefault(group, []).append(ordinal)
    ground = read_ground(installed(data, ordinals))
    return Import(sources, survey, kinds, seats, ground, pin_site(ground, catalog, survey, kinds, seats, site, before))


def _of_envelope(data: Mapping[str, Any], catalog: Catalog) -> Design:
    """Return the design of the whole envelope. What names devices may do so by names of the site, which no seat has yet: then the hardware alone is planned.

    Raises SpecError: problems of the spec.
    """
    whole = read_ground(envelope(data))
    try:
        return look_at(whole.plan(catalog, {}))
    except SpecError as error:
        problems = error.problems
    try:
        return look_at(read_ground(envelope(hardware(data))).plan(catalog, {}))
    except SpecError:
        raise at_home(whole, problems) from None


def _make_room(data: dict[str, object], kinds: Kinds) -> None:
    """Raise the envelope to the highest number in a name, where the user states none: node05 is the fifth host, even if node04 is missing."""
    hosts = data.get("hosts")
    for group, body in hosts.items() if isinstance(hosts, dict) else ():
        members = kinds.members.get(group, [])
        highest = max(counted(members).values(), default=0) + 1
        if isinstance(body, dict) and "max" not in body and len(members) < highest <= 2 * len(members):
            body["max"] = highest


def _room(kind: str, site: SiteMap) -> str:
    return (
        f"raise hosts.{kind}.max under spec: of --map"
        if is_host(kind, site.spec)
        else "state the number of spines or planes under spec: of --map, or put it under ignore:"
    )


def keep_models(survey: Survey, catalog: Catalog) -> None:
    """Replace models by the catalog's names; report each unknown model once, and drop it."""
    known: dict[str, str] = {}
    for entry in (*catalog.every(Host), *catalog.every(Switch)):
        known[entry.model] = entry.model
        known.setdefault(_slug(entry.title), entry.model)
    reported: set[str] = set()
    for key, fact in list(survey.about("model")):
        said = str(fact.value)
        if found := known.get(said) or known.get(_slug(said)):
            survey.facts[key] = Fact(found, fact.place)
            continue
        del survey.facts[key]
        if said not in reported:
            reported.add(said)
            advice = "state the model of the group under spec: of --map, or describe the hardware in a catalog folder"
            survey.remark(f"{said[:60]!r} is not a model of the catalog", fact.place, advice)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
