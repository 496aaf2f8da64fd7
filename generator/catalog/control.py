"""Controls of security frameworks, and the evidence for them in a rendered tree: a file and an existing line in it, never a claim without one."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from generator.catalog.facts import fact_names, read_facts
from generator.spec.base import Slug

Sentence = Annotated[str, Meta(max_length=160, pattern=r"^[^|\n]+$")]
"""What a cell of a table has: one line, without the bar that ends a cell."""
ControlId = Annotated[str, Meta(pattern=r"^[A-Z0-9][A-Z0-9.-]*$")]
"""A control as its framework numbers it."""


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where evidence is found."""

    files: str
    """The path of a file; `*` is any part of one name. With `per: host` or `per: switch` it is below the folder of the device."""
    anchor: str
    """What a line has that does it. Lines that are comments do not count."""
    unless: str = ""
    """A file with this text does not count: it says that nothing reads it."""


class Evidence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a tree does, known by a line of a file."""

    does: Sentence
    """What that line does, and no more."""
    per: Literal["tree", "host", "switch"] = "tree"
    """Whether each host or each switch needs it; a tree that has it on some of them only says on how many."""
    found: Annotated[tuple[Place, ...], Meta(min_length=1)]
    """Any one of these places is enough; the systems of hosts and switches differ."""


class EvidenceSubject(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Evidence of one subject, which is one file."""

    subject: str
    """What it is about."""
    evidence: dict[Slug, Evidence]
    """By name."""


class Control(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One control."""

    asks: Sentence
    """What it is about, in few words."""
    by: tuple[Slug, ...] = ()
    """The evidence that answers it, at least in part; nothing where no file of a tree can."""


class Framework(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Controls of one document."""

    title: str
    """The document."""
    wording: str
    """Whose words `asks` has."""
    scope: str
    """Which of its controls are listed."""
    sources: dict[str, str]
    """For each part, the document that it is from."""
    controls: dict[ControlId, Control]
    """By their numbers, in the document's order."""


read_framework = partial(read_facts, Framework, "controls")
"""Return the controls of a framework."""
framework_names = partial(fact_names, "controls")
"""Return the name of every framework."""
read_evidence = partial(read_facts, EvidenceSubject, "evidence")
"""Return the evidence of a subject."""
evidence_subjects = partial(fact_names, "evidence")
"""Return the name of every subject that there is evidence of."""


def every_evidence() -> dict[str, Evidence]:
    """Return all evidence by name."""
    return {name: each for subject in evidence_subjects() for name, each in read_evidence(subject).evidence.items()}
