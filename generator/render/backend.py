"""The backends: every module of `backends/` with NAME, paths and render is one, found, never listed."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, TypeAlias, cast

from generator.plan.plan import Plan
from generator.render import backends
from generator.render.artifact import Artifact
from generator.render.templates import Templates

Part: TypeAlias = Callable[[Plan, Templates], Iterable[Artifact]]
"""Yields some files of a backend, independent of its other parts."""


class Backend(Protocol):
    """One output. `paths` cheaply lists the files of `render`.

    A large backend may also have `PARTS`: functions like `render` that together yield its files, so that several can run in parallel.
    """

    NAME: str

    def paths(self, plan: Plan) -> Iterable[str]:
        """Return the paths of its files, in order."""

    def render(self, plan: Plan, templates: Templates) -> Iterable[Artifact]:
        """Return its files."""


@cache
def load_backends() -> dict[str, Backend]:
    """Find every backend, by name."""
    found = {}
    for module in sorted(iter_modules(backends.__path__), key=lambda each: each.name):
        backend = import_module(f"{backends.__name__}.{module.name}")
        if hasattr(backend, "NAME"):
            found[backend.NAME] = cast("Backend", backend)
    return found


def parts_of(backend: Backend) -> Sequence[Part]:
    """Return the parts of a backend: most have one, `render`."""
    return cast("Sequence[Part]", getattr(backend, "PARTS", (backend.render,)))
