"""BMCs are subscribed to the collectors of logs: the role redfish against BMCs that keep state and record, and what they then send to real rsyslogd."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.backends import ansible
from generator.twin.bottle import Bottle
from tests.conftest import ROOT
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data, with_site_services
from tests.system.test_ansible_redfish import Run, changed, play
from tests.system.test_syslog_tls import COLLECTOR, LISTENER, MANAGEMENT, Site, run
from tests.twin.authorities import authority
from tests.twin.needs import require
from tests.twin.redfish import Bmc
from tests.twin.redfish_events import OTHER, SUBSCRIPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
FIRST = "10.192.1.9"
TLS, UDP = f"syslog://{MANAGEMENT}:6514", f"syslog://{MANAGEMENT}:514"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Give the tree of a cluster with these collectors, and TLS where it is stated."""
    made: dict[str, Path] = {}

    def tree(*collectors: str, tls: dict[str, bool] | None = None) -> Path:
        services = {"syslog": list(collectors)} | ({} if tls is None else {"tls": tls})
        key = json.dumps(services)
        if key not in made:
            plan = plan_data(with_site_services(cluster(), services), tmp_path_factory.mktemp("spec"))
            made[key] = tmp_path_factory.mktemp("logs") / "tree"
            write_tree(list(ansible.render(plan, TEMPLATES)), made[key])
        return made[key]

    return tree


@pytest.fixture
def bmc(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Bmc]:
    program("openssl")
    authority(tmp_path / "authority", create=True)
    with Bmc(tmp_path) as running:
        yield running


def subscribe(tree: Path, bmc: Bmc, *arguments: str, **variables: Any) -> Run:
    """Run the playbook as its page says."""
    folder = str(bmc.certificate.parent / "authority")
    return play(tree, bmc, *arguments, redfish_logs=True, **{"certificates_authority": folder} | variables)


def sent(bmc: Bmc) -> dict[str, str]:
    """Return where a BMC sends its logs, with the protocol."""
    return {each["Destination"]: each["Protocol"] for each in bmc.events.to_syslog}


def said(done: Run) -> str:
    return " ".join(done.stdout.split())


def test_a_bmc_is_subscribed_to_each_collector_and_verifies_it(
    trees: Callable[..., Path], bmc: Bmc, proven: Callable[[str, str], None]
) -> None:
    tree = trees(FIRST, MANAGEMENT, "192.0.2.54", tls={})
    checked = subscribe(tree, bmc, "--check")
    assert changed(checked) == 1
    assert f"subscribe control2, if the BMC has syslog: {TLS}" in said(checked)
    assert bmc.changes == []
    assert changed(subscribe(tree, bmc)) == 1 + 2 * 2  # one task for both; a certificate and the switch for each
    assert sent(bmc) == {TLS: "SyslogTLS", f"syslog://{FIRST}:6514": "SyslogTLS"}
    own = (bmc.certificate.parent / "authority/authority.crt").read_text("ascii")
    assert [bmc.events.trusted(each) for each in bmc.events.to_syslog] == [own.strip()] * 2
    asked = len(bmc.changes)
    for arguments in ((), ("--check",)):
        assert changed(subscribe(tree, bmc, *arguments)) == 0
    assert len(bmc.changes) == asked
    assert bmc.resources[f"{SUBSCRIPTIONS}/1"] == OTHER
    proven(
        "ansible-playbook", "role redfish against a stand-in over TLS: subscriptions to collectors, no second change"
    )


def test_what_a_run_made_is_corrected_and_what_others_made_stays(trees: Callable[..., Path], bmc: Bmc) -> None:
    """A collector that moved is subscribed anew: Destination is fixed when a subscription is made. Another person's subscription stays, although it goes to the old address."""
    subscribe(trees(FIRST, tls={}), bmc)
    theirs = {"Destination": "syslog://192.0.2.9:514", "Protocol": "SyslogUDP", "SubscriptionType": "Syslog"}
    bmc.events.add(SUBSCRIPTIONS, {**theirs, "Context": "ours"})
    checked = subscribe(trees(MANAGEMENT, tls={}), bmc, "--check")
    assert f"remove syslog://{FIRST}:6514" in said(checked)
    assert f"syslog://{FIRST}:6514" in sent(bmc)
    assert changed(subscribe(trees(MANAGEMENT, tls={}), bmc)) == 4
    assert sent(bmc) == {TLS: "SyslogTLS", "syslog://192.0.2.9:514": "SyslogUDP"}
    bmc.resources |= {path: each | {"VerifyCertificate": False} for path, each in bmc.resources.items() if each.get("Protocol") == "SyslogTLS"}  # fmt: skip
    assert changed(subscribe(trees(MANAGEMENT, tls={}), bmc)) == 1
    assert changed(subscribe(trees("192.0.2.54", tls={}), bmc)) == 1
    assert sent(bmc) == {"syslog://192.0.2.9:514": "SyslogUDP"}
    assert bmc.resources[f"{SUBSCRIPTIONS}/1"] == OTHER


def test_plain_text_is_sent_where_collectors_take_it_alone(trees: Callable[..., Path], bmc: Bmc) -> None:
    """A BMC without TLS for logs sends by UDP where switches have it open; with another firmware its subscription moves to TLS, and back to none."""
    tree, refusing = trees(MANAGEMENT, tls={}), trees(MANAGEMENT, tls={"plain_logs": False})
    bmc.events.syslog = ("SyslogUDP",)
    silent = subscribe(refusing, bmc)
    assert changed(silent) == 0
    assert "BMC of gpu01 sends no logs to control2: SyslogTLS 400 Base.1.19.PropertyValueNotInList;" in said(silent)
    assert bmc.changes == []
    assert changed(subscribe(tree, bmc)) == 1
    assert sent(bmc) == {UDP: "SyslogUDP"}
    assert [changed(subscribe(tree, bmc, *each)) for each in ((), ("--check",))] == [0, 0]
    assert changed(subscribe(trees(MANAGEMENT), bmc, certificates_authority="")) == 0
    bmc.events.syslog = ("SyslogTLS", "SyslogUDP")
    assert changed(subscribe(tree, bmc)) == 4
    assert sent(bmc) == {TLS: "SyslogTLS"}


@pytest.mark.parametrize("present", [True, False], ids=["other protocols alone", "no service of events"])
def test_a_bmc_without_syslog_is_named_and_stays_as_it_is(
    present: bool,
    trees: Callable[..., Path],
    bmc: Bmc,
) -> None:
    bmc.events.syslog, bmc.events.present = (), present
    done = subscribe(trees(MANAGEMENT, tls={}), bmc)
    assert changed(done) == 0
    refused = "Base.1.19.PropertyValueNotInList"
    why = f"SyslogTLS 400 {refused}, SyslogUDP 400 {refused}" if present else "no service of events"
    assert f"the BMC of gpu01 sends no logs to control2: {why}; it was left as it is" in said(done)
    assert bmc.changes == []


def test_a_bmc_that_has_no_place_for_certificates_is_subscribed_all_the_same(
    trees: Callable[..., Path], bmc: Bmc
) -> None:
    bmc.events.verifies = False
    assert changed(subscribe(trees(MANAGEMENT, tls={}), bmc)) == 1
    assert changed(subscribe(trees(MANAGEMENT, tls={}), bmc)) == 0
    assert sent(bmc) == {TLS: "SyslogTLS"}


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({"password": "wrong"}, "refuses the login of admin: correct redfish_user or clustergen_bmc_password"),
        ({"forbidden": True}, "does not let admin make subscriptions"),
        ({"certificates_authority": ""}, "name the folder of the authority with -e certificates_authority=FOLDER"),
    ],
    ids=lambda each: next(iter(each)) if isinstance(each, dict) else "",
)
def test_a_fault_is_said_and_nothing_is_changed(
    variables: dict[str, Any], why: str, trees: Callable[..., Path], bmc: Bmc
) -> None:
    bmc.events.forbidden = variables.pop("forbidden", False)
    done = subscribe(trees(MANAGEMENT, tls={}), bmc, **variables)
    assert done.returncode == 2
    assert why in said(done)
    assert bmc.changes == []


def test_a_bmc_is_left_alone_unless_its_logs_are_asked_for(trees: Callable[..., Path], bmc: Bmc) -> None:
    assert changed(play(trees(MANAGEMENT, tls={}), bmc)) == 0
    assert bmc.events.to_syslog == []


@pytest.fixture
def site(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Site]:
    """A collector that answers at its management address, too, where the BMC of gpu01 reaches it."""
    require(program)
    for name in ("rsyslogd", "openssl", "logger"):
        program(name)
    plan = plan_data(cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}}, tmp_path)
    with Bottle() as bottle:
        made = Site(bottle, tmp_path, plan)
        for address in (MANAGEMENT, made.hosts["gpu01"].bmc):
            bottle.must("ip", "address", "add", address, "dev", "lo")
        yield made


def test_real_rsyslogd_takes_what_a_subscribed_bmc_sends(
    site: Site, trees: Callable[..., Path], bmc: Bmc, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Over TLS with a certificate of the authority for its name; without one, or with another authority's, it is refused as a host is. By UDP as a switch."""
    site.start(COLLECTOR, LISTENER)
    source, own = str(site.hosts["gpu01"].bmc), tmp_path / "bmc-client.pem"
    subscribe(trees(MANAGEMENT, tls={}), bmc)
    (secure,) = bmc.events.to_syslog

    def send(text: str, subscription: dict[str, Any], certificate: str) -> int:
        given = json.dumps([source, subscription, bmc.events.trusted(subscription), certificate, text])
        command = ("env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.twin.redfish_events", given)
        return site.bottle.run(*command).returncode

    def received() -> str:
        return site.bottle.run("cat", f"/var/log/clustergen/{source}.log").stdout

    key = tmp_path / "bmc-client.key"
    run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
    public = run("openssl", "pkey", "-in", key, "-pubout")
    for signer, text in ((authority(tmp_path / "other", create=True), "stranger"), (site.authority, "fan 3 failed")):
        own.write_text(signer.signed(public, ["gpu01-bmc.atlas.example.net"], [], 90) + key.read_text("ascii"))
        assert (send(text, secure, str(own)) == 0) is (signer is site.authority)
    assert send("nameless", secure, "") != 0
    site.until(lambda: "fan 3 failed" in received())
    bmc.events.syslog = ("SyslogUDP",)
    bmc.events.remove(next(path for path, each in bmc.resources.items() if each is secure))
    subscribe(trees(MANAGEMENT, tls={}), bmc)
    (plain,) = bmc.events.to_syslog
    assert send("fan 4 failed", plain, "") == 0
    site.until(lambda: "fan 4 failed" in received())
    time.sleep(1)
    assert [word for word in ("stranger", "nameless") if word in received()] == []
    proven("rsyslogd", "messages of a BMC arrive where it is subscribed, over TLS with its certificate, and by UDP")
