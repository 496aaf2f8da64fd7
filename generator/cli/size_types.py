"""How the options of `clustergen size` are written: amounts and parallel splits."""

import re

import click

from generator.spec.workloads import amount_of
from generator.workload.records import Split


class Amount(click.ParamType[float]):
    """A number of things: 70e9, 70B, 15T, 4_194_304."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, which is positive."""
        number = amount_of(str(value).strip())
        if number is None:
            self.fail(f"{value!r} is not a number above 0, such as 70e9, 70B or 15T", param, ctx)
        return number


class SplitType(click.ParamType[dict[str, int]]):
    """Ranks by kind: tp=8,pp=16,dp=128; omitted kinds are 1, and dp has the rest of the GPUs."""

    name = "tp=N,pp=N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, int]:
        """Return the ranks that are stated."""
        found = {}
        for part in str(value).split(","):
            kind, _, ranks = part.strip().partition("=")
            if kind not in Split.__struct_fields__ or not re.fullmatch(r"[1-9][0-9]{0,6}", ranks) or kind in found:
                self.fail(f"{part.strip()!r} is none of tp=N, cp=N, ep=N, pp=N and dp=N, each once", param, ctx)
            found[kind] = int(ranks)
        return found


AMOUNT = Amount()
