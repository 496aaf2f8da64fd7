"""Nothing that a tree or a page has somebody fetch may be another thing tomorrow: images, charts, collections, packages, files of other projects."""

import re
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from generator.catalog.chart import read_controller
from generator.plan.draft import Draft
from generator.render.backends import kubernetes
from generator.render.cabling.label_code import INSTALL as INSTALL_CODES
from generator.render.eos.avd import INSTALL
from tests.conftest import EXAMPLES, ROOT, example, tree_of
from tests.judges.pins import RELEASE, asked_packages, loose_pins, loose_values
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

CHARTS = ROOT / "generator" / "catalog" / "charts"
LATER: dict[str, dict[str, object]] = {
    "kubeadm": {"installer": "kubeadm", "api_address": "10.160.127.254"},
    "rke2": {"installer": "rke2"},
    "acceptance": {"acceptance": ["job", "mpi", "trainer", "appwrapper"]},
}


def _loose(tree: dict[str, str]) -> list[str]:
    found = []
    for path, text in tree.items():
        found += [f"{path}: {each}" for each in loose_pins(text)]
        if path.endswith((".yaml", ".yml")) and re.search(r"image|collections|package_pip", text):
            for document in yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
                found += [f"{path}: {each}" for each in loose_values(document)]
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_file_of_an_example_names_releases(name: str, plans: Callable[[str], Draft]) -> None:
    """Every file, playbooks and comments included."""
    assert _loose(tree_of(plans(name))) == []


@pytest.mark.parametrize("name", LATER)
def test_what_no_example_has(name: str, tmp_path: Path) -> None:
    """Other installers, and acceptance jobs of every kind."""
    plan = plan_data(cluster() | {"scheduler": {"kubernetes": LATER[name]}}, tmp_path)
    assert _loose({each.path: each.content for each in kubernetes.render(plan, TEMPLATES)}) == []


def test_slurm_in_pods(tmp_path: Path) -> None:
    """Its images, and the sidecar that reads its logs."""
    spec = yaml.safe_load(example("roce-256").read_text()) | {
        "scheduler": {"slurm": {}, "kubernetes": {"hosts": ["gpu[09-32]"], "slinky": {}}}
    }
    files = kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)
    tree = {each.path: each.content for each in files}
    assert "alpine:3" in tree["kubernetes/slinky/slurm.yaml"]
    assert _loose(tree) == []


def test_every_release_of_the_catalog() -> None:
    """Charts, installers and controllers: three numbers, and images likewise."""
    for path in CHARTS.glob("*.yaml"):
        facts = yaml.safe_load(path.read_text(encoding="utf-8"))
        images = facts.get("images", {})
        assert list(loose_values(images)) == [], path.name
        assert RELEASE.fullmatch(str(facts["version"])) or facts["chart"] == "kubeadm", path.name
    for path in (CHARTS.parent / "controllers").glob("*.yaml"):
        controller = read_controller(path.stem)
        assert RELEASE.fullmatch(controller.version)
        assert list(loose_pins(f"{controller.install}\n{' '.join(controller.images.values())}")) == []
        assert controller.version in controller.install
    for path in (CHARTS.parent / "drivers").glob("*.yaml"):
        assert RELEASE.fullmatch(str(yaml.safe_load(path.read_text(encoding="utf-8"))["version"])), path.name


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"], ids=lambda page: page.name
)
def test_pages_name_releases(page: Path) -> None:
    """A command that a page has its reader type fetches what it fetched when it was written."""
    assert list(loose_pins(page.read_text(encoding="utf-8"))) == []


def test_ansible_is_the_one_that_the_tests_run(plans: Callable[[str], Draft]) -> None:
    """The image for AWX, the page and the role that asks for it name releases of the lock, by Python."""
    lock = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    old, new = re.findall(r"^ansible-core==(\S+) ; ", lock, re.MULTILINE)
    tree = tree_of(plans("roce-16"))
    image = yaml.safe_load(tree["ansible/execution-environment.yml"])["dependencies"]
    assert image["ansible_core"]["package_pip"] == f"ansible-core=={new}"
    locked = set(re.findall(r"^([\w-]+==\S+)", lock, re.MULTILINE))
    ours = {name.split("==")[0] for name in locked}
    assert [each for each in image["python"] if each.split("==")[0] in ours and each not in locked] == []
    page, role = (ROOT / "docs" / "operations.md").read_text(), tree["ansible/roles/pull/tasks/main.yml"]
    for text in (page, role):
        assert f"ansible-core=={new}" in text
        assert old in text


@pytest.mark.parametrize(
    "text",
    [
        "image: docker.io/library/alpine:latest",
        "ghcr.io/slinkyproject/slurmd:26.05-ubuntu26.04",
        "nvcr.io/nvidia/cuda:25.04-py3",
        "helm upgrade --install cilium cilium/cilium --namespace kube-system",
        "helm install x oci://ghcr.io/x/charts/x --version 1.2",
        "pip install 'ansible-core>=2.18,<2.22'",
        "python3 -m pip install pyavd",
        "kubectl apply -f https://raw.githubusercontent.com/kubeflow/mpi-operator/master/deploy/mpi-operator.yaml",
        'kubectl apply -k "https://github.com/kubeflow/trainer.git/manifests/overlays/manager?ref=release-2.3"',
    ],
)
def test_the_judge_finds_what_moves(text: str) -> None:
    assert list(loose_pins(text)) != []


@pytest.mark.parametrize(
    "text",
    [
        "containers: [{image: alpine}]",
        "nvIpam: {image: nvidia-k8s-ipam, repository: nvcr.io/nvidia/mellanox, version: latest}",
        'collections: [{name: arista.eos, version: ">=12.0.0"}]',
        "images: {base_image: {name: 'docker.io/library/debian:trixie-slim'}}",
        "dependencies: {ansible_runner: {package_pip: ansible-runner}}",
    ],
)
def test_the_judge_reads_values(text: str) -> None:
    assert list(loose_values(yaml.safe_load(text))) != []


_NAMES = [*sorted((ROOT / "docs").glob("*.md")), *ROOT.glob("*.md"), *sorted((ROOT / "generator").rglob("*.py"))]


def test_nobody_is_sent_to_an_index_for_clustergen() -> None:
    """No index has it: what one has under its name could be anybody's. An extra is of a checkout, or its package is named."""
    asked = [
        f"{path.name}: {word}"
        for path in _NAMES
        for word in asked_packages(path.read_text(encoding="utf-8"))
        if re.match(r"clustergen(?![\w.-])", word)
    ]
    assert asked == []
    assert list(asked_packages("run `pip install 'clustergen[eos]'`, or uv tool install clustergen")) != []


def test_the_extra_is_named_in_its_range() -> None:
    """The help where pyavd is missing names the range of the extra; the page names the locked release."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    extra = extras["eos"]
    assert f"'{extras['qr'][0]}'" in INSTALL_CODES
    locked = re.findall(r"^pyavd==\S+", (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"'{extra[0]}'" in INSTALL
    assert f"pip install {locked[0]}\n" in (ROOT / "docs" / "eos.md").read_text(encoding="utf-8")


def test_every_package_takes_the_python_of_debian_12() -> None:
    """`make setup` installs the whole lock with the oldest Python that README names, 3.11.2 there."""
    lock = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    names = re.findall(r"^([A-Za-z0-9._-]+)==\S+ \\$", lock, re.MULTILINE)
    asked = {name: metadata.metadata(name)["Requires-Python"] for name in names}
    assert len(asked) > 50
    assert [name for name, said in asked.items() if said and not SpecifierSet(said).contains("3.11.2")] == []
