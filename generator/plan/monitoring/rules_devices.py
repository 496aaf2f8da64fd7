"""Alerts about what is only asked whether it answers, and about monitoring itself."""

from generator.plan.monitoring.records import Rule, RuleGroup, Trial


def device_rules() -> RuleGroup:
    """Give the rules for switches and BMCs. A switch's alert says `leaf`, too, by which it stands for those of its links."""
    switch = {"job": "switch", "instance": "compute-leaf1"}
    bmc = {"job": "bmc", "instance": "gpu01"}
    return RuleGroup(
        name="devices",
        rules=(
            Rule(
                name="SwitchUnreachable",
                expr='probe_success{job="switch"} == 0',
                minutes=3,
                severity="critical",
                summary="{{ $labels.instance }} (rack {{ $labels.rack }}) does not answer on its management address",
                action="See whether it has power, then whether its neighbours out of band answer: a leaf of theirs takes many with it.",
                labels={"leaf": "{{ $labels.instance }}"},
                trial=_probe(
                    {**switch, "rack": "A01"},
                    {**switch, "instance": "compute-leaf2", "rack": "A01"},
                    4,
                    {"leaf": "compute-leaf1"},
                ),
            ),
            Rule(
                name="BmcUnreachable",
                expr='probe_success{job="bmc"} == 0',
                minutes=15,
                severity="warning",
                summary="the BMC of {{ $labels.instance }} does not answer",
                action="Without it nobody can power the host or see its events: reset it from the host (ipmitool mc reset cold), else at the rack.",
                trial=_probe(bmc, {**bmc, "instance": "gpu02"}, 16, {}),
            ),
        ),
    )


def own_rules() -> RuleGroup:
    """Give the rules for Prometheus and Alertmanager."""
    return RuleGroup(
        name="monitoring",
        rules=(
            _own(
                "ConfigurationRefused",
                "prometheus_config_last_reload_successful == 0",
                "Prometheus still runs on the configuration before the last",
                "promtool check config /etc/prometheus/prometheus.yml on the host says why.",
                {"prometheus_config_last_reload_successful": "0x20"},
            ),
            _own(
                "NobodyToTell",
                "prometheus_notifications_alertmanagers_discovered < 1",
                "Prometheus knows of no Alertmanager",
                "See whether prometheus-alertmanager runs there. This alert is only shown, as nobody can be told.",
                {"prometheus_notifications_alertmanagers_discovered": "0x20"},
            ),
            _own(
                "RuleFails",
                "increase(prometheus_rule_evaluation_failures_total[15m]) > 0",
                "a rule cannot be evaluated",
                "The log of prometheus names it; two series where one is expected are the usual reason.",
                {"prometheus_rule_evaluation_failures_total": "0+1x20"},
            ),
            _own(
                "AlertsNotDelivered",
                "increase(alertmanager_notifications_failed_total[15m]) > 0",
                "a receiver does not take alerts",
                "The log of prometheus-alertmanager names the receiver and its answer.",
                {"alertmanager_notifications_failed_total": "0+1x20"},
            ),
        ),
    )


def _own(name: str, expr: str, what: str, action: str, series: dict[str, str]) -> Rule:
    labels = {"instance": "127.0.0.1:9090", "job": "prometheus"}
    inner = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return Rule(
        name=name,
        expr=expr,
        minutes=10,
        severity="critical",
        summary=f"monitoring: {what}",
        action=action,
        trial=Trial(
            series={f"{metric}{{{inner}}}": values for metric, values in series.items()}, minutes=18, labels=labels
        ),
    )


def _probe(bad: dict[str, str], good: dict[str, str], minutes: int, added: dict[str, str]) -> Trial:
    series = {
        "probe_success{" + ",".join(f'{key}="{text}"' for key, text in labels.items()) + "}": f"{value}x20"
        for labels, value in ((bad, 0), (good, 1))
    }
    return Trial(series=series, minutes=minutes, labels={**bad, **added})
