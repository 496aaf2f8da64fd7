"""Burst hosts of a provider: the commands that create them, the cap, and their first boot."""

from collections.abc import Iterable, Mapping
from string import Template
from typing import Any

from generator.catalog.facts import fact_names
from generator.catalog.provider import Provider, read_provider
from generator.plan.draft import Draft
from generator.plan.slurm.controllers import controllers, state_of
from generator.plan.slurm.records import Tunnel
from generator.plan.slurm.tunnel_ends import GATEWAY_KEY, files_of_host, passes, unit_of
from generator.spec.burst import CloudSpec
from generator.spec.slurm import BurstSpec

METRICS = "/var/lib/prometheus/node-exporter/clustergen-burst.prom"
"""The file for the node exporter on the active controller."""
_PROGRAM_HOME = "/var/lib/clustergen-burst"
"""The home of the provider's program (roles/slurm/tasks/burst.yml): not beside the queue, which other hosts mount."""
_CALLS_AT_ONCE = 8
"""As in burst.py."""
_SUSPENDED_AT_ONCE = 60
"""slurm.conf(5), SuspendRate: at most this many hosts a minute."""
_STOP_SECONDS = 120
_CLUSTER = "clustergen"
"""The tag by which hosts of a cluster are found again."""
_UNIT = ("[Unit]", "ConditionPathExists=", "[Service]", "LimitMEMLOCK=infinity", "Delegate=yes")
"""As on the hosts of the cluster (roles/slurm/tasks/compute.yml): Debian's unit starts only where there is a slurm.conf."""
_MOUNT_OPTIONS = "nosuid,nodev,_netdev,nofail"
_LATE = ",noauto,x-systemd.automount"
"""Over the tunnel, which is up after cloud-init has mounted the others."""


def providers() -> tuple[str, ...]:
    """Name the providers whose commands are known."""
    return fact_names("providers")


def cloud_settings(
    plan: Draft, burst: BurstSpec, names: tuple[str, ...], tunnel: Tunnel | None = None
) -> dict[str, Any] | None:
    """Return burst.json; nothing without a provider, or with one that is not known."""
    cloud = burst.cloud
    if cloud is None or cloud.provider not in providers():
        return None
    provider, values = read_provider(cloud.provider), dict(_values(plan, cloud))
    stated = cloud.tags | {_CLUSTER: plan.name} | provider.own_tags
    tags = [_filled(provider.tag, {"key": key, "value": value}) for key, value in sorted(stated.items())]
    endpoint = provider.endpoint if cloud.endpoint else ()
    start = [*provider.start, *(provider.firewall if cloud.firewall else provider.no_firewall)]
    commands = {"list": provider.list, "start": start, "stop": provider.stop}
    environment = provider.environment | (provider.endpoint_environment if cloud.endpoint else {})
    return {
        "cluster": plan.name,
        "provider": provider.title,
        "program": provider.program,
        "environment": {key: _filled(value, values) for key, value in sorted(environment.items())},
        "commands": {
            name: list(_command((*words, *endpoint), values, provider, tags)) for name, words in commands.items()
        },
        "hosts": list(names),
        "state": f"{state_of(plan)}/burst",
        "home": _PROGRAM_HOME,
        "metrics": METRICS,
        "credentials": cloud.credentials,
        "hours_per_month": cloud.hours_per_month,
        "ready_minutes": burst.ready_minutes,
        "retry_minutes": cloud.retry_minutes,
        "call_seconds": cloud.call_seconds,
        **(_tunnelled(tunnel, names) if tunnel else {}),
    }


def _tunnelled(tunnel: Tunnel, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what an order needs of the tunnel: the address of each host, and where the public key of the gateway is."""
    addresses = dict(zip(names, tunnel.addresses, strict=True))
    return {"tunnel": {"gateway": tunnel.gateway, "gateway_key": GATEWAY_KEY, "addresses": addresses}}


def stop_seconds(burst: BurstSpec) -> int:
    """Return the time after which Slurm may create a host again, in seconds: by then the calls that list and delete hosts have ended."""
    if burst.cloud is None:
        return _STOP_SECONDS
    calls = 1 + -(-min(burst.count, _SUSPENDED_AT_ONCE) // _CALLS_AT_ONCE)
    return max(_STOP_SECONDS, calls * burst.cloud.call_seconds)


def _values(plan: Draft, cloud: CloudSpec) -> Iterable[tuple[str, str]]:
    yield "cluster", plan.name
    for key in ("machine", "image", "place", "network", "firewall", "project", "endpoint", "credentials", "login_key"):
        yield key, getattr(cloud, key) or ""


def _command(words: Iterable[str], values: Mapping[str, str], provider: Provider, tags: list[str]) -> Iterable[str]:
    for word in words:
        if word == "$tags" and not provider.tags:
            yield from tags
        else:
            yield _filled(word, {**values, "tags": provider.tags.join(tags)})


def _filled(word: str, values: Mapping[str, str]) -> str:
    return Template(word).substitute(values)


def first_boot(plan: Draft, cloud: CloudSpec, tunnel: Tunnel | None = None) -> dict[str, Any]:
    """Return the first boot by cloud-init: name, controllers, mounts, the tunnel, then slurmd. It has no secret, as every user of the host can read it."""
    hosts = controllers(plan)
    names = [f"{host.inband} {host.name}" for host in hosts if host.inband]
    options = [f'SLURMD_OPTIONS="-N @name@ --conf-server {",".join(host.name for host in hosts)}"']
    within = {path: tunnel is not None and passes(tunnel, each.source) for path, each in sorted(cloud.mounts.items())}
    mounts = [
        [cloud.mounts[path].source, path, "nfs4", _MOUNT_OPTIONS + (_LATE if late else ""), "0", "0"]
        for path, late in within.items()
    ]
    waits = (f"Requires={unit_of(tunnel)}", f"After={unit_of(tunnel)}") if tunnel else ()
    unit = (*_UNIT[:2], *waits, *_UNIT[2:])
    return {
        "hostname": "@name@",
        "preserve_hostname": False,
        "write_files": [
            {"path": "/etc/hosts", "lines": names, "append": True},
            {"path": "/etc/default/slurmd", "lines": options, "permissions": "0644"},
            {
                "path": "/etc/systemd/system/slurmd.service.d/clustergen.conf",
                "lines": list(unit),
                "permissions": "0644",
            },
            *(files_of_host(tunnel) if tunnel else ()),
        ],
        **({"mounts": mounts} if mounts else {}),
        "runcmd": [
            ["systemctl", "daemon-reload"],
            *([["systemctl", "enable", "--now", unit_of(tunnel)]] if tunnel else []),
            *(["mount", path] for path, late in within.items() if late),
            ["systemctl", "restart", "slurmd"],
        ],
    }
