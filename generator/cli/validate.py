"""clustergen validate: every problem, at its line."""

from pathlib import Path

import click

from generator.cli.options import (
    allow_option,
    baseline_options,
    catalog_option,
    format_option,
    spec_argument,
    strict_option,
)
from generator.cli.say import say
from generator.cli.session import make_session
from generator.source.report import FORMATS
from generator.spec.load import shown_name


@click.command("validate")
@spec_argument
@format_option(*FORMATS, help="Format of problems.")
@strict_option
@allow_option
@baseline_options
@catalog_option
@click.pass_context
def command(ctx: click.Context, spec: Path, form: str, strict: bool, catalog: tuple[Path, ...]) -> None:
    """Report every problem of SPEC with its line.

    Exit 0 if there is none (warnings do not count unless --strict), 1 otherwise.
    """
    session = make_session(ctx, spec, catalog, format=form, strict=strict)
    plan = session.plan()
    if form == "json" and not plan.warnings:
        say("[]")
    if form == "text" and not session.quiet:
        hosts, switches = len(plan.hosts), len(plan.switches)
        say(f"{shown_name(spec)}: valid: {hosts:,} hosts, {switches:,} switches, {len(plan.cables):,} cables")
