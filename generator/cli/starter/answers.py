"""Answers of `clustergen init`, from flags, from a conversation, or from both."""

from msgspec import Struct

from generator.cli.starter.purpose import Purpose

NONE = "none"
"""The word for an empty list."""
AUTO = "auto"
"""The switch model that follows from the host model."""
CONVERGED = "converged"
"""The layout in which the leaves of compute carry storage and frontend."""
TIERS = {"local-nvme": "scratch", "parallel": "fast", "nfs": "home", "object": "objects"}
"""The kinds of storage tiers that the starter writes, with the name of each."""
SERVED = tuple(kind for kind in TIERS if kind != "local-nvme")
"""Those that storage hosts serve."""


class Generation(Struct, frozen=True):
    """A further generation of GPU hosts: a group that is called like its model."""

    model: str
    gpus: int
    max_gpus: int


class Share(Struct, frozen=True):
    """A tenant with a number of GPU hosts."""

    name: str
    hosts: int


class Answers(Struct, frozen=True, kw_only=True):
    """Every answer, checked: the input of a starter spec. The names are those of the options."""

    name: str
    domain: str
    gpus: int
    max_gpus: int
    host: str
    generations: tuple[Generation, ...]
    fabric: str
    topology: str
    os: str
    switch: str
    """A switch model, or `auto`."""
    storage: tuple[str, ...]
    storage_fabric: str
    layout: str
    scheduler: str
    tenants: tuple[Share, ...]
    assumed: bool = False
    """Whether the envelope was not stated."""
    purpose: Purpose | None = None
    """The run that the cluster is for, where it is known; no option of `init` states it."""

    @property
    def infiniband(self) -> bool:
        """Whether the compute fabric is InfiniBand."""
        return self.fabric == "infiniband"
