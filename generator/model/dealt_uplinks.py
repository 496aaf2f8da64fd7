"""Ends of uplinks that are not pinned: the port of the formula where it is free, else one that the pinned uplinks left free.

Links that leave one cage of a switch below and usually end in one cage above may be in one cable. Dealt one by one such a pair can end in two cages, so
where the links of a switch to another one are pinned cage by cage, whole cages are dealt first.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from generator.model.baseline import Ends

Uplink = tuple[int, int]
"""A lower switch by its ordinal in the plane, and its uplink."""


class Usual(Struct, frozen=True):
    """Where each uplink usually ends, the cage of an uplink, and the cage of a port above."""

    ends: Mapping[Uplink, Ends]
    cage: Callable[[int], str]
    upper_cage: Callable[[int], str]

    def bundle(self, key: Uplink) -> tuple[int, str]:
        """Return the lower switch of an uplink and the cage that it leaves."""
        return key[0], self.cage(key[1])

    def above(self, ends: Ends) -> tuple[int, str]:
        """Return the switch above of a port and its cage there."""
        return ends[0], self.upper_cage(ends[1])


def deal_uplinks(usual: Usual, asked: Mapping[Uplink, Ends], owed: Mapping[int, Counter[int]]) -> dict[Uplink, Ends]:
    """Return where every uplink ends; `owed` is how many links each lower switch still has to each one above, which is used up."""
    kept = {lower: Counter(counts) for lower, counts in owed.items()}
    found = _deal(usual, asked, kept)
    whole = _whole(usual, asked)
    if not any(len({usual.above(found[key]) for key in keys}) > 1 for keys in whole):
        return found
    first, homes = dict(asked), {usual.above(usual.ends[keys[0]]) for keys in whole}
    pairs = {_pair(usual, keys) for keys in whole}
    taken, room = set(asked.values()), dict[int, dict[str, list[Ends]]]()
    for ends in usual.ends.values():
        upper, cage = usual.above(ends)
        room.setdefault(upper, {}).setdefault(cage, []).extend([ends] if ends not in taken else [])
    for keys in _in_turn(usual, whole, asked):
        left = [key for key in keys if key not in asked]
        top = _place(usual, keys, asked, room, owed[keys[0][0]], homes, pairs) if left else None
        if top is not None:
            free = room[top[0]][top[1]]
            free.sort()
            first |= {key: free.pop(0) for key in left}
            owed[keys[0][0]][top[0]] -= len(left)
    return _deal(usual, first, owed)


def _bundles(usual: Usual) -> list[list[Uplink]]:
    """Return the uplinks of each cage, where there are several and all of them usually end in one cage above."""
    found: dict[tuple[int, str], list[Uplink]] = {}
    for key in usual.ends:
        found.setdefault(usual.bundle(key), []).append(key)
    return [
        keys for keys in found.values() if len(keys) > 1 and len({usual.above(usual.ends[key]) for key in keys}) == 1
    ]


def _whole(usual: Usual, asked: Mapping[Uplink, Ends]) -> list[list[Uplink]]:
    """Return the bundles of those pairs of switches of which none is pinned to two cages above, or to one that another bundle has a part of."""
    bundles = _bundles(usual)
    holders: dict[tuple[int, str], set[tuple[int, str]]] = {}
    for key, ends in asked.items():
        holders.setdefault(usual.above(ends), set()).add(usual.bundle(key))
    torn = {
        _pair(usual, keys)
        for keys in bundles
        if len(tops := {usual.above(asked[key]) for key in keys if key in asked}) > 1
        or any(len(holders[top]) > 1 for top in tops)
    }
    return [keys for keys in bundles if _pair(usual, keys) not in torn]


def _pair(usual: Usual, keys: Sequence[Uplink]) -> tuple[int, int]:
    """Return the switches that a bundle usually joins."""
    return keys[0][0], usual.ends[keys[0]][0]


def _in_turn(usual: Usual, whole: Sequence[list[Uplink]], asked: Mapping[Uplink, Ends]) -> list[list[Uplink]]:
    """Return the bundles in the order in which they are dealt: those that are pinned in part, those whose usual cage nobody has, all others."""
    taken = {usual.above(ends) for ends in asked.values()}

    def rank(keys: list[Uplink]) -> int:
        if any(key in asked for key in keys):
            return 0
        return 1 if usual.above(usual.ends[keys[0]]) not in taken else 2

    return sorted(whole, key=rank)


def _place(
    usual: Usual,
    keys: Sequence[Uplink],
    asked: Mapping[Uplink, Ends],
    room: Mapping[int, Mapping[str, Sequence[Ends]]],
    owed: Mapping[int, int],
    homes: Collection[tuple[int, str]],
    pairs: Collection[tuple[int, int]],
) -> tuple[int, str] | None:
    """Return the cage above that has room for what is left of a bundle: where it is pinned, its usual one, another on that switch, then on others.

    Switches of `pairs`, and on each the cages of `homes`, come first: those of bundles that are dealt whole.
    """
    pinned = [usual.above(asked[key]) for key in keys if key in asked]
    left, home = len(keys) - len(pinned), usual.above(usual.ends[keys[0]])
    if pinned:
        upper, cage = pinned[0]
        return pinned[0] if owed[upper] >= left and len(room[upper][cage]) >= left else None
    lower = keys[0][0]
    for upper in sorted(room, key=lambda upper: (upper != home[0], (lower, upper) not in pairs)):
        tops = [(upper, cage) for cage, free in room[upper].items() if len(free) == left <= owed[upper]]
        if tops:
            return min(tops, key=lambda top: (top != home, top not in homes))
    return None


def _deal(usual: Usual, asked: Mapping[Uplink, Ends], owed: Mapping[int, Counter[int]]) -> dict[Uplink, Ends]:
    """Deal one by one: each uplink ends as usual while that is free, else at the first port that is left on its switch above."""
    peers = _peers(usual, asked, owed)
    found = dict(asked)
    taken = set(found.values())
    stays = {key: ends for key, ends in usual.ends.items() if peers.get(key) == ends[0] and ends not in taken}
    found |= stays
    taken |= set(stays.values())
    spare: dict[int, list[Ends]] = {}
    for ends in usual.ends.values():
        spare.setdefault(ends[0], []).extend([ends] if ends not in taken else [])
    return found | {key: spare[upper].pop(0) for key, upper in peers.items() if key not in stays}


def _peers(usual: Usual, asked: Mapping[Uplink, Ends], owed: Mapping[int, Counter[int]]) -> dict[Uplink, int]:
    """Return the switch above of every uplink that is not pinned: its usual one while the lower switch is owed that, else the first that it is owed."""
    free = [key for key in usual.ends if key not in asked]
    found: dict[Uplink, int] = {}
    for key in free:
        peer = usual.ends[key][0]
        if owed[key[0]][peer]:
            owed[key[0]][peer] -= 1
            found[key] = peer
    for key in free:
        if key not in found:
            mine = owed[key[0]]
            found[key] = next(each for each in sorted(mine) if mine[each])
            mine[found[key]] -= 1
    return found
