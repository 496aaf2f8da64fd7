"""clustergen explain: what a name of a spec is, what is at the other end, and which line and rule made it so; or what a rule asks for, and why."""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from generator.analysis.explain import explain
from generator.cli.completion import explained, specs_and_rules
from generator.cli.options import baseline_options, catalog_option, json_option
from generator.cli.say import failed, say, say_json
from generator.cli.session import make_session
from generator.pipeline.reference import load_rules
from generator.pipeline.topologies import compare_topologies
from generator.source.rule import RULES

TOPOLOGY = "compute.topology"
"""The name whose explanation compares the topologies that could be."""


@click.command("explain")
@click.argument(
    "spec", type=click.Path(path_type=Path, readable=False), metavar="SPEC|CODE", shell_complete=specs_and_rules
)
@click.argument("name", required=False, shell_complete=explained)
@json_option
@baseline_options
@catalog_option
@click.pass_context
def command(ctx: click.Context, spec: Path, name: str | None, form: str, catalog: tuple[Path, ...]) -> None:
    """Explain NAME of SPEC: a host, host group, switch, rack, cable id, address, VLAN, pool, `device:port`, or a count such as compute.spines.

    Or a question about a fabric: compute.bisection, compute.oversubscription, .hops, .failures, .lost, .growth or .spare; compute.topology compares the topologies that it could have. Or `workload`, or
    workloads.NAME, or `money`: every figure with its formula, inputs and source. Or about the facility: power.ups, power.generators, power.pue, power.failures, cooling.loops.

    With CODE alone, the name of an error or warning such as rack-overfull: what it requires, why, and how to fix it.
    """
    if name is None:
        _explain_rule(ctx, str(spec), form)
        return
    session = make_session(ctx, spec, catalog)
    plan, document = session.plan_and_document()
    found = explain(plan, name)
    if not found.lines:
        names = "`clustergen show SPEC hosts`, or switches, racks, cables ... instead of hosts, prints the names"
        _fail(f"nothing in this plan is called {name!r}", found.near, names)
    lines = [*found.lines, *(compare_topologies(plan) if name == TOPOLOGY else ())]
    span = document.span_of(found.origin) if found.origin else None
    source = document.text.splitlines()[span.line - 1].strip() if span else ""
    if form == "json":
        origin = {"file": document.name, "line": span.line, "text": source} if span else None
        say_json({"name": name, "lines": lines, "origin": origin, "why": found.rule})
        return
    for line in lines:
        say(line)
    if span:
        say(f"from {document.name}:{span.line}: {source}")
    if found.rule:
        say(f"why: {found.rule}")


def _explain_rule(ctx: click.Context, code: str, form: str) -> None:
    load_rules()
    rule = RULES.get(code)
    if rule is None and Path(code).is_file():
        raise click.UsageError("Missing argument 'NAME': what should be explained?", ctx)
    if rule is None:
        near = difflib.get_close_matches(code, RULES, 3, 0.6)
        _fail(f"no error, warning or file is called {code}", near, "`clustergen explain SPEC NAME` explains a device")
    if form == "json":
        say_json({key: getattr(rule, key) for key in ("slug", "severity", "title", "why", "fix")})
        return
    say(f"{rule.severity}[{rule.slug}]: {rule.title}")
    say(f"why: {rule.why}")
    say(f"fix: {rule.fix}")


def _fail(message: str, near: Sequence[str], otherwise: str) -> NoReturn:
    advice = f"did you mean {', '.join(near)}?" if near else otherwise
    raise failed(f"{message}; {advice}")
