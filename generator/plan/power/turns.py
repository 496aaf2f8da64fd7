"""Turns: how many places after the first supply of a rack the devices of each kind begin, so that kinds do not all fill the same feed first.

A kind is a group, or a tier of a fabric, and its turn is its place among them, groups first. Kinds that an earlier plan had keep their turns, as their
cords are plugged in; the numbering of a plan has a row `turn` for each kind whose turn is not its place.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.model.device import TIERS

Row = Mapping[str, Any]
TURN = "turn"


def kind_turns(numbering: Iterable[Row]) -> Mapping[str, int]:
    """Return the turn of every kind of a plan, from the rows of its numbering."""
    groups, fabrics, kept = [], [], {}
    for row in numbering:
        if row["what"] == "digits" and "." not in row["of"]:
            groups.append(row["of"])
        elif row["what"] == "fabric":
            fabrics.append(row["fabric"])
        elif row["what"] == TURN:
            kept[row["of"]] = row["turn"]
    return {kind: kept.get(kind, place) for place, kind in enumerate(_kinds(groups, fabrics))}


def turn_rows(groups: Iterable[str], fabrics: Iterable[str], before: Mapping[str, int]) -> Iterator[Row]:
    """Yield the rows of kinds whose turns are not their places; `before` has the turns of the earlier plan, and new kinds take the next ones."""
    last = max(before.values(), default=-1)
    for place, kind in enumerate(_kinds(groups, fabrics)):
        turn = place
        if kind in before:
            turn = before[kind]
        elif before:
            turn = last = last + 1
        if turn != place:
            yield {"what": TURN, "of": kind, "turn": turn}


def kind_of(row: Row) -> str:
    """Return the kind of a host or a switch, from its row in a plan."""
    return str(row["group"]) if "group" in row else fabric_tier(row["fabric"], row["tier"])


def fabric_tier(fabric: str, tier: str) -> str:
    """Return the kind of a fabric's switches: the name of no group has a dot."""
    return f"{fabric}.{tier}"


def _kinds(groups: Iterable[str], fabrics: Iterable[str]) -> list[str]:
    return [*groups, *(fabric_tier(fabric, tier) for fabric in fabrics for tier in TIERS)]
