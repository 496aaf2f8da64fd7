"""What crosses from one routing instance to another, from the written files alone, held against the matrix of the plan.

Filters at host ports would stop most of what a wrong route leads to, and so would hide it: this judge looks at the routes themselves.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from generator.change.formats import PlanFileError
from generator.plan.addressing.spans import less
from generator.verify.reach import UnreadableError
from generator.verify.reach.packet import Span, family_of, span_of
from generator.verify.rendered import rendered
from generator.verify.systems.records import SwitchFiles, Taken
from generator.verify.verdict import Verdict

_NAME = "leaks"
Allowed = Mapping[tuple[str, str, int], list[Span]]
"""Addresses to which an instance may have routes of others, by fabric, instance and IP version. Whose they are does not matter: one map may stand for several."""


def leaks(tree: Path) -> Verdict:
    """Report every route that is handed from one instance to another without a flow between the two zones."""
    known = rendered(tree)
    try:
        plan = known.plan
        allowed = _allowed(plan)
    except (PlanFileError, LookupError, TypeError, ValueError):
        return Verdict(_NAME, 0, ran=True, note="there is no plan.json that says which routes may cross")
    faults: list[str] = []
    judged = crossing = 0
    for row in plan["switches"]:
        switch = known.switch(row["name"])
        try:
            files = switch.forwarding() if switch else None
        except UnreadableError as error:
            faults.append(str(error))
            continue
        if files is not None:
            judged += 1
            crossing += len(files.taken)
            faults += _faults(row["fabric"], files, allowed)
    return Verdict(_NAME, judged, ran=True, note=f"{crossing} routes cross between instances", faults=faults)


def _allowed(plan: Mapping[str, Any]) -> Allowed:
    instances = {(row["fabric"], row["tenant"]): row["name"] for row in plan["vrfs"]}
    zones = {row["name"]: row for row in plan["zones"] if row["segment"] == row["fabric"]}
    homes = {name: instances.get((row["fabric"], row["tenant"]), "") for name, row in zones.items()}
    found: dict[tuple[str, str, int], list[Span]] = {}
    for flow in plan["flows"]:
        for here, there in ((flow["source"], flow["to"]), (flow["to"], flow["source"])):
            apart = here in homes and there in homes and homes[here] != homes[there]
            if apart and zones[here]["fabric"] == zones[there]["fabric"]:
                for prefix in (*zones[there]["prefixes"], *zones[there]["prefixes_ipv6"]):
                    key = (zones[here]["fabric"], homes[here], family_of(prefix))
                    found.setdefault(key, []).append(span_of(prefix))
    return found


def _faults(fabric: str, files: SwitchFiles, allowed: Allowed) -> Iterator[str]:
    for taken in (each for each in files.taken if each.into != each.source):
        spans = allowed.get((fabric, taken.into, taken.family), [])
        beyond = next(less([taken.span], spans), None)
        if beyond is not None:
            yield f"{files.file}: {_name(taken.into)} has routes of {_name(taken.source)} to {_text(taken, beyond)}, and no flow of access is between them"


def _name(instance: str) -> str:
    return instance or "the default instance"


def _text(taken: Taken, span: Span) -> str:
    first, last = (str(ip_address(at) if taken.family == 4 else _ipv6(at)) for at in span)
    return first if first == last else f"{first} to {last}"


def _ipv6(at: int) -> str:
    return str(ip_address(at.to_bytes(16, "big")))
