"""The model of a run: a published one, or one of stated size whose shape follows from published ones."""

from collections.abc import Sequence
from math import ceil, log, log2

from generator.catalog.model import ModelShape
from generator.workload.records import Experts, Model

_HEAD_WIDTH = 128
"""Width of an attention head in most published models."""
_OUTSIDE = 0.1
"""Least part of the active parameters outside of experts: attention and embeddings."""


def published(shape: ModelShape) -> Model:
    """Return a published model."""
    active = shape.active_params or shape.params
    return Model(
        name=shape.model,
        params=shape.params,
        active_params=active,
        layers=shape.layers,
        hidden=shape.hidden,
        heads=shape.heads,
        kv_width=shape.hidden * (shape.kv_heads or shape.heads) / shape.heads,
        sequence=shape.sequence,
        experts=_experts(shape.params, active, shape.experts.count, shape.experts.active) if shape.experts else None,
        sources=(f"{shape.title}: {shape.sources.get('params', '')}",),
    )


def _experts(params: float, active: float, count: int, sent: int) -> Experts | None:
    """Return the experts: a token does not pass those to which it is not sent."""
    return Experts(count, sent, (params - active) / (count - sent)) if params > active else None


def _experts_like(nearest: ModelShape, params: float, active: float) -> Experts | None:
    """Return the experts of a model of stated size: those of the nearest one, or more of them, with fewer for a token, where its active share would leave nothing outside of them."""
    if nearest.experts is None:
        return None
    share = active / params * (1 - _OUTSIDE)
    count = max(nearest.experts.count, 1 << ceil(log2(1 / share)))
    return _experts(params, active, count, min(nearest.experts.active, max(1, int(count * share))))


def of_size(
    shapes: Sequence[ModelShape],
    params: float,
    active: float | None,
    layers: int | None = None,
    hidden: int | None = None,
) -> Model:
    """Return a model of a stated number of parameters, in proportion to the published one that is nearest: params = c x layers x hidden^2, with its c and its layers for a width.

    Raises ValueError: more active parameters than there are, or no published model of the kind.
    """
    if active is not None and active > params:
        raise ValueError("a token cannot pass more parameters than the model has")
    mixture = active is not None and active < params
    alike = [shape for shape in shapes if (shape.experts is not None) == mixture]
    if not alike:
        raise ValueError("no published model of this kind is in the catalog")
    nearest = min(alike, key=lambda shape: abs(log(shape.params / params)))
    scale = (params / nearest.params) ** (1 / 3)
    if layers is None and hidden is None:
        near = 0.8 <= params / nearest.params <= 1.25
        layers = nearest.layers if near else max(1, round(nearest.layers * scale / 4) * 4)
    constant = nearest.params / (nearest.layers * nearest.hidden**2)
    if hidden is None:
        assert layers is not None
        hidden = _rounded((params / (constant * layers)) ** 0.5)
    if layers is None:
        layers = max(1, round(params / (constant * hidden**2)))
    heads = max(1, hidden // _HEAD_WIDTH)
    grouped = (nearest.kv_heads or nearest.heads) / nearest.heads
    return Model(
        name=f"{params:.4g} parameters",
        params=params,
        active_params=active or params,
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_width=hidden * grouped,
        sequence=nearest.sequence,
        experts=_experts_like(nearest, params, active or params),
        estimated=(f"layers, width and heads in proportion to {nearest.title}, the nearest published model",),
        sources=(f"{nearest.title}: {nearest.sources.get('params', '')}",),
    )


def _rounded(width: float) -> int:
    """Return a width that heads and tensor parallel ranks divide."""
    step = 8 * _HEAD_WIDTH
    return max(step, round(width / step) * step)
