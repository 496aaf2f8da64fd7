"""The questions of `clustergen init`, in their order: each has a default that follows from the answers before it, and what its answer must fit."""

import difflib
from collections.abc import Callable, Mapping
from typing import Any

import click
from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host, Switch
from generator.cli.starter.answers import AUTO, CONVERGED, NONE, SERVED, Answers, Generation, Share
from generator.cli.starter.spec import why_no_pair

Given = dict[str, Any]
"""Answers so far, by the name of their option."""
Ask = Callable[["Question", Any, Callable[[Any], Any]], Any]
"""Asks a question with its default until the function that checks its answer returns a value."""
ENVELOPE = 16_384
"""The largest envelope, GPUs, that is assumed without a request."""


def _keep(value: Any, _given: Given, _catalog: Catalog) -> Any:
    return value


class Question(Struct, frozen=True):
    """One question. `option` names the parameter of the command that it has the form, help and default of."""

    option: str
    text: str
    default: Callable[[Given, Catalog], Any] | None = None
    """The default where it depends on earlier answers."""
    check: Callable[[Any, Given, Catalog], Any] = _keep
    """Completes an answer, or refuses it with `click.BadParameter`."""
    applies: Callable[[Given, Catalog], bool] = lambda _given, _catalog: True


def ask_all(
    stated: Mapping[str, Any],
    defaults: Mapping[str, Any],
    catalog: Catalog,
    ask: Ask | None,
    before: Mapping[str, Any] | None = None,
) -> Answers:
    """Return every answer: the stated one, else that of `ask`, else the default. Answers from `before` are the defaults of repeated questions.

    Raises:
        click.BadParameter: a stated answer does not fit the others.
    """
    given: Given = {}
    for question in QUESTIONS:
        option = question.option
        default = question.default(given, catalog) if question.default else defaults[option]

        def checked(value: Any, question: Question = question) -> Any:
            return question.check(value, given, catalog)

        if option in stated:
            given[option] = checked(stated[option])
        elif ask is None or not question.applies(given, catalog):
            given[option] = checked(default)
        else:
            given[option] = ask(question, (before or {}).get(option, default), checked)
    return Answers(**given)


def written(value: Any) -> str:
    """Return an answer as it is typed."""
    if isinstance(value, tuple):
        return ",".join(map(written, value)) or NONE
    if isinstance(value, Generation):
        return f"{value.model}={value.gpus}" + (f":{value.max_gpus}" if value.max_gpus else "")
    return f"{value.name}={value.hosts}" if isinstance(value, Share) else str(value)


def envelope(gpus: int) -> int:
    """Return the GPUs of an envelope that is not stated: four times as many, up to 16,384."""
    return max(gpus, min(4 * gpus, ENVELOPE))


def has_storage_ports(given: Given, catalog: Catalog) -> bool:
    """Whether the GPU hosts have ports for a storage fabric."""
    return any(port.fabric == "storage" for port in catalog.get(Host, given["host"]).ports)


def _refuse(option: str, message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint=f"--{option.replace('_', '-')}")


def _gpu_host(option: str, name: str, catalog: Catalog) -> Host:
    model = catalog.find(Host, name)
    if model is None or not model.gpu_count:
        known = [each.model for each in catalog.every(Host) if each.gpu_count]
        near = difflib.get_close_matches(name, known, 2, 0.6)
        advice = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        raise _refuse(option, f"{name} is not a GPU host of the catalog; {advice}")
    return model


def _check_max(value: int | None, given: Given, _catalog: Catalog) -> int:
    most = value or envelope(given["gpus"])
    if most < given["gpus"]:
        raise _refuse("max_gpus", f"{most} is less than --gpus {given['gpus']}")
    return most


def _check_host(value: str, _given: Given, catalog: Catalog) -> str:
    return _gpu_host("host", value, catalog).model


def _check_generations(value: tuple[Generation, ...], given: Given, catalog: Catalog) -> tuple[Generation, ...]:
    models = [given["host"], *(_gpu_host("generations", each.model, catalog).model for each in value)]
    twice = next((name for name in models if models.count(name) > 1), None)
    if twice == given["host"]:
        raise _refuse("generations", f"{twice} is the model of --host; state all of its GPUs in --gpus")
    if twice:
        raise _refuse("generations", f"{twice} is there twice; state all of its GPUs once")
    return tuple(Generation(each.model, each.gpus, each.max_gpus or envelope(each.gpus)) for each in value)


def _check_switch(value: str | None, given: Given, catalog: Catalog) -> str:
    if value in {None, AUTO}:
        return AUTO
    technology = "infiniband" if given["fabric"] == "infiniband" else "ethernet"
    able = [
        each.model
        for each in catalog.every(Switch)
        if each.technology == technology and (technology == "infiniband" or given["os"] in each.os.names)
    ]
    if value not in able:
        system = "" if technology == "infiniband" else f" that runs {given['os']}"
        raise _refuse(
            "switch", f"{value} is not a {given['fabric']} switch of the catalog{system}; known: {', '.join(able)}"
        )
    return value


def _default_storage(given: Given, catalog: Catalog) -> tuple[str, ...]:
    return ("local-nvme", "parallel", "nfs") if has_storage_ports(given, catalog) else ("local-nvme",)


def _check_storage(value: tuple[str, ...] | None, given: Given, catalog: Catalog) -> tuple[str, ...]:
    kinds = _default_storage(given, catalog) if value is None else value
    served = [kind for kind in kinds if kind in SERVED]
    if served and not has_storage_ports(given, catalog):
        raise _refuse(
            "storage",
            f"{given['host']} has no port for a storage fabric, which {', '.join(served)} needs; choose local-nvme or none",
        )
    return tuple(dict.fromkeys(kinds))


def _check_layout(value: str, given: Given, catalog: Catalog) -> str:
    if value != CONVERGED:
        return value
    if "infiniband" in (given["fabric"], given["storage_fabric"]):
        raise _refuse(
            "layout",
            "a converged pair carries Ethernet alone; choose separate, or roce for --fabric and --storage-fabric",
        )
    why = why_no_pair(Answers(**given, layout=value, scheduler=NONE, tenants=()), catalog)
    if why:
        raise _refuse("layout", f"{why}; choose separate, or lower --max-gpus")
    return value


def _check_tenants(value: tuple[Any, ...], given: Given, catalog: Catalog) -> tuple[Any, ...]:
    names = [each.name for each in value]
    if len(set(names)) < len(names):
        raise _refuse("tenants", "a tenant is there twice; state all of its hosts once")
    groups = [(given["host"], given["max_gpus"]), *((each.model, each.max_gpus) for each in given["generations"])]
    most = sum(-(-gpus // catalog.get(Host, model).gpu_count) for model, gpus in groups)
    wanted = sum(each.hosts for each in value)
    if wanted > most:
        raise _refuse(
            "tenants", f"they need {wanted} hosts, and the envelope has {most}; lower their hosts, or raise --max-gpus"
        )
    return value


def _ethernet(given: Given, _catalog: Catalog) -> bool:
    return bool(given["fabric"] != "infiniband")


QUESTIONS = (
    Question("name", "Name of the cluster"),
    Question("domain", "DNS domain of its devices", lambda given, _: f"{given['name']}.example.net", lambda value, given, _: value or f"{given['name']}.example.net"),
    Question("gpus", "GPUs to install now"),
    Question("max_gpus", "GPUs of the envelope, the largest size that names and numbers are assigned for", lambda given, _: envelope(given["gpus"]), _check_max),
    Question("host", "Host model (`clustergen catalog list hosts`)", check=_check_host),
    Question("generations", "Further generations of GPU hosts, MODEL=GPUS[:MAX] with commas", check=_check_generations),
    Question("fabric", "Technology of the compute fabric"),
    Question("topology", "Topology of the compute fabric"),
    Question("os", "Operating system of Ethernet switches"),
    Question("switch", "Switch model of the compute fabric", lambda _given, _catalog: AUTO, _check_switch),
    Question("storage", "Storage tiers, with commas", _default_storage, _check_storage),
    Question("storage_fabric", "Technology of the storage fabric", applies=has_storage_ports),
    Question("layout", "Leaves of storage and frontend: their own, or those of compute", check=_check_layout, applies=_ethernet),
    Question("scheduler", "Scheduler"),
    Question("tenants", "Tenants, NAME=HOSTS with commas", check=_check_tenants),
)  # fmt: skip
"""Every question in its order."""
