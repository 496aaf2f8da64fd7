"""clustergen prices: the file of a site's own prices, with every line to fill."""

from pathlib import Path

import click

from generator.cli.one_file import replace_file
from generator.cli.options import baseline_options, catalog_option, spec_argument
from generator.cli.say import failed, say
from generator.cli.session import make_session
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.money.bill import priced_bill
from generator.render.prices import prices_text
from generator.source.reading import STANDARD_INPUT
from generator.spec.prices import NO_PRICES

FILE = "prices.yaml"


@click.command("prices")
@spec_argument
@click.option("--stdout", "printed", is_flag=True, help="Print the file, and write nothing.")
@baseline_options
@catalog_option
@click.pass_context
def command(ctx: click.Context, spec: Path, printed: bool, catalog: tuple[Path, ...]) -> None:
    """Write `prices.yaml` beside SPEC: every line to fill in; what you have filled in stays.

    No price ships with clustergen: an empty line counts as missing, and figures that need it are left out of the report.
    """
    if spec == STANDARD_INPUT and not printed:
        raise click.UsageError(f"standard input has no folder to write {FILE} into; add --stdout", ctx)
    session = make_session(ctx, spec, catalog)
    session.quiet = True  # warnings are what `validate` is for
    plan = session.plan()
    stated = plan.spec.prices
    text = prices_text(plan.name, bill_of_materials(plan), stated)
    if printed:
        click.echo(text, nl=False)
        return
    target = spec.parent / FILE
    if stated != NO_PRICES and not target.exists():
        raise failed(f"the spec states its prices itself, under `prices`; move them into {target} first")
    try:
        replace_file(target, text)
    except OSError as error:
        raise failed(f"{target} cannot be written: {error.strerror}") from None
    if not ctx.obj["quiet"]:
        lines = priced_bill(plan, plan.money[0]) if plan.money else ()
        missing = sum(line.missing for line in lines) if lines else len(bill_of_materials(plan))
        say(f"wrote {target}: {missing} of {len(bill_of_materials(plan))} lines of the bill have no price yet")
