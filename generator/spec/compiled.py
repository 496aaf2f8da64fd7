"""Validators of models, from rules that are compiled once and cached with the installation: compiling those of a spec takes as long as planning a cluster."""

import sys
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import VERSION, BaseModel
from pydantic_core import SchemaValidator

from generator.data import read_shipped
from generator.source.kept import Kept
from generator.spec import base

_NOT_FOR_VALIDATION = {"metadata", "serialization", "serialization_exclude_if"}
"""Keys of a core schema (pydantic-core, core_schema) that JSON Schemas and serializers read, with functions that have no name."""


@cache
def validator(model: type[BaseModel]) -> SchemaValidator:
    """Return what validates values against a model, with the errors of its `model_validate`."""
    rules = _kept(Path(str(sys.modules[model.__module__].__file__)).parent).made(
        model.__name__, b"", lambda: _compiled(model)
    )
    return SchemaValidator(rules)


def _compiled(model: type[BaseModel]) -> Any:
    model.model_rebuild()
    return _for_validation(model.__pydantic_core_schema__)


def _for_validation(schema: Any, *, named: bool = False) -> Any:
    """Return a part of a core schema without what validation does not read. `named`: its keys are the names of a model's fields."""
    if isinstance(schema, dict):
        read = schema.keys() if named else schema.keys() - _NOT_FOR_VALIDATION
        return {key: _for_validation(schema[key], named=key == "fields") for key in schema if key in read}
    if isinstance(schema, list | tuple):
        return type(schema)(map(_for_validation, schema))
    return schema


@cache
def _kept(folder: Path) -> Kept:
    """Return where the rules of the models of a folder are cached, by the code of all models and the releases of what compiles it."""
    models = {*folder.glob("*.py"), *Path(base.__file__).parent.glob("*.py")}
    return Kept(folder, (VERSION.encode(), sys.version.encode(), *(read_shipped(str(path)) for path in sorted(models))))
