"""What a crawler may fetch: public addresses, and what robots.txt allows. Knows nothing of Scrapy."""
