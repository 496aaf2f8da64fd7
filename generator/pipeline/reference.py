"""The reference page: every key of a spec, then every rule of every stage with its reason and its fix."""

from collections.abc import Iterator

import generator.pipeline.read
import generator.source.faults
import generator.spec.words  # noqa: F401  (as they are imported, stages register their rules)
from generator.rules import SCHEDULED, plan_checks
from generator.source.rule import RULES
from generator.spec.checks import spec_checks
from generator.spec.reference import keys_section

_STAGES = {
    "source": "The text",
    "spec": "The spec",
    "catalog": "The catalog",
    "model": "Sizes and shapes",
    "plan": "The plan",
    SCHEDULED: "What schedulers run",
}


def load_rules() -> None:
    """Import every module that registers rules, so that the list is whole."""
    spec_checks()
    plan_checks()


def reference_page() -> str:
    """Return the reference page as Markdown."""
    load_rules()
    purpose = "Every key of a spec with its values, default and meaning, then every rule with its reason and how to fix what it reports."
    made = "Made from the code by `clustergen schema --format markdown`; do not edit it."
    head = ["# Reference", "", f"{purpose} {made}", ""]
    return "\n".join([*head, *keys_section(), *_rules_section()]) + "\n"


def _rules_section() -> Iterator[str]:
    yield "## Rules"
    yield ""
    yield "Every problem that clustergen reports has one of these names. Warnings become errors with `--strict`, except those that `--allow CODE` names: known, and meant."
    for stage, title in _STAGES.items():
        yield from ("", f"### {title}", "")
        for slug, rule in sorted(RULES.items()):
            if rule.stage == stage:
                yield from (
                    f"#### {slug}",
                    "",
                    f"{rule.title} ({rule.severity}).",
                    "",
                    f"*Why:* {rule.why}",
                    "",
                    f"*Fix:* {rule.fix}",
                    "",
                )
