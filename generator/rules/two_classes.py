"""Two lossless classes on one port: whether the switch's buffer is large enough for the headroom of both."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Switch as SwitchModel
from generator.plan.draft import Draft
from generator.plan.qos.headroom import headroom
from generator.plan.qos.watchdog import lossless_ports
from generator.plan.records import Switch
from generator.plan.sonic import divisions
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_LOC = ("fabrics", "compute", "roce", "storage")
_ADVICE = "set fabrics.compute.roce.storage.lossless to false, which keeps its share, or choose a switch with a larger buffer, or shorter cables"


class _Need(Struct, frozen=True, kw_only=True):
    """The buffer that a switch's ports may need at once, and that of its silicon, bytes; None: not known."""

    switch: str
    model: str
    ports: int
    classes: int
    needed: int | None
    buffer: int | None
    shared: int | None


def _needs(plan: Draft) -> Iterator[_Need]:
    """Yield the need of every switch with several lossless classes. The silicon is that of SONiC's tables of the same box, for all systems."""
    for switch in plan.switches:
        roce = plan.roce.get(switch.fabric)
        if roce is None or len(roce.paused) <= 1:
            continue
        yield _need(plan, switch, len(roce.paused))


def _need(plan: Draft, switch: Switch, classes: int) -> _Need:
    platform = plan.hardware.get(SwitchModel, switch.model).os.sonic
    platform = platform.divided(divisions(plan, switch)) if platform else None
    ports = lossless_ports(plan, switch)
    rooms = [headroom(platform, port.speed_gbps, port.length_m, port.mtu_bytes) if platform else None for port in ports]
    known = [room.xoff for room in rooms if room]
    pools = list(platform.buffers.pools.values()) if platform and platform.buffers else []
    sizes = [pool.size for pool in pools if pool.size]
    shared = [pool.xoff for pool in pools if pool.xoff]
    return _Need(
        switch=switch.name,
        model=switch.model,
        ports=len(ports),
        classes=classes,
        needed=classes * sum(known) if len(known) == len(ports) else None,
        buffer=max(sizes, default=None),
        shared=max(shared, default=None),
    )


@plan_rule(
    title="A storage class on a fabric that carries no storage",
    why="A separate class keeps storage and compute from pausing each other on ports that both use. A storage fabric with its own switches has no such port.",
    fix="Remove the class, or let compute carry storage.",
)
def storage_class_misplaced(plan: Draft) -> Iterator[Finding]:
    """`roce.storage` only where compute carries storage by RoCE."""
    fabrics = plan.spec.fabrics
    stated = ((name, getattr(fabrics, name)) for name in ("compute", "storage", "frontend", "oob"))
    for name, fabric in stated:
        if fabric and fabric.roce.storage and (name != "compute" or "storage" not in fabric.carries):
            yield KeyFinding(
                message=f"fabrics.{name} has a class for storage, and does not carry it",
                loc=("fabrics", name, "roce", "storage"),
                help="leave it out"
                if name != "compute"
                else "add storage to fabrics.compute.carries, or remove the class",
            )


@plan_rule(
    title="Too little buffer for two lossless classes",
    why="After a pause, each class of each port needs headroom for packets in flight. If the sum exceeds the switch's buffer, packets of a lossless class are dropped despite PFC.",
    fix="Make storage's class lossy: it keeps its queue and its share. Or use a switch with a larger buffer, fewer ports or shorter cables.",
)
def two_classes_too_large(plan: Draft) -> Iterator[Finding]:
    """The headroom of all lossless classes of all ports of the envelope fits the buffer."""
    seen: set[tuple[str, int | None]] = set()
    for each in _needs(plan):
        if each.needed and each.buffer and each.needed > each.buffer and (each.model, each.needed) not in seen:
            seen.add((each.model, each.needed))
            yield Finding(
                message=f"{each.classes} lossless classes on {each.ports} ports of {each.switch} need {each.needed:,} bytes of headroom, "
                f"{each.needed // each.classes:,} each, and a {each.model} has {each.buffer:,} bytes of buffer",
                loc=_LOC,
                help=_ADVICE,
            )


@plan_warning(
    title="Headroom for two lossless classes that is shared or unknown",
    why="A shared pool of headroom is enough for some ports at the same time, but not for all. Headroom that no document states cannot be checked.",
    fix="Watch the ingress drops of both lossless groups under load; if tables of your platform are missing, state them in a catalog file of yours.",
)
def two_classes_unproven(plan: Draft) -> Iterator[Finding]:
    """Where two classes are lossless, their need is known and fits the buffer."""
    seen: set[tuple[str, int | None]] = set()
    for each in _needs(plan):
        if (each.model, each.needed) in seen:
            continue
        seen.add((each.model, each.needed))
        if each.needed is None or each.buffer is None:
            lacks = "headroom" if each.needed is None else "buffer"
            said = f"the {lacks} of a {each.model} is in no known document, so it is not proven that two lossless classes fit on the {each.ports} ports of {each.switch}"
        elif each.shared and each.shared < each.needed <= each.buffer:
            said = f"{each.classes} lossless classes on {each.ports} ports of {each.switch} need {each.needed:,} bytes of headroom at most, and a {each.model} shares {each.shared:,} among all"
        else:
            continue
        yield Finding(message=said, loc=_LOC, help=f"watch the ingress drops of both groups; or {_ADVICE}")
