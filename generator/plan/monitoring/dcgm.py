"""How dcgm-exporter is started, on hosts and by the GPU Operator."""

XID_WINDOW_MS = 900_000
"""For how long an XID is counted: three times the longest `monitoring.interval_seconds`, so that a scrape that is late or lost hides none. The exporter's own five minutes equal that interval."""
