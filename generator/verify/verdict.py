"""What a judge of rendered files says."""

from msgspec import Struct, field


class Verdict(Struct, frozen=True):
    """What one judge said: how many files it looked at, its faults, and whether it could run at all."""

    name: str
    files: int
    ran: bool
    note: str
    faults: list[str] = field(default_factory=list)

    @property
    def result(self) -> str:
        """passed, refused, nothing to check, or not run."""
        if not self.ran:
            return "not run"
        if not self.files:
            return "nothing to check"
        return "refused" if self.faults else "passed"
