"""Prices of the site: each is of something that can be bought for this cluster."""

import difflib
from collections.abc import Collection, Iterator, Mapping
from typing import get_args

from generator.catalog.medium import CableKind
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_FOLDERS = {
    "host": "hosts",
    "rack": "hosts",
    "fixture": "hosts",
    "switch": "switches",
    "transceiver": "optics",
    "adapter": "",
    "pdu": "pdus",
    "cord": "",
}
"""Where the catalog has the models of a kind of the bill; cables of all kinds are in one folder."""


@plan_warning(
    title="A price that applies to nothing",
    why="A price under a name that neither the bill nor the catalog has applies to no line, and the part that it is meant for has no price.",
    fix="Use the kinds and models of `cabling/bom.csv`; `clustergen prices SPEC` writes them.",
)
def price_of_nothing(plan: Draft) -> Iterator[Finding]:
    """Every price is of a kind of piece, and of a model that the bill or the catalog has."""
    prices = plan.spec.prices
    if not prices.pieces and not prices.kinds:
        return
    known = _known(plan)
    for key in ("kinds", "pieces"):
        for kind in getattr(prices, key):
            if kind not in known:
                yield KeyFinding(
                    message=f"the bill has no lines of kind {kind}",
                    loc=("prices", key, kind),
                    help=_near(kind, known),
                )
    for kind, models in prices.pieces.items():
        for model in models if kind in known else ():
            if model not in known[kind]:
                yield KeyFinding(
                    message=f"neither the bill nor the catalog has a {kind} {model}, so the price applies to nothing",
                    loc=("prices", "pieces", kind, model),
                    help=_near(model, known[kind]),
                )


def _known(plan: Draft) -> Mapping[str, set[str]]:
    """Return the models of every kind: those of the catalog, and those of the bill."""
    folders = _FOLDERS | dict.fromkeys(get_args(CableKind), "cables")
    found = {kind: set(plan.catalog.names(folder)) if folder else set() for kind, folder in folders.items()}
    for item in bill_of_materials(plan):
        found.setdefault(item.kind, set()).add(item.model)
    return found


def _near(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1)
    return f"did you mean {near[0]}?" if near else "`clustergen prices SPEC` writes the names that it has"
