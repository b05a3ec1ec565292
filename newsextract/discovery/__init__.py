"""Where stories are found: links, feeds, sitemaps, and what an address says. Knows nothing of Scrapy."""
