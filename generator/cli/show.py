"""clustergen show: tables of the plan, or the spec with every default filled in."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli.completion import hosts
from generator.cli.options import baseline_options, catalog_option, json_option, spec_argument
from generator.cli.say import say_json, table
from generator.cli.session import make_session
from generator.model.derived import derive
from generator.plan.access.services import SERVICES
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power import rack_loads
from generator.source.rule import RULES
from generator.spec.load import DocumentError
from generator.spec.resolved import resolved_text
from generator.workload.tier_counts import with_counts

Rows = tuple[Sequence[str], list[list[Any]]]


def _hosts(plan: Plan) -> Rows:
    rows = [
        [h.name, h.role, h.model, h.rack, h.unit, "-" if h.su is None else h.su + 1, h.inband, h.bmc]
        for h in plan.hosts
    ]
    return ("host", "role", "model", "rack", "unit", "SU", "in-band", "BMC"), rows


def _switches(plan: Plan) -> Rows:
    rows = [[s.name, s.tier, s.model, s.os, s.rack, s.unit, s.asn, s.loopback, s.management] for s in plan.switches]
    return ("switch", "tier", "model", "os", "rack", "unit", "ASN", "loopback", "management"), rows


def _cables(plan: Plan) -> Rows:
    rows = [
        [
            x.cable,
            x.a.device,
            x.a.interface,
            x.b.device,
            x.b.interface,
            f"{x.speed_gbps:g}G",
            x.medium,
            f"{x.length_m:g} m",
        ]
        for x in plan.links
    ]
    return ("cable", "from", "from port", "to", "to port", "speed", "medium", "length"), rows


def _addresses(plan: Plan) -> Rows:
    rows = [[f"{a.address}/{a.length}", a.device, a.interface, a.fabric, a.use] for a in plan.addresses]
    return ("address", "device", "interface", "fabric", "use"), rows


def _racks(plan: Draft) -> Rows:
    loads = rack_loads(plan)
    counts: dict[str, int] = {}
    for device in plan.devices:
        counts[device.rack] = counts.get(device.rack, 0) + 1
    rows = [
        [r.name, r.use, counts[r.name], round(loads[r.name].power_w / 1000, 2), ", ".join(loads[r.name].unknown)]
        for r in plan.racks
    ]
    return ("rack", "use", "devices", "kW at most", "power not known"), rows


def _pools(plan: Plan) -> Rows:
    rows = [
        [each.pool, each.prefix, " ".join(f"{f.name}:{f.bits}" for f in each.fields), each.use] for each in plan.layouts
    ]
    return ("pool", "prefix", "fields", "use"), rows


def _rules(plan: Plan) -> Rows:
    broken = {warning.code for warning in plan.warnings}
    rows = [
        [r.slug, r.severity, r.stage, "warns" if r.slug in broken else "holds", r.title]
        for _, r in sorted(RULES.items())
    ]
    return ("rule", "severity", "stage", "here", "what it requires"), rows


def _access(plan: Plan) -> Rows:
    """Flows, then what firewalls of hosts let out of them to the site where egress is closed."""
    by_pair: dict[tuple[str, str, str], list[str]] = {}
    for flow in plan.access.flows:
        why = f"{flow.why}: {flow.reason}" if flow.reason else flow.why
        by_pair.setdefault((flow.source, flow.to, why), []).append(flow.service.name)
    for each in plan.access.egress or ():
        where = f"hosts alone, to {', '.join(each.prefixes) or 'every address of the site'}"
        by_pair.setdefault((each.source, where, each.why), []).append(each.service.name)
    rows = [[source, to, ", ".join(services), why] for (source, to, why), services in by_pair.items()]
    return ("from", "to", "services", "why"), rows


def _services(plan: Plan) -> Rows:
    """Services known by name, then those that the spec writes as protocol and ports; `flows`: how many name them here."""
    counts: dict[str, int] = {}
    stated = {flow.service.name: flow.service for flow in plan.access.flows}
    for flow in plan.access.flows:
        counts[flow.service.name] = counts.get(flow.service.name, 0) + 1
    rows = [
        [s.name, s.protocol, ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in s.ports), counts.get(s.name, 0)]
        for s in (SERVICES | dict(sorted(stated.items()))).values()
    ]
    return ("service", "protocol", "ports", "flows"), rows


_THINGS: dict[str, Callable[[Draft], Rows]] = {
    "hosts": _hosts,
    "switches": _switches,
    "cables": _cables,
    "addresses": _addresses,
    "racks": _racks,
    "pools": _pools,
    "rules": _rules,
    "access": _access,
    "services": _services,
}


_HOST = "host"


@click.command("show")
@spec_argument
@click.argument("thing", type=click.Choice([*_THINGS, _HOST]), required=False, metavar="[TABLE]")
@click.argument("name", required=False, shell_complete=hosts)
@click.option("--files", is_flag=True, help="With `host NAME`: print every file of that host, not only their names.")
@click.option("--resolved", is_flag=True, help="Print the spec with every default filled in, each marked.")
@json_option
@baseline_options
@catalog_option
@click.pass_context
def command(
    ctx: click.Context,
    spec: Path,
    thing: str | None,
    name: str | None,
    files: bool,
    resolved: bool,
    form: str,
    catalog: tuple[Path, ...],
) -> None:
    """Print a table of SPEC's plan: hosts, switches, cables, addresses, racks, pools, rules, access or services.

    `host NAME` lists the files of one host with the folders of the tree that hold them: its group's, and its own.

    --format json prints a table as a list of objects with the names of its columns.
    """
    if (name is not None or files) and thing != _HOST:
        raise click.UsageError("a name and --files go with `host`: show SPEC host NAME --files", ctx)
    if thing == _HOST and name is None:
        raise click.UsageError("the name of the host is missing: show SPEC host NAME", ctx)
    if form == "json" and (resolved or thing in {None, _HOST}):
        raise click.UsageError(f"--format json prints tables: {', '.join(_THINGS)}", ctx)
    session = make_session(ctx, spec, catalog)
    if resolved:
        loaded = session.load()
        try:
            derived = derive(with_counts(loaded.spec, session.catalog()), session.catalog()).spec
        except DocumentError as error:  # a catalog file of the user's that is not right
            session.fail(error.document, error.problems)
        click.echo(resolved_text(derived, loaded.spec), nl=False)
        return
    if thing is None:
        raise click.UsageError(f"choose what to show: {', '.join(_THINGS)}, host NAME, or --resolved", ctx)
    if name is not None:
        from generator.cli.show_host import show_host  # noqa: PLC0415  (it renders, which no table does)

        show_host(session, name, whole=files)
        return
    columns, rows = _THINGS[thing](session.plan())
    if form == "json":
        say_json([dict(zip(columns, row, strict=True)) for row in rows])
        return
    click.echo(table(columns, rows), nl=False)
