"""A fact of which another tool has another value than the plan."""

from msgspec import Struct


class Difference(Struct, frozen=True, kw_only=True):
    """One fact that differs. `there` or `plan` is empty where that side has nothing; `tool` is whose the other side is."""

    tool: str
    about: str
    there: str
    plan: str
    place: str = ""

    @property
    def text(self) -> str:
        """One line for a terminal."""
        where = f" ({self.place})" if self.place else ""
        return f"{self.about}: {self.tool} has {self.there or 'nothing'}, the plan has {self.plan or 'nothing'}{where}"

    @property
    def record(self) -> dict[str, str]:
        """The same for programs; the other side's value is under the name of the tool."""
        return {"about": self.about, self.tool: self.there, "plan": self.plan, "place": self.place}


class Comparison(Struct, frozen=True, kw_only=True):
    """The differences, how many facts were compared, and what was read that is no fact."""

    differences: tuple[Difference, ...]
    compared: int
    remarks: tuple[str, ...]
