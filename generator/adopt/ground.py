"""From devices and the user's part of a spec to a plan: counts, models and pools are filled in, and the pipeline reports problems."""

import copy
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from pydantic import TypeAdapter, ValidationError

from generator.adopt.kinds import Kinds
from generator.adopt.survey import Conflict, Fact, Place, Survey
from generator.catalog.load import Catalog
from generator.model.build import build
from generator.model.device import TIERS
from generator.pipeline.make import make_plan
from generator.plan.draft import Draft
from generator.render.yaml_text import yaml_text
from generator.source.diagnostic import Diagnostic, SpecError
from generator.source.document import Document, read_document
from generator.spec.assets import AssetsSpec
from generator.spec.cluster import ClusterSpec
from generator.spec.load import DocumentError, validate
from generator.spec.pins import PinsSpec
from generator.spec.words import translate

SPEC = "cluster.yaml"
HEADER = "A cluster that existed before it was planned here. pins.yaml beside this file has what is fixed, assets.yaml what was delivered."
_POOLS = ("compute", "storage", "frontend", "oob", "loopbacks", "underlay")
_SEGMENTS = ("inband", "management", "bmc")
_HARDWARE = frozenset(
    {"clustergen", "name", "domain", "hosts", "fabrics", "racks", "cabling", "power", "cooling", "addressing", "vlans"}
)


class Ground(Struct, frozen=True):
    """A spec as data, the document that it is written as, and the same as a model."""

    data: dict[str, Any]
    document: Document
    spec: ClusterSpec

    def plan(self, catalog: Catalog, pins: Mapping[str, Any], assets: Mapping[str, Any] | None = None) -> Draft:
        """Make the plan with these pins and assets, as from the written files. Raises SpecError: problems of spec, pins or assets."""
        try:
            pinned = PinsSpec.model_validate(pins)
        except ValidationError as error:
            found = error.errors(include_url=False)
            for detail in found:
                detail["loc"] = ("pins", *detail["loc"])
            raise SpecError(translate(found, ClusterSpec)) from None
        more = TypeAdapter(AssetsSpec).validate_python(assets or {})
        spec = self.spec.model_copy(update={"pins": pinned, "assets": {**self.spec.assets, **more}})
        return make_plan(build(spec, catalog))


def fill(spec: Mapping[str, Any], survey: Survey, kinds: Kinds) -> dict[str, Any]:
    """Return the user's part of a spec with values of sources: counts, models, systems, pools, VLANs."""
    data: dict[str, Any] = {"clustergen": 1, **copy.deepcopy(dict(spec))}
    for group, body in _bodies(data.get("hosts")):
        members = kinds.members.get(group, [])
        body["count"] = len(members)
        _fill(body, "model", "model", members, survey, f"hosts.{group}")
    for fabric, body in _bodies(data.get("fabrics")):
        below: dict[str, Any] = {}
        for tier in TIERS:
            members = kinds.members.get(f"{fabric}-{tier}", [])
            stated = dict(body[tier]) if isinstance(body.get(tier), dict) else {}
            choice = dict(stated)
            for key in ("model", "os") if members else ():
                _fill(choice, key, key, members, survey, f"fabrics.{fabric}.{tier}")
            choice = choice if stated or not choice else _like(below, choice)
            if choice and choice != (stated or below):
                body[tier] = choice
            below = choice or below
    _places(data, "addressing", {name: survey.facts.get(("pool", name)) for name in _POOLS}, survey)
    _places(data, "vlans", {name: survey.facts.get(("vlan", name)) for name in _SEGMENTS}, survey)
    return data


def _like(below: Mapping[str, Any], choice: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a tier in sources, with its defaults: the switch of the tier below, and its release if the system is the same."""
    same = {
        key: value
        for key, value in below.items()
        if key != "version" or choice.get("os", below.get("os")) == below.get("os")
    }
    return {**same, **choice}


def _bodies(groups: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the mappings below a key, empty ones made so that they can be filled."""
    if not isinstance(groups, dict):
        return []
    groups.update({name: {} for name, body in groups.items() if body is None})
    return [(str(name), body) for name, body in groups.items() if isinstance(body, dict)]


def _fill(body: dict[str, Any], key: str, what: str, members: list[str], survey: Survey, where: str) -> None:
    """Fill in what all sources agree on for the devices of a kind, where the user states nothing; report a source that disagrees."""
    facts = [fact for each in members if (fact := survey.facts.get((what, each)))]
    if key in body or not facts:
        stated = Fact(body.get(key), Place("--map", 0))
        survey.conflicts.extend(
            Conflict(f"{where}.{key}", stated, fact) for fact in facts[:1] if fact.value != stated.value
        )
        return
    body[key] = facts[0].value
    survey.conflicts.extend(
        Conflict(f"{where}.{key}", facts[0], fact) for fact in facts if fact.value != facts[0].value
    )


def _places(data: dict[str, Any], key: str, facts: Mapping[str, Fact | None], survey: Survey) -> None:
    stated = data.get(key)
    if not isinstance(stated, dict | None):
        return
    body = dict(stated or {})
    for name, fact in facts.items():
        if fact is not None and name in body and str(body[name]) != str(fact.value):
            survey.conflicts.append(Conflict(f"{key}.{name}", Fact(body[name], Place("--map", 0)), fact))
        elif fact is not None:
            body.setdefault(name, fact.value)
    if body:
        data[key] = body


def envelope(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the spec with everything of its envelope installed: the seats that devices may have."""
    whole = copy.deepcopy(dict(data))
    for _, body in _bodies(whole.get("hosts")):
        if isinstance(body.get("max"), int):
            body["count"] = max(body["max"], body["count"])
        body.pop("positions", None)
    whole.pop("states", None)
    return whole


def hardware(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of the spec that decides which seats there are, without what names devices."""
    part = copy.deepcopy({key: body for key, body in data.items() if key in _HARDWARE})
    for body in (*part["fabrics"].values(), part.get("addressing", {})):
        for key in ("edge", "way_out", "oob_way_out"):
            body.pop(key, None)
    return part


def installed(data: Mapping[str, Any], ordinals: Mapping[str, list[int]]) -> dict[str, Any]:
    """Return the spec with the places that are taken, from 0, by group."""
    taken = copy.deepcopy(dict(data))
    for group, body in _bodies(taken.get("hosts")):
        places = sorted(ordinals.get(group, []))
        body["count"] = len(places)
        body.pop("positions", None)
        if places and places != list(range(len(places))):
            body["positions"] = [place + 1 for place in places]
            body["max"] = max(body.get("max") or 0, places[-1] + 1)
    return taken


def read_ground(data: dict[str, Any]) -> Ground:
    """Validate a spec. Raises DocumentError: problems, at their lines of the file that would be written."""
    text = yaml_text(data, HEADER)
    try:
        document = read_document(SPEC, text.encode())
    except SpecError as error:
        raise DocumentError(Document(SPEC, text), error.problems) from None
    return Ground(data, document, validate(document, ClusterSpec))


def at_home(ground: Ground, problems: tuple[Diagnostic, ...]) -> DocumentError:
    """Tie problems to the spec that would be written."""
    return DocumentError(ground.document, problems)
