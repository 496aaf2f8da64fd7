"""Every pattern of a spec is explained in words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.pipeline.reference import load_rules
from generator.spec.base import ONE_LINE
from generator.spec.patterns import in_words

ROOT = Path(__file__).parents[2]


def patterns(schema: Any) -> Iterator[str]:
    """Yield the patterns of a JSON schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from patterns(each)


def test_every_pattern_has_words() -> None:
    """Text on one line is the only pattern that the general words describe."""
    load_rules()
    found = set(patterns(json.loads((ROOT / "docs/clustergen.schema.json").read_text("utf-8"))))
    assert len(found) > 30
    assert {each for each in found if in_words(each) == in_words(ONE_LINE)} <= {ONE_LINE}
