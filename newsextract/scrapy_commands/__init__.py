"""Commands of ``scrapy``: ``crawl`` with checked arguments, and ``extract``."""
