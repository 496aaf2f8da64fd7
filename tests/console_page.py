"""A page that is run: the commands of its console blocks in order, in one directory, and the tables that follow from what they did."""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^<!-- table: (\S+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "
_MARK = "\x1e"
"""Stands between what one command prints and the next; no program prints it."""


class FailedError(Exception):
    """A command of a page that does not end with 0; one that shall is followed by `; echo $?` on the page."""


def run_page(text: str, shell: str, folder: Path, env: Mapping[str, str], after: Callable[[], None]) -> str:
    """Return a page with what its commands print now; `after` is called behind every block.

    Raises:
        FailedError: a command ended otherwise than with 0.
    """

    def run(block: re.Match[str]) -> str:
        commands = [line for line in block[1].splitlines() if line.startswith(_PROMPT)]
        printed = _run([line.removeprefix(_PROMPT) for line in commands], shell, folder, env)
        after()
        told = "".join(f"{command}\n{output}" for command, output in zip(commands, printed, strict=True))
        return f"```console\n{told}```"

    return _BLOCK.sub(run, text)


def _run(commands: Sequence[str], shell: str, folder: Path, env: Mapping[str, str]) -> list[str]:
    """Run commands in one shell, both streams as they come; give what each printed, ended by a line's end."""
    script = "".join(f"{command}\nprintf '{_MARK}%s{_MARK}' $?\n" for command in commands)
    done = subprocess.run(
        [shell, "--noprofile", "--norc", "-c", script],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    parts = done.stdout.split(_MARK)
    printed = []
    for command, output, status in zip(commands, parts[0::2], parts[1::2], strict=False):
        if status != "0":
            message = f"exit {status}: {command}\n{output}"
            raise FailedError(message)
        printed.append(output if not output or output.endswith("\n") else f"{output}\n")
    if len(printed) != len(commands):
        message = f"the shell ended in: {commands[len(printed)]}\n{parts[-1]}"
        raise FailedError(message)
    return printed


def fill_tables(text: str, tables: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Return a page with its tables as they are now, each under the name in the comment above it; the first row is the head."""

    def fill(place: re.Match[str]) -> str:
        head, *rows = tables[place[1]]
        assert {len(cells) for cells in rows} == {len(head)}, place[1]
        lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
        told = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
        return f"<!-- table: {place[1]} -->\n{told}<!-- end -->"

    return _TABLE.sub(fill, text)


def table_names(text: str) -> list[str]:
    """Name the tables of a page."""
    return [place[1] for place in _TABLE.finditer(text)]
