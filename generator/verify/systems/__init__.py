"""One reader for each system of switches: it parses a file once, and every judge takes its part of what was parsed."""
