"""Reading of a plan from its `plan.json`: all that a backend reads, without spec and catalog."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel

from generator.plan.edge import SiteUplink
from generator.plan.misfit import MisfitError, contradiction, convert
from generator.plan.plan import Plan
from generator.plan.sections import (
    BY_NAME,
    CHOICES,
    FORMAT,
    INTERFACES,
    RESERVED_PORTS,
    SECTION_OF,
    SUBNET_LINKS,
    WHOLE,
)
from generator.plan.services import with_services
from generator.source.span import Loc

_FIRST_WHOLE = 3
"""The first format with every choice."""
_INTERFACES_OF, _LINEAGE, _SUBNETS, _LINKS, _LINK = "interfaces_of", "lineage", "subnets", "links", "link"
CONTRADICT = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration, RecursionError)
"""Errors of plans whose values have their types and do not belong together."""


def unfit(rows: Mapping[str, Any]) -> str:
    """Return why sections of this release hold no plan, to be put after its name; empty where they do, or are of a format without every choice."""
    if rows.get("format") not in (_FIRST_WHOLE, FORMAT):
        return ""
    try:
        _plan(rows)
    except MisfitError as error:
        return f"is not a complete plan: {error}"
    return ""


def read_back(rows: Mapping[str, Any]) -> Plan:
    """Return the plan whose sections these are.

    Raises ValueError: a format that does not hold every choice, or a value that is not of its kind; the message names its place.
    """
    if rows.get("format") not in (_FIRST_WHOLE, FORMAT):
        raise ValueError(
            f"is of format {rows.get('format')}, and only formats {_FIRST_WHOLE} and {FORMAT} have every choice: render the spec again with this release"
        )
    try:
        plan = _plan(rows)
    except MisfitError as error:
        raise ValueError(
            f"is not a complete plan: {error}: use the file as it was rendered, or render the spec again if another release wrote it"
        ) from None
    try:
        return with_services(plan)
    except CONTRADICT as error:
        raise ValueError(contradicts(error)) from error


def contradicts(error: Exception) -> str:
    """Return what is wrong with a plan whose values have their types and from which nothing can be made, to be put after its name."""
    return f"is not a complete plan: its rows contradict each other ({contradiction(error)}): use the file as it was rendered; if it is, this is a fault of clustergen: report it"


def _plan(rows: Mapping[str, Any]) -> Plan:
    values = {
        **_mapping(rows, CHOICES),
        **dict(_whole(rows)),
        _INTERFACES_OF: _interfaces(rows),
        _SUBNETS: _subnets(rows),
    }
    values[RESERVED_PORTS] = rows.get(RESERVED_PORTS, ())
    values[_LINEAGE] = {**next(iter(rows.get(_LINEAGE, ())), {}), "digest": ""}
    try:
        plan: Plan = convert(values, Plan, _foreign)
    except MisfitError as error:
        raise MisfitError(_written(error.loc, rows), error.value, error.missing) from None
    models = plan.hardware.hosts
    for name, group in plan.groups.items():
        if group.model not in models:
            raise MisfitError((CHOICES, "groups", name, "model"), group.model)
    # Entries of the catalog are compared by identity, not by value
    groups = {name: replace(group, entry=models[group.model]) for name, group in plan.groups.items()}
    return replace(plan, groups=groups, reserved_ports=plan.reserved_ports or plan.ports)


def _foreign(kind: type[Any], value: Any) -> Any:
    """Read values of other types than our records: parts of a spec, entries of a catalog, networks."""
    return kind.model_validate(value) if issubclass(kind, BaseModel) else kind(value)


def _written(loc: Loc, rows: Mapping[str, Any]) -> Loc:
    """Return the place in the file of a place in the plan."""
    match loc:
        case (str(field), str(name), *rest) if field in BY_NAME:
            return field, [row[BY_NAME[field]] for row in rows[field]].index(name), *rest
        case ("interfaces_of", str(host), int(number), *rest):
            mine = [place for place, row in enumerate(rows[INTERFACES]) if row["host"] == host]
            return INTERFACES, mine[number], *rest
        case ("subnets", int(number), "links", int(link), *rest):
            name = rows[CHOICES][_SUBNETS][number]["name"]
            mine = [place for place, row in enumerate(rows[SUBNET_LINKS]) if row["subnet"] == name]
            return SUBNET_LINKS, mine[link], "link", *rest
        case ("lineage", *rest):
            return _LINEAGE, 0, *rest
        case (str(field), *rest) if field in WHOLE or field == RESERVED_PORTS:
            return SECTION_OF.get(field, field), *rest
    return CHOICES, *loc


def _mapping(rows: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    """Return a section that is a mapping. Raises MisfitError: it is none."""
    found = rows.get(section)
    if not isinstance(found, dict):
        raise MisfitError((section,), found) if section in rows else MisfitError((), rows, section)
    return found


def _named(rows: Any, loc: Loc, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a list by a field that is a text. Raises MisfitError: they are not such rows."""
    if not isinstance(rows, list | tuple):
        raise MisfitError(loc, rows)
    for number, row in enumerate(rows):
        if not isinstance(row, dict):
            raise MisfitError((*loc, number), row)
        if not isinstance(name := row.get(key), str):
            raise MisfitError((*loc, number, key), name) if key in row else MisfitError((*loc, number), row, key)
        yield name, row


def _whole(rows: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for field in sorted(WHOLE):
        section = SECTION_OF.get(field, field)
        value = rows.get(section, [])
        yield field, dict(_named(value, (section,), BY_NAME[field])) if field in BY_NAME else value


def _interfaces(rows: Mapping[str, Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {host["name"]: [] for host in rows["hosts"]}
    for number, (host, row) in enumerate(_named(rows.get(INTERFACES), (INTERFACES,), "host")):
        if host not in found:
            raise MisfitError((INTERFACES, number, "host"), host)
        found[host].append(row)
    return found


def _subnets(rows: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    links: dict[str, list[Any]] = {}
    for number, (subnet, row) in enumerate(_named(rows.get(SUBNET_LINKS, ()), (SUBNET_LINKS,), "subnet")):
        if _LINK not in row:
            raise MisfitError((SUBNET_LINKS, number), row, _LINK)
        links.setdefault(subnet, []).append(row[_LINK])
    named = _named(rows[CHOICES].get(_SUBNETS), (CHOICES, _SUBNETS), "name")
    return [{**subnet, _LINKS: links.get(name, [])} for name, subnet in named]


def read_uplinks(rows: Mapping[str, Any]) -> list[SiteUplink]:
    """Return the uplinks to the site from a plan's sections; empty where it has no such section. Raises ValueError: a row is not of its kind."""
    return msgspec.convert(rows.get("ways", []), list[SiteUplink])
