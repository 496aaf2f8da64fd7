"""frr.conf: who may tell a switch of networks, and through which policy (FRR manual, BGP and filtering)."""

from collections.abc import Iterable

from generator.cli.reach.packet import span_of
from generator.cli.reach.policy import Callers, Entry, Policy, Prefixes, Told


def read_frr_told(file: str, lines: Iterable[str]) -> Told:
    """Read the default instance: peer groups that addresses may join by calling, and all other groups, which are switches."""
    policy = Policy()
    joined: dict[str, str] = {}
    numbers: dict[str, str] = {}
    maps: dict[str, dict[str, str]] = {"in": {}, "out": {}}
    context: list[str] = []
    for line in lines:
        words = line.split()
        if words and not line.startswith(" "):
            context = words
            _add_list(policy, words)
        elif context[:1] == ["route-map"] and words[:1] == ["match"]:
            _add_match(policy, context, words[1:])
        elif context[:2] == ["router", "bgp"] and "vrf" not in context:
            match words:
                case ["bgp", "listen", "range", prefix, "peer-group", group]:
                    joined[prefix] = group
                case ["neighbor", group, "remote-as", asn]:
                    numbers[group] = asn
                case ["neighbor", group, "route-map", name, way]:
                    maps[way][group] = name
    return Told(
        file=file,
        callers=[
            Callers(addresses=span_of(prefix), asn=int(numbers[group]), maps=[maps["in"][group]])
            for prefix, group in joined.items()
        ],
        out=[name for group, name in maps["out"].items() if group not in joined.values()],
        into=[name for group, name in maps["in"].items() if group not in joined.values()],
        policy=policy,
    )


def _add_list(policy: Policy, words: list[str]) -> None:
    """Take a line that stands for itself, or the head of a route-map's entry."""
    match words:
        case ["ip", "prefix-list", name, "seq", _, action, prefix, *lengths]:
            said = dict(zip(lengths[::2], map(int, lengths[1::2]), strict=True))
            own = int(prefix.partition("/")[2])
            # `ge` alone reaches to 32, `le` alone begins at the prefix's own length.
            longest = said.get("le", 32 if "ge" in said else own)
            _known(name, action)
            policy.prefix_lists.setdefault(name, []).append(Prefixes(span_of(prefix), said.get("ge", own), longest))
        case ["bgp", "as-path", "access-list", name, action, pattern]:
            _known(name, action)
            policy.as_path_lists.setdefault(name, []).append(pattern)
        case ["route-map", name, action, number]:
            policy.maps.setdefault(name, {})[int(number)] = Entry(permits=action == "permit")


def _known(name: str, action: str) -> None:
    if action != "permit":
        message = f"list {name} denies a part, whose effect is not known here"
        raise ValueError(message)


def _add_match(policy: Policy, context: list[str], match: list[str]) -> None:
    _, name, _, number = context
    entry = policy.maps[name][int(number)]
    lists, paths, other = list(entry.prefix_lists), list(entry.as_path_lists), list(entry.other)
    if match[:3] == ["ip", "address", "prefix-list"]:
        lists.append(match[3])
    elif match[0] == "as-path":
        paths.append(match[1])
    else:
        other.append(" ".join(match))
    policy.maps[name][int(number)] = Entry(permits=entry.permits, prefix_lists=lists, as_path_lists=paths, other=other)
