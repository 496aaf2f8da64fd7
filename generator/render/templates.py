"""The one Jinja environment: undefined names are errors, nothing is escaped, users may add their own templates."""

import os
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from traceback import walk_tb
from typing import Any, NoReturn

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.loaders import split_template_path

from generator.data import read_shipped
from generator.render.artifact import RenderError
from generator.render.compiled import Compiled
from generator.render.plain import plain
from generator.render.sandbox import SECONDS, Sandbox, limited
from generator.render.template_words import template_words
from generator.render.watcher import Watcher
from generator.source.diagnostic import Diagnostic
from generator.source.document import Document
from generator.source.limits import Limit
from generator.source.reading import ReadingError, read_regular
from generator.source.rule import register
from generator.source.span import Span

register(
    "template",
    title="A template of one's own that cannot be printed",
    stage="render",
    why="A template beside the spec replaces one of ours, and a file that is half printed is none.",
    fix="Fix the line that the message shows; `templates/` of clustergen has the original.",
)
_MOST_BYTES = 1024 * 1024


class TemplateError(RenderError):
    """A template of the user's cannot be printed; `document` is its text, `problem` is the reason with its place."""

    def __init__(self, document: Document, problem: Diagnostic) -> None:
        """Tie the problem to the template that it is in."""
        super().__init__(problem.message)
        self.document = document
        self.problem = problem


class Templates:
    """Templates by path, from the user's folders first, then from ours. Sandboxed: a template only prints its values."""

    def __init__(self, ours: Path, overlays: tuple[Path, ...] = ()) -> None:
        """Look into `overlays` (the last wins) before `ours`. Where there are overlays, printing has limits."""
        theirs: list[BaseLoader] = [_Confined(folder) for folder in reversed(overlays)]
        self._environment = Sandbox(
            loader=ChoiceLoader([*theirs, _Ours(ours)]),
            autoescape=False,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=Compiled(ours),
        )
        self._template = cache(self._environment.get_template)
        self._overlays = tuple(f"{folder}{os.sep}" for folder in overlays)
        self._within = limited() if overlays else nullcontext
        self._watcher = Watcher(2 * SECONDS)

    def render(self, name: str, /, **values: Any) -> str:
        """Print one template with plain values. Raises TemplateError: a template of the user's is wrong, or takes too long."""
        if not self._overlays:
            return self._template(name).render({key: plain(value) for key, value in values.items()})
        try:
            with self._within(), self._watcher.printing(self._path_of(name)):
                template: Template = self._template(name)
                return template.render({key: plain(value) for key, value in values.items()})
        except (Exception, Limit) as error:  # noqa: BLE001  (whatever a stranger's template makes of itself)
            self._blame(name, error)

    def compile(self, ours: Path) -> None:
        """Compile every template of ours now, so that it is kept."""
        for path in sorted(ours.rglob("*.j2")):
            self._environment.get_template(path.relative_to(ours).as_posix())

    def close(self) -> None:
        """End what watches over templates of the user's."""
        self._watcher.close()

    def _path_of(self, name: str) -> str:
        """Return the path of a template for messages: that of the user's, where there is one."""
        return next((path for folder in self._overlays if os.path.lexists(path := f"{folder}{name}")), name)

    def _blame(self, name: str, error: BaseException) -> NoReturn:
        """Report an error in a template of the user by its file and line. An error in a template of ours is raised unchanged."""
        if isinstance(error, _RefusedError):
            raise TemplateError(Document(str(error.path), ""), _problem(error.reason, None)) from None
        places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        if isinstance(error, TemplateSyntaxError):
            places.append((error.filename or "", error.lineno))
        named = [(str(path), 1) for folder in self._overlays if (path := Path(folder, name)).is_file()]
        theirs = [place for place in (*named, *places) if place[0].startswith(self._overlays)]
        if not theirs:
            raise error
        file, line = theirs[-1]
        text = Path(file).read_text("utf-8", errors="replace")
        lines = text.splitlines() or [""]
        line = min(line, len(lines))
        missing = isinstance(error, TemplateNotFound)
        said = f"{name} includes {error}, which does not exist" if missing else template_words(name, error)
        problem = _problem(said, Span(line, 1, max(2, len(lines[line - 1]) + 1)))
        raise TemplateError(Document(file, text), problem) from None


class _Ours(FileSystemLoader):
    """The templates that ship, which do not change while a run lasts."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        """Return a template's text.

        Raises:
            TemplateNotFound: there is none of this name.
        """
        del environment
        (root,) = self.searchpath
        path = "/".join((root, *split_template_path(template)))
        try:
            return read_shipped(path).decode(), path, None
        except OSError:
            raise TemplateNotFound(template) from None


class _RefusedError(Exception):
    """A template that is not read."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


class _Confined(FileSystemLoader):
    """A user's folder: plain files in it, and no link that leads out."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        """Return a template's text.

        Raises:
            TemplateNotFound: the folder has none of this name.
            _RefusedError: it exists, but is no plain file of this folder, or too large, or not UTF-8.
        """
        del environment
        (root,) = self.searchpath
        if any(part in {"", ".", ".."} for part in template.split("/")):
            raise TemplateNotFound(template)
        path = Path(root, *template.split("/"))
        if not os.path.lexists(path):
            raise TemplateNotFound(template)
        if not path.resolve().is_relative_to(Path(root).resolve()):
            raise _RefusedError(path, "this is a link that leads out of its folder")
        try:
            text = read_regular(path, _MOST_BYTES).decode("utf-8")
        except ReadingError as error:
            raise _RefusedError(path, error.reason) from None
        except UnicodeDecodeError:
            raise _RefusedError(path, "this is not UTF-8") from None
        return text, str(path), None


def _problem(message: str, span: Span | None) -> Diagnostic:
    advice = "compare it with the template of the same name that ships with clustergen, or remove it"
    return Diagnostic(code="template", message=message, span=span, help=advice)
