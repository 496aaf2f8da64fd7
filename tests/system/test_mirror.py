"""`mirror.yml` fills a registry from a list, with real skopeo, from one registry to another: images have the digests that they had, and what is missing is named.

Both registries are in a network namespace of the test; where the list has docker.io, skopeo's own configuration says the first of them.
"""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.twin.bottle import Bottle, BottleError

pytestmark = pytest.mark.proof

SOURCE, MIRROR = "127.0.0.1:5001", "127.0.0.1:5002"
_REGISTRY = """\
version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http: {{addr: {address}}}
"""
_INSTEAD = """\
[[registry]]
prefix = "registry.k8s.io"
location = "{source}/registry.k8s.io"
insecure = true
[[registry]]
prefix = "docker.io"
location = "{source}/docker.io"
insecure = true
"""
_HEAD = "kind,name,version,digest,by,source\n"


def _blob(layout: Path, data: bytes) -> dict[str, object]:
    digest = hashlib.sha256(data).hexdigest()
    (layout / "blobs" / "sha256" / digest).write_bytes(data)
    return {"digest": f"sha256:{digest}", "size": len(data)}


def image_layout(
    layout: Path,
    config: str = "application/vnd.oci.image.config.v1+json",
    content: str = "application/vnd.oci.image.layer.v1.tar",
) -> str:
    """Make an OCI image (image-spec, image-layout.md) with one empty layer, and return its digest; or a chart, by its media types."""
    (layout / "blobs" / "sha256").mkdir(parents=True)
    empty = bytes(10240)  # a tar archive without files
    layer = {"mediaType": content, **_blob(layout, empty)}
    settings = {"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": [layer["digest"]]}}
    made = {"mediaType": config, **_blob(layout, json.dumps(settings).encode())}
    kind = "application/vnd.oci.image.manifest.v1+json"
    manifest = {"schemaVersion": 2, "mediaType": kind, "config": made, "layers": [layer]}
    row = {"mediaType": kind, **_blob(layout, json.dumps(manifest).encode())}
    named = row | {"annotations": {"org.opencontainers.image.ref.name": "one"}}
    (layout / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [named]}), encoding="utf-8")
    (layout / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}', encoding="utf-8")
    return str(row["digest"])


class Site:
    """Two registries, an image in the first, and the playbook."""

    def __init__(self, bottle: Bottle, tree: Path, folder: Path) -> None:
        self.bottle, self.tree, self.folder = bottle, tree, folder
        self.digest = image_layout(folder / "layout")
        helm = "application/vnd.cncf.helm"
        self.chart = image_layout(folder / "chart", f"{helm}.config.v1+json", f"{helm}.chart.content.v1.tar+gzip")

    def play(self, *rows: str, registry: str = MIRROR) -> subprocess.CompletedProcess[str]:
        """Run it with a list of these rows."""
        contents = self.folder / "contents.csv"
        contents.write_text(_HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        given = {"mirror_registry": registry, "mirror_tls_verify": False, "mirror_contents": str(contents)}
        program = Path(sys.executable).parent / "ansible-playbook"
        variables = (f"HOME={self.folder}", f"ANSIBLE_HOME={self.folder}")
        book = (
            str(program),
            "-i",
            str(self.tree / "ansible/inventory"),
            str(self.tree / "ansible/playbooks/mirror.yml"),
        )
        return self.bottle.run("env", *variables, *book, "-e", json.dumps(given))

    def digest_of(self, name: str) -> str:
        """Return the digest of an image in the mirror: the sum of its manifest (image-spec, descriptor.md)."""
        raw = self.bottle.must("skopeo", "inspect", "--raw", "--tls-verify=false", f"docker://{MIRROR}/{name}")
        return f"sha256:{hashlib.sha256(raw.encode()).hexdigest()}"


@pytest.fixture
def site(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> Iterator[Site]:
    program("skopeo")
    program("docker-registry")
    started = []
    with Bottle() as bottle:
        bottle.must("ip", "link", "set", "lo", "up")
        for name, address in (("source", SOURCE), ("mirror", MIRROR)):
            (tmp_path / f"{name}.yml").write_text(
                _REGISTRY.format(folder=tmp_path / name, address=address), encoding="ascii"
            )
            started.append(bottle.start("docker-registry", "serve", str(tmp_path / f"{name}.yml")))
        (tmp_path / ".config" / "containers").mkdir(parents=True)
        (tmp_path / ".config" / "containers" / "registries.conf").write_text(
            _INSTEAD.format(source=SOURCE), encoding="ascii"
        )
        found = Site(bottle, rendered("roce-16"), tmp_path)
        for tag in ("library/debian:13", "library/other:1"):
            place = f"docker://{SOURCE}/docker.io/{tag}"
            until(
                bottle,
                "skopeo",
                "copy",
                "--preserve-digests",
                "--dest-tls-verify=false",
                f"oci:{tmp_path / 'layout'}:one",
                place,
            )
        until(
            bottle,
            "skopeo",
            "copy",
            "--preserve-digests",
            "--dest-tls-verify=false",
            f"oci:{tmp_path / 'chart'}:one",
            f"docker://{SOURCE}/registry.k8s.io/kueue/charts/kueue:0.19.2_one",
        )
        yield found
    for each in started:  # they have ended with the bottle
        each.communicate(timeout=30)


def until(bottle: Bottle, *command: str) -> None:
    """Run a command again until it succeeds: the program that it asks may be starting."""
    deadline = time.monotonic() + 30
    while True:
        try:
            bottle.must(*command)
        except BottleError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)
        else:
            return


def test_a_registry_is_filled_from_the_list(site: Site, proven: Callable[[str, str], None]) -> None:
    """By tag and by digest, with an image whose tag moves and a chart; a release without known images is named; a second run copies nothing."""
    rows = (
        "image,library/debian,13,,a file,docker.io",
        f"image,library/other,,{site.digest},a file,docker.io",
        "moving,library/other,1,,chart other,docker.io",
        "unknown,program,v1.0.0,,a key,https://files.example.net/v1.0.0/install.yaml",
    )
    charts = (
        "chart,kueue,0.19.2+one,,a key,oci://registry.k8s.io/kueue/charts",
        "chart,cilium,1.19.3,,a key,https://helm.cilium.io",
    )
    said = site.play(*rows, *charts)
    assert said.returncode == 0, said.stdout + said.stderr
    assert site.digest_of("docker.io/library/debian:13") == site.digest
    assert site.digest_of(f"docker.io/library/other@{site.digest}") == site.digest
    assert site.digest_of("docker.io/library/other:1") == site.digest
    assert "images of program v1.0.0 are in no list" in said.stdout
    assert "changed=1" in said.stdout
    assert site.digest_of("registry.k8s.io/kueue/charts/kueue:0.19.2_one") == site.chart
    assert "repositories of Helm are not copied" in said.stdout
    assert "as docs/mirror.md has it: cilium" in said.stdout
    again = site.play(*rows, *charts)
    assert again.returncode == 0, again.stdout
    assert "changed=0" in again.stdout
    proven(
        "skopeo, docker-registry", "images of a list are copied by tag and by digest, with the digests that they had"
    )


def test_what_is_missing_is_named_and_the_others_are_copied(site: Site) -> None:
    """An image that the source does not have, and one with another digest than the list has."""
    wrong = f"sha256:{'0' * 64}"
    said = site.play(
        "image,library/absent,1,,a file,docker.io",
        f"image,library/other,,{wrong},a file,docker.io",
        "image,library/debian,13,,a file,docker.io",
    )
    assert said.returncode != 0
    assert "2 images or charts were not copied" in said.stdout
    assert "docker.io/library/absent:1" in said.stdout
    assert f"docker.io/library/other@{wrong}" in said.stdout
    assert site.digest_of("docker.io/library/debian:13") == site.digest


def test_nothing_is_copied_without_a_mirror(site: Site) -> None:
    said = site.play("image,library/debian,13,,a file,docker.io", registry="")
    assert said.returncode != 0
    assert "nothing was copied: name the registry" in said.stdout
