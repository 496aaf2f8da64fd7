"""Filters of hosts' ports by their kind."""

from collections.abc import Iterator, Mapping, Sequence

from generator.plan.access.filters import port_filter
from generator.plan.access.lines import PortFilter
from generator.plan.access.records import Access

Kind = tuple[str, str, str]
"""Ports whose hosts are alike: fabric, role and tenant."""


class PortFilters(Mapping[Kind, PortFilter]):
    """Filters by fabric, role and tenant, each of them made when it is read: nobody reads those of a fabric that is one zone."""

    def __init__(self, access: Access, kinds: Sequence[Kind]) -> None:
        """Keep the kinds of ports that there are."""
        self._access, self._kinds = access, kinds
        self._made: dict[Kind, PortFilter] = {}

    def __getitem__(self, kind: Kind) -> PortFilter:
        """Return the filter of a kind of ports."""
        if kind not in self._kinds:
            raise KeyError(kind)
        if kind not in self._made:
            self._made[kind] = port_filter(self._access, *kind)
        return self._made[kind]

    def __iter__(self) -> Iterator[Kind]:
        """Yield the kinds in order."""
        return iter(self._kinds)

    def __len__(self) -> int:
        """Count the kinds."""
        return len(self._kinds)
