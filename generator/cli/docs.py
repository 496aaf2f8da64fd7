"""clustergen docs: the manual that comes with this installation, to list, read and search without a network."""

import difflib
import sys

import click

from generator.cli.completion import pages
from generator.cli.say import failed, say, table
from generator.data import data_texts


@click.command("docs")
@click.argument("page", required=False, shell_complete=pages)
@click.option("--search", metavar="TEXT", help="Print the lines of all pages, or of PAGE, that contain TEXT.")
def command(page: str | None, search: str | None) -> None:
    """List the pages of the manual, or print PAGE: `clustergen docs growth`."""
    pages = {path.removesuffix(".md"): text for path, text in data_texts("docs").items() if path.endswith(".md")}
    if page is not None and page not in pages:
        near = difflib.get_close_matches(page, pages, 3, 0.5)
        advice = f"did you mean {', '.join(near)}?" if near else "see `clustergen docs`"
        raise failed(f"the manual has no page {page}; {advice}")
    asked = pages if page is None else {page: pages[page]}
    if search:
        _search(asked, search)
    elif page is None:
        say(table(["page", "about"], [[name, _title(text)] for name, text in pages.items()]))
    elif sys.stdout.isatty():
        click.echo_via_pager(pages[page])
    else:
        say(pages[page].removesuffix("\n"))


def _search(pages: dict[str, str], wanted: str) -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in pages.items()
        for number, line in enumerate(text.splitlines(), 1)
        if wanted.casefold() in line.casefold()
    ]
    if not found:
        raise failed(f"no page contains {wanted}")
    say("\n".join(found))


def _title(text: str) -> str:
    return next((line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")), "")
