"""hosts-s3: what control hosts complete buckets of an object store of the site by, and a page for each such tier."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.s3_stores import AUTHORITIES, S3Store, s3_stores
from generator.plan.plan import Plan
from generator.plan.secrets import variable
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.encode import encode_escaped, indented
from generator.render.hosts.sharing import shared_place
from generator.render.templates import Templates

NAME = "hosts-s3"
_PROGRAM = "usr/local/sbin/clustergen-s3.py"
_RAN = Proof(Grade.APPLIED, "Python 3.11 completes buckets of radosgw 16.2.15 over TLS by it")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each store, then what control hosts share."""
    stores = s3_stores(plan)
    yield from (_page(store) for store in stores.values())
    for group in _groups(plan) if stores else ():
        yield shared_place(group, _PROGRAM)
        yield from (shared_place(group, _table(store)) for store in stores.values())


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: they name no host but the one that completes buckets, in the page."""
    stores = s3_stores(plan)
    for store in stores.values():
        yield Artifact(
            _page(store), templates.render("hosts/s3/page.md.j2", store=store, authorities=AUTHORITIES), UNPROVEN
        )
    for group in _groups(plan) if stores else ():
        yield Artifact(shared_place(group, _PROGRAM), templates.render("hosts/s3/program.py.j2"), _RAN)
        for store in stores.values():
            text = indented(_facts(store), encode_escaped)
            yield Artifact(shared_place(group, _table(store)), text, _RAN)


def _groups(plan: Plan) -> list[str]:
    return list(dict.fromkeys(host.group for host in configured_hosts(plan) if host.role == "control"))


def _facts(store: S3Store) -> dict[str, Any]:
    """Return what the program reads: keys by the names of their variables alone."""
    days = store.expire_days
    return {
        "endpoints": [f"https://{place}" for place in store.places],
        "authority": store.authority,
        "region": store.region,
        "owners": {
            each.name: {"key_id": variable(each.key_id), "secret_key": variable(each.secret_key)}
            for each in store.owners
        },
        "buckets": {
            name: {"owner": owner, **({"expire_days": days[name]} if name in days else {})}
            for name, owner in store.buckets.items()
        },
    }


def _table(store: S3Store) -> str:
    return f"etc/clustergen/s3/{store.tier}.json"


def _page(store: S3Store) -> str:
    return f"storage/{store.tier}.md"
