"""Errors of readers and of programs, as users read them: our own words, and none of Python or of a library."""

import json
from ipaddress import ip_network
from pathlib import Path
from subprocess import TimeoutExpired
from xml.etree import ElementTree as ET

import pytest
import yaml

from generator.source.broken import StatedError, said_of, why_not_run


def _deep() -> None:
    _deep()


def _own() -> None:
    raise StatedError("a stanza is there twice")


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: json.loads('{"a":\n x}'), "is not JSON (line 2)"),
        (lambda: yaml.safe_load("a: 1\nb: [\n"), "is not YAML (line 3)"),
        (lambda: ET.fromstring("<a>\n<b></a>"), "is not valid XML (line 2)"),
        (lambda: b"\xff".decode("utf-8"), "is not UTF-8"),
        (lambda: dict[str, str]()["vlanid"], "has no `vlanid` where one is needed"),
        (lambda: int("x7"), "has `x7` where a number is expected"),
        (lambda: ip_network("10.0.0.1/99"), "has `10.0.0.1/99` where another value is expected"),
        (lambda: next(iter(())), "has a value of another kind than clustergen writes"),
        (lambda: None.get("a"), "has a value of another kind than clustergen writes"),  # type: ignore[attr-defined]
        (_own, "is not as clustergen writes it: a stanza is there twice"),
        (_deep, "is nested too deep"),
        (lambda: Path("/nonexistent/x").read_text(), "cannot be opened: no such file or directory"),
    ],
)
def test_what_a_reader_found(read: object, said: str) -> None:
    assert callable(read)
    with pytest.raises(Exception) as found:
        read()
    assert said_of(found.value) == said


def test_why_a_program_has_not_ended() -> None:
    assert why_not_run(TimeoutExpired(["/usr/sbin/nft", "-f", "x"], 120)) == "nft did not end within 120 s"
    assert why_not_run(FileNotFoundError(2, "No such file or directory", "/usr/sbin/nft")) == "/usr/sbin/nft: no such file or directory"  # fmt: skip
    assert why_not_run(ValueError("invalid literal for int() with base 10: 'x'")) == "a file has `x` where a number is expected"  # fmt: skip
