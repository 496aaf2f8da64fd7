"""Who may talk to whom: zones, services and flows. What no flow allows is denied."""
