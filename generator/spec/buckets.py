"""Buckets of an object store, whoever serves it: their names, who owns each, and when objects are deleted."""

from typing import Annotated

from pydantic import Field, StrictInt, StringConstraints

BucketName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$")]
"""Amazon S3, bucket naming rules: 3 to 63 lower-case letters, digits and hyphens; dots are left out, as certificates do not fit names with them."""
ExpireDays = Annotated[StrictInt, Field(ge=1, le=36500)]
