"""Reading of a plan from its `plan.json`: all that a backend reads, without spec and catalog."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel

from generator.plan.edge import SiteUplink
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

_FIRST_WHOLE = 3
"""The first format with every choice."""


def read_back(rows: Mapping[str, Any]) -> Plan:
    """Return the plan whose sections these are.

    Raises:
        ValueError: a format that does not hold every choice, or a value that is not of its kind.
    """
    if rows.get("format") not in (_FIRST_WHOLE, FORMAT):
        raise ValueError(f"only a plan.json of format {_FIRST_WHOLE} or {FORMAT} holds every choice")
    try:
        return with_services(_plan(rows))
    except (LookupError, TypeError) as error:
        raise ValueError(f"a section is not what clustergen writes: {error!r}") from error


def _plan(rows: Mapping[str, Any]) -> Plan:
    values = {**rows[CHOICES], **dict(_whole(rows)), "interfaces_of": _interfaces(rows), "subnets": _subnets(rows)}
    values[RESERVED_PORTS] = rows.get(RESERVED_PORTS, ())
    values["lineage"] = {**next(iter(rows.get("lineage", ())), {}), "digest": ""}
    plan = msgspec.convert(values, Plan, dec_hook=_foreign)
    # Entries of the catalog are compared by identity, not by value
    groups = {name: replace(group, entry=plan.hardware.hosts[group.model]) for name, group in plan.groups.items()}
    return replace(plan, groups=groups, reserved_ports=plan.reserved_ports or plan.ports)


def _foreign(kind: type[Any], value: Any) -> Any:
    """Read values of other types than our records: parts of a spec, entries of a catalog, networks."""
    return kind.model_validate(value) if issubclass(kind, BaseModel) else kind(value)


def _whole(rows: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for field in sorted(WHOLE):
        value = rows.get(SECTION_OF.get(field, field), [])
        yield field, {row[BY_NAME[field]]: row for row in value} if field in BY_NAME else value


def _interfaces(rows: Mapping[str, Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {host["name"]: [] for host in rows["hosts"]}
    for row in rows[INTERFACES]:
        found[row["host"]].append(row)
    return found


def _subnets(rows: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    links: dict[str, list[Any]] = {}
    for row in rows.get(SUBNET_LINKS, ()):
        links.setdefault(row["subnet"], []).append(row["link"])
    return [{**subnet, "links": links.get(subnet["name"], [])} for subnet in rows[CHOICES]["subnets"]]


def read_uplinks(rows: Mapping[str, Any]) -> list[SiteUplink]:
    """Return the uplinks to the site from a plan's sections; empty where it has no such section.

    Raises:
        ValueError: a row is not of its kind.
    """
    return msgspec.convert(rows.get("ways", []), list[SiteUplink])
