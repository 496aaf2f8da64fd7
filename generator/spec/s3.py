"""`storage.<tier>.s3`: an object store of the site, which no host of the cluster serves: its endpoints, authority, owners and buckets."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.base import Flag, Slug, SpecModel, own_error

_FORM = r"https://([a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?)(?::([1-9][0-9]{0,4}))?"
_HTTPS, _PORTS = 443, 65535
STEM = "s3_"
"""How names of secrets of such stores begin."""
BucketName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$")]
"""Amazon S3, bucket naming rules: 3 to 63 lower-case letters, digits and hyphens; dots are left out, as certificates do not fit names with them."""
ExpireDays = Annotated[StrictInt, Field(ge=1, le=36500)]


def endpoint_of(url: str) -> tuple[str, int]:
    """Return the host, as a name or an IPv4 address, and the TCP port of an endpoint."""
    found = re.fullmatch(_FORM, url)
    return (found[1], int(found[2] or _HTTPS)) if found else ("", 0)


def authority_secret(tier: str) -> str:
    """Name the secret that is the certificate of a store's authority."""
    return f"{_stem(tier)}_authority"


def key_secrets(tier: str, owner: str) -> tuple[str, str]:
    """Name the secrets that are an owner's access key: its id, and its secret part."""
    stem = f"{_stem(tier)}__{owner.replace('-', '_')}"
    return f"{stem}_key_id", f"{stem}_secret_key"


def _stem(tier: str) -> str:
    return f"{STEM}{tier.replace('-', '_')}"


def _endpoint(value: Any) -> str:
    if isinstance(value, str) and "@" in value:
        raise own_error(
            "an endpoint must not have a login: the spec and the tree have no secrets; the site's vault has it"
        )
    if isinstance(value, str) and value.startswith("http:"):
        raise own_error(
            "an endpoint must be reached by https: without it, what is stored and read can be seen on the way"
        )
    if not isinstance(value, str) or not 0 < endpoint_of(value)[1] <= _PORTS:
        raise own_error(
            f"{str(value)[:60]!r} is not an endpoint; write it like https://s3.example.net or https://192.0.2.10:9000, without a path"
        )
    return value


Endpoint = Annotated[str, BeforeValidator(_endpoint)]
"""The address of a store's S3 API, without a login and a path."""
Region = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$")]


class S3Spec(SpecModel):
    """An object store of the site, such as MinIO or a vendor's, as clients of the cluster use it over its S3 API and verified TLS."""

    endpoints: Annotated[tuple[Endpoint, ...], Field(min_length=1, max_length=16)]
    """URLs of the store, each of which answers for all buckets (`https://s3.example.net:9000`). With several, jobs that copy take the first one that accepts connections, each of their
    tasks beginning with another one. Where the site has a balancer, state its name alone."""
    authority: Flag = False
    """Verify the store by an authority of the site, whose certificate (PEM) is the secret `s3_<tier>_authority`; by default by those of the operating system."""
    region: Region = "us-east-1"
    """The region that requests are signed for, as the store has it. The default is MinIO's (minio/minio, discussion 15997); Ceph's gateway accepts it too."""
    buckets: dict[BucketName, Slug] = {}
    """Buckets, and who owns each: a tenant of the spec where it has tenants, else any name. Owners are users of the store, which its administrator creates: S3 has no request for that.
    The keys of an owner are the secrets `s3_<tier>__<owner>_key_id` and `s3_<tier>__<owner>_secret_key`."""
    expire_days: dict[BucketName, ExpireDays] = {}
    """Days after which the objects of a bucket are deleted, counted from when each was written, and parts of uploads that were not finished. A bucket that is not named keeps its objects. Rules that its owner sets are kept."""
