"""Names in DNS: each belongs to one address, and is short enough to be one."""

from collections.abc import Iterator

from generator.plan.checks.rule import plan_rule
from generator.plan.plan import Plan
from generator.plan.provisioning.names import Named, named_addresses
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding

_LABEL, _NAME = 63, 253
"""The most characters of a label, and of a whole name as it is written (RFC 1035, section 2.3.4)."""


@plan_rule(
    "dns-name-twice",
    title="One name for two addresses",
    why="A host's second name is its own with a port or a segment after it, and DNS would answer with either address.",
    fix="Rename the segment or the host group.",
)
def dns_name_twice(plan: Plan) -> Iterator[Finding]:
    """Every name of a device once; each pair of a segment or group with another thing is told once."""
    seen: dict[str, Named] = {}
    told = set()
    for each in _names(plan):
        first = seen.setdefault(each.label, each)
        if first is each:
            continue
        later, other = (each, first) if each.origin[0] == "segments" else (first, each)
        if later.origin not in told:
            told.add(later.origin)
            yield Finding(
                message=f"{each.label}.{plan.spec.domain} would be {first.address} and {each.address}",
                loc=later.origin,
                at_key=True,
                notes=(Note(f"{first.label} is a name of these already", other.origin),),
                help=f"choose another name, such as {later.origin[-1]}-net",
            )


@plan_rule(
    "dns-name-long",
    title="A name that DNS cannot hold",
    why="A label has at most 63 characters, and a whole name 253 (RFC 1035).",
    fix="Shorten the domain, the host group or the segment.",
)
def dns_name_long(plan: Plan) -> Iterator[Finding]:
    """The longest label of each origin, and the longest whole name, are told with what is too long of them."""
    longest: dict[object, Named] = {}
    for each in _names(plan):
        if len(each.label) > len(longest.setdefault(each.origin, each).label):
            longest[each.origin] = each
    for each in longest.values():
        if (over := len(each.label) - _LABEL) > 0:
            said = f"the name {each.label} has {len(each.label)} characters, {over} more than a label may have"
            yield Finding(message=said, loc=each.origin, at_key=True, help=f"make {each.origin[-1]} {over} shorter")
    names = [f"{each.label}.{plan.spec.domain}" for each in longest.values()]
    name = max(names, key=len, default="")
    if (over := len(name) - _NAME) > 0:
        said = f"{name} has {len(name)} characters, {over} more than a name may have"
        yield Finding(message=said, loc=("domain",), help=f"make the domain {over} shorter")


def _names(plan: Plan) -> Iterator[Named]:
    """Give the names of a plan whose devices are told apart; of others, `name-twice` speaks."""
    if len({device.name for device in plan.devices}) == len(plan.devices):
        yield from named_addresses(plan)
