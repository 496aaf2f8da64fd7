"""From a file to a plan in one call, with the problems of every stage that can still run."""

from pathlib import Path

from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.change.earlier_plan import EarlierPlan
from generator.change.history import go_on, history_of, refuse_both
from generator.change.lustre_targets import refuse_lost_targets
from generator.change.moved import refuse_moves
from generator.change.taken_over import refuse_taken_over
from generator.model.build import build, check
from generator.pipeline.lost import without_lost
from generator.pipeline.make import make_plan
from generator.pipeline.refused import with_arithmetic
from generator.plan.draft import Draft
from generator.plan.misfit import contradiction
from generator.source.diagnostic import Diagnostic, Note, Problems, Severity, SpecError
from generator.source.document import Document
from generator.source.rule import register
from generator.source.span import Loc
from generator.spec.cluster import ClusterSpec
from generator.spec.load import DocumentError, LoadedSpec, load_spec
from generator.workload.tier_counts import with_counts

register(
    "baseline-of-another",
    title="A baseline of another cluster",
    stage="plan",
    why="Its addresses, ports and places belong to other devices.",
    fix="Use an earlier plan of this cluster.",
)

register(
    "baseline-broken",
    title="A baseline that contradicts itself",
    stage="plan",
    why="The new plan reads existing devices from it, and cannot continue from seats, racks and numbers that are missing or listed twice.",
    fix="Use the file as it was rendered.",
)
_NONSENSE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of planning on a baseline whose rows have the right shape and contradict each other."""


def read_plan(
    path: Path, catalog: Catalog, name: str | None = None, baseline: EarlierPlan | None = None
) -> tuple[Draft, Document]:
    """Read a spec through to its plan; the document is returned for messages with places.

    What a `baseline` has is kept; a plan that cannot keep it is refused, unless the baseline allows moves.

    Raises:
        DocumentError: every problem found, with the document that its places are in.
    """
    try:
        loaded = load_spec(path, name)
    except DocumentError as error:
        lost = [problem.loc for problem in error.problems]
        later = check(with_counts(error.partial, catalog), catalog) if error.partial else []
        problems = with_arithmetic(error.problems, error.partial, catalog)
        raise DocumentError(error.document, [*problems, *without_lost(later, lost, error.document.data)]) from None
    try:
        plan = _planned(with_counts(loaded.spec, catalog), catalog, baseline)
    except _NONSENSE as error:
        if baseline is None:
            raise
        problem = _no_ground(baseline, error)
        raise DocumentError(loaded.document, [problem]) from error
    except DocumentError:
        raise  # a catalog file of the user's: its places are in that file
    except SpecError as error:
        raise DocumentError(loaded.document, [at_home(p, loaded) for p in error.problems]) from None
    return plan, loaded.document


def _planned(spec: ClusterSpec, catalog: Catalog, baseline: EarlierPlan | None) -> Draft:
    """Plan a spec. On a baseline that is numbered as the spec would be by itself, nothing is outgrown: then the plan is the one without it."""
    if baseline is None:
        plan = make_plan(build(spec, catalog))
        return plan.completed(history=history_of(spec))
    if baseline.name != spec.name:
        Problems([_of_another(baseline, spec.name)]).stop_at_errors()
    history = go_on(baseline, spec)
    alone = _alone(spec, catalog) if baseline.lineage.generation == 1 else None
    if alone is not None and baseline.numbers(alone):
        plan = alone.completed(lineage=baseline.heir(alone), history=history)
    else:
        baseline.outgrown = True
        try:
            plan = make_plan(build(spec, catalog, baseline.choices))
        except SpecError as error:
            if (alone or _alone(spec, catalog)) is None:
                raise
            raise SpecError([_on(baseline, each, _BY_ITSELF) for each in error.problems]) from None
        plan = plan.completed(lineage=baseline.heir(plan), history=history)
    problems = [] if baseline.disruptive else [*refuse_lost_targets(plan, baseline)]
    if baseline.outgrown or not baseline.implied:
        moved = refuse_moves(plan, baseline.renamed_sections, baseline.source, heir=bool(baseline.lineage.parent))
        if baseline.disruptive:
            moved = refuse_both(baseline, moved)
        problems += [_on(baseline, problem, "") for problem in moved]
    if baseline.readdresses(plan):
        taken = refuse_taken_over(plan, baseline.renamed_sections, baseline.source)
        problems += [_on(baseline, problem, "") for problem in taken]
    Problems(problems).stop_at_errors()
    return plan


def _alone(spec: ClusterSpec, catalog: Catalog) -> Draft | None:
    """Plan a spec without a baseline; None where that is impossible."""
    try:
        return make_plan(build(spec, catalog))
    except SpecError:
        return None


_BY_ITSELF = "; by itself the spec can be planned"


def _on(baseline: EarlierPlan, problem: Diagnostic, more: str) -> Diagnostic:
    """Return a problem that comes from a baseline, with the sizes that the baseline was numbered for."""
    sizes = ", ".join(f"{size} of {group}" for group, size in baseline.choices.sizes.items())
    if problem.severity is not Severity.ERROR or not sizes:
        return problem
    said = f"{baseline.source} is the baseline, and the reason{more}; it was numbered for {sizes}, and sizes up to these work"
    return replace(problem, notes=(*problem.notes, Note(said, ())))


def _no_ground(baseline: EarlierPlan, error: Exception) -> Diagnostic:
    return Diagnostic(
        code="baseline-broken",
        loc=("name",),
        message=f"nothing can be planned on {baseline.source}: its rows contradict each other ({contradiction(error)})",
        help="use the plan.json as it was rendered; if it is, this is a fault of clustergen: report it",
    )


def _of_another(baseline: EarlierPlan, name: str) -> Diagnostic:
    other = baseline.name
    return Diagnostic(
        code="baseline-of-another",
        loc=("name",),
        message=f"this is the spec of {name}, and {baseline.source} is the plan of {other}",
        help="choose another directory, or use --fresh to replace the tree of the other cluster"
        if baseline.implied
        else "use the plan of this cluster as --baseline; where the cluster was renamed, its devices are the same only under the old name",
    )


def at_home(problem: Diagnostic, loaded: LoadedSpec) -> Diagnostic:
    """Tie a problem and its notes to the files beside the spec, where those are what states them."""
    notes = tuple(replace(note, document=_home(note.loc, loaded)) for note in problem.notes)
    return replace(problem, document=problem.document or _home(problem.loc, loaded), notes=notes)


def _home(loc: Loc, loaded: LoadedSpec) -> Document | None:
    """Return the file beside the spec that has a place; None where the spec itself has it."""
    beside = loaded.beside.get(str(loc[0])) if loc else None
    return beside if beside and (loc in beside.keys or loc in beside.values) else None
