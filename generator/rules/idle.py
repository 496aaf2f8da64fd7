"""Keys of the spec that are stated and differ from their default, for the rule that reports those without an effect."""

from collections.abc import Iterator

from generator.source.span import Loc
from generator.spec.base import SpecModel

Idle = tuple[Loc, str, str]
"""The place of a key, why it has no effect, and the fix."""
REMOVE = "remove it"


def stated(spec: SpecModel | None, *keys: str) -> Iterator[str]:
    """Yield the keys that a part of the spec states with another value than their default."""
    if spec is None:
        return
    for key in keys:
        default = type(spec).model_fields[key].get_default(call_default_factory=True, validated_data={})
        if key in spec.model_fields_set and getattr(spec, key) != default:
            yield key
