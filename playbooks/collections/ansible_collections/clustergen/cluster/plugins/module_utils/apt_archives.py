"""apt with lists and settings of its own: which archives there are, and which files some packages need with all that they depend on."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from ansible.module_utils.basic import AnsibleModule

_HELPER = "/usr/lib/apt/apt-helper"
# apt-get(8), --print-uris: 'ADDRESS' NAME SIZE KIND:DIGEST
_FILE = re.compile(r"'(?P<address>[^']+)' \S+ \d+ (?P<digest>SHA256:[0-9a-f]{64})$")
_FIELDS = ("METAKEY", "BASE_URI", "COMPRESSIONTYPES", "FILENAME")
_TOLD = 600
_COMPLAINTS = (r"(\S+ : )?(Pre)?Depends: ", "E: ", "W: ")


class AptError(Exception):
    """apt refuses; the message has its words."""


@dataclass(frozen=True)
class File:
    """One package, or one list of packages, by its address; `digest` as apt-helper takes it, `SHA256:...`."""

    address: str
    digest: str


@dataclass
class Archive:
    """One release of an archive: the address of its folder `dists/...`, its signed files as apt keeps them, and its lists by path with their order of compressions."""

    base: str
    signed: list
    lists: dict


class Apt:
    """apt of one release and architecture. Of this machine it has no state, and its sources only where none are stated."""

    def __init__(self, module: AnsibleModule, state: str, architecture: str, sources: list) -> None:
        """Make its folders."""
        self._module, self._state, self._sources = module, state, sources
        for each in ("lists/partial", "archives/partial"):
            os.makedirs(os.path.join(state, each), exist_ok=True)
        with open(os.path.join(state, "status"), "w", encoding="utf-8"):
            pass
        settings = {
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Get::AllowUnauthenticated": "false",
            "APT::Install-Recommends": "true",  # as roles install
            "APT::Install-Suggests": "false",
            "APT::Sandbox::User": "root",  # the folder is the caller's
            "APT::Update::Error-Mode": "any",
            "Acquire::AllowInsecureRepositories": "false",
            "Acquire::AllowWeakRepositories": "false",
            "Acquire::AllowDowngradeToInsecureRepositories": "false",
            "Acquire::Languages": "none",
            "Acquire::Retries": "3",
            "Acquire::http::Timeout": "60",
            "Acquire::https::Timeout": "60",
            "Dir::State": state,
            "Dir::State::lists": os.path.join(state, "lists"),
            "Dir::State::status": os.path.join(state, "status"),
            "Dir::Cache": state,
            "Dir::Cache::archives": os.path.join(state, "archives"),
            "Dir::Cache::pkgcache": "pkgcache.bin",
            "Dir::Cache::srcpkgcache": "srcpkgcache.bin",
            "Dir::Etc::preferences": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
        }
        if sources:
            settings["Dir::Etc::sourcelist"] = os.path.join(state, "sources.list")
            settings["Dir::Etc::sourceparts"] = "/dev/null"
        self._options = [part for key, value in settings.items() for part in ("-o", f"{key}={value}")]

    def update(self) -> None:
        """Fetch the lists of all sources, and verify them.

        Raises:
            AptError: a source does not answer, or has no valid signature.
        """
        if self._sources:
            with open(os.path.join(self._state, "sources.list"), "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in self._sources)
        failed, said = self._run("apt-get", "update", "-q")
        if failed:
            raise AptError(f"the archives were not read: {complaints(said)}")

    def archives(self) -> list[Archive]:
        """Return the releases that the sources name, each with its lists.

        Raises:
            AptError: there is none, or one is not signed.
        """
        form = "\t".join(f"$({each})" for each in _FIELDS)
        failed, said = self._run("apt-get", "indextargets", "--format", form, "Created-By: Packages")
        rows = [line.split("\t") for line in said.splitlines() if line.count("\t") == len(_FIELDS) - 1]
        if failed or not rows:
            raise AptError(f"there is no source of packages: {complaints(said)}")
        found: dict[str, Archive] = {}
        for key, base, compressions, filename in rows:
            archive = found.setdefault(base, Archive(base, self._signed(base, filename), {}))
            archive.lists[key] = compressions.split()
        return list(found.values())

    def _signed(self, base: str, filename: str) -> list:
        """Return the paths of the signed files of an archive: InRelease, or Release with its signature."""
        lists = os.path.join(self._state, "lists")
        names = os.listdir(lists)
        for signed in (["InRelease"], ["Release", "Release.gpg"]):
            fits = [
                name[: -len(signed[0])]
                for name in names
                if name.endswith(f"_{signed[0]}") and os.path.basename(filename).startswith(name[: -len(signed[0])])
            ]
            for prefix in sorted(fits, key=len, reverse=True):
                if all(prefix + each in names for each in signed):
                    return [os.path.join(lists, prefix + each) for each in signed]
        raise AptError(f"{base} is not signed: hosts would install what nobody has signed")

    def files(self, sets: list) -> tuple[list, list]:
        """Return the files that sets of packages need, and the packages that cannot be had, each with what apt reports.

        Raises:
            AptError: a file has no digest that could be checked.
        """
        files: dict[str, File] = {}
        missing: dict[str, str] = {}
        alone: dict[str, tuple[int, str]] = {}
        for names in sets:
            failed, said = self._needs(names)
            if failed:
                alone |= {name: self._needs([name]) for name in names if name not in alone}
                missing |= {name: complaints(alone[name][1]) for name in names if alone[name][0]}
                able = [name for name in names if name not in missing]
                failed, said = self._needs(able)
                if failed:
                    missing[f"{' '.join(able)} (on one host)"] = complaints(said)
                    said = "\n".join(alone[name][1] for name in able)
            for line in said.splitlines():
                if line.startswith("'"):
                    found = _file(line)
                    files[found.address] = found
        return list(files.values()), [{"name": name, "why": why} for name, why in sorted(missing.items())]

    def _needs(self, names: list) -> tuple[int, str]:
        """Return what apt would fetch for packages on a host that has none. Without ForceHash it prints MD5 (apt-get(8), --print-uris)."""
        asked = ("install", "-qq", "--yes", "--print-uris", "-o", "Acquire::ForceHash=SHA256", "--", *names)
        return self._run("apt-get", *asked) if names else (0, "")

    def fetch(self, file: File, place: str) -> str:
        """Fetch a file that must have its digest, and return what apt-helper reports against it; empty where it is there."""
        failed, said = self._run(_HELPER, "download-file", file.address, place, file.digest)
        return complaints(said) if failed else ""

    def _run(self, program: str, *arguments: str) -> tuple[int, str]:
        """Run a program of apt's, and return its exit code and all that it prints."""
        command = [program, *self._options, *arguments]
        code, out, err = self._module.run_command(command, environ_update={"LC_ALL": "C", "LANGUAGE": "C"})
        return code, f"{out}\n{err}"


def _file(line: str) -> File:
    """Return the file of a line of apt-get's.

    Raises:
        AptError: the line has no SHA256.
    """
    match = _FILE.match(line)
    if match is None:
        raise AptError(f"a file has no SHA256 in the lists of its archive: {line[:_TOLD]}")
    return File(match["address"], match["digest"])


def complaints(said: str) -> str:
    """Return what apt reports as wrong: dependencies that are not met, its errors, then its warnings."""
    lines = [line.strip() for line in said.splitlines()]
    told = [line for kind in _COMPLAINTS for line in lines if re.match(kind, line)]
    return "; ".join(dict.fromkeys(told))[:_TOLD] or "no reason"
