"""Names of power strips: the rack, the feed, and a number where a feed has several."""

from collections.abc import Iterator

from generator.spec.power import PowerSpec


def strip_name(rack: str, feed: str, strip: int, strips: int) -> str:
    """Name a strip of a feed with several in the rack; `strip` counts from 0."""
    return f"{rack}-PDU-{feed}{strip + 1 if strips > 1 else ''}"


def strip_feeds(rack: str, power: PowerSpec) -> Iterator[tuple[str, str]]:
    """Yield the strips of a rack with their feeds, feed after feed."""
    for feed in power.feed_names:
        for strip in range(power.pdus_per_feed):
            yield strip_name(rack, feed, strip, power.pdus_per_feed), feed
