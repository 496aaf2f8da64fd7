"""A ratio, a quoted number, or one with the unit of its key: the message has the number to write."""

import pytest

from generator.source.document import read_document
from generator.spec.cluster import ClusterSpec
from generator.spec.load import DocumentError, validate

SPEC = """clustergen: 1
name: a
domain: a.example.net
hosts: {gpu: {model: dgx-h100, count: 2}}
fabrics: {compute: {technology: roce, leaf: {model: sn5600}, oversubscription: %s}}
power: {rack_kw: %s}
"""


@pytest.mark.parametrize(
    ("ratio", "power", "advice"),
    [
        ('"2:1"', "50", ["write 2; `oversubscription`"]),
        ("1", "50kW", ["write 50; `rack_kw`"]),
        ("1", "0.05 MW", ["write 50; `rack_kw`"]),
        ("1", "50kg", ["`rack_kw`"]),
        ('"3:0"', '"50"', ["`oversubscription`", "write 50; `rack_kw`"]),
    ],
)
def test_what_to_write_is_in_the_help(ratio: str, power: str, advice: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        validate(read_document("cluster.yaml", (SPEC % (ratio, power)).encode()), ClusterSpec)
    found = [problem.help for problem in caught.value.problems]
    assert len(found) == len(advice)
    assert all(help.startswith(start) for help, start in zip(found, advice, strict=True))
