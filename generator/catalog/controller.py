"""Controllers of Kubernetes that are installed by a manifest of theirs, in the release whose objects are written."""

from functools import cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from generator import catalog
from generator.spec.base import SpecModel

_FOLDER = Path(catalog.__file__).parent / "controllers"


class Controller(SpecModel):
    """A controller."""

    name: str
    """What it calls itself."""
    version: str
    """Its release."""
    install: str
    """The command that installs it."""
    images: dict[str, str] = {}
    """Images that jobs of it run, by what they are for."""
    sources: dict[str, str]
    """For each fact, the document."""


@cache
def read_controller(name: str) -> Controller:
    """Read the facts of a controller."""
    text = (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    return TypeAdapter(Controller).validate_python(yaml.safe_load(text))
