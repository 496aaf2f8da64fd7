"""Plugins that Ansible loads by this folder's path."""
