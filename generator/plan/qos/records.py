"""Records of the RoCE contract: its classes, and where switches mark."""

from msgspec import Struct


class Marking(Struct, frozen=True, kw_only=True):
    """Where a switch model marks packets of the RoCE class on ports of a speed. Bytes, per cent."""

    model: str
    speed_gbps: float
    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int


class Roce(Struct, frozen=True, kw_only=True):
    """The RoCE classes of a fabric: the one value that every end derives from.

    `lossless`: paused before a buffer overflows (PFC). `marks`: marked when a queue grows (ECN); `marking` then has a row for
    each switch model and speed whose thresholds are known. `weight_percent`: its share of what strict queues leave.
    """

    fabric: str
    dscp: int
    priority: int
    cnp_dscp: int
    cnp_priority: int
    lossless: bool
    marks: bool
    weight_percent: int
    marking: tuple[Marking, ...]

    @property
    def traffic_class(self) -> int:
        """The TOS byte of data: the DSCP and ECT(0) (RFC 3168), so that switches may mark it; 106 for DSCP 26."""
        return self.dscp << 2 | (2 if self.marks else 0)

    @property
    def cnp_traffic_class(self) -> int:
        """The TOS byte of congestion notifications: 192 for DSCP 48."""
        return self.cnp_dscp << 2

    def marking_of(self, model: str, speed_gbps: float) -> Marking | None:
        """Return the thresholds of a switch model at a speed, where they are known."""
        return next((row for row in self.marking if row.model == model and row.speed_gbps == speed_gbps), None)
