"""clustergen catalog: hardware models, with the source of each fact."""

import difflib
from pathlib import Path

import click

from generator.catalog.load import KINDS, Catalog
from generator.catalog.model import (
    Cable,
    CatalogEntry,
    Gpu,
    Host,
    ModelShape,
    Nic,
    Optic,
    Pdu,
    StorageModel,
    Switch,
    SwitchSystem,
)
from generator.cli.completion import models
from generator.cli.model_text import model_text
from generator.cli.options import catalog_option, json_option
from generator.cli.say import failed, say, say_json, table
from generator.source.report import show_text
from generator.spec.load import DocumentError


@click.group("catalog")
def command() -> None:
    """List hardware models, or show one with its sources: `catalog list`, `catalog show sn5600`."""


@command.command("list")
@click.argument("kind", type=click.Choice(list(KINDS)), required=False)
@json_option
@catalog_option
def list_models(kind: str | None, form: str, catalog: tuple[Path, ...]) -> None:
    """List all models, or those of one KIND."""
    known = Catalog(catalog)
    kinds = [kind] if kind else list(KINDS)
    listed = {name: [_load(known, name, model) for model in known.names(name)] for name in kinds}
    if form == "json":
        keys = ("kind", "model", "vendor", "title", "facts")
        rows = [(name, e.model, e.vendor, e.title, _facts(e)) for name, entries in listed.items() for e in entries]
        say_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    for name, entries in listed.items():
        say(table([name, "vendor", "title", "facts"], [[e.model, e.vendor, e.title, _facts(e)] for e in entries]))


@command.command("show")
@click.argument("model", shell_complete=models())
@json_option
@catalog_option
def show_model(model: str, form: str, catalog: tuple[Path, ...]) -> None:
    """Print every fact of MODEL, what is not known of it, and the sources."""
    known = Catalog(catalog)
    found = [_load(known, kind, model) for kind in KINDS if model in known.names(kind)]
    if not found:
        near = difflib.get_close_matches(model, sorted({name for kind in KINDS for name in known.names(kind)}), 3, 0.6)
        advice = f"did you mean {', '.join(near)}?" if near else "see `clustergen catalog list`"
        raise failed(f"the catalog has no {model}; {advice}")
    if form == "json":
        say_json([entry.model_dump(mode="json") for entry in found])
        return
    say("\n\n".join("\n".join(model_text(entry)) for entry in found))


def _load(known: Catalog, kind: str, model: str) -> CatalogEntry:
    try:
        return known.get(KINDS[kind], model)
    except DocumentError as error:
        click.echo(show_text(error.document, error.problems), err=True)
        raise SystemExit(1) from None


def _facts(entry: CatalogEntry) -> str:
    if isinstance(entry, Host):
        gpus = f"{entry.gpus.count} x {entry.gpus.model}, " if entry.gpus else ""
        power = entry.power_w.max or entry.power_w.typical
        return f"{gpus}{entry.height_u or '?'}U, {f'{power / 1000:g} kW' if power else 'power not known'}"
    if isinstance(entry, Switch):
        groups = [
            f"{len(g.range)} x {max(b.ports * max(b.speeds_gbps) for b in g.breakouts):g}G {g.form_factor}"
            for g in entry.cages
            if g.use == "fabric"
        ]
        systems = entry.os.names
        return f"{' + '.join(groups)}; {', '.join(systems) or entry.technology}"
    if isinstance(entry, Gpu):
        return f"{entry.memory_gb or '?'} GB, {entry.tdp_w or '?'} W"
    if isinstance(entry, ModelShape):
        active = f", {entry.active_params / 1e9:.3g}e9 active" if entry.active_params else ""
        return f"{entry.params / 1e9:.4g}e9 parameters{active}, {entry.layers} layers of {entry.hidden}"
    if isinstance(entry, Nic):
        return f"{entry.ports} x {max(entry.speeds_gbps):g}G"
    if isinstance(entry, Optic):
        return f"{entry.ports} x {entry.speed_gbps:g}G {entry.connector}, {entry.reach_m} m, {entry.part or 'part not known'}"
    if isinstance(entry, Pdu):
        usable = f"{entry.usable_kw:g} kW usable" if entry.usable_kw else "usable power by formula"
        return f"{entry.volts} V, {entry.amps} A, {entry.phases} phases, {usable}"
    if isinstance(entry, StorageModel):
        rates = (entry.host_read_gbs, entry.host_write_gbs)
        return " / ".join(f"{rate:g}" if rate else "?" for rate in rates) + " GB/s read / write"
    if isinstance(entry, SwitchSystem):
        return f"releases {', '.join(entry.versions)}"
    assert isinstance(entry, Cable)
    speed = f"{entry.speed_gbps:g}G " if entry.speed_gbps else ""
    return f"{entry.kind} {speed}{min(entry.lengths_m):g} to {max(entry.lengths_m):g} m"
