"""Validators from cached rules: they find what the models' own find, and nothing of a model is lost with what only JSON Schemas read."""

import pickle
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError
from pydantic_core import SchemaValidator

from generator.catalog.load import KINDS
from generator.spec.base import SpecModel
from generator.spec.cluster import ClusterSpec
from generator.spec.compiled import _compiled, validator
from tests.specs import cluster

FAULTY: dict[str, dict[str, Any]] = {
    "a key that is missing": {"name": None},
    "an unknown key": {"colour": "blue"},
    "a number that is a text": {"hosts": {"gpu": {"model": "dgx-h100", "count": "two"}}},
    "an address of no network": {"addressing": {"oob": "10.0.0.1/8", "loopbacks": "x"}},
    "one of several kinds": {
        "storage": {"fast": {"kind": "tape", "mount": "/fast"}, "more": {"kind": "nfs", "mount": "fast"}}
    },
    "a date": {"prices": {"date": "soon"}},
}


class Named(SpecModel):
    """A model with fields that are called as keys of a core schema."""

    metadata: int
    serialization: dict[str, int]


@pytest.mark.parametrize("change", FAULTY.values(), ids=FAULTY)
def test_the_errors_are_those_of_the_model(change: dict[str, Any]) -> None:
    data = {key: value for key, value in (cluster() | change).items() if value is not None}
    with pytest.raises(ValidationError) as own:
        ClusterSpec.model_validate(data)
    with pytest.raises(ValidationError) as found:
        validator(ClusterSpec).validate_python(data)
    assert found.value.errors(include_url=False) == own.value.errors(include_url=False)


def test_the_spec_is_that_of_the_model() -> None:
    found, own = validator(ClusterSpec).validate_python(cluster()), ClusterSpec.model_validate(cluster())
    assert (found, found.model_fields_set) == (own, own.model_fields_set)


@pytest.mark.parametrize("model", [ClusterSpec, *KINDS.values()])
def test_rules_are_cached_whole(model: type[BaseModel]) -> None:
    rules = pickle.loads(pickle.dumps(_compiled(model)))
    assert model.__name__ in SchemaValidator(rules).title


def test_a_field_may_have_any_name() -> None:
    data = {"metadata": 1, "serialization": {"metadata": 2}}
    assert SchemaValidator(_compiled(Named)).validate_python(data) == Named(metadata=1, serialization={"metadata": 2})
