"""Every bad spec of `errors/` gives exactly the text beside it. A new case is a new file."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from generator.pipeline.read import read_plan
from generator.pipeline.reference import load_rules
from generator.plan.draft import Draft
from generator.source.diagnostic import Diagnostic
from generator.source.document import Document
from generator.source.report import show_text
from generator.source.rule import RULES
from generator.spec.load import DocumentError
from tests.conftest import WITH_HALLS
from tests.ours import CATALOG

FOLDER = Path(__file__).parent / "errors"
CASES = sorted(FOLDER.glob("*.yaml"))
NEVER_FROM_A_SPEC = {
    "address-twice", "name-twice", "port-twice", "rail-impure", "uneven-links",  # invariants: tests/plan/test_invariants.py
    "baseline-broken", "baseline-of-another", "optics-mixed", "place-outside", "would-move", "address-of-another",
    "rename-unknown", "rename-taken", "rename-kind", "rename-moves", "placement-stands", "fabric-stands", "release-unknown", "release-early",
    "lustre-renamed", "lustre-target-lost",
    # where an earlier plan stands: tests/growth/test_past_envelope.py, test_past_oddities.py, test_past_lustre.py, test_renames.py, test_released.py
    "no-sharp",  # no switch of ours lacks it: tests/plan/test_infiniband.py
    "two-classes-too-large",  # no switch of ours is so small: tests/plan/test_two_classes.py
    "catalog-name", "file-too-large", "no-such-file", "not-utf8",  # files: tests/source/test_document.py
    "link-out", "template",  # tests/render/test_templates.py
    "catalog-reference",  # tests/catalog/test_hostile_catalog.py
}  # fmt: skip


KNOWN = {
    "kubeadm-tenants-8": ["unmanaged-switch", "tenants-share-pods"],
    "mixed-schedulers": ["unmanaged-switch"],
    "object-and-nfs-64": ["unmanaged-switch", "tier-without-reserve"],  # home is on one host
    "pinned-4": ["unmanaged-switch"],
    "rke2-shared-rails-4": ["unmanaged-switch"],
    "small-4-hosts": ["unmanaged-switch"],
    "ib-2048": ["part-unknown"],
}
"""Warnings that are true of an example."""


@cache
def problems_of(path: Path) -> tuple[Document, Sequence[Diagnostic]]:
    """Return what a spec is told: its errors, or the warnings of its plan."""
    try:
        plan, document = read_plan(path, CATALOG, path.name)
    except DocumentError as error:
        return error.document, error.problems
    return document, plan.warnings


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_error(case: Path, request: pytest.FixtureRequest) -> None:
    """The text is the golden one, and the rule that the file is named after is in it."""
    document, problems = problems_of(case)
    text = show_text(document, problems)
    expected = case.with_suffix(".txt")
    if request.config.getoption("--update-golden"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    slug = case.stem.partition("--")[0]
    assert slug == "many-at-once" or f"[{slug}]" in text
    assert "pydantic" not in text
    assert "Traceback" not in text


def test_every_rule_has_a_case_that_trips_it() -> None:
    """A rule without a bad spec is a rule that nobody has seen work."""
    load_rules()
    tripped = {case.stem.partition("--")[0] for case in CASES}
    assert set(RULES) - tripped - NEVER_FROM_A_SPEC == set()
    assert tripped - set(RULES) == {"many-at-once"}


@pytest.mark.parametrize("name", WITH_HALLS)
def test_an_example_trips_no_rule(name: str, plans: Callable[[str], Draft]) -> None:
    """And one that does not: the examples have no errors, and no warnings but those that are true of them."""
    assert [problem.code for problem in plans(name).warnings] == KNOWN.get(name, [])


def test_an_error_points_at_a_line() -> None:
    """Whatever stands in a file is said with its line."""
    for case in CASES:
        document, problems = problems_of(case)
        for problem in problems:
            placed = problem.span or document.span_of(problem.loc, at_key=problem.at_key)
            assert placed or problem.code in {"missing-key", "not-a-mapping"}, (case.name, problem.code)
