"""Links counted into bundles, in one pass over the plan: a drawing never shows a single link."""

from collections import Counter

from msgspec import Struct, field

from generator.plan.once import once
from generator.plan.plan import Plan


class Bundles(Struct):
    """The links of one fabric: those to hosts by leaf, the others by kind and pair of switches."""

    down: dict[str, Counter[float]] = field(default_factory=dict)
    rails: dict[str, set[int]] = field(default_factory=dict)
    devices: dict[int, dict[str, dict[str, None]]] = field(default_factory=dict)
    """By scalable unit and group (of hosts, or of switches by fabric and tier): the devices, in order."""
    pairs: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    speeds: dict[str, set[float]] = field(default_factory=dict)


@once
def count_bundles(plan: Plan) -> dict[str, Bundles]:
    """Count every fabric's links."""
    found = {name: Bundles() for name in plan.fabrics}
    groups = {host.name: host.group for host in plan.hosts}
    groups.update((switch.name, f"{switch.fabric}-{switch.tier}") for switch in plan.switches)
    units = {switch.name: switch.su or 0 for switch in plan.switches}
    for link in plan.links:
        mine, low, high = found[link.fabric], link.a.device, link.b.device
        if link.kind == "host_leaf":
            if high not in mine.down:
                mine.down[high] = Counter()
            mine.down[high][link.speed_gbps] += 1
            if link.rail is not None:
                mine.rails.setdefault(high, set()).add(link.rail)
            mine.devices.setdefault(units[high], {}).setdefault(groups[low], {})[low] = None
        else:
            if link.kind not in mine.pairs:
                mine.pairs[link.kind] = Counter()
            mine.pairs[link.kind][low, high] += 1
            mine.speeds.setdefault(link.kind, set()).add(link.speed_gbps)
    return found
