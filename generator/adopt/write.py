"""The files of an imported site: `cluster.yaml`, `pins.yaml`, `assets.yaml`, and `plan.json` where all is explained."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from generator.adopt.adopt import Import
from generator.adopt.ground import SPEC
from generator.adopt.report import complete
from generator.adopt.seating import Ports
from generator.adopt.site_map import SiteMap
from generator.analysis.close import close
from generator.plan.sections import sections
from generator.render.artifact import Artifact
from generator.render.lines import json_sections
from generator.source.diagnostic import SpecError
from generator.source.document import Document, read_document
from generator.spec.assets import DeviceAssets
from generator.spec.load import DocumentError

_PINS = "Values of the existing cluster that the plan keeps. Devices have the names that clustergen would choose without this file: gpu1 is the first host of hosts.gpu."
_ASSETS = "What was delivered, by device."


def files(done: Import, site: SiteMap) -> list[Artifact]:
    """Return the files, each read back as a spec is read.

    Raises:
        DocumentError: one is larger than a spec may be.
    """
    made = list(_files(done, site))
    for each in made:
        if each.path.endswith(".yaml"):
            try:
                read_document(each.path, each.content.encode())
            except SpecError as error:
                raise DocumentError(Document(each.path, ""), error.problems) from None
    return made


def _files(done: Import, site: SiteMap) -> Iterator[Artifact]:
    """Yield the files. The plan is that of spec and pins, and a baseline only where nothing of the site is left out."""
    yield Artifact(SPEC, done.ground.document.text)
    if pins := done.adopted.pins.data():
        yield Artifact("pins.yaml", "\n".join((f"# {_PINS}", *_flow(pins))) + "\n")
    if assets := dict(delivered(done, site)):
        yield Artifact(
            "assets.yaml",
            "\n".join((f"# {_ASSETS}", *(f"{name}: {_value(each)}" for name, each in assets.items()))) + "\n",
        )
    if complete(done) and not assets:
        yield Artifact("plan.json", json_sections(sections(close(done.adopted.design.draft))))


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


def delivered(done: Import, site: SiteMap) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield serial numbers, MAC addresses and GUIDs, each checked by the model of `assets.yaml`; report what is not valid."""
    survey, ports = done.survey, Ports(done.adopted.design, done.kinds, site)
    found: dict[str, dict[str, Any]] = {}
    draft, keys = done.adopted.design.draft, done.adopted.design.keys
    managed = {keys[x.name] for x in draft.switches if draft.fabrics[x.fabric].technology == "infiniband"}
    for what in ("serial", "mac", "guid"):
        for key, fact in survey.about(what):
            device = key[1]
            if device not in done.seats.of:
                continue
            said = key[2] if len(key) > 2 else ""
            port = (
                said
                if what == "mac" and said in {"base", "mgmt0", "bmc"}
                else ports.of(device, said, done.seats.of[device])
                if said
                else ""
            )
            field = {"mac": "macs", "guid": "guids"}.get(what, what) if said else what
            value = {port or said: fact.value} if said else fact.value
            try:
                DeviceAssets.model_validate({field: value})
            except ValidationError:
                survey.remark(
                    f"{device} {said} {what}: {str(fact.value)[:40]!r} is none",
                    fact.place,
                    "correct it in the source, or write it into assets.yaml",
                )
                continue
            if what == "guid" and not said and done.seats.of[device] not in managed:
                survey.remark(
                    f"{device} has a node GUID, but is not an InfiniBand switch",
                    fact.place,
                    "correct the name in the source: a host's GUIDs are those of its ports",
                )
            elif said and not port:
                survey.remark(
                    f"{device} {said} has a {what}, but is not a port of its model",
                    fact.place,
                    "map its name with ports: of --map",
                )
            elif said:
                found.setdefault(device, {}).setdefault(field, {})[port] = fact.value
            else:
                found.setdefault(device, {})[field] = fact.value
    yield from sorted(found.items())
