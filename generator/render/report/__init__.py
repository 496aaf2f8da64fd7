"""What docs/report.html prints: the analysis as tables and bars, every text escaped."""
