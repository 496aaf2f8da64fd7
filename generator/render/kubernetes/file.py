"""A file below `kubernetes/` before it is printed."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

Thing = dict[str, Any]
Documents = Callable[[], Iterable[Thing]]
CORE = Proof(Grade.SCHEMA, "Kubernetes OpenAPI (kubernetes-validate)")
CRDS = Proof(Grade.SCHEMA, "the operators' CRDs (JSON Schema and CEL)")
CHART = Proof(Grade.SCHEMA, "keys of the chart's values.yaml")


class ManifestFile(Struct, frozen=True, kw_only=True):
    """A file with its documents. `applied`: the kustomization names it, so `kubectl apply -k` takes it."""

    path: str
    header: str
    proof: Proof
    documents: Documents
    applied: bool = True

    def artifact(self, _templates: Templates) -> Artifact:
        """Print it: the header as comments, then document after document."""
        comment = "".join(f"# {line}".rstrip() + "\n" for line in self.header.splitlines())
        return Artifact(f"kubernetes/{self.path}", comment + "".join(map(yaml_text, self.documents())), self.proof)


class TextFile(Struct, frozen=True, kw_only=True):
    """A file of text, from a template."""

    path: str
    template: str
    proof: Proof
    applied: bool = False

    def artifact(self, templates: Templates) -> Artifact:
        """Print it."""
        return Artifact(f"kubernetes/{self.path}", templates.render(self.template), self.proof)
