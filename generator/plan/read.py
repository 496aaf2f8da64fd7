"""From a file to a plan in one call, with every problem of every stage that can still speak."""

from pathlib import Path

from generator.catalog.load import Catalog
from generator.model.build import build, check
from generator.plan.make import make_plan
from generator.plan.plan import Plan
from generator.source.diagnostic import SpecError
from generator.source.document import Document
from generator.spec.load import DocumentError, load_spec


def read_plan(path: Path, catalog: Catalog, name: str | None = None) -> tuple[Plan, Document]:
    """Read a spec through to its plan; the document is for those who point into it.

    Raises:
        DocumentError: every problem found, with the document that its places are in.
    """
    try:
        loaded = load_spec(path, name)
    except DocumentError as error:
        lost = [problem.loc for problem in error.problems]
        later = check(error.partial, catalog) if error.partial else []
        fresh = [p for p in later if not any(p.loc == loc[: len(p.loc)] for loc in lost)]
        raise DocumentError(error.document, [*error.problems, *fresh]) from None
    try:
        return make_plan(build(loaded.spec, catalog)), loaded.document
    except DocumentError:
        raise  # a catalog file of the user's: its places are in that file
    except SpecError as error:
        in_assets = [
            p for p in error.problems if loaded.assets and loaded.assets.span_of(p.loc) and p.loc[:1] == ("assets",)
        ]
        if loaded.assets and len(in_assets) == len(error.problems):
            raise DocumentError(loaded.assets, error.problems) from None
        raise DocumentError(loaded.document, [p for p in error.problems if p not in in_assets]) from None
