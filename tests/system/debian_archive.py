"""A small archive of Debian packages, made by dpkg-deb and apt-ftparchive and signed by gpg, and a host whose apt installs from an archive."""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.twin.bottle import Bottle

SUITE = "bookworm"
_CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: nobody <nobody@example.net>
Description: a package without content
"""
_LISTS = "main/binary-amd64"
_BESIDE = {
    "i18n/Translation-en": f"Package: base-files\nDescription-md5: {'0' * 32}\nDescription-en: nothing\n",
    "cnf/Commands-amd64": "suite: bookworm\ncomponent: main\narch: amd64\n",
    "dep11/Components-amd64.yml": "---\nFile: DEP-11\nVersion: '0.6'\n",
}
"""What an archive has beside its list, by path in its component; here each with one line that counts."""
_TARGETS = {
    "CNF": ("$(COMPONENT)/cnf/Commands-$(NATIVE_ARCHITECTURE)", "Commands"),
    "DEP-11": ("$(COMPONENT)/dep11/Components-$(NATIVE_ARCHITECTURE).yml", "Components"),
}
"""What command-not-found and appstream have apt fetch (50command-not-found, 50appstream)."""


def _run(*command: str, cwd: Path | None = None) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd).stdout


class Archive:
    """One release, with a key of its own."""

    def __init__(self, folder: Path) -> None:
        """Make a key, and no package yet."""
        self.folder, self._gpg = folder / "debian", folder / "gpg"
        (self.folder / "pool").mkdir(parents=True)
        self._gpg.mkdir(mode=0o700)
        self.key = folder / "archive.gpg"
        self._sign("--passphrase", "", "--quick-generate-key", "archive@example.net", "ed25519", "sign", "never")
        self._sign("--output", str(self.key), "--export", "archive@example.net")

    def _sign(self, *arguments: str) -> None:
        _run("gpg", "--homedir", str(self._gpg), "--batch", "--quiet", *arguments)

    def close(self) -> None:
        """End gpg's agent."""
        _run("gpgconf", "--homedir", str(self._gpg), "--kill", "all")

    def add(self, names: Iterable[str], fields: Mapping[str, str] | None = None, version: str = "1:1.0+b1") -> None:
        """Build packages; `fields` are further lines of each."""
        for name in names:
            build = self.folder.parent / "build" / name / "DEBIAN"
            build.mkdir(parents=True, exist_ok=True)
            text = _CONTROL.format(name=name, version=version, architecture="amd64")
            text += "".join(f"{key}: {value}\n" for key, value in (fields or {}).items())
            (build / "control").write_text(text, encoding="ascii")
            _run("dpkg-deb", "--root-owner-group", "--build", str(build.parent), str(self.folder / "pool"))

    def publish(self, *, detached: bool = False) -> None:
        """Write the lists and sign them, in their file or beside it."""
        lists = self.folder / "dists" / SUITE / _LISTS
        lists.mkdir(parents=True, exist_ok=True)
        text = _run("apt-ftparchive", "packages", "pool", cwd=self.folder)
        (lists / "Packages").write_text(text, encoding="utf-8")
        top = lists.parent.parent
        for path, content in _BESIDE.items():
            (lists.parent / path).parent.mkdir(exist_ok=True)
            (lists.parent / path).write_text(content, encoding="ascii")
        for each in (lists / "Packages", *(lists.parent / path for path in _BESIDE)):
            _run("xz", "--keep", "--force", str(each))
        for stale in ("Release", "InRelease", "Release.gpg"):
            (top / stale).unlink(missing_ok=True)
        facts = {"Origin": "Test", "Suite": SUITE, "Codename": SUITE, "Components": "main", "Architectures": "amd64"}
        facts |= {"Acquire-By-Hash": "yes", "Patterns::": "Commands-*"}
        options = [f"-oAPT::FTPArchive::Release::{key}={value}" for key, value in facts.items()]
        release = _run("apt-ftparchive", *options, "release", str(top))
        (top / "Release").write_text(release, encoding="utf-8")
        signed, how = ("Release.gpg", ("--armor", "--detach-sign")) if detached else ("InRelease", ("--clearsign",))
        self._sign("--output", str(top / signed), *how, str(top / "Release"))


class AptHost:
    """A host's own root, in which apt knows one source."""

    def __init__(self, bottle: Bottle, folder: Path, source: str) -> None:
        """Make a root without packages."""
        self._bottle, self._root = bottle, folder
        for each in ("etc/apt", "lib/apt/lists/partial", "lib/dpkg/updates", "cache/apt/archives/partial", "log/apt"):
            (folder / ("var" if each != "etc/apt" else "") / each).mkdir(parents=True)
        (folder / "var/lib/dpkg/status").touch()
        (folder / "etc/apt/sources.list").write_text(f"{source}\n", encoding="ascii")

    def apt(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run apt-get in it."""
        settings = {
            "Dir": str(self._root),
            "Dir::State::status": str(self._root / "var/lib/dpkg/status"),
            "Dir::Etc::sourcelist": str(self._root / "etc/apt/sources.list"),
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
            "APT::Architecture": "amd64",
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "en",
            "APT::Update::Error-Mode": "any",
            "DPkg::Options::": f"--root={self._root}",
        }
        for target, (key, title) in _TARGETS.items():
            place = f"Acquire::IndexTargets::deb::{target}"
            settings |= {f"{place}::MetaKey": key, f"{place}::ShortDescription": title, f"{place}::Description": title}
            settings[f"{place}::DefaultEnabled"] = "true"
        options = [part for key, value in settings.items() for part in ("-o", f"{key}={value}")]
        return self._bottle.run("env", "LC_ALL=C", "APT_CONFIG=/dev/null", "apt-get", *options, "--yes", *arguments)

    def installed(self) -> set[str]:
        """Return the names of the packages that dpkg has installed in it."""
        form = "--showformat=${Package} ${db:Status-Status}\\n"
        lines = _run("dpkg-query", f"--admindir={self._root / 'var/lib/dpkg'}", "--show", form).splitlines()
        return {line.split()[0] for line in lines if line.split()[1:] == ["installed"]}
