"""Requirements of a data set on its tier: read rate and capacity."""

from msgspec import Struct

from generator.workload.records import TERA

FILL = 0.8
"""A distributed file system is planned to be so full at most (stas00/ml-engineering)."""
COPIED_IN_S = 3600
"""A copy to all hosts is to take an hour at most: a planner's figure."""


class DataSet(Struct, frozen=True):
    """A data set: its bytes, read `epochs` times by `hosts` hosts; `local`: each of them copies it first, and reads its copy."""

    bytes: float
    epochs: float
    hosts: int
    local: bool

    def read_rate(self, seconds: float) -> float:
        """Return the read rate from the tier, bytes a second: spread over a run of `seconds`, or all copies within an hour."""
        return self.bytes * self.hosts / COPIED_IN_S if self.local else self.bytes * self.epochs / seconds

    @property
    def room_tb(self) -> float:
        """Room on the tier, TB, where it is as full as it should be at most."""
        return self.bytes / FILL / TERA
