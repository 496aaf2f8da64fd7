"""The YAML of pages is what the keys of a spec take: a reader copies it."""

import re
from textwrap import dedent
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from generator.source.document import read_document
from generator.spec.cluster import ClusterSpec
from generator.spec.words import translate
from tests.conftest import ROOT, example

PARTS = frozenset({"missing-key", "bad-value"})
"""What may be wrong with a part of a spec: other parts have the rest, and a key `AAAA...` is to be replaced."""


def blocks() -> dict[str, Any]:
    """Return every block of a page that has keys of a spec alone, by its page and place."""
    found: dict[str, Any] = {}
    for page in sorted((ROOT / "docs").glob("*.md")):
        texts = re.findall(r"^ *```yaml\n(.*?)^ *```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for number, text in enumerate(texts, 1):
            data = read_document(page.name, dedent(text).encode(), foreign=True).data
            if isinstance(data, dict) and data.keys() <= ClusterSpec.model_fields.keys():
                found[f"{page.stem}-{number}"] = data
    return found


BLOCKS = blocks()


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_part_of_a_spec(name: str) -> None:
    data = yaml.safe_load(example("roce-64").read_text(encoding="utf-8")) | BLOCKS[name]
    try:
        ClusterSpec.model_validate(data)
    except ValidationError as error:
        found = translate(error.errors(include_url=False), ClusterSpec)
        assert [each.message for each in found if each.code not in PARTS] == []
