"""Random paths of edits through the life of a cluster, each planned on the ground of the one before, and what is held against every step."""

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.change.difference import difference
from generator.change.renames import renames_between
from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.growth.forms import FORMS, plan_of
from tests.growth.past import plan_on
from tests.growth.renamed import called
from tests.plan.walk import Walk, WalkError, ports
from tests.specs import Spec, cluster

Rows = Mapping[str, Any]
Edit = Callable[[Spec, random.Random], None]
_LEAF = {"model": "sn5600", "os": "sonic"}
_OTHER = {"model": "sn4700", "os": "sonic"}
EDITS_AT_ONCE = (1, 1, 1, 2, 3)
MOST_HOSTS = 72


class NotHereError(Exception):
    """An edit that says nothing to this spec."""


def _group(spec: Spec, dice: random.Random) -> dict[str, Any]:
    groups = [group for group in spec["hosts"].values() if group.get("role") != "control" and "positions" not in group]
    found: dict[str, Any] = dice.choice(groups)
    return found


def _fabric(spec: Spec, *names: str) -> dict[str, Any]:
    found: dict[str, Any] | None = next((spec["fabrics"][name] for name in names if name in spec["fabrics"]), None)
    if found is None or found["technology"] == "infiniband":
        raise NotHereError
    return found


def _come(spec: Spec, dice: random.Random) -> None:
    group = _group(spec, dice)
    group["count"] = dice.randint(group["count"], group.get("max", group["count"]))


def _go(spec: Spec, dice: random.Random) -> None:
    group = _group(spec, dice)
    group.setdefault("max", group["count"])
    group["count"] = dice.randint(1, max(1, group["count"]))


def _raise(spec: Spec, dice: random.Random) -> None:
    group = _group(spec, dice)
    most = group.get("max", group["count"])
    group["max"] = min(MOST_HOSTS, most + dice.choice([1, 2, most, 2 * most + 1]))
    group["count"] = min(group["max"], group["count"] + dice.randint(0, group["max"]))


def _lower(spec: Spec, dice: random.Random) -> None:
    group = _group(spec, dice)
    group["max"] = dice.randint(group["count"], group.get("max", group["count"]))


def _ipv6(spec: Spec, dice: random.Random) -> None:
    said = spec.setdefault("addressing", {})
    if said.pop("ipv6", None) is None or dice.random() < 0.3:
        said["ipv6"] = dice.choice(["fd42:c1::/32", "fd42:c2::/32"])


def _pair_begins(spec: Spec, dice: random.Random) -> None:
    compute = _fabric(spec, "compute")
    for name in ("storage", "frontend"):
        if name not in spec["fabrics"] or (name == "frontend" and dice.random() < 0.2):
            continue
        del spec["fabrics"][name]
    for key in ("spines", "topology", "spines_installed"):
        compute.pop(key, None)
    compute["carries"] = [name for name in ("storage", "frontend") if name not in spec["fabrics"]]


def _pair_ends(spec: Spec, dice: random.Random) -> None:
    compute = _fabric(spec, "compute")
    ended = [name for name in ("storage", "frontend") if name not in spec["fabrics"]]
    if not ended:
        raise NotHereError
    if len(ended) > 1 and dice.random() < 0.5:
        ended = [dice.choice(ended)]
    for name in ended:
        technology = "roce" if name == "storage" else "ethernet"
        spec["fabrics"][name] = {"technology": technology, "leaf": dict(_LEAF), "spine": dict(_LEAF)}
    compute["carries"] = [name for name in ("storage", "frontend") if name not in spec["fabrics"]]


def _spines(spec: Spec, dice: random.Random) -> None:
    fabric = _fabric(spec, *dice.sample(["compute", "storage", "frontend", "oob"], 4))
    if fabric.get("carries"):
        raise NotHereError
    fabric["spines"] = dice.choice([2, 4, 8])
    fabric.setdefault("spine", {"model": "sn5600", "os": fabric["leaf"].get("os", "sonic")})


def _fewer_hosts_a_unit(spec: Spec, dice: random.Random) -> None:
    _fabric(spec, "compute", "storage")["su_hosts"] = dice.choice([4, 8, 16])


def _topology(spec: Spec, dice: random.Random) -> None:
    _fabric(spec, "compute")["topology"] = dice.choice(["rail-optimized", "fat-tree", "single-switch"])


def _leaf(spec: Spec, dice: random.Random) -> None:
    fabric = _fabric(spec, *dice.sample(["compute", "storage"], 2))
    fabric["leaf"] = dict(dice.choice([_LEAF, _OTHER]))
    fabric["spine"] = dict(fabric["leaf"])


def _pool(spec: Spec, dice: random.Random) -> None:
    name, pools = dice.choice(
        [
            ("compute", ["10.0.0.0/10", "10.0.0.0/9", "10.0.0.0/11", "10.64.0.0/10"]),
            ("storage", ["10.128.0.0/11", "10.128.0.0/10", "10.128.0.0/12"]),
            ("frontend", ["10.160.0.0/16", "10.160.0.0/15", "10.160.0.0/14"]),
            ("oob", ["10.192.0.0/16", "10.192.0.0/15", "10.192.0.0/18"]),
            ("loopbacks", ["10.255.0.0/16", "10.254.0.0/15"]),
        ]
    )
    spec.setdefault("addressing", {})[name] = dice.choice(pools)


def _links(spec: Spec, dice: random.Random) -> None:
    _fabric(spec, *dice.sample(["compute", "storage"], 2))["host_links"] = dice.choice(["vlan", "routed"])


def _underlay(spec: Spec, dice: random.Random) -> None:
    _fabric(spec, *dice.sample(["compute", "storage"], 2))["underlay"] = dice.choice(["numbered", "unnumbered"])


def _first_host(spec: Spec) -> str:
    """Name the first host; where an earlier envelope gave its name other digits, the spec is refused, and the path goes on."""
    name, group = next(iter(spec["hosts"].items()))
    return f"{name}{1:0{len(str(group.get('max', group['count'])))}d}"


def _tenant(spec: Spec, dice: random.Random) -> None:
    tenants = spec.setdefault("tenants", {})
    name = dice.choice(["first", "second"])
    if tenants.pop(name, None) is None:
        tenants[name] = {"hosts": [_first_host(spec)]}


def _another_group(spec: Spec, dice: random.Random) -> None:
    name = dice.choice(["archive", "zeta"])
    if spec["hosts"].pop(name, None) is None:
        model = next((group["model"] for group in spec["hosts"].values() if group["model"].startswith("storage")), None)
        if model is None:
            raise NotHereError
        spec["hosts"][name] = {"model": model, "role": "storage", "count": dice.randint(1, 3), "max": 4}


def _retire(spec: Spec, dice: random.Random) -> None:
    states = spec.setdefault("states", {})
    if states.pop("retired", None) is None:
        states["retired"] = [_first_host(spec)]


def _rename(spec: Spec, dice: random.Random) -> None:
    name = dice.choice(sorted(spec["hosts"]))
    new = dice.choice([f"{letter}x{len(name)}b" for letter in "amz"])
    if new in spec["hosts"]:
        raise NotHereError
    other = called(spec, name, new)
    spec.clear()
    spec.update(other | {"rename": {name: new}})


def _release(spec: Spec, dice: random.Random) -> None:
    del dice
    groups = [name for name in ("archive", "zeta") if name not in spec["hosts"]]
    if not groups:
        raise NotHereError
    spec["release"] = groups


EDITS: Mapping[str, Edit] = {
    "hosts come": _come,
    "hosts go": _go,
    "a larger envelope": _raise,
    "a smaller envelope": _lower,
    "IPv6": _ipv6,
    "a converged pair begins": _pair_begins,
    "a converged pair ends": _pair_ends,
    "spines": _spines,
    "smaller scalable units": _fewer_hosts_a_unit,
    "another topology": _topology,
    "another leaf": _leaf,
    "another pool": _pool,
    "links of hosts": _links,
    "links of switches": _underlay,
    "a tenant": _tenant,
    "a group of hosts": _another_group,
    "a host is retired": _retire,
    "a group is renamed": _rename,
    "a group is released": _release,
}
_OFTEN = (
    "a group of hosts",
    "a group is renamed",
    "hosts come",
    "a larger envelope",
    "a converged pair ends",
    "spines",
    "IPv6",
)


@dataclass
class Step:
    """One step of a path: the edits, what came of them, and what is wrong with it."""

    edits: tuple[str, ...]
    outcome: str
    faults: list[str] = field(default_factory=list)


def starts() -> list[Spec]:
    """Return the specs that paths begin with."""
    forms = [copy.deepcopy(form.spec) for form in FORMS]
    return [*forms, *(copy.deepcopy(form.spec) for form in FORMS if form.name in ("pair", "ipv6")), cluster(2, 4, 1, 1)]


def walk(seed: int, steps: int) -> Iterator[Step]:
    """Take a path: every spec is planned on the plan before, and only where that is refused with what would move, disruptively."""
    dice = random.Random(seed)
    spec = dice.choice(starts())
    before = plan_of(spec)
    for _ in range(steps):
        edited, names = edit(spec, dice)
        step, after = _step(names, edited, before)
        if after is not None:
            spec, before = edited, after
        yield step


def edit(spec: Spec, dice: random.Random) -> tuple[Spec, tuple[str, ...]]:
    """Edit a spec in one place or several."""
    edited, done = copy.deepcopy(spec), list[str]()
    edited.pop("rename", None)
    edited.pop("release", None)
    wanted = dice.choice(EDITS_AT_ONCE)
    while len(done) < wanted:
        name = dice.choice([*EDITS, *_OFTEN])
        tried = copy.deepcopy(edited)
        try:
            EDITS[name](tried, dice)
        except NotHereError:
            continue
        edited = tried
        done.append(name)
    return edited, tuple(done)


def _step(names: tuple[str, ...], spec: Spec, before: Draft) -> tuple[Step, Draft | None]:
    outcome, after = "stands", None
    try:
        after = plan_on(spec, before)
    except DocumentError as refused:
        codes = sorted({problem.code for problem in refused.problems if problem.severity.value == "error"})
        if "would-move" not in codes:
            return Step(names, f"refused: {', '.join(codes)}"), None
        try:
            outcome, after = "moves", plan_on(spec, before, disruptive=True)
        except DocumentError as refused:
            codes = sorted({problem.code for problem in refused.problems if problem.severity.value == "error"})
            return Step(names, f"refused, though it may move: {', '.join(codes)}"), None
    old, new = plain(compared(before)), plain(compared(after))
    if renames := renames_between(old, new):
        old = {**renames.rows(old), "history": new.get("history", [])}
    return Step(names, outcome, [*taken_over(old, new), *unfollowable(old, new)]), after


def taken_over(old: Rows, new: Rows) -> list[str]:
    """Return every device that gets an address which another remaining device gives up.

    A gateway belongs to its VLAN, and the upper end of a link to the link: where the lower end keeps its address, the upper one goes with the cable.
    """
    stay = {row["name"] for part in ("hosts", "switches") for row in new[part]}
    faults = []
    for key in ("address", "ipv6"):
        before, after = (_holders(plan, key) for plan in (old, new))
        keep = {(link["b"]["device"], link["b"][key]) for link in new["links"] if _holds(before, link["a"], key)}
        for address in sorted(before.keys() & after.keys()):
            gave_up = (before[address].keys() - after[address].keys()) & stay
            comes = sorted(after[address].keys() - before[address].keys()) if gave_up else []
            faults += [
                f"{device} {after[address][device]} gets {address} of {min(gave_up)}"
                for device in comes
                if (device, address) not in keep
            ]
    return faults


def _holders(plan: Rows, key: str) -> dict[str, dict[str, str]]:
    """Return the devices that have each address that is one device's own, with the interface."""
    found: dict[str, dict[str, str]] = {}
    for row in plan["addresses"]:
        if row[key] and row["use"] != "gateway":
            found.setdefault(row[key], {})[row["device"]] = row["interface"]
    return found


def _holds(before: Mapping[str, Mapping[str, str]], end: Rows, key: str) -> bool:
    return bool(end[key]) and before.get(end[key], {}).get(end["device"]) == end["interface"]


def unfollowable(old: Rows, new: Rows) -> Iterator[str]:
    """Return what cannot be followed in the steps: on the floor, and for those who are to be drained, readdressed or taken out."""
    found = difference(old, new)
    if any(step.kind in _ON_THE_FLOOR for step in found.steps):
        try:
            Walk(_with_first_ipv6(old, new), dict(new)).through(found.steps)
        except WalkError as error:
            yield str(error)
    anew = {name for step in found.steps for name in step.anew + step.plug}
    busy = {name for step in found.steps for name in (*step.devices, *step.out, *step.drain)}
    busy |= {link["a"]["device"] for link in new["links"] if link["cable"] in anew}
    yield from (f"{each.switch} is to be taken out in no step" for each in found.switches if each.switch not in busy)
    yield from (f"{name} is readdressed in no step" for name in sorted(_readdressed(old, new) - busy))
    drained: set[str] = set()
    hosts, after = ({row["name"] for row in plan["hosts"]} for plan in (old, new))
    for step in found.steps:
        drained |= set(step.drain)
        if step.kind == "leave":
            yield from (f"{name} leaves with its jobs" for name in sorted(set(step.devices) & hosts - drained))
    yield from (f"{name} goes without a drain" for name in sorted(hosts - after - drained))


_ON_THE_FLOOR = frozenset({"add", "leave", "host", "switch"})
"""Steps that devices and cables have; where all is additions there are none."""


def _with_first_ipv6(old: Rows, new: Rows) -> dict[str, Any]:
    """Return a plan with the IPv6 addresses that its links get in the later one and that they had not: an addition, which needs no step."""
    later = {ports(link): link for link in new["links"]}

    def given(link: dict[str, Any], end: str) -> dict[str, Any]:
        return {**link[end], "ipv6": link[end]["ipv6"] or later.get(ports(link), link)[end]["ipv6"]}

    return dict(old) | {"links": [link | {end: given(link, end) for end in ("a", "b")} for link in old["links"]]}


def _readdressed(old: Rows, new: Rows) -> set[str]:
    """Name the hosts that have another address on an interface; who manages them is no concern of theirs."""
    hosts = {row["name"] for row in old["hosts"]}
    keys = ("device", "interface", "use", "vlan")
    before, after = (
        {tuple(row[key] for key in keys): (row["address"], row["ipv6"]) for row in plan["addresses"]}
        for plan in (old, new)
    )
    changed = {
        key for key in before.keys() & after.keys() if before[key] != (after[key][0], before[key][1] and after[key][1])
    }
    return {str(key[0]) for key in changed if key[2] not in ("bmc", "management")} & hosts


def report(seed: int, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the outcome of each step."""
    for number, step in enumerate(steps, 1):
        yield f"seed {seed} step {number}: {' + '.join(step.edits)}: {step.outcome}"
        yield from (f"  FAULT {fault}" for fault in step.faults[:5])
        if len(step.faults) > 5:
            yield f"  and {len(step.faults) - 5} more"
