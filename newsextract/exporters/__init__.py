"""Formats beside Scrapy's own."""
