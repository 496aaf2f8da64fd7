"""Shapes of published models of language: they determine the computation, memory and traffic of a training run."""

from typing import Annotated

from pydantic import Field

from generator.catalog.entry import CatalogEntry
from generator.spec.base import Number, SpecModel

Params = Annotated[float, Field(gt=0, le=1e15)]
"""A count of parameters."""
Size = Annotated[int, Field(ge=1, le=10_000_000)]
"""A number of layers, or the width of one."""


class ExpertsFact(SpecModel):
    """The experts of a layer, of which a router chooses some for each token."""

    count: Size
    """Experts of one layer that are chosen from."""
    active: Size
    """Experts that one token is sent to."""
    ffn: Size
    """Width of one expert."""
    shared: Number = 0
    """Experts that every token passes."""
    dense_layers: Number = 0
    """Layers without experts."""


class ModelShape(CatalogEntry):
    """A published model of language."""

    params: Params
    """Parameters in all."""
    active_params: Params | None = None
    """Parameters that one token passes, of a mixture of experts; null: all."""
    layers: Size
    """Transformer layers."""
    hidden: Size
    """Width of the residual stream."""
    heads: Size
    """Attention heads."""
    kv_heads: Size | None = None
    """Heads that keys and values have; null: not grouped so."""
    ffn: Size | None = None
    """Width of a dense feed-forward layer."""
    vocab: Size | None = None
    """Tokens of the vocabulary."""
    sequence: Size | None = None
    """Tokens of a sequence in the main stage of pre-training."""
    experts: ExpertsFact | None = None
    """Its experts; null: a dense model."""
