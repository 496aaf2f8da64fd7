"""Production: every file of a tree, made by several processes, and written by the process that made it."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Generic, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from generator.cli.site import BACKEND, Site
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.controls import Sighting, is_looked_into, look
from generator.render.templates import Templates
from generator.render.tree import Entry, Piece, close_tree, count_files, pieces_of, record, render_piece

Answer = TypeVar("Answer")
Use = Callable[[str, bytes | bytearray, int], Answer]
"""What is done with a file: its path, its bytes, its mode."""

MIGRATION = "migration"
"""The backend, in the manifest, of files that describe the change from an earlier tree: the next render has none."""
WORTH_A_CREW = 2_500
"""Links of a plan from which a crew is faster: below, starting it costs more than it saves."""
_WORTH_A_BAR = 500
"""Files of a tree from which its progress is shown."""


class Production(Struct, frozen=True):
    """A tree to be made. `jobs` is how many processes make it; None: as many as the cores and the plan's size are worth."""

    plan: Plan
    templates: Templates
    only: tuple[str, ...] = ()
    jobs: int | None = None
    quiet: bool = True
    beside: tuple[Artifact, ...] = ()
    """Files that depend on more than the plan: the migration from an earlier one."""
    site: Site = Site()
    listed: Callable[[str], bool] = lambda _: False
    """Whether a file, by its path, is only listed: it is not made unless it may have evidence of controls that are asked for, and its data is not passed on."""

    def each(self, use: Use[Answer]) -> Generator[Answer]:
        """Call `use` with every file, the manifest last, and yield its answers, in no particular order.

        `use` may run in another process; only its answer comes back. Closing this generator ends the processes.
        """
        with self._results(use) as results:
            answers = self._answers(results, use)
            yield from _progress(answers, partial(count_files, self.plan), "rendering", quiet=self.quiet)

    def _results(self, use: Use[Answer]) -> "AbstractContextManager[Iterable[list[_Used[Answer]]]]":
        """Do all pieces, by a crew where that is worth it."""
        pieces = pieces_of(self.only)

        def work(piece: Piece) -> list[_Used[Answer]]:
            artifacts = render_piece(self.plan, self.templates, piece)
            return [self._used(artifact, piece.backend, use) for artifact in artifacts]

        if self.jobs == 1 or (self.jobs is None and len(self.plan.links) < WORTH_A_CREW):
            return nullcontext(map(work, pieces))
        from generator.cli.crew import Crew, cores  # noqa: PLC0415  (most renders need none)

        return Crew(pieces, work, self.jobs or cores())

    def _answers(self, results: "Iterable[list[_Used[Answer]]]", use: Use[Answer]) -> Iterator[Answer]:
        """Note what was made, and make the end of the tree, which lists it."""
        files: dict[str, Entry] = {}
        sightings: list[Sighting] = []
        for result in results:
            for used in result:
                assert used.path not in files, f"two backends write {used.path}"
                files[used.path] = used.entry
                sightings += used.sightings
                yield used.answer
        for artifact in self.beside:
            used = _use(artifact, MIGRATION, use, looked=not self.only)
            files[used.path] = used.entry
            yield used.answer
        for file in self.site.files if not self.only or BACKEND in self.only else ():
            artifact = Artifact(file.path, "", mode=file.mode)
            files[file.path] = {**record(artifact, file.data, BACKEND), "site": file.source}
            yield use(file.path, file.data, file.mode)
        for artifact in close_tree(self.plan, self.templates, files, sightings, self.only):
            yield use(artifact.path, artifact.data, artifact.mode)

    def _used(self, artifact: Artifact, backend: str, use: Use[Answer]) -> "_Used[Answer]":
        path = artifact.path
        if self.listed(path) and (self.only or not is_looked_into(path)):
            artifact = replace(artifact, text="")
        elif path in self.site.hooks:
            artifact = replace(artifact, text=self.site.woven(path, artifact.content))
        return _use(artifact, backend, use, looked=not self.only)


class _Used(Struct, Generic[Answer], frozen=True):
    """A file that was made: its entry in the manifest, what using it gave, and what was seen in it."""

    path: str
    entry: Entry
    answer: Answer
    sightings: tuple[Sighting, ...]


def _use(artifact: Artifact, backend: str, use: Use[Answer], *, looked: bool) -> _Used[Answer]:
    """Use a file; `looked`: the tree gets the evidence for controls that is in it."""
    artifact = artifact.made()
    data = artifact.data
    answer = use(artifact.path, data, artifact.mode)
    sightings = look(artifact.path, data) if looked else ()
    return _Used(artifact.path, record(artifact, data, backend), answer, sightings)


def _progress(items: Iterable[Answer], count: Callable[[], int], label: str, *, quiet: bool) -> Iterator[Answer]:
    """Pass items through, showing a bar on standard error where a person may be waiting; only then are they counted."""
    length = 0 if quiet or not sys.stderr.isatty() else count()
    if length < _WORTH_A_BAR:
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar
