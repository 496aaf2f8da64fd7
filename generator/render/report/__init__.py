"""Values of docs/report.html: the analysis as tables and bars, every text escaped."""
