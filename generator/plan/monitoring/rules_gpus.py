"""Alerts about NVIDIA GPUs. Which fields there are, and in which unit, is in the exporter's facts."""

from generator.plan.monitoring.records import Rule, RuleGroup, Trial

_GPU = {"job": "gpu", "instance": "gpu01", "gpu": "3"}
_DRAIN = "Drain the host, reset the GPU or reboot; exchange it if the error comes back (NVIDIA's GPU debug guidelines)."
_OF_JOBS = (13, 31, 43, 45)
"""XIDs that programs cause: graphics exception, page fault, stopped processing, preemptive clean-up (docs.nvidia.com/deploy/xid-errors)."""
_NANOSECONDS = "1e9"


def gpu_rules() -> RuleGroup:
    """Give the rules for hosts with dcgm-exporter."""
    return RuleGroup(name="gpus", rules=(_unwatched(), _missing(), _fault(), *_counters(), _hot()))


def _unwatched() -> Rule:
    return Rule(
        name="GpusUnwatched",
        expr='up{job="gpu"} == 0 and on (instance) (up{job="host"} == 1)',
        minutes=10,
        severity="warning",
        summary="{{ $labels.instance }}: nobody watches the GPUs",
        action="See whether nvidia-dcgm-exporter runs. Where its package is not installed, monitoring.gpu_exporter: false says so in the spec.",
        trial=Trial(
            series={
                f'up{{job="{job}",instance="{host}"}}': f"{value}x20"
                for host, value_of_gpu in (("gpu01", 0), ("gpu02", 1))
                for job, value in (("gpu", value_of_gpu), ("host", 1))
            },
            minutes=11,
            labels={"job": "gpu", "instance": "gpu01"},
        ),
    )


def _missing() -> Rule:
    """Count GPUs, not their parts: a divided one (MIG) has a series for each. An exporter that answers without any GPU has none."""
    found = "count by (instance) (count by (instance, gpu) (DCGM_FI_DEV_GPU_TEMP))"
    none = '0 * sum by (instance) (up{job="gpu"} == 1)'
    return Rule(
        name="GpuMissing",
        expr=f"clustergen_gpus - on (instance) group_left () ({found} or {none}) > 0",
        minutes=5,
        severity="critical",
        summary="{{ $labels.instance }} has {{ $value }} GPUs less than planned",
        action="nvidia-smi and the kernel log (XID 79: fallen off the bus); a power cycle by the BMC brings most back.",
        trial=Trial(
            series={
                **{f'clustergen_gpus{{job="host",instance="{host}"}}': "2x20" for host in ("gpu01", "gpu02", "gpu03")},
                **{f'up{{job="gpu",instance="{host}"}}': "1x20" for host in ("gpu01", "gpu02")},
                'up{job="gpu",instance="gpu03"}': "0x20",
                'DCGM_FI_DEV_GPU_TEMP{job="gpu",instance="gpu01",gpu="0",GPU_I_ID="1"}': "40x20",
                'DCGM_FI_DEV_GPU_TEMP{job="gpu",instance="gpu01",gpu="0",GPU_I_ID="2"}': "40x20",
                'DCGM_FI_DEV_GPU_TEMP{job="gpu",instance="gpu02",gpu="0"}': "40x20",
                'DCGM_FI_DEV_GPU_TEMP{job="gpu",instance="gpu02",gpu="1"}': "40x20",
            },
            minutes=6,
            labels={"job": "host", "instance": "gpu01"},
            value="1",
        ),
    )


def _fault() -> Rule:
    others = " ".join(f"!= {number}" for number in (0, *_OF_JOBS))
    return Rule(
        name="GpuFault",
        expr=f"DCGM_FI_DEV_XID_ERRORS {others}",
        minutes=0,
        severity="warning",
        summary="{{ $labels.instance }} GPU {{ $labels.gpu }}: XID {{ $value }}",
        action="Look the number up at docs.nvidia.com/deploy/xid-errors, which says what to do about it. The last one stays until the exporter starts again.",
        trial=Trial(
            series={
                'DCGM_FI_DEV_XID_ERRORS{job="gpu",instance="gpu01",gpu="3"}': "79x5",
                'DCGM_FI_DEV_XID_ERRORS{job="gpu",instance="gpu01",gpu="4"}': "0x5",
                'DCGM_FI_DEV_XID_ERRORS{job="gpu",instance="gpu02",gpu="3"}': "31x5",
            },
            minutes=3,
            labels=_GPU,
            value="79",
        ),
    )


def _counters() -> tuple[Rule, ...]:
    return (
        _rises("GpuMemoryUncorrectable", "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "critical", "has double-bit errors"),
        Rule(
            name="GpuRowRemapFailed",
            expr="DCGM_FI_DEV_ROW_REMAP_FAILURE > 0",
            minutes=0,
            severity="critical",
            summary="{{ $labels.instance }} GPU {{ $labels.gpu }} has no spare rows of memory left",
            action="Drain the host and have the GPU exchanged: this is a criterion of NVIDIA's for a return.",
            trial=_trial("DCGM_FI_DEV_ROW_REMAP_FAILURE", "1x20", "0x20"),
        ),
        _rises("NvlinkErrors", "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", "warning", "had to recover an NVLink"),
    )


def _rises(name: str, metric: str, severity: str, what: str) -> Rule:
    return Rule(
        name=name,
        expr=f"increase({metric}[1h]) > 0",
        minutes=0,
        severity="critical" if severity == "critical" else "warning",
        summary=f"{{{{ $labels.instance }}}} GPU {{{{ $labels.gpu }}}} {what}",
        action=_DRAIN,
        trial=_trial(metric, "0x10 1x10", "1x20"),
    )


def _hot() -> Rule:
    return Rule(
        name="GpuHot",
        expr=f"rate(DCGM_FI_DEV_THERMAL_VIOLATION[10m]) / {_NANOSECONDS} > 0.05",
        minutes=10,
        severity="warning",
        summary="{{ $labels.instance }} GPU {{ $labels.gpu }} is slowed down by heat",
        action="Look at the fans and the inlet temperature in the BMC, at the coolant where there is any, and at neighbours in the rack.",
        trial=_trial("DCGM_FI_DEV_THERMAL_VIOLATION", "0+6e9x40", "0+6e8x40", minutes=30),
    )


def _trial(metric: str, bad: str, good: str, minutes: int = 15) -> Trial:
    return Trial(
        series={
            f'{metric}{{job="gpu",instance="gpu01",gpu="3"}}': bad,
            f'{metric}{{job="gpu",instance="gpu01",gpu="4"}}': good,
        },
        minutes=minutes,
        labels=_GPU,
    )
