"""The one Jinja environment: undefined names are errors, nothing is escaped, users may bring templates of their own."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Templates:
    """Templates by path, from the user's folders first, then from ours. Sandboxed: a template only prints."""

    def __init__(self, ours: Path, overlays: tuple[Path, ...] = ()) -> None:
        """Look into `overlays` (the last wins) before `ours`."""
        loaders = [FileSystemLoader(folder) for folder in (*reversed(overlays), ours)]
        self._environment = ImmutableSandboxedEnvironment(
            loader=ChoiceLoader(loaders),
            undefined=StrictUndefined,
            autoescape=False,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._template = cache(self._environment.get_template)

    def render(self, name: str, /, **values: Any) -> str:
        """Print one template."""
        template: Template = self._template(name)
        return template.render(**values)
