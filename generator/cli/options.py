"""Arguments and options that several commands have."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

spec_argument = click.argument("spec", type=click.Path(path_type=Path, readable=False, allow_dash=True))
"""The spec; `-` is standard input."""
catalog_option = click.option(
    "--catalog",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder with your own hardware models (hosts/, switches/ ...), which is searched first. Repeatable.",
)


def _kept(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Keep an option for the session that the command makes, so that commands need not hand it on."""
    ctx.obj[parameter.name] = value
    return value


def _raised(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Keep a flag for the session, which is also one of clustergen itself: either is enough."""
    ctx.obj[parameter.name] = value or ctx.obj.get(parameter.name, False)


def _rules(ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    """Keep names of warnings for the session; a name that no warning has is misuse."""
    if value:
        from generator.pipeline.reference import load_rules  # noqa: PLC0415  (all rules, and few runs name one)
        from generator.source.diagnostic import Severity  # noqa: PLC0415
        from generator.source.rule import RULES  # noqa: PLC0415

        load_rules()
        known = {name for name, rule in RULES.items() if rule.severity is Severity.WARNING}
        for name in value:
            if name not in known:
                near = get_close_matches(name, known, 1, 0.6)
                advice = f"did you mean {near[0]}?" if near else "`clustergen explain CODE` explains one"
                raise click.BadParameter(f"no warning is called {name!r}; {advice}", ctx, parameter)
    ctx.obj[parameter.name] = frozenset(value)


_BASELINE = click.option(
    "--baseline",
    type=click.Path(path_type=Path, exists=True),
    metavar="PLAN",
    expose_value=False,
    callback=_kept,
    help="An earlier plan.json (or a rendered tree): existing devices keep their names, addresses, ports and cables; a change that cannot keep them is refused.",
)
_DISRUPTIVE = click.option(
    "--allow-disruptive",
    is_flag=True,
    expose_value=False,
    callback=_kept,
    help="Allow existing devices to be renumbered and recabled; `clustergen plan` gives the order.",
)
_VERBOSE = click.option(
    "--verbose",
    "-v",
    is_flag=True,
    expose_value=False,
    callback=_raised,
    help="Print on standard error what is read (spec, files beside it, catalogs, templates, baseline), and how much is planned.",
)


def baseline_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that plans a spec: its baseline, and --verbose."""
    return _BASELINE(_DISRUPTIVE(_VERBOSE(command)))


def fresh_option(what: str) -> Callable[..., Any]:
    """Return the option --fresh, which plans without a baseline; `what` is its help."""
    return click.option("--fresh", is_flag=True, help=what)


def format_option(*forms: str, help: str = "Format of the output.") -> Callable[..., Any]:
    """Return the option --format; the first form is its default."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], help=help)


json_option = format_option("text", "json")
strict_option = click.option("--strict", is_flag=True, help="Warnings are errors.")
allow_option = click.option(
    "--allow",
    multiple=True,
    metavar="CODE",
    expose_value=False,
    callback=_rules,
    help="With --strict, this warning remains one: it is known, and meant. Repeatable.",
)
