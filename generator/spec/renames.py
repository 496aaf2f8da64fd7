"""`rename`: what a plan that goes on from an earlier one needs to know of names, as no number says it."""

from collections.abc import Iterator, Mapping

from generator.spec.tenants import HostRange, unfold

RenameSpec = dict[HostRange, HostRange]
"""Names as they were, each with the name that is now: of a host group, of a device, or of devices by ranges of one length."""


def pairs(rename: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield every name that is another now: (the key of its entry, as it was, as it is), by entries in the order of their keys."""
    for key in sorted(rename):
        yield from ((key, old, new) for old, new in zip(unfold(key), unfold(rename[key]), strict=False))
