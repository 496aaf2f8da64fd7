"""The JSON Schema as editors use it: each key that names a catalog model proposes the models that there are."""

import json
from typing import Any

from generator.catalog.load import Catalog
from generator.spec.base import CATALOG_KIND
from generator.spec.reference import json_schema

SCHEMA_NAME = "clustergen.schema.json"
"""The file beside a spec that the modeline of `clustergen init` names."""


def editor_schema(catalog: Catalog) -> str:
    """Print the JSON Schema (draft 2020-12) of a spec with the names of all models.

    A name of another form is refused; another name is not, because a site may have its own catalog beside the spec.
    """
    schema = json.loads(json_schema())
    _name_models(schema, catalog)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _name_models(part: Any, catalog: Catalog) -> None:
    """Replace the kind of every key that has one by the names of that kind."""
    if isinstance(part, list):
        for each in part:
            _name_models(each, catalog)
    if not isinstance(part, dict):
        return
    for each in part.values():
        _name_models(each, catalog)
    kind = part.pop(CATALOG_KIND, None)
    if kind is not None:
        form = {key: part.pop(key) for key in ("pattern", "type")}
        part["anyOf"] = [form, {"enum": catalog.names(kind)}]
