"""Catalog models of the names in a spec; all that are missing or do not fit are reported together."""

import difflib
from collections.abc import Iterator

from generator.catalog.load import Catalog
from generator.catalog.model import Host, Switch
from generator.model.appliances import fitting_appliance, fitting_servers, manager_planes, ufm_on_servers, ufm_unfit
from generator.model.baseline import NO_BASELINE, Baseline
from generator.model.device import TIERS, SwitchTier
from generator.model.faceplate import banks
from generator.model.groups import HostGroup, make_group
from generator.model.members import such_as
from generator.model.rack_devices import rack_devices
from generator.source.diagnostic import Diagnostic, Problems
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import NO_SYSTEM, FabricSpec, SwitchChoiceSpec
from generator.spec.hosts import HostGroupSpec
from generator.spec.states import retired_names

WITH_RACKS = frozenset({"nvsw"})
"""Roles of devices that no spec states: they come with the racks of others."""


def resolve_groups(
    spec: ClusterSpec, catalog: Catalog, problems: Problems, baseline: Baseline = NO_BASELINE
) -> list[HostGroup]:
    """Join every host group with its model, in the order that numbers them; names of a baseline are kept."""
    groups = []
    for name, group in spec.hosts.items():
        model = catalog.find(Host, group.model)
        if model is None:
            problems.add(_unknown("hosts", group.model, ("hosts", name, "model"), catalog))
        elif group.role is None and model.role is None:
            problems.add(
                Diagnostic(
                    code="no-role",
                    loc=("hosts", name),
                    at_key=True,
                    message=f"hosts.{name} has no role, and {model.model} can have several",
                    help="add `role: control`, `role: login`, `role: storage` or `role: compute`",
                )
            )
        elif model.role in WITH_RACKS:
            problems.add(_comes_with_rack(name, model, catalog))
        else:
            groups.append(make_group(name, group, model, retired=retired_names(spec.states), baseline=baseline))
    groups += _appliances(spec, catalog, groups, problems)
    return sorted([*groups, *rack_devices(groups, catalog, spec.states, baseline)], key=lambda group: group.order)


def _appliances(
    spec: ClusterSpec, catalog: Catalog, groups: list[HostGroup], problems: Problems
) -> Iterator[HostGroup]:
    """Yield the pair of UFM appliances (or of servers, where none fits), one of them standby, of every fabric that UFM manages and for which the spec has no host group."""
    for fabric, asked in spec.fabrics.given().items():
        if fabric not in {"compute", "storage"} or asked.technology != "infiniband":
            continue
        there = [g for g in groups if g.role == "manager" and (g.spec.manages or "compute") == fabric]
        leaf = catalog.find(Switch, asked.leaf.model)
        if (asked.planes or 1) > 1 and (there or asked.manager == "ufm"):
            problems.add(manager_planes(fabric, asked, there))
        elif asked.manager == "ufm" and not there and leaf is not None and leaf.technology == "infiniband":
            appliance = fitting_appliance(asked, leaf, catalog)
            model = appliance or next(fitting_servers(asked, leaf, catalog), None)
            if model is None:
                problems.add(*ufm_unfit(fabric, asked, leaf, catalog))
                continue
            if appliance is None:
                problems.add(ufm_on_servers(fabric, asked, leaf, model, catalog))
            name = "ufm" if fabric == "compute" and "ufm" not in spec.hosts else f"{fabric}-ufm"
            group = HostGroupSpec(model=model.model, role="manager", count=2, manages=fabric)
            yield make_group(name, group, model, ("fabrics", fabric, "manager"), retired_names(spec.states))


def resolve_switches(
    name: str, spec: FabricSpec, catalog: Catalog, problems: Problems
) -> dict[str, tuple[Switch, str | None]] | None:
    """Find the switch of each tier; a tier that is left out has the one below's."""
    choices = {tier: choice for tier in TIERS if (choice := getattr(spec, tier))}
    chosen = {tier: _resolve(name, spec, tier, choice, catalog, problems) for tier, choice in choices.items()}
    leaf = chosen["leaf"]
    spine = chosen.get("spine", leaf)
    core = chosen.get("core", spine)
    if leaf is None or spine is None or core is None:
        return None
    return {"leaf": leaf, "spine": spine, "core": core}


def _resolve(
    name: str, spec: FabricSpec, tier: SwitchTier, choice: SwitchChoiceSpec, catalog: Catalog, problems: Problems
) -> tuple[Switch, str | None] | None:
    loc = ("fabrics", name, tier)
    switch = catalog.find(Switch, choice.model)
    if switch is None:
        problems.add(_unknown("switches", choice.model, (*loc, "model"), catalog))
        return None
    wants = "infiniband" if spec.technology == "infiniband" else "ethernet"
    if switch.technology != wants:
        problems.add(
            Diagnostic(
                code="wrong-technology",
                loc=(*loc, "model"),
                help=f"choose {_an(wants)} switch for {name}{_examples(switch, wants, catalog)}, or another technology",
                message=f"{switch.model} is {_an(switch.technology)} switch, and {name} is {spec.technology}",
            )
        )
        return None
    if wants == "infiniband":
        if choice.os:
            problems.add(
                Diagnostic(
                    code="os-on-infiniband",
                    loc=(*loc, "os"),
                    message=f"{switch.model} runs its own system",
                    help="remove `os`",
                )
            )
        return switch, None
    os = choice.os or "sonic"
    if os == NO_SYSTEM:
        if choice.version:
            problems.add(
                Diagnostic(
                    code="version-without-os",
                    loc=(*loc, "version"),
                    message=f"{name} has {tier} switches with os: none, so the release has no effect",
                    help="remove `version`, or name the system",
                )
            )
        return switch, None
    if getattr(switch.os, os) is None:
        problems.add(
            Diagnostic(
                code="os-not-on-switch",
                loc=(*loc, "os") if choice.os else (*loc, "model"),
                message=f"the catalog has no {os} data for {switch.model}"
                + ("" if choice.os else " (sonic is the default)"),
                help=f"{switch.model} is known with {', '.join(switch.os.names) or 'no operating system'}; data can be added in a "
                f"catalog folder beside the spec, and `os: {NO_SYSTEM}` plans the switch without files of its own",
            )
        )
        return None
    return switch, os


def _comes_with_rack(name: str, model: Host, catalog: Catalog) -> Diagnostic:
    """Report that a device is planned with the racks that it stands in."""
    racks = [host.model for host in catalog.every(Host) if any(f.model == model.model for f in host.rack_fixtures)]
    return Diagnostic(
        code="comes-with-rack",
        loc=("hosts", name, "model"),
        message=f"{model.model} comes with the racks of {' and '.join(racks) or 'no host model of the catalog'}, and is planned with them",
        help=f"remove hosts.{name}: a group of {racks[0]} brings its own" if racks else f"remove hosts.{name}",
    )


def _unknown(kind: str, name: str, loc: tuple[str | int, ...], catalog: Catalog) -> Diagnostic:
    known = catalog.names(kind)
    if unread := catalog.unread(name):
        return Diagnostic(
            code="unknown-model",
            loc=loc,
            message=f"the catalog has no {kind[:-1] if kind == 'hosts' else 'switch'} `{name}`, as {unread} is not read",
            help=f"call the file {kind}/{name}.yaml in the catalog folder",
        )
    begun = [each for each in known if each.startswith(name)]
    near = begun or difflib.get_close_matches(name, known, 3, 0.5)
    return Diagnostic(
        code="unknown-model",
        loc=loc,
        message=f"the catalog has no {kind[:-1] if kind == 'hosts' else 'switch'} `{name}`",
        help=f"did you mean {', '.join(f'`{n}`' for n in near)}?" if near else "see `clustergen catalog list`",
    )


def _examples(instead_of: Switch, technology: str, catalog: Catalog) -> str:
    """Name a few switches of a technology: of the same vendor, with about the same bandwidth."""

    def distance(model: Switch) -> tuple[bool, float]:
        return model.vendor != instead_of.vendor, abs(_bandwidth(model) - _bandwidth(instead_of))

    return such_as(
        [each.model for each in sorted(catalog.every(Switch), key=distance) if each.technology == technology]
    )


def _bandwidth(switch: Switch) -> float:
    return sum(len(bank.cages) * bank.capacity_gbps for bank in banks(switch, None))


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
