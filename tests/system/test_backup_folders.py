"""Backups of folders that a daemon's user owns: root follows no link that this user plants there. Real restic, on a host of its own in a namespace."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.plan.backups.items import KEYS, KEYS_PART
from tests.conftest import missing
from tests.render.test_backups import files_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

_HOST = """
set -e
umask 022
mount --make-rprivate /
for each in _kea:64901 prometheus:64902; do
  getent passwd ${each%:*} >/dev/null || echo "${each%:*}:x:${each#*:}:65534::/:/bin/false" >>etc/passwd
done
mount --bind etc /etc
mount -t tmpfs lib /var/lib
mount -t tmpfs home /home
mount -t tmpfs -o mode=755 other /mnt
P=/mnt/clustergen-backup.sh
cp clustergen-backup.sh $P && chmod 755 $P
DATA=/var/lib/prometheus/metrics2 BLOCK=01ARZ3NDEKTSV4RRFFQ69G5FAV LEASES=/var/lib/kea/kea-leases4.csv
install -d -o _kea /var/lib/kea
install -d -o prometheus /var/lib/prometheus $DATA
install -d /var/lib/prometheus/node-exporter /home/backups/atlas
as() { runuser -u "$1" -- bash -euc "$2"; }
as _kea "printf 'address,hwaddr\\n10.0.0.1,aa\\n' >$LEASES"
as prometheus "mkdir -p $DATA/$BLOCK/chunks && echo 1 >$DATA/$BLOCK/meta.json && echo measured >$DATA/$BLOCK/chunks/000001"
mkdir -p /mnt/root/clustergen && echo root >/mnt/root/clustergen/file && chmod -R go= /mnt/root
unharmed() { [ "$(cat /mnt/root/clustergen/file)" = root ] && [ "$(find /mnt/root -user root -perm /077 -o -not -user root)" = '' ]; }
restic() { command restic --quiet -r /home/backups/atlas/control1 -p /etc/clustergen/backups/password "$@"; }
$P init
"""


@pytest.fixture
def host(tmp_path: Path, program: Callable[[str], str]) -> Callable[[str], str]:
    """Run a script on a control host that backs up Kea's and Prometheus' folders, and return what it prints."""
    if os.geteuid():
        missing("root", "only root can act as the users of daemons")
    for name in ("restic", "runuser", "unshare", "tar"):
        program(name)
    files = files_of(tmp_path)
    (tmp_path / "clustergen-backup.sh").write_text(files["backups/clustergen-backup.sh"].content)
    subprocess.run(["cp", "-a", "/etc", tmp_path / "etc"], check=True)
    settings = tmp_path / "etc" / "clustergen" / "backups"
    settings.mkdir(parents=True)
    for name in ("items", "settings", "repository"):
        lines = files[f"backups/hosts/control1/{name}"].content.splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(("slurm", "alertmanager"))]
        (settings / name).write_text("".join(kept))
    (settings / "password").write_text("sealed-for-the-test\n")

    def run(script: str) -> str:
        done = subprocess.run(
            ["unshare", "--mount", "bash", "-c", _HOST + script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_no_link_leads_root_away(host: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    """Each is planted by the user whose folder it is: where a restore writes, and where copies are staged. Without it, both are good again."""
    host("""
    $P run
    as _kea "ln -s /mnt/root/clustergen/file /var/lib/kea/.clustergen-new"
    if $P restore kea; then exit 1; fi
    unharmed
    $P adopt
    as _kea "rm /var/lib/kea/.clustergen-new; echo lost >$LEASES"
    for each in snapshots:root clustergen-backup:root/clustergen clustergen-backup.restored:root/clustergen; do
      as prometheus "ln -s /mnt/${each#*:} $DATA/${each%:*}"
    done
    $P run
    unharmed
    as prometheus "rm -r $DATA/$BLOCK"
    $P restore prometheus
    $P restore kea
    unharmed
    [ "$(cat $DATA/$BLOCK/chunks/000001)" = measured ]
    [ "$(stat -c %U $DATA/$BLOCK/chunks/000001)" = prometheus ]
    grep -q lost $LEASES
    [ "$(stat -c %U $LEASES)" = _kea ]
    """)
    proven("restic 0.14", "links in the folders of Kea and Prometheus lead a backup and a restore nowhere")


def test_a_stream_that_is_cut_short_is_no_backup(host: Callable[[str], str]) -> None:
    """The next run removes what came of it."""
    host("""
    $P run
    before=$($P list)
    mkdir /mnt/bin && printf '#!/bin/sh\\n%s "$@" | head -c 600\\nexit 1\\n' "$(command -v tar)" >/mnt/bin/tar && chmod 755 /mnt/bin/tar
    if PATH=/mnt/bin:$PATH $P copy kea; then exit 1; fi
    [ "$($P list)" = "$before" ]
    restic snapshots | grep unfinished:kea
    $P copy kea
    [ "$($P list | wc -l)" = 3 ]
    [ -z "$(restic snapshots | grep unfinished)" ]
    """)


def test_hours_of_burst_hosts_are_kept_with_the_queue(host: Callable[[str], str]) -> None:
    """Without them, the cap of the month would begin at 0 again. What is there is later than the backup; a name that the queue does not have is removed."""
    host("""
    QUEUE=/var/lib/slurmctld
    install -d -o _kea $QUEUE
    echo "slurmctld $QUEUE _kea" >>/etc/clustergen/backups/items
    as _kea "mkdir -p $QUEUE/hash.1/job.1 && mkdir -m 700 $QUEUE/burst && echo queue >$QUEUE/job_state && echo '{\"seconds\": 7200}' >$QUEUE/burst/state.json"
    $P run
    as _kea "rm -r $QUEUE/*"
    $P restore slurmctld
    grep -q 7200 $QUEUE/burst/state.json
    [ "$(stat -c '%U %a' $QUEUE/burst)" = '_kea 700' ]
    [ -d $QUEUE/hash.1/job.1 ]
    as _kea "echo '{\"seconds\": 10800}' >$QUEUE/burst/state.json; echo lost >$QUEUE/job_state; mkdir $QUEUE/hash.2"
    $P restore slurmctld
    grep -q 10800 $QUEUE/burst/state.json
    grep -q queue $QUEUE/job_state
    [ ! -e $QUEUE/hash.2 ]
    """)


def test_no_backup_is_made_while_parts_wait_to_be_restored(host: Callable[[str], str]) -> None:
    """Of what is there meanwhile, one would be the last, which the next attempt takes: after a beginning, and after a part that failed."""
    host("""
    $P run
    $P list >/mnt/before
    $P begin kea prometheus
    as _kea "echo half >$LEASES"
    refused() {
      if $P run 2>/mnt/said; then exit 1; fi
      grep "a restore has begun and has not ended, of $1: run restore.yml again" /mnt/said
      $P list | cmp - /mnt/before
    }
    refused 'kea, prometheus'
    $P restore prometheus
    refused kea
    as _kea "ln -s /mnt/root/clustergen/file /var/lib/kea/.clustergen-new"
    if $P restore kea; then exit 1; fi
    refused kea
    as _kea "rm /var/lib/kea/.clustergen-new"
    $P restore kea
    grep -q 10.0.0.1 $LEASES
    $P run
    $P begin kea
    $P adopt
    $P run
    if $P begin kea elsewhere; then exit 1; fi
    $P run
    """)


def test_a_lock_of_a_run_that_was_killed_stops_nothing(host: Callable[[str], str]) -> None:
    """Here restic's own, by which a check or a prune keeps all others out: also the new host after a fire, which has no process of the old one."""
    host("""
    $P run
    for each in "$P list" "$P init" "$P state" "$P restore kea" "$P run"; do
      env restic -r /home/backups/atlas/control1 -p /etc/clustergen/backups/password --limit-download 1 check --read-data >/dev/null 2>&1 &
      until [ -n "$(ls /home/backups/atlas/control1/locks)" ]; do sleep 0.01; done
      kill -KILL $!
      wait $! || true
      if restic snapshots 2>/mnt/said; then exit 1; fi
      grep -q 'already locked exclusively' /mnt/said
      rm /var/lib/clustergen/backups/known
      [ "$each" != "$P run" ] || $P adopt
      $each
      restic unlock
      $P adopt
    done
    """)


def test_folders_of_earlier_releases_are_restored(host: Callable[[str], str]) -> None:
    """They are in the repository as files below the path where they were staged."""
    host("""
    stage=/var/lib/clustergen/backups/stage/kea
    mkdir -p $stage/files && cp -p $LEASES $stage/files
    restic backup --host control1 --tag part:kea $stage
    rm -r /var/lib/clustergen
    mkdir -p $DATA/snapshots/clustergen
    cp -al $DATA/$BLOCK $DATA/snapshots/clustergen
    restic backup --host control1 --tag part:prometheus $DATA/snapshots/clustergen
    rm -r $DATA/snapshots/clustergen $DATA/$BLOCK
    chmod 700 $DATA/snapshots
    as _kea "echo lost >$LEASES"
    $P restore kea
    $P restore prometheus
    grep -q 10.0.0.1 $LEASES
    [ "$($P show prometheus)" = '1 blocks' ]
    [ "$($P show kea)" = '1 leases' ]
    """)


@pytest.mark.parametrize("installer", sorted(KEYS))
def test_keys_of_kubernetes_are_restored_as_they_were(host: Callable[[str], str], installer: str) -> None:
    """With their owners and modes; what another installation has made meanwhile is kept beside them. Without a key of service accounts nothing is a backup."""
    first, *also = KEYS[installer]
    host(f"""
    PATHS="{" ".join(KEYS[installer])}"
    echo "{" ".join((KEYS_PART, first, "root", *also))}" >>/etc/clustergen/backups/items
    rm -rf /etc/kubernetes /etc/rancher /etc/ssl/etcd
    for each in $PATHS; do
      case $each in */token) install -D -m 600 /dev/null $each && echo first >$each ;; *) mkdir -p $each/etcd && echo first >$each/etcd/ca.key ;; esac
    done
    if $P run; then exit 1; fi
    if $P list | grep kubernetes-keys; then exit 1; fi
    set -- $PATHS
    case $1 in */tls) KEY=$1/service.key ;; *) KEY=$1/sa.key ;; esac
    echo accounts >$KEY
    chown _kea $1/etcd/ca.key && chmod 640 $1/etcd/ca.key
    $P run
    $P show kubernetes-keys | grep ' files$'
    for each in $PATHS; do
      if [ -d $each ]; then rm -r $each; mkdir $each; fi
      echo second | tee $each/ca.key 2>/dev/null >&2 || echo second >$each
    done
    mkdir $1.before
    $P restore kubernetes-keys
    grep -q accounts $KEY
    [ ! -e $1/ca.key ]
    grep -q second $1.before.1/ca.key
    [ "$(stat -c '%U %a' $1/etcd/ca.key)" = '_kea 640' ]
    for each in $PATHS; do
      if [ -d $each ]; then grep -q first $each/etcd/ca.key; else grep -q first $each && [ "$(stat -c %a $each)" = 600 ]; fi
    done
    mv ${{PATHS##* }} /mnt/away
    if $P run 2>/mnt/said; then exit 1; fi
    grep "there is no ${{PATHS##* }}" /mnt/said
    """)


def test_configurations_of_switches_are_a_part_while_they_are_read(host: Callable[[str], str]) -> None:
    """If nothing was read for two intervals, there is no new backup of them; an earlier one is restored beside what is newer."""
    host("""
    READ=/var/lib/clustergen/switches
    echo "switches $READ root" >>/etc/clustergen/backups/items
    if $P run 2>/mnt/said; then exit 1; fi
    grep 'no configurations of switches were read for two intervals' /mnt/said
    mkdir -p $READ/leaf1 $READ/leaf2
    (umask 077; echo secret >$READ/leaf1/config_db.json)
    touch $READ/read
    $P run
    [ "$($P show switches)" = '2 switches' ]
    first=$($P list | awk '$1 == "switches" { print $2 }')
    echo changed >$READ/leaf1/config_db.json
    $P run
    touch -d '-13 hours' $READ/read
    before=$($P list | grep -c ^switches)
    if $P run; then exit 1; fi
    [ "$($P list | grep -c ^switches)" = "$before" ]
    $P restore switches $first
    grep -q secret $READ/leaf1/config_db.json
    [ "$(stat -c %a $READ/leaf1/config_db.json)" = 600 ]
    """)
