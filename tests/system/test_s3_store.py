"""An object store of the site: the rendered program, jobs and probe against a real S3 server (Ceph's gateway) over TLS, with keys and an authority of the site."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from generator.catalog.exporter import read_exporter
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.render.test_kubernetes_transfer import job_of
from tests.s3_specs import bought
from tests.specs import plan_data
from tests.twin.site_store import ADDRESSES, ENDPOINTS, SiteStore, needs

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
_PROGRAM = "usr/local/sbin/clustergen-s3.py"
_TABLE = "/etc/clustergen/s3/lake.json"
_AUTHORITY = "/etc/clustergen/s3/authorities/lake.crt"
_REFUSED = ("<Code>AccessDenied</Code>", "An error occurred (403)")
_SRUN = """#!/bin/bash
# As srun: each task reads all of the input
cat >/run/input
while [[ $1 == --* ]]; do shift; done
for SLURM_PROCID in 0 1; do export SLURM_PROCID; "$@" </run/input || exit; done
"""


class Site:
    """A control host with the rendered files, beside the store."""

    def __init__(self, bottle: Bottle, tree: Path, work: Path) -> None:
        self.bottle, self.tree, self.work = bottle, tree, work
        self.store = SiteStore(bottle.run, work / "store")
        self.keys = {name: self.store.user(name) for name in ("red", "blue", "green")}
        (work / "etc/s3/authorities").mkdir(parents=True)
        bottle.must("sh", "-c", f"mkdir -p /etc/clustergen && mount --bind {work}/etc /etc/clustergen")
        (work / "etc/s3/lake.json").write_bytes(host_file(tree, "control1", _TABLE[1:]).read_bytes())
        self.trust("ca")

    def trust(self, whom: str) -> None:
        """Place the certificate of an authority, as the role does."""
        (self.work / "etc/s3/authorities/lake.crt").write_bytes((self.work / f"store/{whom}.crt").read_bytes())

    def complete(self, word: str = "complete", **others: str) -> subprocess.CompletedProcess[str]:
        """Run the program as the role does, with the key of `others` for an owner."""
        given: dict[str, str] = {}
        for owner in ("red", "blue"):
            key, secret = self.keys[others.get(owner, owner)]
            given |= {f"clustergen_s3_lake__{owner}_key_id": key, f"clustergen_s3_lake__{owner}_secret_key": secret}
        program = str(host_file(self.tree, "control1", _PROGRAM))
        return self.bottle.run("python3", program, word, "lake", stdin=json.dumps(given))

    def aws(self, who: str, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run the client of AWS, as a user of the store or without a key."""
        key, secret = self.keys.get(who, ("", ""))
        named = {
            "AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_DEFAULT_REGION": "us-east-1", "AWS_MAX_ATTEMPTS": "1",
            "AWS_CA_BUNDLE": _AUTHORITY, "AWS_EC2_METADATA_DISABLED": "true", "HOME": str(self.work), "PATH": "/usr/bin:/bin",
        }  # fmt: skip
        environment = ("env", "-i", *(f"{name}={value}" for name, value in named.items()))
        unsigned = () if who else ("--no-sign-request",)
        return self.bottle.run(
            *environment, "/usr/bin/aws", "--endpoint-url", ENDPOINTS[1], *unsigned, *words, stdin=stdin
        )

    def rules(self, bucket: str) -> dict[str, int]:
        """The rules of a bucket, with their days."""
        said = self.aws(bucket.partition("-")[0], "s3api", "get-bucket-lifecycle-configuration", "--bucket", bucket)
        rules = json.loads(said.stdout)["Rules"] if said.returncode == 0 else []
        return {each["ID"]: each["Expiration"]["Days"] for each in rules}


@pytest.fixture(scope="module")
def site(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The store with three users, of whom the spec has two."""
    needs(program)
    for name in ("aws", "rclone"):
        program(name)
    work = tmp_path_factory.mktemp("s3")
    spec = bought(endpoints=ENDPOINTS)
    spec["storage"]["lake"]["feeds"] = {}
    spec["storage"]["fast"]["feeds"] = {"lake": {"hosts": 2}}
    plan = plan_data(spec, work)
    write_tree(render_tree(plan, TEMPLATES), work / "tree")
    with Bottle() as bottle:
        yield Site(bottle, work / "tree", work)


def test_buckets_are_completed_once(site: Site) -> None:
    """Each is its owner's alone; a look changes nothing, and a second run neither."""
    looked = site.complete("look")
    assert (looked.returncode, sorted(looked.stdout.splitlines())) == (0, ["missing bucket blue-data", "missing bucket red-data"])  # fmt: skip
    assert "created bucket red-data\nchanged the lifecycle of bucket red-data\n" in site.complete().stdout
    assert (site.complete().stdout, site.complete("look").stdout) == ("", "")
    assert site.aws("red", "s3", "cp", "-", "s3://red-data/object", stdin="kept").returncode == 0
    assert site.aws("red", "s3", "cp", "s3://red-data/object", "-").stdout == "kept"
    for who in ("blue", "green", ""):
        # what was answered: Debian's client stumbles over an error without a message, as Ceph sends them
        said = site.aws(who, "s3", "cp", "s3://red-data/object", "-", "--debug")
        assert (said.returncode != 0, any(each in said.stderr for each in _REFUSED)) == (True, True), said.stderr[
            -2000:
        ]


def test_rules_of_an_owner_are_kept(site: Site) -> None:
    """Ours is set again where somebody changed it, and goes when the spec loses it."""
    assert site.rules("red-data") == {"clustergen": 30}
    theirs = json.dumps(
        {"Rules": [{"ID": "theirs", "Filter": {"Prefix": "tmp/"}, "Status": "Enabled", "Expiration": {"Days": 3}}]}
    )
    put = ("s3api", "put-bucket-lifecycle-configuration", "--bucket", "red-data", "--lifecycle-configuration", theirs)
    assert site.aws("red", *put).returncode == 0
    assert site.complete("look").stdout == "another lifecycle has bucket red-data\n"
    assert site.complete().stdout == "changed the lifecycle of bucket red-data\n"
    assert site.rules("red-data") == {"clustergen": 30, "theirs": 3}
    table = site.work / "etc/s3/lake.json"
    before = table.read_text("utf-8")
    table.write_text(re.sub(r',\s+"expire_days": 30', "", before), "utf-8")
    assert site.complete().stdout == "changed the lifecycle of bucket red-data\n"
    assert (site.rules("red-data"), site.complete().stdout) == ({"theirs": 3}, "")
    table.write_text(before, "utf-8")
    assert site.complete().stdout == "changed the lifecycle of bucket red-data\n"


def test_what_the_store_refuses_is_told(site: Site) -> None:
    """The key of somebody else, none, a wrong one, and an authority that did not sign; no key is in what is said."""
    other = site.complete(red="green")
    assert (other.returncode, "the bucket red-data with the key of red" in other.stderr, "403 AccessDenied" in other.stderr) == (1, True, True), other.stderr  # fmt: skip
    site.keys["nobody"] = ("NOBODY", "wrong")
    assert "403 InvalidAccessKeyId" in site.complete(red="nobody").stderr
    site.keys["nobody"] = (site.keys["red"][0], "wrong")
    assert "403 SignatureDoesNotMatch" in site.complete(red="nobody").stderr
    site.keys["nobody"] = ("", "")
    assert "the input has no value for clustergen_s3_lake__red_key_id" in site.complete(red="nobody").stderr
    site.trust("other")
    refused = site.complete()
    site.trust("ca")
    assert (refused.returncode, refused.stderr.count("CERTIFICATE_VERIFY_FAILED")) == (1, len(ENDPOINTS)), (
        refused.stderr
    )
    assert not [key for pair in site.keys.values() for key in pair if len(key) > 10 and key in other.stderr]


def test_another_endpoint_takes_over(site: Site) -> None:
    site.store.answers(ADDRESSES[0], answers=False)
    try:
        assert (site.complete().returncode, site.complete().stderr) == (0, "")
        site.store.answers(ADDRESSES[1], answers=False)
        nothing = site.complete()
        site.store.answers(ADDRESSES[1], answers=True)
        assert (nothing.returncode, all(each in nothing.stderr for each in ENDPOINTS)) == (1, True), nothing.stderr
    finally:
        site.store.answers(ADDRESSES[0], answers=True)


def _remote(site: Site, folder: Path, who: str) -> None:
    """Write what a user has: the two lines with the key."""
    key, secret = site.keys[who]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rclone.conf").write_text(f"[lake]\naccess_key_id = {key}\nsecret_access_key = {secret}\n", "utf-8")


def _fill(site: Site, *names: str) -> None:
    for name in names:
        file = site.work / "fast/red-data/set" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"of {name}", "utf-8")
    site.bottle.must("sh", "-c", f"mountpoint -q /mnt || mount --bind {site.work}/fast /mnt")


def _put(site: Site) -> list[str]:
    said = site.aws("red", "s3api", "list-objects-v2", "--bucket", "red-data", "--prefix", "set/")
    return sorted(each["Key"] for each in json.loads(said.stdout or "{}").get("Contents", []))


def _batch(site: Site, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the job that fills the store, with two tasks, as a user."""
    (site.work / "bin").mkdir(exist_ok=True)
    (site.work / "bin/srun").write_text(_SRUN, "utf-8")
    (site.work / "bin/srun").chmod(0o755)
    text = (site.tree / "slurm/transfer/fast_to_lake.sbatch").read_text("utf-8").replace("FROM=/fast/", "FROM=/mnt/")
    environment = ("env", "-i", f"PATH={site.work}/bin:/usr/bin:/bin", f"RCLONE_CONFIG={home}/rclone.conf", "SLURM_NTASKS=2", f"HOME={home}")  # fmt: skip
    return site.bottle.run(
        *environment, "bash", "-c", text, "job", "red-data/set", "--retries", "1", "--low-level-retries", "1"
    )


def test_a_job_fills_the_store(site: Site) -> None:
    """With two lines of the user's. Refused with the key of somebody else and by a wrong authority; with one endpoint away, the other one is taken."""
    _fill(site, "one", "two", "three")
    _remote(site, site.work / "red", "red")
    _remote(site, site.work / "blue", "blue")
    assert _batch(site, site.work / "blue").returncode != 0
    site.trust("other")
    refused = _batch(site, site.work / "red")
    site.trust("ca")
    assert (refused.returncode != 0, "certificate signed by unknown authority" in refused.stderr, _put(site)) == (True, True, []), refused.stderr  # fmt: skip
    site.store.answers(ADDRESSES[0], answers=False)
    try:
        done = _batch(site, site.work / "red")
    finally:
        site.store.answers(ADDRESSES[0], answers=True)
    assert (done.returncode, _put(site)) == (0, ["set/one", "set/three", "set/two"]), done.stderr


def test_pods_fill_the_store(site: Site) -> None:
    """By the program of the Job, with the secret of its namespace: the key of the user, and the authority."""
    text = (site.tree / "kubernetes/transfer/fast_to_lake.yaml").read_text("utf-8")
    (container,) = job_of(text)["spec"]["template"]["spec"]["containers"]
    _fill(site, "four", "five")
    secret = site.work / "secret"
    _remote(site, secret, "red")
    (secret / "lake.crt").write_bytes((site.work / "store/ca.crt").read_bytes())
    site.bottle.must("sh", "-c", f"mkdir -p /run/rclone && mount --bind {secret} /run/rclone")
    told = {each["name"]: each["value"].replace("/etc/rclone", "/run/rclone").replace("/from/", "/mnt/") for each in container["env"]}  # fmt: skip
    command = [each.replace("/etc/rclone", "/run/rclone") for each in container["command"]]
    assert (told["HOSTS"], command[0]) == ("2", "bash")
    for index in range(2):
        environment = {**told, "FOLDER": "red-data/set", "JOB_COMPLETION_INDEX": str(index), "PATH": "/usr/bin:/bin"}
        done = site.bottle.run("env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command)
        assert done.returncode == 0, done.stderr
    assert {"set/four", "set/five"} <= {*_put(site)}


def test_the_probe_judges_endpoints(
    site: Site, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Each endpoint is up; with an authority that did not sign none is, and with an address away this one is not."""
    program("prometheus-blackbox-exporter")
    config = site.tree / "monitoring/blackbox/blackbox.yml"
    listening = "--web.listen-address=127.0.0.1:9115"
    site.bottle.must(
        "sh", "-c", f"prometheus-blackbox-exporter --config.file={config} {listening} >/run/probe.log 2>&1 &"
    )
    targets = json.loads((site.tree / "monitoring/prometheus/targets/object-endpoint.json").read_text("utf-8"))
    assert [each["targets"] for each in targets] == [[each] for each in ENDPOINTS]
    assert _probed(site) == ["1", "1"]
    site.trust("other")
    assert _probed(site) == ["0", "0"]
    site.trust("ca")
    site.store.answers(ADDRESSES[1], answers=False)
    assert _probed(site) == ["1", "0"]
    site.store.answers(ADDRESSES[1], answers=True)
    lines = [line for line in _probe(site, ENDPOINTS[0]).splitlines() if line[0] != "#"]
    (row,) = (each for each in read_exporter("blackbox").series if each.per == "endpoint")
    assert len(lines) == row.count
    assert {line.partition("{")[0].split()[0] for line in lines} >= {"probe_success", "probe_ssl_earliest_cert_expiry"}
    proven(
        "radosgw 16.2.15 as a store of the site",
        "buckets, keys, lifecycles, jobs of rclone and the probe over TLS, with one of two endpoints away",
    )


def _probe(site: Site, place: str) -> str:
    query = f"http://127.0.0.1:9115/probe?module=object-endpoint-lake&target={place}"
    return site.bottle.must("curl", "-sf", "--retry", "5", "--retry-connrefused", query)


def _probed(site: Site) -> list[str]:
    return [re.findall(r"^probe_success (\d)", _probe(site, each), re.MULTILINE)[0] for each in ENDPOINTS]
