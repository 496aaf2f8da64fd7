# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What a host's system is in, held against its rendered files: clock, units, kernel, RoCE, mounts, firewall.

A row is a difference: `what`, `planned`, `found`, `hint`, and whether it is a `fault`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]
Facts = dict[str, Any]

_UNSEEN = ("ping", "nft", "chronyc", "ip")
"""Programs without which something of the plan cannot be seen, and is then a fault."""


_MANY = 3
"""Keys of the kernel that are told one by one."""


def system_differences(state: Facts, wanted: Facts, host: str, offset_s: float = 0.1) -> list[Row]:
    """Return the rows of one host's system. `offset_s`: how far its clock may be off."""
    rows = [
        *_clock(state["tracking"], offset_s, wanted["clock"]),
        *_units(state["units"], wanted),
        *_sysctls(state["sysctls"], wanted["sysctls"]),
        *_roce(state["roce"], wanted["roce"]),
        *_mounts(state["mounts"], wanted["mounts"]),
        *_firewall(state["firewall"], wanted["chains"]),
        *_row_of_missing(state["missing"]),
    ]
    return [{"host": host, **row} for row in rows]


def _row(what: str, planned: object, found: object, hint: str, *, fault: bool = True) -> Row:
    return {"what": what, "planned": str(planned), "found": str(found), "hint": hint, "fault": fault}


def _row_of_missing(missing: list[str]) -> Iterator[Row]:
    for program in missing:
        needed = program in _UNSEEN
        if needed or program in {"lldpcli", "dcb"}:
            yield _row(
                f"program {program}",
                "installed",
                "missing",
                "its values were not checked; run playbook hosts",
                fault=needed,
            )


def _clock(said: str | None, offset_s: float, planned: bool) -> Iterator[Row]:
    """Judge `chronyc -c tracking`: the fifth field is the system's offset in seconds, the last the leap status (chronyc(1))."""
    if not planned:
        return
    fields = said.strip().split(",") if said else []
    if len(fields) < 14:
        yield _row("clock", "chronyd answers", "no answer", "check that chrony runs: systemctl status chrony")
    elif fields[-1] == "Not synchronised":
        yield _row("clock", "synchronised", "not synchronised", "check that a source answers: chronyc sources")
    elif not re.fullmatch(r"[+-]?\d+(\.\d+)?", fields[4]):
        yield _row(
            "clock",
            f"within {offset_s:g} s",
            "no number",
            "chronyc -c tracking printed no number: check that the program is chrony's",
        )
    elif abs(float(fields[4])) > offset_s:
        yield _row(
            "clock", f"within {offset_s:g} s", f"{float(fields[4]):+.3f} s", "chronyc makestep, then chronyc sources"
        )


def _units(found: dict[str, Facts] | None, wanted: Facts) -> Iterator[Row]:
    if found is None:
        if wanted["on"] or wanted["off"]:
            yield _row(
                "units",
                "systemd answers",
                "no answer",
                "systemctl show fails: check that the host was booted with systemd",
            )
        return
    for unit in wanted["on"]:
        state = found.get(unit, {})
        # Of a unit that nobody has started yet systemd says "no", too, and that it was asked at time 0.
        unmet = state.get("ConditionResult") == "no" and state.get("ConditionTimestampMonotonic", "0") != "0"
        if state.get("ActiveState") == "active" or unmet:
            continue
        loaded = state.get("LoadState") == "loaded"
        hint = f"journalctl -u {unit}" if loaded else "its package is missing: run the playbook that installs it"
        yield _row(unit, "active", state.get("ActiveState", "unknown") if loaded else "not installed", hint)
    for unit in wanted["off"]:
        if found.get(unit, {}).get("ActiveState") == "active":
            yield _row(unit, "not running", "active", f"systemctl disable --now {unit}")


def _sysctls(found: dict[str, str], wanted: dict[str, str]) -> Iterator[Row]:
    """Judge each key; where the file was not read at all, many differ, and one row says so."""
    other = {key: found.get(key) or "no such key" for key, value in wanted.items() if found.get(key, "") != value}
    if len(other) > _MANY:
        keys = ", ".join(list(other)[:_MANY])
        yield _row(
            "sysctl",
            f"{len(wanted)} keys",
            f"{len(other)} differ: {keys} ...",
            "check that 90-clustergen.conf exists, then run sysctl --system",
        )
        return
    for key, value in other.items():
        yield _row(key, wanted[key], value, "run sysctl --system, or remove it from the file that sets it later")


def _roce(found: dict[str, Facts], wanted: list[Facts]) -> Iterator[Row]:
    """Judge what is readable of the contract; what a driver does not show is told for once a port, and fails nobody."""
    for port in wanted:
        name, state = port["interface"], found.get(port["interface"], {})
        told = {
            "PFC": (port["pfc"], ",".join(map(str, state["pfc"])) if state.get("pfc") is not None else None),
            **{
                f"DSCP {port[code]}": (f"priority {port[to]}", _mapped(state, port[code]))
                for code, to in (("dscp", "priority"), ("cnp_dscp", "cnp_priority"))
            },
            "traffic class": (port["traffic_class"], _word(state.get("traffic_class"))),
            "marking": (port["marking"], _switch(state.get("marking"))),
        }
        for what, (planned, seen) in told.items():
            if seen is not None and seen != planned:
                yield _row(f"{name} {what}", planned, seen, f"systemctl restart clustergen-roce@{name}")
        unseen = [what for what, (_, seen) in told.items() if seen is None]
        if unseen:
            yield _row(
                f"{name} RoCE",
                ", ".join(unseen),
                "not shown",
                "the driver or dcb does not report it; not checked",
                fault=False,
            )


def _mapped(state: Facts, code: str) -> str | None:
    return None if state.get("dscp") is None else f"priority {state['dscp'].get(code, 'of none')}"


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def _switch(points: list[str] | None) -> str | None:
    return None if points is None else "on" if set(points) == {"1"} else "off" if set(points) == {"0"} else "half"


def _mounts(found: dict[str, str], wanted: list[str]) -> Iterator[Row]:
    for place in wanted:
        if place not in found:
            yield _row(
                f"mount {place}",
                "mounted",
                "not mounted",
                "see systemctl status of its mount unit; check that the server answers",
            )


def _firewall(found: dict[str, str] | None, wanted: list[str]) -> Iterator[Row]:
    if not wanted:
        return
    if found is None:
        yield _row("firewall", "table inet clustergen", "not loaded", "systemctl restart clustergen-firewall")
        return
    lacking = [chain for chain in wanted if chain not in found]
    if lacking:
        yield _row(
            "firewall",
            f"chains {', '.join(lacking)}",
            "missing",
            "an older table is loaded: run systemctl reload clustergen-firewall",
        )
    if found.get("input") not in {"drop", None}:
        yield _row("firewall input", "policy drop", f"policy {found['input']}", "systemctl reload clustergen-firewall")


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"system_differences": system_differences}
