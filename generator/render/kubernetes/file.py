"""Objects of Kubernetes, and the files below `kubernetes/` that hold them."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.chart import Chart
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

Thing = dict[str, Any]
CORE = Proof(Grade.SCHEMA, "Kubernetes OpenAPI (kubernetes-validate)")
CRDS = Proof(Grade.SCHEMA, "the operators' CRDs (JSON Schema and CEL)")
CHART = Proof(Grade.SCHEMA, "keys of the chart's values.yaml")
KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")


def manifest(
    api: str,
    kind: str,
    name: str,
    namespace: str = "",
    *,
    labels: Mapping[str, str] | None = None,
    annotations: Mapping[str, str] | None = None,
    **rest: Any,
) -> Thing:
    """Return an object, or a document with the same head; `rest` are its other keys."""
    metadata = given(name=name, namespace=namespace, labels=labels, annotations=annotations)
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **rest}


def given(**keys: Any) -> Thing:
    """Return the keys that are not empty: neither None nor an empty collection."""
    return {key: each for key, each in keys.items() if each}


def kustomization(resources: Iterable[str], maps: list[Thing] | None = None) -> Thing:
    """Return the list of a folder's files, and of the maps that are made of others; these keep their names when their content changes."""
    return {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": list(resources),
        **({"configMapGenerator": maps, "generatorOptions": {"disableNameSuffixHash": True}} if maps else {}),
    }


class ManifestFile(Struct, frozen=True, kw_only=True):
    """A file with its documents, which may be made as late as it is printed. `applied`: the kustomization names it, so `kubectl apply -k` takes it."""

    path: str
    header: str
    proof: Proof
    documents: Iterable[Thing]
    applied: bool = True

    def artifact(self, _templates: Templates) -> Artifact:
        """Print it: the header as comments, then document after document."""
        comment = "".join(f"# {line}".rstrip() + "\n" for line in self.header.splitlines())
        return Artifact(f"kubernetes/{self.path}", comment + "".join(map(yaml_text, self.documents)), self.proof)


class TextFile(Struct, frozen=True, kw_only=True):
    """A file of text that maps are made of: `content`, or what a template prints."""

    path: str
    content: str = ""
    template: str = ""
    proof: Proof = UNPROVEN
    applied: bool = False

    def artifact(self, templates: Templates) -> Artifact:
        """Print it."""
        content = templates.render(self.template) if self.template else self.content
        return Artifact(f"kubernetes/{self.path}", content, self.proof)


def values_file(
    folder: str, chart: Chart, header: str, values: Mapping[str, Any], alias: str = "", **words: object
) -> ManifestFile:
    """Return the values that a chart is installed with; `header` may name the chart's facts (`{version}`), and `words`.

    `{source}` is what Helm installs it from, and `{add}` the command that makes a repository known, which registries do not need.
    """
    facts = {name: getattr(chart, name) for name in ("chart", "version", "repository", "namespace")}
    if alias:
        registry = chart.repository.startswith("oci://")
        facts["source"] = chart.repository if registry else alias
        facts["add"] = "" if registry else f"helm repo add {alias} {chart.repository}\n"
    return ManifestFile(
        path=f"{folder}/values.yaml",
        header=header.format(**facts, **words),
        proof=CHART,
        documents=[dict(values)],
        applied=False,
    )
