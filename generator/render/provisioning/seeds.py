"""Answers for installers, by the family of the system: Ubuntu's as data, Debian's and Red Hat's as text."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from generator.plan.hosts.records import Family
from generator.plan.provisioning.records import Install
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

_DISK = "SYSTEM_DISK"
"""Placeholder in Ubuntu's answers for the kernel's name of the drive, which only the installer can look up; the placeholder itself matches no drive."""
FILES: Mapping[Family, tuple[str, ...]] = {
    "ubuntu": ("user-data", "meta-data"),
    "debian": ("preseed.cfg",),
    "redhat": ("ks.cfg",),
}
"""The files of answers of each family."""


def seeds(host: Install, templates: Templates) -> Iterator[tuple[str, str]]:
    """Yield each file of answers with its text."""
    yield from _MADE[host.family](host, templates)


def _ubuntu(host: Install, _templates: Templates) -> Iterator[tuple[str, str]]:
    head = f"{host.name}: answers for Ubuntu's installer, written by clustergen; change the spec, not this file."
    yield "user-data", "#cloud-config\n" + yaml_text({"autoinstall": autoinstall(host)}, head)
    yield "meta-data", yaml_text({"instance-id": host.name, "local-hostname": host.name})


def autoinstall(host: Install) -> dict[str, Any]:
    """Return subiquity's answers (Canonical, "Autoinstall configuration reference manual").

    There is no `identity`: there is no password, and root logs in by key. The drive is looked up before anything is written; the installer reads its
    answers again after `early-commands`, and ends where one of them fails. A match by the drive's own link is not used: releases without it take any drive.
    """
    return {
        "version": 1,
        "early-commands": [
            f'disk=$(readlink -f {host.disk}) && test -b "$disk" && sed -i "s|{_DISK}|$disk|" /autoinstall.yaml'
        ],
        "locale": "en_US.UTF-8",
        "timezone": "UTC",
        "keyboard": {"layout": "us"},
        "network": {"version": 2, "ethernets": {"inband": _port(host)}},
        # kubelet ends on a host with swap, and a job that swaps holds up all others of its size
        "storage": {"layout": {"name": "direct", "match": {"path": _DISK}}, "swap": {"size": 0}},
        "apt": _apt(host),
        "ssh": {"install-server": True, "allow-pw": False},
        "user-data": {
            "hostname": host.name,
            "users": [],
            "disable_root": False,
            "ssh_pwauth": False,
            "manage_etc_hosts": False,
        },
        "late-commands": [
            "mkdir -p -m 0700 /target/root/.ssh",
            f'for key in {shlex.join(host.keys)}; do echo "$key"; done >/target/root/.ssh/authorized_keys',
            "chmod 0600 /target/root/.ssh/authorized_keys",
        ],
        "shutdown": "reboot",
    }


def _apt(host: Install) -> dict[str, Any]:
    """Return the archives in the form that all releases read (curtin, "APT Source"): one for each processor that has one, security updates from it, too."""
    found = [{"arches": list(arches), "uri": url} for arches, url in host.mirrors.archives]
    named: dict[str, Any] = {"primary": found, "security": found} if found else {}
    return {**named, "geoip": False, "fallback": "offline-install"}


def _port(host: Install) -> dict[str, Any]:
    """Return the port that it started by, with the address of the plan; the rest of its network comes with the role `hosts`."""
    machine = host.machine
    found: dict[str, Any] = {
        "match": {"macaddress": machine.mac},
        "dhcp4": False,
        "addresses": [f"{machine.address}/{machine.length}"],
    }
    if machine.gateway:
        found["routes"] = [{"to": "default", "via": machine.gateway}]
    if host.resolvers:
        found["nameservers"] = {"search": [host.domain], "addresses": list(host.resolvers)}
    return found


def _debian(host: Install, templates: Templates) -> Iterator[tuple[str, str]]:
    mirrors = host.mirrors
    mirror = urlsplit(mirrors.debian) if mirrors.debian else None
    values = {"mirror": mirror, "security": mirrors.security, "keys": shlex.join(host.keys)}
    yield "preseed.cfg", templates.render("provisioning/preseed.cfg.j2", host=host, **values)


def _redhat(host: Install, templates: Templates) -> Iterator[tuple[str, str]]:
    values = {"disk": host.disk.removeprefix("/dev/"), "keys": shlex.join(host.keys)}
    yield "ks.cfg", templates.render("provisioning/ks.cfg.j2", host=host, **values)


_MADE: Mapping[Family, Callable[[Install, Templates], Iterator[tuple[str, str]]]] = {
    "ubuntu": _ubuntu,
    "debian": _debian,
    "redhat": _redhat,
}
