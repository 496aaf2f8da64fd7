"""Matching of links of two plans by the ports at their ends, as a cable joins two physical ports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.change.records import Row

Pair: TypeAlias = tuple[Row | None, Row | None]
Port: TypeAlias = tuple[str, str, int]


def port_of(end: Mapping[str, Any]) -> Port:
    """Return the physical port of an end."""
    return end["device"], end["cage"], end["port"]


def pair_links(old: Sequence[Row], new: Sequence[Row]) -> Iterator[Pair]:
    """Pair links that have both ends alike, then the lower end, then the upper one; the rest is removed or added.

    A link that keeps only its upper end is a new one if its lower device is not in both plans. The pairs do not depend on which plan is the earlier.
    """
    before_low, after_low = ({link["a"]["device"] for link in links} for links in (old, new))
    stay = before_low & after_low
    stages: tuple[Callable[[Row], Any], ...] = (_both, _lower, lambda link: _upper(link, stay))
    before: list[Row] = list(old)
    after: list[Row] = list(new)
    for stage in stages:
        if not before or not after:
            break
        by_key = {key: link for link in after if (key := stage(link)) is not None}
        paired: dict[int, Row] = {}
        rest = []
        for link in before:
            key = stage(link)
            match = by_key.pop(key, None) if key is not None else None
            if match is None:
                rest.append(link)
            else:
                paired[id(match)] = link
                yield link, match
        before = rest
        after = [link for link in after if id(link) not in paired]
    yield from ((link, None) for link in before)
    yield from ((None, link) for link in after)


def _both(link: Row) -> tuple[Port, Port]:
    return port_of(link["a"]), port_of(link["b"])


def _lower(link: Row) -> Port:
    return port_of(link["a"])


def _upper(link: Row, stay: set[str]) -> Port | None:
    return port_of(link["b"]) if link["a"]["device"] in stay else None


def flat(link: Row) -> Row:
    """Return a link without rows in it: `a.device` for the device of its lower end."""
    ends = {f"{end}.{name}": value for end in ("a", "b") for name, value in link[end].items()}
    return {name: value for name, value in link.items() if name not in ("a", "b")} | ends
