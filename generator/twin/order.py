"""One line of a script or of the prompt: a command and its words."""

import difflib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.source.rule import discover
from generator.twin import commands
from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.running import Running

ENDS = ("quit", "exit")


@cache
def all_commands() -> dict[str, Command]:
    """Return every command by its name, in the order of the help."""
    found = discover(commands.__name__, commands.__path__, Command)
    return {each.name: each for each in sorted(found, key=lambda each: each.place)}


@dataclass(frozen=True, slots=True)
class Order:
    """A command with its words."""

    command: Command
    words: tuple[str, ...]

    def check(self, running: Running) -> None:
        """Check that its names are those of something. Raises TwinError: one is not."""
        for kind, word in zip(self.command.kinds, self.words, strict=False):
            if kind == "tree":
                if not Path(word, "cabling", "cables.csv").is_file():
                    raise TwinError(f"{word} is not a rendered tree: it has no cabling/cables.csv")
            elif kind in {"device", "part"}:
                running.known(kind, word)

    def run(self, running: Running) -> Answer:
        """Carry it out."""
        self.check(running)
        return self.command.run(running, *self.words)


def read_order(line: str) -> Order | None:
    """Read a line; None where it is empty or a comment. Raises TwinError: there is no such command, or its arguments are wrong."""
    words = line.partition("#")[0].split()
    if not words:
        return None
    name, *rest = words
    found = all_commands().get(name)
    if found is None:
        near = difflib.get_close_matches(name, all_commands(), 2, 0.6)
        advice = f"did you mean {' or '.join(near)}?" if near else f"the commands are {', '.join(all_commands())}"
        raise TwinError(f"there is no command {name!r}; {advice}")
    if not found.least <= len(rest) <= len(found.kinds):
        raise TwinError(f"{name} has other words; write: {found.usage}")
    return Order(found, tuple(rest))


def help_text() -> str:
    """Return the list of commands."""
    width = max(len(each.usage) for each in all_commands().values())
    lines = [f"  {each.usage.ljust(width)}  {each.help}" for each in all_commands().values()]
    return "\n".join([*lines, f"  {'quit'.ljust(width)}  Remove everything and end."])
