"""The money view of `docs/growth.md`: what each stage of a cluster's life buys, and what other first days would have bought."""

import copy
import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.change.cables import Work
from generator.change.difference import Difference
from generator.change.tables import PlanRows
from generator.model.ratio import oversubscription
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.draft import Draft
from tests.growth.forms import plan_of
from tests.growth.past import moves, plan_on
from tests.specs import Spec

Rows = list[list[str]]
_OOB = {"spine": {"model": "sn4600c", "os": "sonic"}, "spines": 2}
_SPINES = {"compute": {"spines": 8}, "storage": {"spines": 4}, "frontend": {"spines": 8}, "oob": _OOB}
_FEWER = {"compute": {"spines_installed": 2}, "storage": {"spines_installed": 1}, "frontend": {"spines_installed": 2}}
_UNIT = {"compute": {"su_hosts": 32}}
ENVELOPES: Mapping[str, tuple[int, tuple[Spec, ...]]] = {
    "A: `max: 32`, as above": (32, ()),
    "B: A with compute `spines: 8`": (32, ({"compute": {"spines": 8}},)),
    "C: B with frontend `oversubscription: 3`": (
        32,
        ({"compute": {"spines": 8}, "frontend": {"oversubscription": 3}},),
    ),
    "D: B with storage `spines: 4`, frontend `spines: 8`, oob `spines: 2`": (32, (_SPINES,)),
    "E: D with `spines_installed`: compute 2, storage 1, frontend 2": (32, (_SPINES, _FEWER)),
    "F: `max: 128`": (128, ()),
    "G: F with compute `su_hosts: 32`": (128, (_UNIT,)),
    "H: G with the spines of E": (128, (_UNIT, _SPINES, _FEWER)),
}
"""First days: `max` of the GPU hosts, and what the keys of fabrics gain."""


@dataclass(frozen=True)
class Stage:
    """What stands in `build` after a block that has changed it."""

    spec: Spec
    rows: PlanRows
    bill: Counter[str]

    @property
    def gpus(self) -> int:
        return sum(host["gpus"] for host in self.rows["hosts"])


def stages_table(first: Stage, steps: Iterable[tuple[Stage, Difference]]) -> Rows:
    """Describe what each stage buys, and the work at cables."""
    head = ["stage", "hosts", "switches", "transceivers", "cables", "pulled", "moved", "exchanged", "steps"]
    rows = [[f"{first.gpus} GPUs", *_counts(first.bill), f"{len(first.rows['cables']):,}", "0", "0", "0"]]
    for after, step in steps:
        work = Counter(each.work for each in step.cables)
        assert not work[Work.REMOVE]
        assert all(part.more > 0 for part in step.parts), "what is left over has no column"
        bought = pieces((part.kind, part.length_m, part.more) for part in step.parts)
        done = [*(work[kind] for kind in (Work.PULL, Work.MOVE, Work.EXCHANGE)), len(step.steps)]
        rows.append([f"to {after.gpus:,}", *_counts(bought), *(f"{count:,}" for count in done)])
    return [head, *rows]


def envelopes_table(first_day: Spec) -> Rows:
    """Describe what the same first day buys in other envelopes, and what they save in the last step."""
    rows = [["first day", "switches", "transceivers", "cables", "ratio", "moved"]]
    for name, (most, keys) in ENVELOPES.items():
        later = [each for each in keys if each is not _FEWER]
        plan = plan_of(_in_envelope(first_day, 2, most, keys))
        full = plan_of(_in_envelope(first_day, 32, most, later))
        found = moves(plan_on(_in_envelope(first_day, 128, 128, later), full, disruptive=True), full)
        assert {kind for _, kind in found} <= {"cables"}
        bill = pieces((line.kind, line.length_m, line.count) for line in bill_of_materials(plan))
        rows.append([name, *_counts(bill)[1:], _ratio(plan), _moved(found)])
    return rows


def _in_envelope(first_day: Spec, count: int, most: int, keys: Sequence[Spec]) -> Spec:
    """Return the spec of the first day with more keys of fabrics, and with two spines out of band where the envelope needs some."""
    spec = copy.deepcopy(first_day)
    spec["hosts"]["gpu"] |= {"count": count, "max": most}
    for more in keys:
        for name, gained in more.items():
            spec["fabrics"][name] |= gained
    if most > 32:
        spec["fabrics"]["oob"] |= _OOB
    return spec


def _ratio(plan: Draft) -> str:
    found = {name: oversubscription(shape) for name, shape in plan.cluster.shapes.items() if name != "oob"}
    return ", ".join(f"{name} {ratio:g}:1" for name, ratio in found.items() if ratio > 1) or "1:1"


def _moved(found: Mapping[tuple[str, str], int]) -> str:
    of = ", ".join(f"{fabric} {count}" for (fabric, _), count in found.items())
    return f"{sum(found.values()):,} ({of})" if found else "0"


def read_bill(file: Path) -> Counter[str]:
    with file.open(encoding="utf-8", newline="") as lines:
        return pieces((row["kind"], row["length_m"], int(row["count"])) for row in csv.DictReader(lines))


def pieces(lines: Iterable[tuple[str, Any, int]]) -> Counter[str]:
    """Count pieces by what they are: what has a length is a cable."""
    found: Counter[str] = Counter()
    for kind, length, count in lines:
        found["cable" if length else kind] += count
    return found


def _counts(bill: Counter[str]) -> list[str]:
    return [f"{bill[kind]:,}" for kind in ("host", "switch", "transceiver", "cable")]
