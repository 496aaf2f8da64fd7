"""Files of Prometheus, Alertmanager and their exporters."""
