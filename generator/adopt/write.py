"""The files of an imported site: `cluster.yaml`, `pins.yaml`, `assets.yaml`, and `plan.json` where all is explained."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from generator.adopt.adopt import Import
from generator.adopt.delivered import delivered
from generator.adopt.ground import HEADER, SPEC, Ground
from generator.adopt.report import BASELINE, has_baseline
from generator.adopt.site_map import SiteMap
from generator.analysis.close import close
from generator.plan.lineage import sealed
from generator.plan.sections import sections
from generator.render.artifact import Artifact
from generator.render.lines import json_bytes
from generator.render.yaml_text import yaml_text
from generator.source.diagnostic import SpecError
from generator.source.document import Document, read_document
from generator.spec.load import DocumentError

_PINS = "Values of the existing cluster that the plan keeps. Devices have the names that clustergen would choose without this file: gpu1 is the first host of hosts.gpu."
_ASSETS = "What was delivered, by device."


def files(done: Import, site: SiteMap) -> list[Artifact]:
    """Return the files, each read back as a spec is read. Raises DocumentError: one is larger than a spec may be."""
    made = list(_files(done, site))
    for each in made:
        if each.path.endswith(".yaml"):
            try:
                read_document(each.path, each.content.encode())
            except SpecError as error:
                raise DocumentError(Document(each.path, ""), error.problems) from None
    return made


def _files(done: Import, site: SiteMap) -> Iterator[Artifact]:
    """Yield the files. The plan is that of spec, pins and assets, and a baseline only where nothing of the site is left out."""
    delivery = delivered(done, site)
    yield Artifact(SPEC, _spec(done.ground, delivery.assets))
    if pins := done.adopted.pins.data():
        yield Artifact("pins.yaml", "\n".join((f"# {_PINS}", *_flow(pins))) + "\n")
    if delivery.assets:
        rows = (f"{name}: {_value(each)}" for name, each in delivery.assets.items())
        yield Artifact("assets.yaml", "\n".join((f"# {_ASSETS}", *rows)) + "\n")
    if has_baseline(done, site):
        yield Artifact(BASELINE, sealed(json_bytes(sections(close(delivery.plan)))))


def _spec(ground: Ground, assets: Mapping[str, Any]) -> str:
    """Return the spec without the assets of devices that `assets.yaml` has: a device has them in one place."""
    kept = {name: each for name, each in ground.data.get("assets", {}).items() if name not in assets}
    if len(kept) == len(ground.data.get("assets", {})):
        return ground.document.text
    data = {key: kept if key == "assets" else each for key, each in ground.data.items() if key != "assets" or kept}
    return yaml_text(data, HEADER)


def _flow(pins: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each thing that is pinned."""
    for key, body in pins.items():
        yield f"{key}:"
        yield from (
            (f"  - {_value(each)}" for each in body)
            if isinstance(body, list)
            else (f"  {name}: {_value(each)}" for name, each in body.items())
        )


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)
