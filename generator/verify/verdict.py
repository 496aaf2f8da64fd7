"""The result of one judge of rendered files."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct, field


class Verdict(Struct, frozen=True):
    """The result of one judge: how many files (or what `unit` names) it judged, its faults, and whether it could run at all."""

    name: str
    files: int
    ran: bool
    note: str
    faults: list[str] = field(default_factory=list)
    unit: str = "files"

    @property
    def result(self) -> str:
        """passed, refused, nothing to check, or not run."""
        if self.faults:
            return "refused"
        if not self.ran:
            return "not run"
        return "passed" if self.files else "nothing to check"


def counted(verdicts: Iterable[Verdict]) -> str:
    """Count verdicts by result: a check that had nothing to judge, or could not run, did not pass."""
    results = Counter(verdict.result for verdict in verdicts)
    shown = [f"{results[each]} {each}" for each in ("passed", "refused", "not run") if results[each]]
    shown += [f"{results['nothing to check']} with nothing to check"] if results["nothing to check"] else []
    total = results.total()
    return f"{total} {'check' if total == 1 else 'checks'}: {', '.join(shown)}"
