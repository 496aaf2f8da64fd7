"""Common code of commands: reading a spec to a plan, and showing problems to people or machines."""

import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
from msgspec import Struct

from generator.catalog.load import Catalog
from generator.change.earlier_plan import EarlierPlan, open_earlier_plan, read_earlier_plan
from generator.change.formats import PlanFileError
from generator.cli.say import failed, say
from generator.cli.site import Site, read_site
from generator.data import data_dir
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.render.artifact import RenderError
from generator.render.templates import Templates
from generator.source.diagnostic import Diagnostic, Severity
from generator.source.document import Document
from generator.source.reading import STANDARD_INPUT
from generator.source.report import FORMATS, home_of
from generator.spec.load import DocumentError, LoadedSpec, files_beside, load_spec, shown_name

CATALOG_FOLDER = "catalog"
TEMPLATES_FOLDER = "templates"
SITE_FOLDER = "site"


class Session(Struct):
    """One run of a command on one spec."""

    path: Path
    catalogs: tuple[Path, ...] = ()
    format: str = "text"
    strict: bool = False
    allow: frozenset[str] = frozenset()
    """Warnings that remain warnings where it is strict."""
    quiet: bool = False
    color: bool | None = None
    baseline: Path | None = None
    allow_disruptive: bool = False
    implied_baseline: Path | None = None
    """The tree, or its plan.json, that is the baseline where none is given."""
    preview: bool = False
    """Whether the plan is only shown: existing devices may move in it."""
    shipped_only: bool = False
    """Whether the folders beside the spec are ignored, as they may come from the author of a change."""
    verbose: bool = False
    """Whether standard error gets a line for each thing that is read."""
    earlier: EarlierPlan | None = None
    """The baseline, as soon as it is read."""

    def load(self) -> LoadedSpec:
        """Read the spec, or show its problems and end."""
        try:
            return load_spec(self.path)
        except DocumentError as error:
            self.fail(error.document, error.problems)

    def catalog(self) -> Catalog:
        """The catalog, overlaid by `catalog/` beside the spec and by `--catalog`."""
        return Catalog((*self._beside(CATALOG_FOLDER), *self.catalogs))

    def plan(self) -> Draft:
        """Read the spec through to the plan, or show the problems and end; warnings are shown."""
        plan, _ = self.plan_and_document()
        return plan

    def plan_and_document(self) -> tuple[Draft, Document]:
        """As `plan`, with the spec's document for messages with places."""
        try:
            self.earlier = self._baseline()
            self._announce()
            plan, document = read_plan(self.path, self.catalog(), baseline=self.earlier)
        except DocumentError as error:
            self.fail(error.document, error.problems)
        except PlanFileError as error:
            self.refuse(error)
        self._note(f"planned: {len(plan.hosts)} hosts, {len(plan.switches)} switches, {len(plan.cables)} cables")
        if self.strict and any(each.code not in self.allow for each in plan.warnings):
            self.fail(document, plan.warnings)
        if plan.warnings and not self.quiet:
            self.show(document, plan.warnings)
        return plan, document

    def _announce(self) -> None:
        """Report the inputs of the plan: the spec, the files beside it, catalogs and templates of the user's, the baseline."""
        self._note(f"read: {shown_name(self.path)}")
        for file in files_beside(self.path).values():
            self._note(f"read: {file}")
        for folder in (*self._beside(CATALOG_FOLDER), *self.catalogs):
            self._note(f"catalog: {folder} is searched before the models that ship")
        for folder in self._beside(TEMPLATES_FOLDER):
            self._note(f"templates: {folder} is searched before those that ship")
        if self.earlier is not None:
            self._note(f"baseline: {self.earlier.source}, generation {self.earlier.lineage.generation}")

    def _note(self, text: str) -> None:
        if self.verbose:
            say(text, err=True)

    def _baseline(self) -> EarlierPlan | None:
        """Read the earlier plan, where there is one; one that cannot be read ends the run."""
        if self.baseline is not None:
            return read_earlier_plan(self.baseline, disruptive=self.allow_disruptive)
        if self.implied_baseline is not None:
            found = open_earlier_plan(
                self.implied_baseline, disruptive=self.allow_disruptive or self.preview, implied=True
            )
            return found if not self.preview or found.name == self.load().spec.name else None
        if self.allow_disruptive:
            raise click.UsageError("--allow-disruptive needs a --baseline")
        return None

    def refuse(self, error: PlanFileError) -> NoReturn:
        """Report why an earlier plan cannot be the baseline, and exit 1."""
        advice = "" if self.baseline else "\nhelp: --fresh plans without a baseline"
        raise failed(f"{error}{advice}") from None

    def templates(self) -> Templates:
        """Our templates, overlaid by `templates/` beside the spec."""
        ours, theirs = data_dir("templates"), self._beside(TEMPLATES_FOLDER)
        for folder in theirs:
            from generator.render.idle_templates import idle_templates  # noqa: PLC0415  (most specs have no templates)

            for document, problem in idle_templates(ours, folder):
                self.fail(document, [problem])
        templates = Templates(ours, theirs)
        if context := click.get_current_context(silent=True):
            context.call_on_close(templates.close)
        return templates

    def site(self) -> Site:
        """Return the site's own Ansible: `site/` beside the spec, which is read and never run here, so that it is no part of `shipped_only`."""
        if self.path == STANDARD_INPUT:
            return Site()
        try:
            return read_site(self.path.parent / SITE_FOLDER)
        except RenderError as error:
            raise failed(str(error)) from None

    def _beside(self, name: str) -> tuple[Path, ...]:
        """Return a folder beside the spec, where there is one and it is to be read; a link that leads elsewhere ends the run."""
        folder = self.path.parent / name
        if self.shipped_only or self.path == STANDARD_INPUT or not folder.is_dir():
            return ()
        if not os.access(folder, os.R_OK | os.X_OK):
            advice = "correct the permissions of the folder, or ignore it with --shipped-only"
            message = f"{folder} cannot be read: permission denied"
            self.fail(Document(str(folder), ""), [Diagnostic(code="no-such-file", message=message, help=advice)])
        if not folder.resolve().is_relative_to(self.path.parent.resolve()):
            self.fail(
                Document(str(folder), ""),
                [
                    Diagnostic(
                        code="link-out",
                        message=f"{folder} is a link that leads out of the spec's folder",
                        help="put the folder itself there; hardware models that several clusters share are named with --catalog",
                    )
                ],
            )
        return (folder,)

    def show(self, document: Document, problems: tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
        """Print problems: for people on standard error, for machines on standard output."""
        people = self.format == "text"
        color = self.color if self.color is not None else (sys.stderr.isatty() and people)
        click.echo(FORMATS[self.format](document, problems, color), nl=False, err=people)

    def fail(self, document: Document, problems: tuple[Diagnostic, ...] | list[Diagnostic]) -> NoReturn:
        """Show problems, count them, and end with 1."""
        self.show(document, problems)
        if self.format == "text":
            errors = sum(
                1 for p in problems if p.severity is Severity.ERROR or (self.strict and p.code not in self.allow)
            )
            files = {home_of(document, problem).name for problem in problems if problem.severity is Severity.ERROR}
            name = files.pop() if len(files) == 1 else document.name
            say(f"\n{errors} problem{'s' if errors != 1 else ''} in {name}; nothing was written", err=True)
        raise SystemExit(1)


def make_session(ctx: click.Context, spec: Path, catalog: tuple[Path, ...], **more: Any) -> Session:
    """Make a session of a command's options and the global ones."""
    kept = {
        key: ctx.obj[key]
        for key in ("baseline", "allow", "allow_disruptive", "shipped_only", "verbose")
        if key in ctx.obj
    }
    return Session(spec, catalog, quiet=ctx.obj["quiet"], color=ctx.obj["color"], **kept, **more)
