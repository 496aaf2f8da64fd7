"""Certificates that sign themselves, for servers that tests start."""

_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
SELF_SIGNED = ("openssl", "req", "-x509", *_KEY, "-days", "2", "-subj", "/CN=test")
"""The command without its files (`-keyout`, `-out`) and names (`-addext subjectAltName=...`)."""
