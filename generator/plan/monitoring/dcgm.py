"""How dcgm-exporter is started, on hosts and by the GPU Operator."""

XID_WINDOW_MS = 900_000
"""For how long an XID is counted: more than three times the longest `monitoring.interval_seconds`, so that a scrape that is late or lost hides none."""
