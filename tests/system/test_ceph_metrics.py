"""The module of Ceph's manager that answers Prometheus: a real monitor, manager and OSD (in memory) of Debian 12, the step of the rendered program, and every series that rules name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from generator.catalog.exporter import read_exporter
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ceph_specs import stored
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
_IDENTITY = "11111111-2222-4333-8444-555555555555"
_CONF = """[global]
fsid = {identity}
mon host = 127.0.0.1
run dir = {home}/run
admin socket = {home}/run/$cluster-$name.asok
pid file = {home}/run/$name.pid
log file = {home}/run/$name.log
mon data = {home}/mon
mgr data = {home}/mgr
keyring = {home}/keys
"""
_START = """
set -e
export CEPH_CONF=$1/ceph.conf
ceph-authtool --create-keyring $1/keys --gen-key -n mon. --cap mon 'allow *'
ceph-authtool $1/keys --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
monmaptool --create --clobber --fsid $2 --addv a '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]' $1/map
ceph-mon --mkfs -i a --monmap $1/map --keyring $1/keys
ceph-mon -i a
ceph --connect-timeout 60 auth get-or-create mgr.a mon 'allow profile mgr' osd 'allow *' mds 'allow *' >>$1/keys
ceph-mgr -i a
osd="-i 0 --osd-objectstore memstore --osd-data $1/osd --osd-uuid 22222222-2222-4333-8444-555555555555"
ceph osd new 22222222-2222-4333-8444-555555555555
ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' >>$1/keys
ceph-osd $osd --mkfs
ceph-osd $osd
for try in $(seq 60); do ceph -s | grep -q 'a(active' && break; sleep 1; done
"""
_STEP = """
export CEPH_CONF=$1/ceph.conf
of() {{ sed -n "s/^$1 //p" "{table}"; }}
ask() {{ ceph --connect-timeout 60 "$@"; }}
refuse() {{ echo "$*" >&2; exit 1; }}
{step}
"""
_ASK = "for try in $(seq 60); do curl -sf http://127.0.0.1:9283/metrics | grep -q ^ceph_osd_up && break; sleep 1; done; curl -sf http://127.0.0.1:9283/metrics"


def test_the_manager_answers_with_every_series_of_the_rules(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in ("ceph-mon", "ceph-mgr", "ceph-osd", "curl"):
        program(name)
    tree = tmp_path / "tree"
    write_tree(render_tree(plan_data(stored() | {"monitoring": {"exporters": ["ceph"]}}, tmp_path), TEMPLATES), tree)
    table = host_file(tree, "storage1", "etc/clustergen/ceph/cluster")
    whole = host_file(tree, "storage1", "usr/local/sbin/clustergen-ceph.sh").read_text("utf-8")
    step = re.findall(r"    enabled_modules\(\).*?\n    done\n", whole, flags=re.DOTALL)
    home = tmp_path / "home"
    for folder in ("mon", "mgr", "osd", "run"):
        (home / folder).mkdir(parents=True)
    (home / "ceph.conf").write_text(_CONF.format(home=home, identity=_IDENTITY), "utf-8")
    with Bottle() as bottle:
        bottle.must("bash", "-c", _START, "start", str(home), _IDENTITY)
        script = _STEP.format(table=table, step=step[0])
        first = bottle.must("sh", "-c", script, "step", str(home))
        said = bottle.must("sh", "-c", _ASK)
        again = bottle.must("sh", "-c", script, "step", str(home))
    assert ("created the module prometheus" in first, again) == (True, "")
    names = set(re.findall(r"^(\w+)", said, flags=re.MULTILINE))
    assert set(read_exporter("ceph").metrics) <= names
    assert 'ceph_osd_up{ceph_daemon="osd.0"} 1' in said
    proven("ceph-mgr 16.2.15", "the rendered step enables the module once, and every series of the rules is answered")
