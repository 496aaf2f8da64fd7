"""The output tree: what all backends give, with the summary and the manifest that list it."""

import hashlib
import json
from collections.abc import Iterable, Iterator

from generator import __version__
from generator.plan.plan import Plan
from generator.plan.summary import summarise
from generator.render.artifact import Artifact
from generator.render.backend import load_backends
from generator.render.lines import json_sections
from generator.render.templates import Templates

MANIFEST = "manifest.json"
SUMMARY = "summary.json"


def render_tree(plan: Plan, templates: Templates, only: Iterable[str] = ()) -> Iterator[Artifact]:
    """Give every file, the manifest last. `only` names backends; the summary and manifest then list just theirs."""
    wanted = set(only)
    entries: dict[str, dict[str, str]] = {}
    for name, backend in load_backends().items():
        if wanted and name not in wanted:
            continue
        for artifact in backend.render(plan, templates):
            entries[artifact.path] = _entry(artifact, name)
            yield artifact
    if not wanted:
        summary = Artifact(SUMMARY, _json(summarise(plan, count_files(plan))))
        entries[SUMMARY] = _entry(summary, "summary")
        yield summary
    manifest = {
        "format": 1,
        "generator": f"clustergen {__version__}",
        "name": plan.spec.name,
        "files": dict(sorted(entries.items())),
    }
    yield Artifact(MANIFEST, json_sections(manifest))


def count_files(plan: Plan) -> int:
    """Count the files of a whole tree without rendering it: every backend's, the summary and the manifest."""
    return 2 + sum(1 for backend in load_backends().values() for _ in backend.paths(plan))


def _entry(artifact: Artifact, backend: str) -> dict[str, str]:
    digest = hashlib.sha256(artifact.content.encode()).hexdigest()
    return {"backend": backend, "grade": str(artifact.proof.grade), "by": artifact.proof.by, "sha256": digest}


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
