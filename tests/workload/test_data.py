"""Data sets: what is read of the tier, and how many tokens samples are."""

import math
from pathlib import Path
from typing import Any

import pytest

from generator.spec.workloads import WorkloadSpec
from generator.workload.explained import figures
from generator.workload.size import Size
from generator.workload.size_text import size_rows
from generator.workload.workloads import Workload, workloads_in
from tests.specs import cluster, plan_data


def sized(folder: Path, **data: Any) -> Size:
    plan = plan_data(cluster(4) | {"workloads": {"llm": {"params": "7B", "sequence": 4096, "data": data}}}, folder)
    ((_, workload),) = workloads_in(plan.spec, plan.catalog)
    assert isinstance(workload, Workload)
    return workload.on(workload.gpus)


def test_samples_are_sequences_and_are_read_in_every_epoch(tmp_path: Path) -> None:
    size = sized(tmp_path, tb=3, samples="10e6", epochs=2)
    assert size.run.tokens == 2 * 10e6 * 4096
    told = {each.name: each for each in figures(size)}
    read = told["reading of the data set"]
    assert read.value * size.days[1] * 86400 == pytest.approx(2 * 3e12)
    assert math.isclose(eval(read.formula, {"__builtins__": {}}, dict(read.inputs)), read.value)
    assert told["room for the data set"].value == pytest.approx(3e12 / 0.8)
    assert "streamed, read 2 times" in dict(size_rows(size, None))["data set"]


def test_local_copies_are_read_by_every_host_once(tmp_path: Path) -> None:
    size = sized(tmp_path, tb=3, samples="10e6", epochs=5, local=True)
    read = next(each for each in figures(size) if each.name == "reading of the data set")
    assert read.value == pytest.approx(4 * 3e12 / 3600)
    assert "copied to each of 4 hosts" in dict(size_rows(size, None))["data set"]


def test_a_run_without_tokens_and_samples_is_none() -> None:
    with pytest.raises(ValueError, match="or `data` with `samples`"):
        WorkloadSpec.model_validate({"params": 7e9, "data": {"tb": 1}})
