"""Commands for a running switch whose frr.conf is rewritten: added lines, below their headings."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

_HEADINGS = ("router ", "route-map ", "vrf ", "interface ", "address-family ")
_VALUES = (" description ", " maximum-prefix ")
"""Commands with one value, which a later line replaces."""


class LineGoneError(Exception):
    """Lines of the earlier file are neither in the later one nor replaced by it, and they are not of a port that is freed."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        """Keep the lines."""
        super().__init__(f"{path}: {'; '.join(lines)}")
        self.lines = lines


def new_lines(earlier: Path, later: Path) -> list[str]:
    """The additions of the later frr.conf, as commands of vtysh's configuration mode."""
    return _commands(_less(later, earlier))


def limits(path: Path, known: Collection[str] | None = None) -> list[str]:
    """How many prefixes peers may announce, as commands; of some peers alone (`known`: "neighbor PEERS")."""
    lines = (line for line in _placed(path.read_text(encoding="utf-8")) if " maximum-prefix " in line[-1])
    return _commands(x for x in lines if known is None or x[-1].partition(" maximum-prefix ")[0] in known)


def _commands(lines: Iterable[tuple[str, ...]]) -> list[str]:
    # every heading again: entering one twice changes nothing
    return [command for *under, line in lines for command in (*under, line, *("exit" for _ in under))]


def freed_ports(earlier: Path, later: Path) -> dict[str, str]:
    """The ports that no longer have a session in the later frr.conf, each with the command that ends it for good."""
    replaced = {_subject(line) for line in _less(later, earlier)}
    gone = [line for line in _less(earlier, later) if _subject(line) not in replaced]
    found = {
        text.split()[1]: f"no {text}" for *_, text in gone if " interface " in text and text.startswith("neighbor ")
    }
    if other := [
        " / ".join(line) for line in gone if line[-1].split()[:1] != ["neighbor"] or line[-1].split()[1] not in found
    ]:
        raise LineGoneError(later, other)
    return found


def _less(some: Path, others: Path) -> list[tuple[str, ...]]:
    """The lines of one file that the other has not, with their headings."""
    there = set(_placed(others.read_text(encoding="utf-8")))
    return [line for line in _placed(some.read_text(encoding="utf-8")) if line not in there]


def _subject(line: tuple[str, ...]) -> tuple[str, ...]:
    """A line without its value, with its headings."""
    *under, text = line
    for word in _VALUES:
        text = text.partition(word)[0] + word if word in text else text
    return (*under, text)


def _placed(text: str) -> Iterator[tuple[str, ...]]:
    """Every line behind its headings."""
    under: list[str] = []
    for raw in text.splitlines():
        line = raw.strip()
        if line in ("exit", "exit-address-family", "end"):
            under = under[:-1]
        elif line and not line.startswith("!"):
            yield (*under, line)
            if line.startswith(_HEADINGS):
                under.append(line)
