"""Access: zones, services and allowed flows. Everything else is denied."""
