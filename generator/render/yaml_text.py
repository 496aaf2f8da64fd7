"""YAML that every reader understands alike: block style, keys in their order, doubtful strings quoted."""

import re
from typing import Any

import yaml

_PLAIN = re.compile(r"[A-Za-z/_][A-Za-z0-9/_.,\[\]-]*")
_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""What YAML 1.1 readers take for something else than text, in any case of letters."""


class _Dumper(yaml.SafeDumper):
    """Lists stand deeper than their key; no anchors."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent always."""
        del indentless
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: Any) -> bool:
        """Write a value again rather than point to it."""
        del data
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    plain = _PLAIN.fullmatch(value) and value.lower() not in _WORDS
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if plain else '"')


_Dumper.add_representer(str, _text)


def yaml_text(value: Any, header: str = "") -> str:
    """Print plain values as one YAML document; `header` goes above it, each line a comment."""
    comment = "".join(f"# {line}".rstrip() + "\n" for line in header.splitlines())
    body = yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=2**20)
    return f"{comment}---\n{body}"
