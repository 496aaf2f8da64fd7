"""Values made from the JSON Schema of specs: right in their kind, wild in what they say."""

import json
import random
import string
from functools import cache
from typing import Any

from generator.spec.reference import json_schema
from tests.fuzz.words import odd

_DEEPEST = 6


@cache
def schema() -> dict[str, Any]:
    """Return the schema of specs."""
    found = json.loads(json_schema())
    assert isinstance(found, dict)
    return found


def some(dice: random.Random, canary: str, part: dict[str, Any] | None = None, depth: int = 0) -> Any:
    """Return a value that has the form which a part of the schema asks for, now and then another one."""
    part = _resolved(schema() if part is None else part)
    if dice.random() < 0.05 or depth > _DEEPEST:
        return odd(dice, canary)
    if options := part.get("anyOf") or part.get("oneOf"):
        return some(dice, canary, dice.choice(options), depth)
    if "const" in part or "enum" in part:
        return dice.choice(part.get("enum", [part.get("const")]))
    match part.get("type"):
        case "object":
            return _mapping(dice, canary, part, depth)
        case "array":
            inner = part.get("items") or {}
            return [some(dice, canary, inner, depth + 1) for _ in range(dice.choice((0, 1, 2, 3)))]
        case "integer" | "number":
            low, high = part.get("minimum", 0), part.get("maximum", 1000)
            return dice.choice(
                (low, high, low - 1, high + 1, dice.randint(int(low), max(int(low), int(min(high, low + 100)))))
            )
        case "boolean":
            return dice.random() < 0.5
        case "null":
            return None
    return _text(dice, canary)


def _mapping(dice: random.Random, canary: str, part: dict[str, Any], depth: int) -> dict[str, Any]:
    properties = part.get("properties", {})
    wanted = [*part.get("required", ()), *(name for name in properties if dice.random() < 0.25)]
    found = {name: some(dice, canary, properties.get(name, {}), depth + 1) for name in dict.fromkeys(wanted)}
    more = part.get("additionalProperties")
    if isinstance(more, dict):
        found |= {_text(dice, canary): some(dice, canary, more, depth + 1) for _ in range(dice.choice((0, 1, 2)))}
    return found


def _text(dice: random.Random, canary: str) -> str:
    if dice.random() < 0.3:
        return str(odd(dice, canary))
    return dice.choice(("", "a", "gpu", "10.1.2.0/24", "10.1.2.3", "/data", "x.example.net")) + "".join(
        dice.choices(string.ascii_lowercase, k=3)
    )


def _resolved(part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        part = schema()["$defs"][part["$ref"].rpartition("/")[2]]
    return part


def grow(data: dict[str, Any], dice: random.Random, canary: str) -> dict[str, Any]:
    """Return a spec with some keys of the schema that it does not have, or others in their place."""
    data = json.loads(json.dumps(data))
    properties = schema()["properties"]
    for _ in range(dice.randint(1, 3)):
        name = dice.choice([each for each in properties if each not in {"clustergen", "name"}])
        made = some(dice, canary, properties[name], 1)
        old = data.get(name)
        data[name] = (
            {**old, **made} if isinstance(old, dict) and isinstance(made, dict) and dice.random() < 0.7 else made
        )
    return data
