"""What the role `storage` reads of object stores of the site: whom a host has to believe, and on the host that completes buckets the variables of their owners' keys."""

from collections.abc import Mapping
from typing import Any

from generator.plan.hosts.s3_stores import believes, s3_stores
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.secrets import variable

Facts = Mapping[str, Any]


def s3_authority_facts(plan: Plan, host: Host) -> Facts:
    """Return the certificates of authorities that a host needs, each with its file and variable; nothing where it needs none."""
    found = [
        {"tier": store.tier, "file": store.authority, "variable": variable(store.authority_secret)}
        for store in s3_stores(plan).values()
        if believes(store, host)
    ]
    return {"storage_s3": found} if found else {}


def s3_bucket_facts(plan: Plan, host: Host) -> Facts:
    """Return the stores whose buckets a host completes, each with the variables of keys; nothing on all other hosts."""
    found = [
        {
            "tier": store.tier,
            "variables": [variable(key) for each in store.owners for key in (each.key_id, each.secret_key)],
        }
        for store in s3_stores(plan).values()
        if store.buckets and host.name == store.completes
    ]
    return {"storage_s3_buckets": found} if found else {}
