"""Scrapy settings, one module a profile. ``scrapy.cfg`` names them; SCRAPY_PROJECT=NAME chooses one."""
