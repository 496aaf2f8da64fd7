"""A size as a table that people read."""

from collections.abc import Iterator

from msgspec.structs import replace

from generator.workload.data import DataSet
from generator.workload.failures import HOURS_A_FAILURE, HOURS_RANGE
from generator.workload.records import DAY_S, GIGA, TERA
from generator.workload.size import Size, least_gpus
from generator.workload.split import Candidate
from generator.workload.storage import CHECKPOINT_BYTES


def size_text(size: Size, days: float | None) -> str:
    """Return the lines of a size; `days` is the requested time."""
    rows = list(size_rows(size, days))
    width = max(len(name) for name, _ in rows)
    lines = [size_title(size), ""]
    lines += [f"{name.ljust(width)}  {text}".rstrip() for name, text in rows]
    lines += ["", *(f"assumed: {each}" for each in size.assumed)]
    lines += [f"source: {each}" for each in (*size.model.sources, *size.rate.sources)]
    return "\n".join(lines)


def size_title(size: Size) -> str:
    """Return the title of a size, in a line."""
    model, run, machine = size.model, size.run, size.machine
    active = f", {model.active_params / GIGA:.3g}B of them active" if model.experts else ""
    named = f"{model.name}: " if not model.estimated else ""
    return (
        f"{named}{model.params / GIGA:.4g}B parameters{active}, {run.tokens / TERA:.4g}T tokens in {run.precision.upper()} "
        f"on {machine.title} in {machine.host}"
    )


def size_rows(size: Size, days: float | None) -> Iterator[tuple[str, str]]:
    """Yield every figure by its name."""
    best, step, demand, rate = size.best, size.best.step, size.demand, size.rate.expected
    asked = f"; the fewest that end in {days:g} days by the calendar" if days else ""
    lost = f"goodput {size.failures.goodput:.1%}"
    yield "GPUs", f"{size.gpus:,} ({_hosts(size)}){asked}"
    yield "days of computing", _span(size)
    yield "days by the calendar", f"{_figure(size.wall_days)}, with checkpoints, failures and restarts ({lost})"
    yield "GPU-hours", _span(size, 24 * size.gpus)
    share = rate / size.machine.peaks["bf16"]
    yield "rate of a GPU", f"{rate / TERA:.0f} TFLOPS, {share:.1%} of the dense BF16 peak (6 x parameters a token)"
    tokens = size.gpus * rate / (6 * size.model.active_params)
    a_step = f"a step of {size.run.batch / 1e6:.3g} million tokens takes {_figure(size.run.batch / tokens)} s"
    yield "tokens a second", f"{tokens:,.0f}; {a_step}"
    yield "split", f"{best.split}: {_split(size)}"
    yield "memory of a GPU", _memory(size)
    sent = f"{_figure(step.link_bytes / GIGA)} GB over NVLink, {_figure(step.rail_bytes / GIGA)} GB over its rail"
    yield "a GPU sends a step", f"{sent}; links keep it waiting for {step.exposed:.1%} of the time"
    for each in size.others:
        yield "instead", f"{each.split}: {_compared(each, best)}"
    written = f"every {_time(size.failures.interval_s)}, written in {_time(size.failures.stall_s)}"
    yield "checkpoint", f"{CHECKPOINT_BYTES * size.model.params / TERA:.3g} TB, {written}"
    back = size.background
    yield (
        "in the background",
        f"every {_time(back.interval_s)}, a wait of {_time(back.stall_s)} (goodput {back.goodput:.1%})",
    )
    more = size.gained_goodput
    yield (
        "twice the write rate",
        f"goodput {size.failures.goodput + more:.1%}, worth {more * size.gpus:,.0f} additional GPUs",
    )
    yield "interruptions", f"{size.failures.a_day:.2g} a day{_range(size)}"
    yield "spare hosts", _spares(size)
    if size.spare_trays:
        yield "spare trays", _trays(size)
    rates = f"{demand.write_gbs:,.0f} GB/s writing, {demand.read_gbs:,.0f} GB/s reading"
    yield "storage", f"{rates}, {demand.capacity_tb:,.0f} TB for checkpoints"
    if size.data is not None:
        yield "data set", _data(size.data, size.days[1] * DAY_S)


def _hosts(size: Size) -> str:
    machine = size.machine
    if machine.has_racks:
        return f"{size.racks:,} rack{'s'[: size.racks > 1]}, {machine.job_domain} of {machine.domain} GPUs of each"
    hosts = -(-size.gpus // machine.host_gpus)
    return f"{hosts:,} host{'s'[: hosts > 1]}"


def _span(size: Size, scale: float = 1.0) -> str:
    """Return days, or hours of GPUs, with their range."""
    low, expected, high = (days * scale for days in size.days)
    span = f", {_figure(low)} to {_figure(high)}" if high > low else ""
    return f"{_figure(expected)} expected{span}"


def _range(size: Size) -> str:
    """Return what interruptions range over, unless the site has stated its own."""
    if size.rates.gpu_hours != HOURS_A_FAILURE:
        return ""
    low, high = (24 * size.gpus / hours for hours in HOURS_RANGE)
    return f", {low:.2g} to {high:.2g} by published rates"


def _data(data: DataSet, seconds: float) -> str:
    rate = f"{data.read_rate(seconds) / GIGA:,.3g} GB/s of the tier"
    how = (
        f"copied to each of {data.hosts:,} hosts, which have room for all of it: {rate} for an hour, on top of the reading above"
        if data.local
        else f"streamed, read {data.epochs:g} times: {rate} while it runs, on top of the reading above"
    )
    return f"{data.bytes / TERA:,.3g} TB, {data.room_tb:,.3g} TB of room; {how}"


def _spares(size: Size) -> str:
    found = ", ".join(f"{spares} where a repair takes {days:g} days" for days, spares in size.spares)
    return f"{found}: enough for {size.rates.confidence:.3g} of the time".replace("takes 1 days", "takes a day")


def _trays(size: Size) -> str:
    """Return the trays that wait in racks; shares are rounded down."""
    shares = ", ".join(
        f"{int(share * 10_000) / 10_000:g} of the time where a repair takes {days:g} days"
        for days, share in size.complete
    )
    of = f"{size.spare_trays} of each rack, {size.spare_trays * size.racks:,} in all"
    return f"{of}: no rack has too few for {shares}".replace("takes 1 days", "takes a day")


def _split(size: Size) -> str:
    split, step = size.best.split, size.best.step
    idle = size.gpus - split.gpus
    words = [f"a bubble of {step.bubble:.1%}"] if split.pp > 1 else ["no pipeline"]
    words += [f"stages uneven by {step.uneven:.1%}"] if step.uneven > 0.001 else []
    words += [f"{idle:,} GPUs idle"] if idle else []
    return ", ".join(words)


def _memory(size: Size) -> str:
    memory = size.best.memory
    again = f", {memory.recomputed:.0%} of the activations computed again" if memory.recomputed >= 0.005 else ""
    fits = "" if size.fits else f": does not fit {_least(size)}"
    return f"{_figure(memory.total / GIGA)} of {size.machine.memory_bytes / GIGA:.0f} GB{again}{fits}"


def _least(size: Size) -> str:
    """Return on how many GPUs the model would fit, unless it is the stated split that does not."""
    if size.others:
        return "with this split"
    least = least_gpus(size.machine, size.model, replace(size.run, batch=0))
    return f"at any split; it does on {least:,} GPUs" if least else "on any number of these GPUs"


def _compared(each: Candidate, best: Candidate) -> str:
    slower = each.step.seconds / best.step.seconds - 1
    return f"{slower:+.1%}, {each.why_slower(best)}" if slower > 0 else f"{slower:+.1%}"


def _figure(number: float) -> str:
    """Return three digits, and whole numbers from 100 on."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{_figure(seconds)} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
