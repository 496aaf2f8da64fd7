"""Look-up of names: servers that answer, and faults where none does."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from generator.verify.names.askers import Asker, Resolvers
from generator.verify.names.uses import Use
from generator.verify.names.zones import Zones

_SHOWN = 3
"""Names and hosts that a fault spells out; more are counted."""


class Lookup(Struct, frozen=True, kw_only=True, dict=True):
    """Available answers: the zones with their servers, the resolvers of the site, and the hosts that have files, by name."""

    domain: str
    zones: Zones
    site: frozenset[str]
    installed: frozenset[str]

    @cached_property
    def _missing(self) -> dict[tuple[Resolvers, str], tuple[frozenset[str], str]]:
        return {}

    def is_outside(self, name: str) -> bool:
        """Whether a name is outside of the cluster: it has another domain."""
        return "." in name and not name.endswith(f".{self.domain}")

    def faults(self, use: Use, askers: Sequence[Asker]) -> Iterator[str]:
        """Report the hosts that cannot resolve names of a file, once for each reason."""
        found: dict[str, tuple[list[str], dict[str, None]]] = {}
        for asker in askers:
            missing, why = self._not_answered(use, asker.resolvers)
            if unknown := [name for name in missing if name not in asker.known]:
                hosts, names = found.setdefault(why, ([], {}))
                hosts.append(asker.name)
                names |= dict.fromkeys(unknown)
        for why, (hosts, names) in found.items():
            yield f"{use.file}: {few(hosts)} cannot resolve {few(sorted(names))}: {why}"

    def _not_answered(self, use: Use, resolvers: Resolvers) -> tuple[frozenset[str], str]:
        """Return the names of a file that resolvers do not answer, and why; hosts with equal resolvers are checked once."""
        key = (resolvers, use.file)
        if key not in self._missing:
            answering = [each for each in resolvers.addresses if each in self.zones.servers or each in self.site]
            missing = use.names
            why = "it is not in /etc/hosts, and no resolver is set"
            if answering:
                missing = frozenset(name for name in use.names if not self._answered(name, resolvers))
                why = "it is neither in /etc/hosts nor in a zone" + (
                    "" if resolvers.search else ", and no search domain is set"
                )
            self._missing[key] = (missing, why)
        return self._missing[key]

    def _answered(self, name: str, resolvers: Resolvers) -> bool:
        if self.is_outside(name) or (self.site.issuperset(resolvers.addresses) and not self.zones.rendered):
            return True  # for others to answer
        whole = [name] if "." in name else [f"{name}.{domain.lower()}" for domain in resolvers.search]
        return any(each in self.zones.addresses for each in whole)

    def strangers(self, askers: Iterable[Asker]) -> Iterator[str]:
        """Report resolvers that are neither a control host's, nor of the site, nor of a planned host in /etc/hosts."""
        found: dict[str, list[str]] = {}
        for asker in askers:
            coming = {address for name, address in asker.known.items() if name.partition(".")[0] not in self.installed}
            for address in asker.resolvers.addresses:
                if address not in self.zones.servers and address not in self.site and address not in coming:
                    found.setdefault(address, []).append(asker.name)
        for address, hosts in found.items():
            yield f"{few(hosts)} uses the resolver {address}, which is neither a control host that serves the zones nor a resolver of the site"

    def contradictions(self, said: Mapping[tuple[str, str], str]) -> Iterator[str]:
        """Report names for which a file has another address than the zone, or than another file; `said` has the first file by name and address."""
        first: dict[tuple[str, bool], tuple[str, str]] = {}
        for (name, address), file in said.items():
            if name.startswith(("localhost", "ip6-")):
                continue
            answers = self.zones.addresses.get(name if "." in name else f"{name}.{self.domain}", frozenset())
            known = first.setdefault((name, ":" in address), (address, file))
            if answers and address not in answers:
                yield f"{file}: {name} is {address}, but the zone has {', '.join(sorted(answers))}"
            elif known[0] != address:
                yield f"{file}: {name} is {address}, and {known[0]} in {known[1]}"


def few(names: list[str]) -> str:
    """Spell out the first names of a list, and count the others."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
