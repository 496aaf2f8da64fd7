"""Steps of a change, as sentences in their order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.change.step import Step
from generator.plan.counts import counted
from generator.render.change.cluster import CLUSTER_STEPS
from generator.render.change.readdressing import booted, placed_ahead
from generator.render.change.releases import image_text, upgrade_text
from generator.render.change.words import folded

_MOST_STEPS = 40


def step_lines(steps: Sequence[Step], *, every: bool) -> Iterator[str]:
    """Steps in their order, each with the capacity that it takes from the fabrics."""
    for number, step in enumerate(steps if every else steps[:_MOST_STEPS], 1):
        yield f"{number}. {step_text(step)}"
    if not every and len(steps) > _MOST_STEPS:
        yield f"and {counted(len(steps) - _MOST_STEPS, 'more step')}"


def step_text(step: Step) -> str:
    """Return a step as a sentence, without its number; with the hosts that wait for storage of the step's hosts."""
    waits = "; ".join(
        f"{counted(len(wait.hosts), 'host')} wait for {wait.mount} of {folded(wait.servers)}: {folded(wait.hosts)}"
        for wait in step.waits
    )
    return f"{_WORK.get(step.kind, _working)(step)}{f' [meanwhile {waits}]' if waits else ''}"


def _adding(step: Step) -> str:
    names = folded(step.devices) or "none"
    return f"install the new devices ({names}) and plug {counted(len(step.plug), 'cable')} into free ports: no existing device is affected"


def _raising(step: Step) -> str:
    return f"load only the raised route limits of the new files on {folded(step.devices)}: otherwise a session whose peer announces more routes goes down"


def _working(step: Step) -> str:
    """Return the work at hosts or at a switch: out of service, hardware, cables, cords, back into service."""
    parts = [*_before(step), *_at_the_device(step), *_at_its_cables(step), *_its_files(step)]
    parts.append(f"verify {folded(step.devices)}" if step.kind != "leave" else "verify the remaining devices")
    if step.undrain:
        parts.append(f"undrain {folded(step.undrain)}")
    return f"{'; '.join(parts)} [links down: {_links_down(step) or 'none'}]"


def _before(step: Step) -> Iterator[str]:
    names = folded(step.devices)
    if step.drain:
        yield f"drain {folded(step.drain)}"
    yield from placed_ahead(step)
    if step.kind == "leave":
        yield f"remove {names} permanently"
    out = [name for name in step.out if name not in step.drain]
    if out:
        yield f"take {folded(out)} out of service"
    if step.kind == "switch" and not out:
        yield f"at {names}"


def _at_the_device(step: Step) -> Iterator[str]:
    names = folded(step.devices)
    if step.kind == "aside":
        units = f", from U{step.aside:02d} up" if step.aside else ""
        yield f"power {names} off, and set it aside on free units of its rack{units}: unplug {_plugs(step, step.again)} and its power cords, and plug them into the same ports and PDUs"
    elif step.replaced or step.parts:
        yield _replacing(step)
    if carried := [name for name in step.carried if name not in step.replaced]:
        yield f"power {folded(carried)} off and carry {'it' if len(carried) == 1 else 'them'} to the new place"
    if step.installed:
        yield f"install the new system of {folded(step.installed)} (a first start, then `switches.yml`)"
    if step.released:
        yield image_text(step)
    if step.was:
        yield f"{folded(step.was)} is now called {names}"


def _at_its_cables(step: Step) -> Iterator[str]:
    if step.unplug or step.plug:
        yield f"shut and unplug {len(step.unplug):,}, plug {counted(len(step.plug), 'cable')}"
    if step.again and step.kind != "aside":
        yield f"unplug {counted(len(step.again), 'more cable')}, and plug them into the same ports"
    if stay := [name for name in step.anew if name not in step.reused]:
        yield f"reconfigure the links of {counted(len(stay), 'cable')}, which stay in"
    if step.cords:
        yield f"move {counted(len(step.cords), 'power cord')}"
    if step.loose:
        yield f"{counted(len(step.loose), 'cable')} wait for a port: {folded(step.loose)}"


def _its_files(step: Step) -> Iterator[str]:
    """Yield how devices that are out of service, or reconfigure links, get their new files, where no installation before has loaded them."""
    loaded = {*step.replaced, *step.installed, *step.released}
    names = [name for name in step.devices if (step.anew or name in step.out) and name not in loaded]
    if names and step.kind == "switch":
        yield f"load the new files of {folded(names)} (`switches.yml --limit {','.join(names)}`)"
    elif step.kind == "host":
        if others := [name for name in names if name not in step.readdressed]:
            yield f"place the new files of {folded(others)} (`hosts.yml`)"
        if step.readdressed:
            yield booted(step.readdressed)


def _replacing(step: Step) -> str:
    new, parts = folded(step.replaced), f"adapters of {folded(step.parts)}" if step.parts else ""
    what = " and ".join(each for each in (new, parts) if each)
    reused = (
        f": unplug {_plugs(step, step.reused)}, and plug them into the same ports of the new device"
        if step.reused
        else ""
    )
    elsewhere = [name for name in step.carried if name in step.replaced]
    place = f", which {'gets' if len(elsewhere) == 1 else 'get'} another place" if elsewhere else ""
    start = "`provision.yml`, then `site.yml`" if step.kind == "host" else "a first start, then `switches.yml`"
    then = [f"install {new} ({start})"] if new else []
    then += [f"place the new files of {folded(step.parts)}"] if parts else []
    return "; ".join([f"power off and replace {what}{place}{reused}", *then])


def _plugs(step: Step, cables: Sequence[str]) -> str:
    """Count the cables at the devices of a step, those behind harnesses by the trunks of these."""
    found = [counted(count, "cable")] if (count := len({*cables} - {*step.behind})) or not step.trunks else []
    found += [counted(len(step.trunks), "trunk of a harness", "trunks of harnesses")] if step.trunks else []
    return " and ".join(found)


def _handover(step: Step) -> str:
    names, leave = folded(step.devices), " and ".join(step.leave)
    parts = [f"drain {names} in {leave}", f"load the new files of {leave}, without {names}"]
    if step.join:
        join = " and ".join(step.join)
        parts += [f"then those of {join}", f"verify {names}", f"allow {join} to start jobs there"]
    return f"{'; '.join(parts)} [links down: none]"


_RENEWED = {
    "pods": "rebuild the network of pods, and restart every pod",
    "found": "reinstall Kubernetes, and apply its manifests",
    "api": "move the API to its new address, on control hosts first (`kubernetes.yml`)",
    "gpus": "apply the new settings of GPUs and rails of pods (`kubernetes.yml`)",
}
"""Work on Kubernetes for each kind of renewal."""


def _renewal(step: Step) -> str:
    where = " in kubernetes" if step.kind != "gpus" else ""
    parts = [f"drain {folded(step.drain)}{where}"] if step.drain else []
    if step.switches:
        parts.append(f"load the new files of {folded(step.switches)} and of hosts' firewalls")
    parts += [_RENEWED[step.kind], f"verify {folded(step.devices)}"]
    if step.undrain:
        parts.append(f"resume {folded(step.undrain)} in the scheduler")
    return f"{'; '.join(parts)} [links down: none]"


_PLACED = {
    "install": "reinstall {names} (`provision.yml`, then `site.yml`)",
    "files": "place the new files of {names} (`hosts.yml`, `gpu.yml` for drivers) and reboot those that need it",
    "gains": "place the new files of {names} (`hosts.yml`), which only add to the existing ones",
    "push": "push the new files of {names} in the waves of `switches.yml`",
}
"""Work on files by kind of step; `gains` for hosts that are not drained."""


def _placing(step: Step) -> str:
    names = folded(step.devices)
    parts = [*([f"drain {folded(step.drain)}"] if step.drain else []), *placed_ahead(step)]
    quiet = step.kind == "files" and not step.drain and not step.undrain
    moved = step.readdressed if step.kind == "files" else ()
    if others := folded(name for name in step.devices if name not in moved):
        parts.append(_PLACED["gains" if quiet else step.kind].format(names=others))
    parts += [*([booted(moved)] if moved else []), f"verify {names}"]
    if step.undrain:
        parts.append(f"undrain {folded(step.undrain)}")
    down = _links_down(step)
    return f"{'; '.join(parts)}{f' [links down: {down}]' if down else ''}"


def _replugging(step: Step) -> str:
    names, cords = folded(step.devices), counted(len(step.cords), "power cord")
    if not step.out:
        return f"move {cords} of {names}, one cord of a device at a time, while its other supplies carry it; verify that all supplies of {names} have power"
    parts = [f"drain {names}"] if step.drain else []
    parts += [f"shut {names} down, as it needs all of its supplies; move {cords}; start and verify {names}"]
    return "; ".join([*parts, f"undrain {names}"] if step.undrain else parts)


def _renaming(step: Step) -> str:
    names, was, of = folded(step.devices), folded(step.was), " and ".join(step.leave)
    if step.out or not step.drain:
        first, last = (
            f"{verb} {folded(who)}" if who else "" for verb, who in (("drain", step.drain), ("undrain", step.undrain))
        )
        push = f"push the new files of {was}, with the name {names}, in the waves of `switches.yml`"
        down = _links_down(step)
        words = "; ".join(part for part in (first, push, f"verify {names}", last) if part)
        return f"{words}{f' [links down: {down}]' if down else ''}"
    parts = [f"drain {was}"]
    if of:
        parts.append(f"remove {was} from {of}")
    kept = folded(name for name in step.devices if name not in step.installed)
    if step.installed:
        parts.append(f"reinstall {folded(step.installed)} (`provision.yml`, then `site.yml`)")
    if kept:
        parts.append(f"place the new files of {kept} (`hosts.yml`) and reboot")
    parts[-1] += f", so that {was} becomes {names}"
    parts.append(f"verify {names}")
    if of:
        parts.append(f"add {names} to {of}")
    return "; ".join([*parts, f"undrain {names}"])


def _links_down(step: Step) -> str:
    return ", ".join(f"{each.fabric} {each.down:,} of {each.of:,}" for each in step.capacity)


_WORK: Mapping[str, Callable[[Step], str]] = MappingProxyType(
    {
        "add": _adding,
        "limits": _raising,
        "handover": _handover,
        **dict.fromkeys(_RENEWED, _renewal),
        "upgrade": upgrade_text,
        "rename": _renaming,
        **dict.fromkeys(_PLACED, _placing),
        "cords": _replugging,
        **CLUSTER_STEPS,
    }
)
"""The sentence of each kind of step; kinds that are not here are work at devices."""
