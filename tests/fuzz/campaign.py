"""A campaign: cases by kind and number, each made from its seed alone, and the figures of what came of them."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tests.fuzz import kinds
from tests.fuzz.ground import Case, Ground
from tests.fuzz.trial import Outcome, attempt

KINDS: dict[str, Callable[[Case], list[list[str]]]] = {
    module.name: import_module(f"{kinds.__name__}.{module.name}").make for module in iter_modules(kinds.__path__)
}
"""What makes a case of each kind, by the name of its module."""
_COLUMNS = ("tried", "accepted", "refused", "faulty", "slowest s", "peak MiB")


@dataclass
class Figures:
    """What came of all cases, by kind."""

    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    slowest: dict[str, float] = field(default_factory=dict)
    peak: dict[str, int] = field(default_factory=dict)
    faulty: int = 0

    def add(self, kind: str, outcome: Outcome) -> None:
        """Count one; time and memory are those of refusals, as what is accepted is rendered whole."""
        self.outcomes.setdefault(kind, Counter())[outcome.kind] += 1
        self.faulty += outcome.faulty
        if outcome.kind == "refused":
            self.slowest[kind] = max(self.slowest.get(kind, 0), outcome.seconds)
            self.peak[kind] = max(self.peak.get(kind, 0), outcome.peak_mib)

    def table(self) -> str:
        """Return the figures, a line a kind; seconds and MiB are the most that a refusal took."""
        lines = [f"{'kind':<12}" + "".join(f"{column:>11}" for column in _COLUMNS)]
        for kind, counted in sorted(self.outcomes.items()):
            faulty = {name: n for name, n in counted.items() if name not in {"accepted", "refused"}}
            cells = (
                counted.total(),
                counted["accepted"],
                counted["refused"],
                sum(faulty.values()),
                f"{self.slowest.get(kind, 0):.2f}",
                self.peak.get(kind, 0),
            )
            lines.append(f"{kind:<12}" + "".join(f"{cell:>11}" for cell in cells) + (f"  {faulty}" if faulty else ""))
        return "\n".join(lines)


@dataclass(frozen=True)
class Tried:
    """A case that was tried: its folder, which is the caller's to remove, and its outcome."""

    folder: Path
    outcome: Outcome

    @property
    def faulty(self) -> bool:
        """Whether this must not be."""
        return self.outcome.faulty


def run(kind: str, seed: int, number: int, ground: Ground, figures: Figures) -> Tried:
    """Make case `number` of a kind, try it, and count what came of it."""
    folder = ground.home / f"{kind}-{number}"
    folder.mkdir(parents=True)
    case = Case(random.Random(f"{kind} {seed} {number}"), folder, ground)
    outcome = attempt(KINDS[kind](case), folder)
    figures.add(kind, outcome)
    return Tried(folder, outcome)
