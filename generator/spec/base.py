"""The base of all spec models, and field types with their own error messages."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints
from pydantic_core import PydanticCustomError

Model = TypeVar("Model", bound=BaseModel)


class SpecModel(BaseModel):
    """Frozen, unknown keys refused; the docstring under a field is its page in the reference."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def defaults(kind: type[Model]) -> Model:
    """Return the defaults of a part; not validated, as that would compile another validator at every start."""
    return kind.model_construct()


def own_error(message: str) -> PydanticCustomError:
    """Make a validation error whose words are shown as they are."""
    return PydanticCustomError("own", "{text}", {"text": message})


FabricName = Literal["compute", "storage", "frontend", "oob"]
"""The fabrics that a cluster may have."""
_SLUG = r"^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$"
Slug = Annotated[str, StringConstraints(strict=True, pattern=_SLUG), Meta(pattern=_SLUG)]
"""A name that a host name, a file and a group can carry: a-z, 0-9 and inner dashes, a letter first."""
ModelRef = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
"""The name of a catalog model: `clustergen catalog list` prints them."""
CATALOG_KIND = "x-catalog"
"""The keyword of the JSON Schema with the kind of catalog model that a key names; `pipeline/editor_schema` puts the names in its place."""
HostModel = Annotated[ModelRef, Field(json_schema_extra={CATALOG_KIND: "hosts"})]
SwitchModel = Annotated[ModelRef, Field(json_schema_extra={CATALOG_KIND: "switches"})]
PduModel = Annotated[ModelRef, Field(json_schema_extra={CATALOG_KIND: "pdus"})]
PublishedModel = Annotated[ModelRef, Field(json_schema_extra={CATALOG_KIND: "models"})]
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]*$"
"""No control characters, no other line ends, and nothing that is unseen or turns the direction of writing."""
Line = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=ONE_LINE)]
"""One line of text for people."""
Note = Annotated[str, StringConstraints(strict=True, max_length=2000, pattern=ONE_LINE)]
"""A long line of text for people: where a fact comes from, and what a reader must know."""
_WORD = r"^[A-Za-z0-9][A-Za-z0-9 ._/+:,()\[\]-]*$"
Word = Annotated[str, StringConstraints(strict=True, max_length=80, pattern=_WORD), Meta(max_length=80, pattern=_WORD)]
"""What programs and labels call a thing: part numbers, platforms, names of pools and cages."""
Count = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
"""A number of things, at least one."""
CountOrZero = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
"""A number of things, none allowed."""
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
"""A count or a size in a catalog."""
Figure = Annotated[float, Field(ge=0, le=1e9)]
"""A measure in a catalog, in the unit of its name."""
VlanId = Annotated[StrictInt, Field(ge=2, le=4094)]
"""A VLAN id (IEEE 802.1Q), 2 to 4094."""
Asn = Annotated[StrictInt, Field(ge=1, le=4_294_967_294)]
"""An AS number (RFC 6793)."""
Flag = StrictBool
"""true or false."""
Ratio = Annotated[float, Field(strict=True, ge=0.25, le=64)]
"""Host bandwidth to uplink bandwidth: 1 is non-blocking, 3 means 3:1, less than 1 leaves uplinks to spare."""
Metres = Annotated[float, Field(strict=True, ge=0, le=1000)]
"""A length, m."""
SpeedGbps = Annotated[float, Field(strict=True, gt=0, le=3200)]
"""A link speed, Gb/s."""
