"""`prices.yaml` as text: every line that the bill and the figures need, empty or with its value."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from generator.plan.cabling.bom import BomItem
from generator.render.encode import encode
from generator.spec.documented import descriptions
from generator.spec.prices import PricesSpec

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_HEAD = """\
# Prices of {name}: your own figures; none ships with clustergen. An empty line counts as missing; 0 says that nothing is paid.
# `clustergen prices SPEC` adds lines that are new, and keeps what is filled; comments of your own are not kept.
"""
_Price = float | int | None
Pieces = dict[str, dict[str, dict[str, _Price]]]


def prices_text(name: str, bill: Sequence[BomItem], stated: PricesSpec) -> str:
    """Return the file: scalars with their descriptions, then pieces by kind and model, cables by length."""
    parts = [_HEAD.format(name=name), *_record(stated, "", frozenset({"pieces", "kinds"})), *_pieces(bill, stated)]
    return "".join(parts)


def _record(record: BaseModel, indent: str, apart: frozenset[str]) -> Iterator[str]:
    comments = descriptions(type(record))
    for key in type(record).model_fields:
        if key in apart:
            continue
        value = getattr(record, key)
        if isinstance(value, BaseModel):
            yield f"{indent}{key}:\n"
            yield from _record(value, indent + "  ", frozenset())
        else:
            line = f"{indent}{key}:{_value(value)}"
            yield f"{line:<32}# {comments[key]}\n"


def _pieces(bill: Sequence[BomItem], stated: PricesSpec) -> Iterator[str]:
    every: Pieces = {}
    counts: dict[tuple[str, str, str], int] = {}
    for item in bill:
        length = f"{item.length_m:g}" if item.length_m is not None else ""
        every.setdefault(item.kind, {}).setdefault(item.model, {})[length] = None
        counts[item.kind, item.model, length] = counts.get((item.kind, item.model, length), 0) + item.order
    titles = {(item.kind, item.model): item.description for item in bill}
    for kind, models in stated.pieces.items():
        for model, prices in models.items():
            every.setdefault(kind, {}).setdefault(model, {}).update(prices)
    yield "kinds:                          # Price of any piece of a kind, where its model has none\n"
    for kind in every | stated.kinds:
        yield f"  {_key(kind)}:{_value(stated.kinds.get(kind))}\n"
    yield "pieces:                         # Price of one piece; of cables by length in metres\n"
    for kind, models in every.items():
        yield f"  {_key(kind)}:\n"
        for model, prices in models.items():
            yield from _model(kind, model, prices, counts, titles.get((kind, model), ""))


def _model(
    kind: str, model: str, prices: Mapping[str, _Price], counts: Mapping[tuple[str, str, str], int], title: str
) -> Iterator[str]:
    comment = f"# {title.partition(';')[0]}" if title else "# not in the bill"
    if prices.keys() <= {""}:
        line = f"    {_key(model)}:{_value(prices.get(''))}"
        yield f"{line:<32}{comment}{_count(counts.get((kind, model, ''), 0))}\n"
        return
    yield f"{f'    {_key(model)}:':<32}{comment}\n"
    for length, price in sorted(prices.items(), key=lambda each: float(each[0] or 0)):
        key = length or '""'
        line = f"      {key}:{_value(price)}"
        yield f"{line:<32}# {'any other length' if not length else f'm{_count(counts.get((kind, model, length), 0))}'}\n"


def _count(pieces: int) -> str:
    return f", {pieces:,} to order" if pieces else ""


def _key(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else encode(text)


def _value(value: str | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f' "{value}"'
    return f" {value:.15g}" if isinstance(value, float) else f" {value}"
