"""Descriptions of keys from the docstrings below them, read on demand: reading source text takes longer than building the models."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel


def describe(root: type[BaseModel]) -> None:
    """Set the description of every key of a model, and of the models in it, to the text below the key."""
    found = list(dict.fromkeys(_within(root)))
    for model in found:
        texts = descriptions(model)
        for name, field in model.model_fields.items():
            field.description = field.description or texts.get(name)
    for model in reversed(found):
        model.model_rebuild(force=True)


def _within(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield model
    for field in model.model_fields.values():
        for inner in models_of(field.annotation):
            yield from _within(inner)


def models_of(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that a field's type holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_of(part)


def descriptions(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstring of each key: the strings that follow annotated names in the source of the class and of its bases.

    A class from `create_model` has no source, and keys with descriptions.
    """
    texts = {name: field.description for name, field in model.model_fields.items() if field.description}
    for cls in reversed([each for each in model.__mro__ if issubclass(each, BaseModel) and each is not BaseModel]):
        try:
            source = inspect.getsource(cls)
        except OSError:
            continue
        (tree,) = ast.parse(inspect.cleandoc("\n" + source)).body
        assert isinstance(tree, ast.ClassDef)
        for key, text in zip(tree.body, tree.body[1:], strict=False):
            if isinstance(key, ast.AnnAssign) and isinstance(key.target, ast.Name) and isinstance(text, ast.Expr):
                value = text.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    texts[key.target.id] = inspect.cleandoc(value.value)
    return texts
