"""Models as sources call them, read to those of the catalog: by its name, or by its title as a slug (`nvidia-dgx-h100`)."""

import re

from generator.adopt.survey import Fact, Survey
from generator.catalog.host import Host
from generator.catalog.load import Catalog
from generator.catalog.switch import Switch


def keep_models(survey: Survey, catalog: Catalog) -> None:
    """Replace models by the catalog's names; report each unknown model once, and drop it."""
    known: dict[str, str] = {}
    for entry in (*catalog.every(Host), *catalog.every(Switch)):
        known[entry.model] = entry.model
        known.setdefault(_slug(entry.title), entry.model)
    reported: set[str] = set()
    for key, fact in list(survey.about("model")):
        said = str(fact.value)
        if found := known.get(said) or known.get(_slug(said)):
            survey.facts[key] = Fact(found, fact.place)
            continue
        del survey.facts[key]
        if said not in reported:
            reported.add(said)
            advice = "state the model of the group under spec: of --map, or describe the hardware in a catalog folder"
            survey.remark(f"{said[:60]!r} is not a model of the catalog", fact.place, advice)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
