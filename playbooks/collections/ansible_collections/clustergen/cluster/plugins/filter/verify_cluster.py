# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What only all hosts together show: which cables are in the wrong place, and who two that were swapped are; what the schedulers say of each host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]
Heard = dict[str, dict[str, str]]
End = tuple[str, str]

_IN_SERVICE = frozenset({"idle", "mixed", "allocated", "completing", "planned", "reserved"})
"""States of a host that takes work (sinfo(1), node state codes)."""


def cabling_differences(planned: Mapping[str, list[dict[str, Any]]], told: Mapping[str, Heard | bool]) -> list[Row]:
    """Return the rows of all cables. `planned`: each host's ports of the whole plan; `told`: what lldpd of each host says, False where it was not reached.

    A host that hears nothing at all has no lldpd, or nobody speaks to it; that is one row and no fault of its cables.
    """
    wanted = {
        (host, port["name"]): (port["switch"], port["switch_port"]) for host, ports in planned.items() for port in ports
    }
    cables = {(host, port["name"]): port["cable"] for host, ports in planned.items() for port in ports}
    owners = {end: port for port, end in wanted.items()}
    heard = {host: each for host, each in told.items() if isinstance(each, Mapping)}
    rows: list[Row] = []
    really = {(host, name): _owner(end, wanted, owners) for host, each in heard.items() for name, end in each.items()}
    for host, each in heard.items():
        ethernet = [port for port in planned[host] if port["name"] != "bmc" and not _is_infiniband(port)]
        if not each:
            rows.append(
                _row(
                    host,
                    "LLDP",
                    "neighbours",
                    "no neighbour detected",
                    "check that lldpd runs on the host and LLDP on the leaves",
                    fault=False,
                )
            )
            continue
        for port in ethernet:
            mine = (host, port["name"])
            if mine not in really:
                hint = "check that the link is up and LLDP runs on the leaf"
                rows.append(
                    _row(
                        host,
                        f"{port['name']} cable",
                        " ".join(wanted[mine]),
                        "no neighbour detected",
                        hint,
                        fault=False,
                    )
                )
            elif really[mine] != mine:
                rows.append(_wrong(mine, wanted, cables, really, each[port["name"]]))
    return rows


def _is_infiniband(port: dict[str, Any]) -> bool:
    """Whether nobody speaks LLDP on a port: all others of these fabrics have an address."""
    return port["fabric"] in {"compute", "storage"} and not port.get("address")


def _owner(end: dict[str, str], wanted: Mapping[End, End], owners: Mapping[End, End]) -> End | None:
    """Return the port that the heard end was planned for: by the switch port's name, or by its description, which SONiC tells instead of the name."""
    told = (end["device"], end["port"])
    if told in owners:
        return owners[told]
    described = tuple(end["description"].split())
    if len(described) == 2 and wanted.get(described, ("",))[0] == end["device"]:
        return described
    if (end["device"], end["description"]) in owners:
        return owners[end["device"], end["description"]]
    return None


def _wrong(
    mine: End,
    wanted: Mapping[End, End],
    cables: Mapping[End, str],
    really: Mapping[End, End | None],
    end: dict[str, str],
) -> Row:
    theirs = really[mine]
    told = f"{end['device']} {end['port']}"
    if theirs is None:
        hint = "the plan has no such device or port: trace the cable"
        return _row(mine[0], f"{mine[1]} cable", " ".join(wanted[mine]), told, f"{hint} {cables[mine]}")
    told = f"{end['device']} {wanted[theirs][1]}, planned for {' '.join(theirs)}"
    if really.get(theirs) == mine:
        hint = f"the two cables are swapped: swap {cables[mine]} and {cables[theirs]} at one end"
    else:
        hint = f"move {cables[mine]} to {' '.join(wanted[mine])}; {' '.join(theirs)} belongs here"
    return _row(mine[0], f"{mine[1]} cable", " ".join(wanted[mine]), told, hint)


def scheduler_differences(told: list[dict[str, Any]], workers: list[str]) -> list[Row]:
    """Return the rows of schedulers: `told` is what each host that was asked said, `workers` the hosts that each should have. Who does not answer is not there."""
    states = next((each["slurm"] for each in told if each.get("slurm")), None)
    ready = next((each["kubernetes"] for each in told if each.get("kubernetes")), None)
    return [*_slurm(states, workers), *_kubernetes(ready, workers)]


def _slurm(states: Mapping[str, str] | None, hosts: list[str]) -> Iterator[Row]:
    for host in hosts if states is not None else ():
        state = (states or {}).get(host, "not known")
        if state.rstrip("*~#!%$@^+-") not in _IN_SERVICE or state.endswith("*"):
            yield _row(host, "Slurm state", "takes jobs", state, f"scontrol show node {host}: Reason; slurmd's log")


def _kubernetes(ready: Mapping[str, str] | None, hosts: list[str]) -> Iterator[Row]:
    for host in hosts if ready is not None else ():
        if (ready or {}).get(host) != "True":
            found = {"False": "not ready", "Unknown": "not heard of"}.get((ready or {}).get(host, ""), "not a member")
            yield _row(host, "Kubernetes", "ready", found, f"kubectl describe node {host}")


def _row(host: str, what: str, planned: str, found: str, hint: str, *, fault: bool = True) -> Row:
    return {"host": host, "what": what, "planned": planned, "found": found, "hint": hint, "fault": fault}


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"cabling_differences": cabling_differences, "scheduler_differences": scheduler_differences}
