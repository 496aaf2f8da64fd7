"""The output tree: files of all backends, the evidence for controls, the summary and the manifest."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generator import __version__
from generator.analysis.close import close
from generator.analysis.summary import summarise
from generator.plan.draft import Draft
from generator.plan.hosts.configured import configured_hosts
from generator.plan.plan import Plan
from generator.render.artifact import PLAIN_MODE, Artifact
from generator.render.backend import load_backends, parts_of
from generator.render.controls import PAGE, TABLE, Sighting, control_files, look
from generator.render.encode import indented
from generator.render.hosts.sharing import own_place, shared_place
from generator.render.lines import json_sections
from generator.render.templates import Templates

MANIFEST = "manifest.json"
SUMMARY = "summary.json"
_ENDS = len((PAGE, TABLE, SUMMARY, MANIFEST))
"""Files that are made from all others of a tree."""

Entry = dict[str, str]
"""The entry of a file in the manifest."""


class Piece(Struct, frozen=True):
    """A part of the tree that can be made by itself: all of a backend, or one of the parts that it names."""

    backend: str
    part: int


def pieces_of(only: Iterable[str] = ()) -> list[Piece]:
    """Return every piece of a tree but its end; `only` names backends. Backends that come whole are first: they take longest."""
    wanted = set(only)
    parts = {n: len(parts_of(backend)) for n, backend in load_backends().items() if n in wanted or not wanted}
    whole = [Piece(name, 0) for name, count in parts.items() if count == 1]
    return whole + [Piece(name, part) for name, count in parts.items() if count > 1 for part in range(count)]


def render_piece(plan: Plan, templates: Templates, piece: Piece) -> Iterable[Artifact]:
    """Return the files of a piece."""
    return parts_of(load_backends()[piece.backend])[piece.part](plan, templates)


def close_tree(
    plan: Plan,
    templates: Templates,
    files: Mapping[str, Entry],
    sightings: Iterable[Sighting],
    only: Iterable[str] = (),
) -> Iterator[Artifact]:
    """Yield the end of a tree, once all pieces are made: the controls, from the evidence in them, the summary, and the manifest, which lists `files`.

    The manifest's `hosts` has the folders of a host's files; the last one takes precedence. With `only`, it is limited to those backends, without
    controls and summary.
    """
    files = dict(files)
    if not tuple(only):
        own = sum(1 for entry in files.values() if entry["backend"] in load_backends() and "site" not in entry)
        for artifact in control_files(plan, sightings, templates):
            files[artifact.path] = record(artifact, artifact.data, "controls")
            yield artifact
        summary = Artifact(SUMMARY, indented(summarise(plan, _ENDS + own)))
        files[SUMMARY] = record(summary, summary.data, "summary")
        yield summary
    manifest = {
        "format": 1,
        "generator": f"clustergen {__version__}",
        "name": plan.name,
        "hosts": {host.name: [shared_place(host.group), own_place(host)] for host in configured_hosts(plan)},
        "files": dict(sorted(files.items())),
    }
    yield Artifact(MANIFEST, json_sections(manifest))


def render_tree(draft: Draft, templates: Templates, only: Iterable[str] = ()) -> Iterator[Artifact]:
    """Yield every file, the manifest last. `only` names backends; the summary and manifest then list just theirs."""
    only, plan = tuple(only), close(draft)
    files: dict[str, Entry] = {}
    sightings: list[Sighting] = []
    for piece in pieces_of(only):
        for artifact in (each.made() for each in render_piece(plan, templates, piece)):
            data = artifact.data
            files[artifact.path] = record(artifact, data, piece.backend)
            sightings += look(artifact.path, data)
            yield artifact
    yield from close_tree(plan, templates, files, sightings, only)


def count_files(plan: Plan) -> int:
    """Count the files of a whole tree without rendering it: every backend's, the controls, the summary and the manifest."""
    return _ENDS + sum(1 for backend in load_backends().values() for _ in backend.paths(plan))


def record(artifact: Artifact, data: bytes | bytearray, backend: str) -> Entry:
    """Return a file's entry in the manifest; `data` is its content. `mode` is included if it is not the usual one."""
    digest = hashlib.sha256(data).hexdigest()
    entry = {"backend": backend, "grade": str(artifact.proof.grade), "by": artifact.proof.by, "sha256": digest}
    return entry if artifact.mode == PLAIN_MODE else {**entry, "mode": f"{artifact.mode:04o}"}
