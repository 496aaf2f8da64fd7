"""Tenants: keys of their own, and a fabric that keeps them apart."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.tenants import pkey_of


@spec_rule(
    title="One partition key for two tenants",
    why="Hosts with the same partition key reach each other: the two tenants would be one.",
    fix="State another `pkey` for one of them.",
)
def tenant_pkey_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Every tenant has a key of its own, stated or made of its name."""
    seen: dict[int, str] = {}
    for name, tenant in sorted(spec.tenants.items(), key=lambda pair: (pair[1].pkey is None, pair[0])):
        key = pkey_of(name, tenant)
        other = seen.setdefault(key, name)
        if other != name:
            yield Finding(
                message=f"the tenants {other} and {name} both have the partition key 0x{key:04x}"
                + ("" if tenant.pkey is not None else f", which is what the name {name} gives"),
                loc=("tenants", name, "pkey") if tenant.pkey is not None else ("tenants", name),
                at_key=tenant.pkey is None,
                notes=(Note("the other tenant is here", ("tenants", other)),),
                help=f"set tenants.{name}.pkey to a key that no other tenant has, such as 0x{_free(spec, key):04x}",
            )


def _free(spec: ClusterSpec, key: int) -> int:
    taken = {pkey_of(name, tenant) for name, tenant in spec.tenants.items()}
    return next(each for each in range(key + 1, key + 1 + len(taken) + 1) if each not in taken)
