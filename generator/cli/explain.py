"""clustergen explain: what a name stands for, what is at the other end, and which line and rule made it so."""

from pathlib import Path

import click

from generator.analysis.explain import explain
from generator.cli.options import baseline_options, catalog_option, spec_argument
from generator.cli.say import say
from generator.cli.session import make_session


@click.command("explain")
@spec_argument
@click.argument("name")
@baseline_options
@catalog_option
@click.pass_context
def command(ctx: click.Context, spec: Path, name: str, catalog: tuple[Path, ...]) -> None:
    """Explain NAME: a host, switch, rack, cable id, address, VLAN, pool, `device:port`, a count such as compute.spines.

    Or a question about a fabric: compute.bisection, compute.oversubscription, .hops, .failures, .lost, .growth or .spare. Or `workload`, or
    workloads.NAME: every figure with its formula, inputs and source.
    """
    session = make_session(ctx, spec, catalog)
    plan, document = session.plan_and_document()
    found = explain(plan, name)
    if not found.lines:
        near = f"; did you mean {', '.join(found.near)}?" if found.near else ""
        say(f"error: nothing in this plan is called {name}{near}", err=True)
        raise SystemExit(1)
    for line in found.lines:
        say(line)
    span = document.span_of(found.origin) if found.origin else None
    if span:
        say(f"from {document.name}:{span.line}: {document.text.splitlines()[span.line - 1].strip()}")
    if found.rule:
        say(f"why: {found.rule}")
