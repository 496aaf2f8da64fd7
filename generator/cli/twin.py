"""clustergen twin: a rendered tree as a running network on this machine, with commands for it."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import SubprocessError
from types import FrameType

import click

from generator.cli.completion import orders
from generator.cli.say import failed, say
from generator.source.broken import said_of, why_not_run
from generator.source.visible import visible_json
from generator.twin import bfd
from generator.twin.answer import Answer, TwinError
from generator.twin.bottle import BottleError
from generator.twin.needs import require
from generator.twin.open import opened, prepare
from generator.twin.order import ENDS, Order, all_commands, help_text, read_order
from generator.twin.running import Running
from generator.twin.trust import refuse_changed
from generator.verify.reach import BROKEN

PROMPT = "twin> "
_INTERRUPTED = 130
_TERMINATED = 128


def _listed() -> str:
    return "\n".join(help_text().splitlines())


@click.command("twin", epilog=f"\b\nCommands:\n{_listed()}")
@click.argument("tree", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "-c", "given", multiple=True, metavar="CMD", shell_complete=orders, help="Run this command, then end. Repeatable."
)
@click.option("--json", "as_json", is_flag=True, help="Print each answer as a line of JSON.")
@click.option(
    "--hosts", type=click.IntRange(min=1), metavar="N",
    help="Bring up at most N hosts, evenly chosen. By default all of them, or as many as the memory has space for.",
)  # fmt: skip
@click.option(
    "--wait", "wait_s", type=click.FloatRange(min=1), default=60.0, show_default=True, metavar="SECONDS",
    help="How long routes may take to be as designed after each change.",
)  # fmt: skip
@click.option(
    "--bfd", "bfd_ms", type=click.IntRange(bfd.LEAST_MS, bfd.MOST_MS), metavar="MS",
    help=f"How often BFD of the switches sends. By default every {bfd.FILE_MS} ms as in their files, or less often if the cores of this machine do not suffice.",
)  # fmt: skip
@click.option(
    "--changed",
    is_flag=True,
    help="Use the tree although files in it were changed after they were written. FRR then reads files that clustergen did not write.",
)
@click.pass_context
def command(
    ctx: click.Context,
    tree: Path,
    given: tuple[str, ...],
    as_json: bool,
    hosts: int | None,
    wait_s: float,
    bfd_ms: int | None,
    changed: bool,
) -> None:
    """Bring the network of a rendered TREE up on this machine, run commands in it, and remove it.

    Each switch is a network namespace in which FRR reads its rendered frr.conf; each host is a namespace with the interfaces of its own files. Needs Linux, root (or a
    user namespace), iproute2, frr and fping.

    Commands come from -c, or line by line from standard input; on a terminal there is a prompt. What is not brought up is listed at the start.

    Exit 0 if everything was as designed, 1 if something was not or the twin cannot start.
    """
    quiet: bool = ctx.obj["quiet"]
    try:
        asked = [order for line in given if (order := read_order(line))]
    except TwinError as error:
        raise click.UsageError(str(error), ctx) from None
    root = tree.resolve()
    _end_by_signals()
    try:
        require()
        refuse_changed(root, changed=changed)
        running, memory = prepare(root, hosts, wait_s, bfd_ms)
        running.changed = changed
        for order in asked:
            order.check(running)
            if order.command.adds:
                break
        if not quiet:
            say(memory, err=True)
        with opened(running):
            good = _work(running, asked if given else _lines(running.names("part"), quiet=quiet), as_json=as_json)
    except (TwinError, BottleError) as error:
        raise failed(str(error)) from None
    except (OSError, SubprocessError) as error:
        raise failed(f"{why_not_run(error)}") from None
    except BROKEN as error:
        raise failed(f"a file of {root} cannot be read: it {said_of(error)}; render it again") from None
    except KeyboardInterrupt:
        say("interrupted; everything is removed", err=True)
        raise SystemExit(_INTERRUPTED) from None
    raise SystemExit(0 if good else 1)


def _end_by_signals() -> None:
    """Raise an error on the signals that end a program, so that this one removes everything first."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(_TERMINATED + number)

    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, end)


def _work(running: Running, orders: Iterator[Order | None] | list[Order], *, as_json: bool) -> bool:
    """Start the twin and carry out the orders. Return whether everything was as designed."""
    good = _print_answer(running.start(), as_json=as_json)
    for order in orders:
        if order is None:
            good = False
            continue
        try:
            answer = order.run(running)
        except (TwinError, BottleError) as error:
            _refused(" ".join((order.command.name, *order.words)), error, as_json=as_json)
            good = False
            continue
        good = _print_answer(answer, as_json=as_json) and good
    return good


def _refused(command: str, error: Exception, *, as_json: bool) -> None:
    if as_json:
        click.echo(visible_json(json.dumps({"command": command, "error": str(error)}, ensure_ascii=False)))
    say(f"error: {error}", err=True)


def _print_answer(answer: Answer, *, as_json: bool) -> bool:
    if as_json:
        click.echo(visible_json(json.dumps(answer.data(), ensure_ascii=False, default=str)))
    else:
        say(answer.text())
    sys.stdout.flush()
    return answer.as_designed


def _lines(names: list[str], *, quiet: bool) -> Iterator[Order | None]:
    """Yield the orders of standard input as they come; nothing for a line that is none, which is reported. Tab completes commands and `names`."""
    person = sys.stdin.isatty()
    if person and not quiet:
        say("`help` lists the commands, `quit` ends.")
    for line in _typed(names) if person else sys.stdin:
        words = line.split()
        if words[:1] == ["help"]:
            say(help_text())
        elif words and words[0] in ENDS:
            return
        else:
            try:
                order = read_order(line)
            except TwinError as error:
                say(f"error: {error}", err=True)
                yield None
            else:
                if order:
                    yield order


def _typed(names: list[str]) -> Iterator[str]:
    """Yield the lines of a terminal, with the keys of readline where Python has it."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        pass
    else:
        words = [*all_commands(), "help", *ENDS, *names]
        readline.set_completer_delims(" ")
        readline.set_completer(lambda text, state: [*(word for word in words if word.startswith(text)), None][state])
        readline.parse_and_bind("tab: complete")
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            say("")
            return
