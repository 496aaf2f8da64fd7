"""Secrets of object stores of the site: names follow from tiers and owners, so that each owner has a key of its own."""

from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.plan import Plan
from generator.spec.s3 import STEM

_MEANINGS = {
    "_key_id": "the id of an owner's access key at an object store of the site (storage.<tier>.s3.buckets)",
    "_secret_key": "the secret part of an owner's access key at an object store of the site (storage.<tier>.s3.buckets)",
    "_authority": "the certificate (PEM) of the authority that signs the certificates of an object store of the site (storage.<tier>.s3.authority)",
}
_STAGE = ("storage",)


def s3_secrets(plan: Plan) -> list[str]:
    """List them: by tier its authority, then the keys of its owners."""
    return [
        secret
        for store in s3_stores(plan).values()
        for secret in (
            store.authority_secret,
            *(each for owner in store.owners for each in (owner.key_id, owner.secret_key)),
        )
        if secret
    ]


def is_s3_secret(name: str) -> bool:
    """Whether a secret is one of these."""
    return name.startswith(STEM)


def s3_meaning(name: str) -> str:
    """Return what one is for."""
    return next(meaning for ending, meaning in _MEANINGS.items() if name.endswith(ending))


def s3_stages(name: str) -> tuple[tuple[str, ...], str]:
    """Return the tags of playbooks that ask for one, and the group of the inventory that needs it: keys are used on a control host alone."""
    return _STAGE, "managed" if name.endswith("_authority") else "role_control"
