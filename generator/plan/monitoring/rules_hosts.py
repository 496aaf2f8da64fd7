"""Alerts about hosts: whether they answer, their disks, clock, memory and services."""

from generator.plan.monitoring.records import Rule, RuleGroup, Trial

_WHO = {"instance": "gpu01", "job": "host"}


def host_rules() -> RuleGroup:
    """Give the rules that hold for every host."""
    return RuleGroup(name="hosts", rules=(_down(), _unplanned(), _filesystem(), _clock(), _memory(), _service()))


def _down() -> Rule:
    return Rule(
        name="HostDown",
        expr='up{job="host"} == 0',
        minutes=5,
        severity="critical",
        summary="{{ $labels.instance }} does not answer",
        action="Look at its BMC. If it runs, see whether prometheus-node-exporter does and whether the firewall is the planned one.",
        trial=Trial(
            series={
                'up{job="host",instance="gpu01"}': "0x10",
                'up{job="host",instance="gpu02"}': "1x10",
                'clustergen_host_info{job="host",instance="gpu02"}': "1x10",
            },
            minutes=6,
            labels=_WHO,
        ),
    )


def _unplanned() -> Rule:
    return Rule(
        name="PlanMissing",
        expr='(up{job="host"} == 1) unless on (instance) clustergen_host_info',
        minutes=15,
        severity="warning",
        summary="{{ $labels.instance }} does not say what it has to have",
        action="Run playbooks/monitoring.yml with --limit for this host: until then none of its links and GPUs is missed.",
        trial=Trial(
            series={
                'up{job="host",instance="gpu01"}': "1x30",
                'up{job="host",instance="gpu02"}': "1x30",
                'clustergen_host_info{job="host",instance="gpu02"}': "1x30",
            },
            minutes=16,
            labels=_WHO,
        ),
    )


def _filesystem() -> Rule:
    device = 'device="/dev/nvme0n1p2",fstype="ext4",mountpoint="/"'
    return Rule(
        name="FilesystemFull",
        expr='node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs"} / node_filesystem_size_bytes < 0.05 and node_filesystem_readonly == 0',
        minutes=15,
        severity="warning",
        summary="{{ $labels.instance }} {{ $labels.mountpoint }} has less than 5 % left",
        action="Make room: logs, container images, left-over files of jobs.",
        trial=Trial(
            series={
                f'node_filesystem_{name}{{job="host",instance="{host}",{device}}}': f"{value}x30"
                for host, left in (("gpu01", 4), ("gpu02", 40))
                for name, value in (("avail_bytes", left), ("size_bytes", 100), ("readonly", 0))
            },
            minutes=16,
            labels={**_WHO, "device": "/dev/nvme0n1p2", "fstype": "ext4", "mountpoint": "/"},
        ),
    )


def _clock() -> Rule:
    return Rule(
        name="ClockWrong",
        expr="node_timex_sync_status == 0 or abs(node_timex_offset_seconds) > 0.05",
        minutes=15,
        severity="warning",
        summary="{{ $labels.instance }} follows no clock, or is 50 ms off",
        action="chronyc sources on the host; munge and TLS refuse hosts whose clocks differ by minutes.",
        trial=Trial(
            series={
                'node_timex_sync_status{job="host",instance="gpu01"}': "0x30",
                'node_timex_offset_seconds{job="host",instance="gpu01"}': "0x30",
                'node_timex_sync_status{job="host",instance="gpu02"}': "1x30",
                'node_timex_offset_seconds{job="host",instance="gpu02"}': "-0.001x30",
            },
            minutes=16,
            labels=_WHO,
        ),
    )


def _memory() -> Rule:
    return Rule(
        name="MemoryUncorrectable",
        expr="increase(node_edac_uncorrectable_errors_total[1h]) > 0",
        minutes=0,
        severity="critical",
        summary="{{ $labels.instance }} has uncorrectable errors of main memory",
        action="Drain the host and exchange the module that its BMC's event log names.",
        trial=Trial(
            series={
                'node_edac_uncorrectable_errors_total{job="host",instance="gpu01",controller="0"}': "0x10 1x10",
                'node_edac_uncorrectable_errors_total{job="host",instance="gpu02",controller="0"}': "1x20",
            },
            minutes=15,
            labels={**_WHO, "controller": "0"},
        ),
    )


def _service() -> Rule:
    series = 'node_systemd_unit_state{{job="host",instance="{}",name="slurmd.service",state="failed",type="notify"}}'
    return Rule(
        name="ServiceFailed",
        expr='node_systemd_unit_state{state="failed"} == 1',
        minutes=5,
        severity="warning",
        summary="{{ $labels.instance }}: {{ $labels.name }} failed",
        action="systemctl status and journalctl -u on the host.",
        trial=Trial(
            series={series.format("gpu01"): "1x10", series.format("gpu02"): "0x10"},
            minutes=6,
            labels={**_WHO, "name": "slurmd.service", "state": "failed", "type": "notify"},
        ),
    )
