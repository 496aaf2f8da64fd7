"""A command of the twin: one file in `commands/`, discovered by its `COMMAND`."""

from collections.abc import Callable

from msgspec import Struct

from generator.twin.answer import Answer


class Command(Struct, frozen=True, kw_only=True):
    """A command. `kinds`: the kind of each of its arguments (`device`, `part` for a device or a cable, `tree`, `subnet`, `number`); `least` of them are needed."""

    name: str
    usage: str
    help: str
    place: int
    """Its place in the help."""
    run: Callable[..., Answer]
    """Called with the running twin and the words."""
    kinds: tuple[str, ...] = ()
    least: int = 0
    adds: bool = False
    """Whether later commands may name devices that it adds."""
