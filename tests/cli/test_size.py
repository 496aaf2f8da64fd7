"""`clustergen size`: what people and programs read of it, and what it says where it cannot answer."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from tests.conftest import example

PINNED = {
    "gpu", "gpus", "precision", "model_flops", "days", "gpu_hours", "mfu", "tflops_per_gpu", "tokens_per_second", "checkpoint_bytes",
    "memory_bytes_per_gpu", "fits", "split", "alternatives", "interruptions_per_day", "checkpoint_interval_s", "goodput", "storage", "sources",
}  # fmt: skip


def size(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["size", *arguments])


def test_the_keys_that_programs_read() -> None:
    found = json.loads(
        size("--params", "70e9", "--tokens", "15e12", "--gpu", "h100", "--days", "30", "--format", "json").output
    )
    assert set(found) >= PINNED
    for name in ("days", "gpu_hours", "mfu"):
        assert set(found[name]) == {"low", "expected", "high"}
    assert set(found["split"]) == {"tp", "cp", "ep", "pp", "dp"}
    assert set(found["storage"]) == {"write_gbs", "read_gbs", "capacity_tb"}
    assert found["gpu"] == "h100-sxm"
    assert found["wall_days"] <= 30


def test_the_table_says_what_it_is_made_of() -> None:
    output = size("--model", "llama-3.1-405b", "--tokens", "15.6T", "--gpu", "h100", "--gpus", "16384").output
    assert "16,384 (2,048 hosts)" in output
    assert "tp 8, cp 2, pp 8, dp 128" in output  # the split of NVIDIA/dgxc-benchmarking for this model and GPU
    assert output.count("source: ") >= 3
    assert "assumed: a batch of 16.8 million tokens" in output


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--params", "70B", "--tokens", "1T", "--gpu", "h100"], 2, "state one of --gpus and --days"),
        (["--tokens", "1T", "--gpu", "h100", "--gpus", "8"], 2, "state one of --model and --params"),
        (["--params", "70B", "--tokens", "much", "--gpu", "h100", "--gpus", "8"], 2, "is not a number above 0"),
        (["--params", "70B", "--tokens", "1T", "--gpu", "h", "--gpus", "8"], 2, "did you mean h100-nvl, "),
        (["--params", "70B", "--tokens", "1T", "--gpu", "zzz", "--gpus", "8"], 2, "known: a100-sxm"),
        (["--model", "llama", "--tokens", "1T", "--gpu", "h100", "--gpus", "8"], 2, "did you mean llama-2-13b, "),
        (["--model", "zzz", "--tokens", "1T", "--gpu", "h100", "--gpus", "8"], 2, "known: "),
        (["--params", "7B", "--active", "9B", "--tokens", "1T", "--gpu", "h100", "--gpus", "8"], 2, "cannot pass more"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "h100", "--host", "dgx-a100", "--gpus", "8"], 2, "hosts with it"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "h100", "--gpus", "8", "--batch", "100"], 2, "less than one sequence"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "h100", "--gpus", "8", "--split", "xp=3"], 2, "is none of tp=N"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "h100", "--gpus", "8", "--split", "tp=3,pp=40"], 1, "do not divide by 3"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "a100", "--gpus", "8", "--precision", "fp8"], 1, "no peak for fp8"),
        (["--params", "7B", "--tokens", "1T", "--gpu", "mi355x", "--gpus", "8"], 1, "no published training run"),
        (["--params", "2T", "--tokens", "1T", "--gpu", "a100", "--gpus", "8"], 1, "does not fit at any split; it does on 512"),
        (["--params", "70B", "--tokens", "15T", "--gpu", "h100", "--days", "0.1"], 1, "no number of GPUs ends this run"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_says_why(arguments: list[str], code: int, said: str) -> None:
    found = size(*arguments)
    assert found.exit_code == code, found.output
    assert said in found.output + found.stderr
    assert "Traceback" not in found.output + found.stderr


def test_the_spec_that_it_writes_renders(tmp_path: Path) -> None:
    """On whole racks where the GPUs come in racks: 64 GPUs of each are a job's, 72 are there."""
    for gpu, days, hosts in (("h100", "30", 6), ("gb200", "10", 18)):
        path = tmp_path / f"{gpu}.yaml"
        found = size("--params", "70B", "--tokens", "1e11", "--gpu", gpu, "--days", days, "-o", str(path))
        assert found.exit_code == 0, found.output
        assert f"count: {hosts}," in path.read_text(encoding="utf-8")
        assert CliRunner().invoke(main, ["validate", str(path)]).exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--model", "llama-3.1-405b", "--gpu", "b200", "--gpus", "2048", "--tokens", "15.6T"),
        ("--params", "70B", "--layers", "80", "--hidden", "8192", "--gpu", "h100", "--gpus", "512", "--tokens", "1.4e12", "--seq", "4096"),
        ("--params", "7123456789", "--gpu", "h200", "--gpus", "64", "--tokens", "2T", "--batch", "8M", "--precision", "bf16", "--mfu", "0.41", "--oversubscription", "2"),
        ("--model", "llama-3.1-70b", "--gpu", "h100", "--gpus", "256", "--tokens", "1T", "--split", "tp=8,pp=4"),
    ],
    ids=["a published model", "a shape of one's own", "every figure of the run", "a stated split"],
)  # fmt: skip
def test_the_spec_that_it_writes_has_the_run(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Sized again from the spec alone, the run takes as long, with the same split, and storage follows from it."""
    path = tmp_path / "cluster.yaml"
    asked = json.loads(size(*arguments, "-o", str(path), "--format", "json").output)
    assert json.loads(size(str(path), "--format", "json").output)["workloads"] == {"train": asked}
    assert "storage: {model: storage-2u, max: " in path.read_text(encoding="utf-8")


def test_the_workloads_of_a_spec(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    stated = "workloads:\n  llm: {model: llama-3.1-8b, tokens: 2T}\n  tune: {kind: finetune, params: 7B, tokens: 1e9, share: 0.5}\n"
    path.write_text(example("roce-16").read_text(encoding="utf-8") + stated, encoding="utf-8")
    found = json.loads(size(str(path), "--format", "json").output)["workloads"]
    assert {name: each["gpus"] for name, each in found.items()} == {"llm": 16, "tune": 8}
    one = json.loads(size(str(path), "--model", "llama-3.1-8b", "--tokens", "2T", "--format", "json").output)
    assert one == found["llm"]


def test_a_spec_without_workloads_says_so() -> None:
    found = size(str(example("roce-16")))
    assert found.exit_code == 1
    assert "has no workloads" in found.stderr


def test_a_job_uses_sixteen_of_eighteen_hosts_of_a_rack(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    stated = "workloads:\n  llm: {model: llama-3.1-70b, tokens: 1T, precision: fp8}\n"
    path.write_text(example("nvl72-8-racks").read_text(encoding="utf-8") + stated, encoding="utf-8")
    found = json.loads(size(str(path), "--format", "json").output)["workloads"]["llm"]
    assert found["gpus"] % 64 == 0


def test_explain_has_every_figure_with_its_source(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    stated = "workloads:\n  llm: {model: llama-3.1-8b, tokens: 2T}\n  bad: {model: llama-3.1-8b, tokens: 2T, precision: fp4}\n"
    path.write_text(example("roce-16").read_text(encoding="utf-8") + stated, encoding="utf-8")
    one = CliRunner().invoke(main, ["explain", str(path), "workloads.llm"])
    assert one.exit_code == 0, one.output
    assert one.output.count("  = ") == one.output.count("  with ") == one.output.count("  source: ") > 15
    assert "FLOPs of the run: 9.6" in one.output
    assert f"from {path.name}" in one.output or "llm: {model" in one.output
    every = CliRunner().invoke(main, ["explain", str(path), "workload"]).output
    assert "bad is not known: NVIDIA H100" in every
    none = CliRunner().invoke(main, ["explain", str(path), "workloads.llms"])
    assert none.exit_code == 1
    assert "did you mean workloads.llm" in none.output + none.stderr


def test_workloads_that_do_not_train(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    stated = "workloads:\n  chat: {kind: inference, model: llama-3.1-8b}\n  cfd: {kind: hpc, share: 0.5}\n  llm: {model: llama-3.1-8b, tokens: 2T}\n"
    path.write_text(example("roce-16").read_text(encoding="utf-8") + stated, encoding="utf-8")
    found = json.loads(size(str(path), "--format", "json").output)["workloads"]
    assert (found["chat"]["kind"], found["chat"]["gpus"], found["chat"]["fits"]) == ("inference", 16, True)
    assert found["chat"]["tokens_a_second_measured_bandwidth"] < found["chat"]["tokens_a_second_at_most_all_bandwidth"]
    assert (found["cfd"]["kind"], found["cfd"]["gpus"]) == ("hpc", 8)
    assert found["llm"]["gpus"] == 16
    told = size(str(path)).output
    assert all(name in told for name in ("chat\n", "cfd\n", "llm\n"))
    explained = CliRunner().invoke(main, ["explain", str(path), "workloads.chat"]).output
    assert "keys and values of a token" in explained
    assert "FLOPs of the run" not in explained


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        (
            "{kind: inference, model: llama-3.1-8b, tokens: 1T}",
            "`tokens` does not apply to a workload of kind inference",
        ),
        ("{kind: hpc, model: llama-3.1-8b}", "`model` does not apply to a workload of kind hpc"),
        ("{model: llama-3.1-8b}", "a workload of kind pretrain has `tokens`"),
        ("{model: llama-3.1-8b, tokens: 1T, concurrent: 4}", "`concurrent` does not apply"),
        ("{kind: inference}", "either `model`"),
    ],
)
def test_keys_are_those_of_the_kind(tmp_path: Path, stated: str, said: str) -> None:
    path = tmp_path / "cluster.yaml"
    path.write_text(example("roce-16").read_text(encoding="utf-8") + f"workloads:\n  it: {stated}\n", encoding="utf-8")
    found = CliRunner().invoke(main, ["validate", str(path)])
    assert found.exit_code == 1
    assert said in found.output + found.stderr


def test_an_option_without_effect_is_refused() -> None:
    """The workloads of a spec are calculated for its own hosts, whatever GPU is named beside it."""
    spec = str(example("train-405b-2048"))
    result = size(spec, "--gpu", "b200", "--days", "3")
    assert result.exit_code == 2
    assert "--gpu, --days would have no effect" in result.output
    assert size(spec, "-o", "new.yaml").exit_code == 2


@pytest.mark.parametrize(
    ("option", "word", "meant"),
    [("--model", "llama-3.1-70B", "llama-3.1-70b"), ("--gpu", "h1000", "h100-sxm"), ("--gpu", "MI300X", "mi300x")],
)
def test_the_nearest_name_is_suggested(option: str, word: str, meant: str) -> None:
    other = ("--gpu", "h100") if option == "--model" else ("--params", "7e9")
    result = size(option, word, *other, "--tokens", "1e12", "--days", "30")
    assert result.exit_code == 2
    assert f"did you mean {meant}" in result.output
