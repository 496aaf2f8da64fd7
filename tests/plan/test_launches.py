"""How workloads are started: ranks and their rails, Megatron's options, hosts, checkpoints."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.analysis.close import close
from generator.plan.launches.megatron import stages_of
from generator.plan.launches.ranks import keeps_rail, order_of, ranks_of, stride
from generator.plan.launches.records import Launch
from generator.plan.plan import Plan
from generator.plan.sections import sections
from generator.workload.memory import stage_layers
from generator.workload.records import Split
from tests.specs import Spec, cluster, plan_data

LLM = {"model": "llama-3.1-8b", "tokens": 1e9}
TRAY = {"model": "gb200-nvl72-tray"}


def launches(folder: Path, spec: Spec | None = None, **workloads: Any) -> list[Launch]:
    return list(plan_data((spec or cluster(4)) | {"workloads": workloads or {"llm": LLM}}, folder).launches)


def on_slurm(folder: Path, spec: Spec | None = None, **workloads: Any) -> dict[str, Launch]:
    return {each.name: each for each in launches(folder, spec, **workloads) if each.scheduler == "slurm"}


def option(launch: Launch, name: str) -> str:
    return launch.arguments[launch.arguments.index(f"--{name}") + 1]


@pytest.mark.parametrize(
    ("split", "gpus", "order", "kept"),
    [
        (Split(tp=8, pp=4, dp=4), 8, "tp-cp-ep-pp-dp", True),
        (Split(tp=4, pp=4, dp=8), 8, "tp-cp-ep-dp-pp", True),
        (Split(tp=2, pp=4, dp=8), 8, "tp-cp-ep-pp-dp", True),  # a pipeline in each host
        (Split(tp=4, cp=2, pp=4, dp=2), 8, "tp-cp-ep-pp-dp", True),
        (Split(tp=4, pp=4, dp=3), 8, "tp-cp-ep-pp-dp", False),
        (Split(tp=4, pp=16, dp=2), 4, "tp-cp-ep-pp-dp", True),
    ],
)
def test_neighbours_of_a_pipeline_are_on_one_rail(split: Split, gpus: int, order: str, *, kept: bool) -> None:
    found = order_of(split, gpus)
    assert (found, keeps_rail(split, found, gpus)) == (order, kept)
    if kept and gpus % (stride(split, found) * split.pp):
        assert stride(split, found) % gpus == 0


def test_every_rank_has_a_place_of_its_own(tmp_path: Path) -> None:
    launch = on_slurm(tmp_path, llm=LLM | {"split": {"tp": 4, "pp": 4}})["llm"]
    ranks = list(ranks_of(launch))
    assert len({(each.tp, each.cp, each.pp, each.dp) for each in ranks}) == len(ranks) == launch.ranks == 32
    assert len({(each.host, each.gpu) for each in ranks}) == 32
    assert [each.rail for each in ranks] == [each.gpu for each in ranks]
    for each in ranks:
        same = [other for other in ranks if (other.pp, other.dp) == (each.pp, each.dp)]
        assert {other.host for other in same} == {each.host}, "tensor parallel ranks leave a host"
        ahead = [o for o in ranks if (o.tp, o.cp, o.dp, o.pp) == (each.tp, each.cp, each.dp, each.pp + 1)]
        assert all(other.rail == each.rail for other in ahead)


def test_slurm_starts_nothing_on_whole_gpus_where_it_has_slices(tmp_path: Path) -> None:
    """slurmctld 22.05 and 26.05 refuse such a job: `--gpus-per-node=h100:8` on hosts with gpu:1g.10gb:56."""
    slurm = {"mig": {"gpu": {"profile": "1g.10gb", "instances": 7}}}
    programs = {"llm": LLM, "cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd"}}}
    spec = cluster(4) | {"scheduler": {"slurm": slurm, "kubernetes": {}, "shared_hosts": True}}
    assert {each.scheduler for each in launches(tmp_path, spec, **programs)} == {"kubernetes"}


@pytest.mark.parametrize(
    ("tenant", "qos", "hosts", "minutes"),
    [
        ("", {"normal": {"max_hours": 48}}, 4, 48 * 60),
        ("", {"night": {"max_hours": 48, "gpus": 8}}, 4, 168 * 60),
        ("blue", {"blue": {"max_hours": 100, "gpus": 20}}, 2, 100 * 60),
        ("blue", {"blue": {"max_hours": 12, "gpus_per_user": 8}}, 1, 12 * 60),
    ],
)
def test_a_run_stays_within_the_limits_of_its_quality_of_service(
    tenant: str, qos: Spec, hosts: int, minutes: int, tmp_path: Path
) -> None:
    """slurmctld 22.05 and 26.05 take the job and never start it (QOSMaxWallDurationPerJobLimit)."""
    spec = cluster(4) | {"scheduler": {"slurm": {"qos": qos}}}
    if tenant:
        spec["tenants"] = {"blue": {"hosts": ["gpu[01-04]"]}}
    launch = on_slurm(tmp_path, spec, llm=LLM | ({"tenant": tenant} if tenant else {}))["llm"]
    assert (launch.hosts, launch.max_minutes) == (hosts, minutes)


def test_another_order_would_cross_rails(tmp_path: Path) -> None:
    """What the order is chosen by is what ranks then have."""
    launch = on_slurm(tmp_path, llm=LLM | {"split": {"tp": 4, "pp": 4}})["llm"]
    other = msgspec.structs.replace(launch, order="tp-cp-ep-pp-dp")
    for each, kept in ((launch, True), (other, False)):
        place = {(rank.tp, rank.dp, rank.pp): rank.rail for rank in ranks_of(each)}
        same = [rail == place[tp, dp, pp + 1] for (tp, dp, pp), rail in place.items() if pp < 3]
        assert all(same) == kept == keeps_rail(each.split, each.order, each.gpus)


@pytest.mark.parametrize("layers", [32, 61, 80, 96, 118, 126])
@pytest.mark.parametrize("pp", [1, 2, 3, 4, 5, 7, 8, 10, 16])
def test_stages_are_what_the_memory_is_counted_for(layers: int, pp: int) -> None:
    found = stages_of(layers, pp, 8 * pp)
    if found is None:
        return
    words = dict(zip(found.words[::1], found.words[1::1], strict=False))
    first, last = (int(words.get(f"--decoder-{end}-pipeline-num-layers", 0)) for end in ("first", "last"))
    if first:
        assert (layers - first - last) % max(1, pp - 2) == 0
        assert max(first, last) <= found.largest == stage_layers(layers, pp)
        return
    counted = layers + 2 * ("--account-for-loss-in-pipeline-split" in found.words)
    assert counted % pp == 0
    each = int(words.get("--num-layers-per-virtual-pipeline-stage", counted // pp))
    assert counted // pp % each == 0


def test_parts_of_a_rank_are_interleaved_in_whole_rounds_alone() -> None:
    assert "--num-layers-per-virtual-pipeline-stage" in stages_of(80, 4, 8).words  # type: ignore[union-attr]
    assert stages_of(80, 4, 6).words == ()  # type: ignore[union-attr]


def test_what_megatron_is_told_fits_together(tmp_path: Path) -> None:
    workloads = {
        "dense": LLM | {"split": {"tp": 4, "pp": 2}},
        "mixture": {"model": "qwen3-30b-a3b", "tokens": 1e9},
        "eight": LLM | {"precision": "fp8"},
    }
    found = on_slurm(tmp_path, **workloads)
    dense = found["dense"]
    assert {"--sequence-parallel", "--use-distributed-optimizer"} <= set(dense.arguments)
    assert "--use-megatron-fsdp" not in dense.arguments, "FSDP takes no pipeline here"
    assert dense.environment == (("CUDA_DEVICE_MAX_CONNECTIONS", "1"),)
    assert option(dense, "ckpt-format") == "torch_dist"
    assert int(option(dense, "global-batch-size")) % dense.split.dp == 0
    mixture = found["mixture"]
    assert mixture.split.dp * mixture.split.cp % int(option(mixture, "expert-model-parallel-size")) == 0
    assert option(found["eight"], "fp8-format") == "hybrid"
    for each in found.values():
        steps = (
            int(option(each, "train-iters")) * int(option(each, "global-batch-size")) * int(option(each, "seq-length"))
        )
        assert steps >= 1e9
        assert 1 <= int(option(each, "save-interval")) == each.save_every <= each.iterations


def test_a_run_has_whole_hosts_and_of_racks_what_one_job_uses(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"] = TRAY | {"count": 36, "max": 72}
    spec["scheduler"] = {"slurm": {"version": "24.11"}}
    racks = on_slurm(tmp_path, spec, llm={"model": "llama-3.1-70b", "tokens": 1e12, "precision": "fp8"})["llm"]
    assert (racks.hosts, racks.gpus, racks.segment) == (32, 4, 16)
    assert racks.split.tp * racks.split.cp <= 64
    older = spec | {"scheduler": {"slurm": {"version": "22.05"}}}
    assert (
        on_slurm(tmp_path, older, llm={"model": "llama-3.1-70b", "tokens": 1e12, "precision": "fp8"})["llm"].segment
        == 0
    )
    half = on_slurm(tmp_path, llm=LLM | {"share": 0.5})["llm"]
    assert (half.hosts, half.gpus, half.segment) == (2, 8, 0)


def test_checkpoints_go_to_the_tier_that_is_named(tmp_path: Path) -> None:
    spec = cluster(4)
    found = on_slurm(tmp_path, spec, one=LLM, two=LLM | {"launch": {"checkpoints": "home"}})
    assert found["one"].checkpoints == "/fast/checkpoints/one"
    assert found["two"].checkpoints == "/home/checkpoints/two"
    without = {key: value for key, value in spec.items() if key != "storage"}
    assert on_slurm(tmp_path, without)["llm"].checkpoints == ""


def test_each_scheduler_has_its_own_hosts(tmp_path: Path) -> None:
    spec = cluster(4)
    spec["scheduler"] = {"slurm": {}, "kubernetes": {"hosts": ["gpu04"]}}
    assert [(each.scheduler, each.hosts) for each in launches(tmp_path, spec)] == [("slurm", 3), ("kubernetes", 1)]


def test_no_run_spans_tenants(tmp_path: Path) -> None:
    tenants = {
        name: {"hosts": [f"gpu0{number}" for number in numbers]}
        for name, numbers in {"blue": (1, 2), "red": (3, 4)}.items()
    }
    assert launches(tmp_path, cluster(4) | {"tenants": tenants}) == []
    assert launches(tmp_path, cluster(4)) != []


def test_what_does_not_fit_or_is_not_known_is_not_started(tmp_path: Path) -> None:
    workloads: dict[str, Any] = {"huge": {"params": 2e12, "tokens": 1e12}, "slow": LLM | {"precision": "fp4"}}
    assert launches(tmp_path, **workloads) == []


def test_plan_json_has_them_and_one_without_workloads_has_no_section(tmp_path: Path) -> None:
    plan: Plan = close(plan_data(cluster(4) | {"workloads": {"llm": LLM}}, tmp_path))
    rows = {"launches": msgspec.to_builtins(sections(plan)["launches"])}
    assert msgspec.convert(rows["launches"], list[Launch]) == list(plan.launches)
    assert "launches" not in sections(close(plan_data(cluster(4), tmp_path)))
