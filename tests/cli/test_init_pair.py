"""The starter: its remark on one pair of switches, there where it is true and true where it is there; storage hosts for the GPUs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main

REMARK = "fits one pair of switches"


def starter(*options: str) -> str:
    """Write a starter spec."""
    result = CliRunner().invoke(main, ["init", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--gpus", "16"), True),  # 2 hosts, numbered for 8
        (("--gpus", "64", "--max-gpus", "64"), True),
        (("--gpus", "64"), False),  # numbered for 32
        (("--gpus", "16", "--fabric", "infiniband"), False),
        (("--gpus", "16", "--host", "dgx-b300"), False),  # two planes
        (("--gpus", "16", "--topology", "fat-tree"), False),
    ],
)
def test_the_remark_is_made_where_a_pair_would_do(options: tuple[str, ...], *, said: bool) -> None:
    assert (REMARK in starter(*options)) is said


def test_doing_as_it_says_gives_the_pair(tmp_path: Path) -> None:
    text = starter("--gpus", "16")
    own, _, rest = text.partition("  # Hosts to the parallel")
    small = own + rest[rest.index("  # BMCs and") :]
    path = tmp_path / "cluster.yaml"
    path.write_text(small.replace("storage-2u,", "storage-2u-400g,").replace("server-1u,", "server-1u-400g,"), "utf-8")
    explained = CliRunner().invoke(main, ["explain", str(path), "compute.carries"])
    assert "compute.carries is storage and frontend: derived: " in explained.stdout
    resolved = CliRunner().invoke(main, ["show", str(path), "--resolved"])
    (line,) = [line for line in resolved.stdout.splitlines() if line.endswith("# derived")]
    assert line.split("#")[0].strip() == "carries: [storage, frontend]"


@pytest.mark.parametrize(("gpus", "hosts"), [(16, 2), (4096, 13)])
def test_storage_hosts_follow_the_gpus(gpus: int, hosts: int) -> None:
    """0.16 GB/s a GPU by 57.27 GB/s a host: 0.04 and 11.4, rounded up, and one more."""
    assert f"storage: {{model: storage-2u, count: {hosts}, max:" in starter("--gpus", str(gpus))


@pytest.mark.parametrize(
    "options", [(), ("--os", "eos"), ("--os", "cumulus"), ("--fabric", "infiniband"), ("--max-gpus", "1024")]
)
def test_the_commented_services_are_valid_with_the_uplink_beside_them(options: tuple[str, ...], tmp_path: Path) -> None:
    """Both lines without their `#` make a spec without a problem."""
    text = starter("--gpus", "16", *options).replace("# services:", "services:").replace("# addressing:", "addressing:")
    (path := tmp_path / "cluster.yaml").write_text(text, encoding="utf-8")
    assert "\nservices: {dns" in text
    done = CliRunner().invoke(main, ["validate", "--strict", str(path)])
    assert done.exit_code == 0, done.output
