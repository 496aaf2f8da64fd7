"""The rules of the model stage: `rules.yaml` has their texts; the modules of this package report them."""

from pathlib import Path

from msgspec import yaml

from generator.source.diagnostic import Severity
from generator.source.rule import register

_TEXTS = yaml.decode(Path(__file__).with_suffix(".yaml").read_bytes(), type=dict[str, dict[str, str]])

for _slug, _text in _TEXTS.items():
    register(
        _slug,
        title=_text["title"],
        why=_text["why"],
        fix=_text["fix"],
        stage="model",
        severity=Severity(_text.get("severity", Severity.ERROR)),
    )
