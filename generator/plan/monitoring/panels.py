"""Panels of the dashboard of the cluster, by rack, with the same metrics as the alerts."""

from functools import partial

from generator.plan.monitoring.jobs import has_nvlink_switches, watches_gpus
from generator.plan.monitoring.pictures import Panel
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan

_IN_RACK = 'rack=~"$rack"'
_over_time = partial(Panel, form="timeseries")


def panels_of(plan: Plan) -> list[Panel]:
    """Return the panels for the parts of the design, in order."""
    found = [
        Panel(title="Hosts that answer", form="stat", expr=f'count(up{{job="host",{_IN_RACK}}} == 1)'),
        Panel(title="Hosts that do not", form="stat", expr=f'count(up{{job="host",{_IN_RACK}}} == 0) or vector(0)'),
        Panel(
            title="Switches that do not answer",
            form="stat",
            expr='count(probe_success{job="switch"} == 0) or vector(0)',
        ),
        Panel(title="Alerts", form="table", expr=f'ALERTS{{alertstate="firing",{_IN_RACK}}}'),
        _over_time(
            title="Traffic in, by rack",
            expr=f'8 * sum by (rack) (rate(node_network_receive_bytes_total{{{_IN_RACK},device=~"rail.*|storage.*|frontend.*"}}[5m]))',
            unit="bps",
            legend="{{rack}}",
        ),
        _over_time(title="Load, by host", expr=f"node_load1{{{_IN_RACK}}}", legend="{{instance}}"),
    ]
    found += [_nvlink_switches()] if has_nvlink_switches(plan) else []
    found += _streams() if collects(plan) else []
    found += _slurm() if plan.slurm and plan.slurm.metrics else []
    return [*found, *_gpus()] if watches_gpus(plan) else found


def _nvlink_switches() -> Panel:
    return Panel(
        title="NVLink switch trays that do not answer",
        form="stat",
        expr=f'count(max by (instance) (probe_success{{job="nvlink-switch",{_IN_RACK}}}) == 0) or vector(0)',
    )


def _streams() -> list[Panel]:
    """Return what switches stream: where the fabric pauses, marks and drops."""
    return [
        _over_time(
            title="Pauses received a second, busiest ports",
            expr=f"topk(10, port_priority:pfc_received:rate5m{{{_IN_RACK}}})",
            legend="{{instance}} {{port}} priority {{priority}}",
        ),
        _over_time(
            title="Packets marked (ECN), by fabric and tier",
            expr="fabric_tier:ecn_marked:ratio5m",
            unit="percentunit",
            legend="{{fabric}} {{tier}} queue {{queue}}",
        ),
        _over_time(
            title="Packets dropped a second, by fabric and tier",
            expr="fabric_tier:queue_dropped:rate5m",
            legend="{{fabric}} {{tier}} queue {{queue}}",
        ),
    ]


def _slurm() -> list[Panel]:
    """Return the queue, as the controller in charge counts it."""
    return [
        _over_time(title="Jobs that run", expr="sum(slurm_jobs_running)"),
        _over_time(title="Jobs that wait", expr="sum(slurm_jobs_pending)"),
    ]


def _gpus() -> list[Panel]:
    return [
        _over_time(
            title="GPUs in use, by rack",
            expr=f"avg by (rack) (DCGM_FI_DEV_GPU_UTIL{{{_IN_RACK}}})",
            unit="percent",
            legend="{{rack}}",
        ),
        _over_time(
            title="Hottest GPU, by host",
            expr=f"max by (instance) (DCGM_FI_DEV_GPU_TEMP{{{_IN_RACK}}})",
            unit="celsius",
            legend="{{instance}}",
        ),
        _over_time(
            title="Power of GPUs, by rack",
            expr=f"sum by (rack) (DCGM_FI_DEV_POWER_USAGE{{{_IN_RACK}}})",
            unit="watt",
            legend="{{rack}}",
        ),
    ]
