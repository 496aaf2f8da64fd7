"""containerd pulls from the site's registry, and from nowhere else, by the rendered `certs.d` of kubeadm's hosts: real containerd, a real registry with TLS.

All of it is in a network namespace without a route, so that a pull that asks another server fails.
"""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.twin.bottle import Bottle
from tests.conftest import tree_of
from tests.specs import cluster, plan_data
from tests.system.test_mirror import image_layout, until

pytestmark = pytest.mark.proof

ADDRESS = "127.0.0.1:5003"
_REGISTRY = """\
version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}/kept}}}}
http: {{addr: {address}, tls: {{certificate: {folder}/tls.crt, key: {folder}/tls.key}}}}
"""
_CONTAINERD = """\
version = 2
root = "{folder}/root"
state = "{folder}/state"
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
address = "{folder}/containerd.sock"
"""
IMAGE = "library/debian:13"
BESIDE = "library/beside:1"
"""In the registry, and not in the folder of the mirror."""
_LOOSE = """\
server = "https://127.0.0.1:5003"

[host."https://127.0.0.1:5003/v2/atlas/docker.io"]
  capabilities = ["pull", "resolve"]
  override_path = true
"""


class Runtime:
    """containerd, and the folders that it reads."""

    def __init__(self, bottle: Bottle, folder: Path) -> None:
        self.bottle, self.folder = bottle, folder

    def pull(self, image: str) -> subprocess.CompletedProcess[str]:
        """Have an image fetched as containerd's client does, which reads the folder."""
        words = ("ctr", "--address", f"{self.folder}/containerd.sock", "content", "fetch")
        trusted = f"SSL_CERT_FILE={self.folder}/tls.crt"
        return self.bottle.run("env", trusted, *words, "--hosts-dir", f"{self.folder}/certs.d", image)


@pytest.fixture
def runtime(program: Callable[[str], str], tmp_path: Path) -> Iterator[Runtime]:
    for name in ("skopeo", "docker-registry", "containerd", "ctr", "openssl"):
        program(name)
    kubernetes = {"installer": "kubeadm", "api_address": "10.160.127.254"}
    spec = cluster(4) | {"scheduler": {"kubernetes": kubernetes}}
    spec |= {"services": {"mirror": {"registry": f"https://{ADDRESS}/atlas"}}}
    for path, text in tree_of(plan_data(spec, tmp_path)).items():
        if path.startswith("kubernetes/kubeadm/certs.d/"):
            file = tmp_path / path.removeprefix("kubernetes/kubeadm/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    key = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    names = ("-subj", "/CN=mirror", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", f"{tmp_path}/tls.key", "-out", f"{tmp_path}/tls.crt")
    subprocess.run((*key, *names, *files), check=True, capture_output=True)
    (tmp_path / "registry.yml").write_text(_REGISTRY.format(folder=tmp_path, address=ADDRESS), encoding="ascii")
    (tmp_path / "config.toml").write_text(_CONTAINERD.format(folder=tmp_path), encoding="ascii")
    image_layout(tmp_path / "layout")
    with Bottle() as bottle:
        bottle.must("ip", "link", "set", "lo", "up")
        started = [
            bottle.start("docker-registry", "serve", f"{tmp_path}/registry.yml"),
            bottle.start("containerd", "--config", f"{tmp_path}/config.toml"),
        ]
        copy = ("skopeo", "copy", "--dest-tls-verify=false", f"oci:{tmp_path}/layout:one")
        until(bottle, *copy, f"docker://{ADDRESS}/atlas/docker.io/{IMAGE}")
        until(bottle, *copy, f"docker://{ADDRESS}/{BESIDE}")
        until(bottle, "ctr", "--address", f"{tmp_path}/containerd.sock", "version")
        yield Runtime(bottle, tmp_path)
    for each in started:  # they have ended with the bottle
        each.communicate(timeout=30)


def test_images_come_from_the_registry_of_the_site(runtime: Runtime, proven: Callable[[str, str], None]) -> None:
    """By the name that charts and installers have; what the site's registry lacks is requested from no other server."""
    said = runtime.pull(f"docker.io/{IMAGE}")
    assert said.returncode == 0, said.stdout + said.stderr
    lacking = runtime.pull("docker.io/library/absent:1")
    assert lacking.returncode != 0
    assert "not found" in lacking.stderr
    other = runtime.pull("quay.io/library/debian:13")
    assert other.returncode != 0
    assert "not found" in other.stderr
    proven("containerd", "images of public registries are pulled from the site's registry by the rendered certs.d")


def test_what_the_folder_lacks_is_not_taken_from_beside_it(runtime: Runtime, tmp_path: Path) -> None:
    """By kubeadm's file, and by the one that kubespray's template makes of its variables; a fallback without the folder would pull it."""
    file = runtime.folder / "certs.d/docker.io/hosts.toml"
    assert "not found" in runtime.pull(f"docker.io/{BESIDE}").stderr
    file.write_text(_LOOSE, encoding="ascii")
    assert runtime.pull(f"docker.io/{BESIDE}").returncode == 0
    assert _LOOSE.count(f'"https://{ADDRESS}"') == 1
    told = _kubespray(tmp_path / "kubespray")
    assert told["mirrors"][0]["host"] in _LOOSE
    file.write_text(_LOOSE.replace(f'"https://{ADDRESS}"', f'"{told["server"]}"'), encoding="ascii")
    assert "not found" in runtime.pull(f"docker.io/{BESIDE}").stderr
    assert runtime.pull(f"docker.io/{IMAGE}").returncode == 0


def _kubespray(folder: Path) -> dict[str, Any]:
    """Return kubespray's variables for docker.io."""
    folder.mkdir()
    spec = cluster(4) | {"scheduler": {"kubernetes": {"installer": "kubespray"}}}
    spec |= {"services": {"mirror": {"registry": f"https://{ADDRESS}/atlas"}}}
    text = tree_of(plan_data(spec, folder))["kubernetes/kubespray/group_vars/all/clustergen.yml"]
    found = yaml.safe_load(text)["containerd_registries_mirrors"]
    return next(each for each in found if each["prefix"] == "docker.io")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("/v2/atlas/docker.io", "/v2/atlas"), ("override_path = true", ""), ("127.0.0.1:5003", "127.0.0.1:5004")],
)
def test_another_address_is_found(runtime: Runtime, right: str, wrong: str) -> None:
    """Without the source, without the path, another server: each pull fails."""
    file = runtime.folder / "certs.d/docker.io/hosts.toml"
    text = file.read_text(encoding="utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    assert runtime.pull(f"docker.io/{IMAGE}").returncode != 0
