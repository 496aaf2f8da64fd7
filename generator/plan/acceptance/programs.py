"""Programs of the site in acceptance, HPL and steps of a training: what is run, and the lines of a training."""

from collections.abc import Iterator

from generator.catalog.model import Gpu
from generator.plan.acceptance.machines import RECORD, Machine, fact_of, line_of, machines_of
from generator.plan.acceptance.records import Line, Program, Programs, Training
from generator.plan.draft import Draft
from generator.spec.acceptance import AcceptanceSpec, AcceptedProgramSpec, TrainingStepSpec

NOT_RUN = "not run: state"
"""How the formula of a test ends whose program the site has not stated."""
_FLOPS = 6
"""Of each parameter and token, forward and backward (arXiv 2001.08361, section 2.1), without attention."""
_SHARE = 100


def plan_programs(plan: Draft) -> Programs:
    """Return the stated programs; none where the spec has none."""
    stated = plan.spec.acceptance or AcceptanceSpec()
    return Programs(
        hpl=_program(stated.hpl) if stated.hpl else None,
        training=_training(plan, stated.training) if stated.training else None,
    )


def hpl_line(plan: Draft, machine: Machine) -> Line:
    """Return the line of HPL: the published figure, and what the site requires."""
    stated = plan.spec.acceptance.hpl if plan.spec.acceptance else None
    fact = fact_of(machine, "hpl")
    text = f"FP64, all GPUs of a host: {stated.program if stated else f'{NOT_RUN} acceptance.hpl'}"
    line = float(stated.tflops) if stated and stated.tflops else fact.line if fact else None
    sources = ["acceptance.hpl.tflops"] if stated and stated.tflops else []
    return line_of(
        machine,
        "hpl",
        "host",
        unit="TFLOPS",
        expected=fact.expected if fact else None,
        line=line if stated else None,
        formula=text if line or not stated else f"{text}; {RECORD}",
        source="; ".join([*sources, *([fact.source] if fact else [])]),
    )


def training_lines(plan: Draft, machine: Machine) -> Iterator[Line]:
    """Yield the lines of a training on all hosts of a model: tokens a second, and where parameters are stated the FLOPS of a GPU and their share of its peak."""
    stated = plan.spec.acceptance.training if plan.spec.acceptance else None
    if stated is None:
        text = f"model FLOPS of each GPU: {NOT_RUN} acceptance.training"
        yield line_of(machine, "training-step", "all", unit="TFLOPS", formula=text)
        return
    rate = f"{stated.tokens_per_step:g} tokens / time of a step of {stated.program}"
    yield line_of(machine, "training-tokens", "all", unit="tokens/s", formula=f"{rate}; {RECORD}")
    if stated.params is None:
        return
    flops = f"{_FLOPS} x {stated.params:g} parameters x tokens/s / GPUs"
    yield line_of(machine, "training-step", "all", unit="TFLOPS", formula=f"model FLOPS of each GPU: {flops}; {RECORD}")
    peak = _peak(machine.gpu, stated)
    if peak:
        yield _mfu(machine, stated, peak)


def _mfu(machine: Machine, stated: TrainingStepSpec, peak: float) -> Line:
    """Return the line of the share of the peak: what published runs reach is expected, and only a stated share is required."""
    fact = next((each for each in machine.gpu.training if each.precision == stated.precision), None)
    formula = f"training-step / {peak:g} TFLOPS, dense {stated.precision}"
    sources = ["acceptance.training.mfu"] if stated.mfu else []
    sources += [machine.gpu.sources.get("training", "")] if fact else []
    return line_of(
        machine,
        "training-mfu",
        "all",
        unit="%",
        expected=round(_SHARE * fact.expected, 1) if fact else None,
        line=round(_SHARE * stated.mfu, 1) if stated.mfu else None,
        formula=formula if stated.mfu else f"{formula}; {RECORD}",
        source="; ".join(filter(None, sources)),
    )


def _program(stated: AcceptedProgramSpec) -> Program:
    return Program(words=(stated.program, *stated.arguments), image=stated.image or "")


def _training(plan: Draft, stated: TrainingStepSpec) -> Training:
    peaks = {each.entry.model: _peak(each.gpu, stated) for each in machines_of(plan)}
    return Training(
        program=_program(stated),
        tokens_per_step=stated.tokens_per_step,
        flops_per_token=_FLOPS * (stated.params or 0.0),
        precision=stated.precision,
        peak_tflops={model: peak for model, peak in peaks.items() if peak},
    )


def _peak(gpu: Gpu, stated: TrainingStepSpec) -> float | None:
    return getattr(gpu.tflops, stated.precision, None)
