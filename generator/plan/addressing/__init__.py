"""Addresses as coordinates: layouts, pools, links, segments, numbers."""
