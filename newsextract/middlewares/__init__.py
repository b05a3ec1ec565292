"""Downloader middlewares, one file each: what may be fetched, and what comes back."""
