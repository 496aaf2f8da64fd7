"""Tenants: keys of their own, and a fabric that keeps them apart."""

from collections.abc import Iterator
from itertools import count

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.tenants import pkey_of


@spec_rule(
    title="One partition key for two tenants",
    why="Hosts with the same partition key reach each other: the two tenants would be one.",
    fix="State another `pkey` for one of them.",
)
def tenant_pkey_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Every tenant has a key of its own, stated or made of its name."""
    stated_first = sorted(spec.tenants.items(), key=lambda pair: (pair[1].pkey is None, pair[0]))
    keys = {name: pkey_of(name, tenant) for name, tenant in stated_first}
    for key, other, name in repeated((key, name) for name, key in keys.items()):
        stated = spec.tenants[name].pkey is not None
        free = next(each for each in count(key + 1) if each not in keys.values())
        yield Finding(
            message=f"the tenants {other} and {name} both have the partition key 0x{key:04x}"
            + ("" if stated else f", which is what the name {name} gives"),
            loc=("tenants", name, "pkey") if stated else ("tenants", name),
            at_key=not stated,
            notes=(Note("the other tenant is here", ("tenants", other)),),
            help=f"set tenants.{name}.pkey to a key that no other tenant has, such as 0x{free:04x}",
        )
