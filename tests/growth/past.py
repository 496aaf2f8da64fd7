"""Growth past the envelope: a plan on the ground of an earlier one, as it comes back from its `plan.json`."""

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.analysis.close import close
from generator.change.earlier_plan import EarlierPlan, read_earlier_plan
from generator.change.moved import moved
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.plan.sections import compared, sections
from generator.render.encode import plain
from tests.ours import CATALOG
from tests.specs import Spec


def baseline_of(plan: Draft, *, disruptive: bool = False, whole: bool = False) -> EarlierPlan:
    """Write what a plan is compared by as users keep it, or with `whole` all of it, and read it back."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plan.json"
        rows = sections(close(plan)) if whole else compared(plan)
        path.write_text(json.dumps(plain(rows)), encoding="utf-8")
        return read_earlier_plan(path, disruptive=disruptive)


def plan_on(spec: Spec, earlier: Draft, *, disruptive: bool = False, whole: bool = False) -> Draft:
    """Plan a spec on the ground of an earlier plan."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cluster.yaml"
        path.write_text(json.dumps(spec), encoding="utf-8")
        return read_plan(path, CATALOG, path.name, baseline_of(earlier, disruptive=disruptive, whole=whole))[0]


def moves(plan: Draft, earlier: Draft) -> dict[tuple[str, str], int]:
    """Count what a plan moves of an earlier one, by fabric and kind."""
    return dict(Counter((each.fabric, each.kind) for each in moved(plan, plain(compared(earlier)))))
