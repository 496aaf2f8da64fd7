"""Object stores of the site: their endpoints, whom clients believe, the secrets of owners, and the control host that completes buckets."""

from collections.abc import Mapping

from msgspec import Struct

from generator.plan.clients import client_roles
from generator.plan.hosts.configured import configured_hosts
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED
from generator.spec.s3 import authority_secret, endpoint_of, key_secrets

AUTHORITIES = "/etc/clustergen/s3/authorities"
"""The folder of the certificates of stores' authorities, of which every program may read each."""
_CONTROL = "control"
_PROVIDERS = {"minio": "Minio", "ceph": "Ceph"}
"""What rclone calls vendors whose stores differ from others (rclone.org/s3, --s3-provider), by a word of the product."""
_OTHER = "Other"


class Owner(Struct, frozen=True, kw_only=True):
    """Who owns buckets, and the secrets that are the id and the secret part of the access key."""

    name: str
    key_id: str
    secret_key: str


class S3Store(Struct, frozen=True, kw_only=True):
    """A tier whose buckets a store of the site has. `places` are its endpoints as `host:port`, in the order of the spec."""

    tier: str
    places: tuple[str, ...]
    authority: str
    """The file with the certificate of its authority; empty where clients believe those of their system."""
    authority_secret: str
    """The secret that this certificate is; empty where there is none."""
    region: str
    provider: str
    clients: tuple[str, ...]
    owners: tuple[Owner, ...]
    buckets: Mapping[str, str]
    expire_days: Mapping[str, int]
    completes: str
    """The host that creates buckets; empty where no control host is installed."""

    @property
    def remote(self) -> str:
        """How rclone's variables of the environment call it (rclone.org/docs, Environment variables)."""
        return self.tier.upper().replace("-", "_")


@once
def s3_stores(plan: Plan) -> Mapping[str, S3Store]:
    """Return the stores of the site, by their tiers."""
    control = (host for host in configured_hosts(plan) if host.role == _CONTROL and host.state == INSTALLED)
    completes = next((host.name for host in control), "")
    return {
        tier.name: _store(plan, tier.name, client_roles(plan.groups.values(), tier), completes)
        for tier in plan.tiers
        if plan.site.storage[tier.name].s3
    }


def believes(store: S3Store, host: Host) -> bool:
    """Whether a host has the certificate of a store's authority: its clients, and control hosts, which complete buckets and probe endpoints."""
    return bool(store.authority) and (host.role == _CONTROL or host.role in store.clients)


def _store(plan: Plan, name: str, clients: tuple[str, ...], completes: str) -> S3Store:
    stated = plan.site.storage[name]
    spec = stated.s3
    assert spec is not None
    product = stated.product.lower()
    owners = sorted(set(spec.buckets.values()))
    return S3Store(
        tier=name,
        places=tuple("{}:{}".format(*endpoint_of(url)) for url in spec.endpoints),
        authority=f"{AUTHORITIES}/{name}.crt" if spec.authority else "",
        authority_secret=authority_secret(name) if spec.authority else "",
        region=spec.region,
        provider=next((each for word, each in _PROVIDERS.items() if word in product), _OTHER),
        clients=clients,
        owners=tuple(
            Owner(name=each, key_id=key_secrets(name, each)[0], secret_key=key_secrets(name, each)[1])
            for each in owners
        ),
        buckets=dict(sorted(spec.buckets.items())),
        expire_days=dict(sorted(spec.expire_days.items())),
        completes=completes,
    )
