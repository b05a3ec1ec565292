"""newsextract: news sites to clean text.

>>> import newsextract
>>> article = newsextract.extract(html, url="https://news.example/story")  # doctest: +SKIP
>>> article.title, article.text, article.page_state                        # doctest: +SKIP
>>> site = newsextract.learn([(url, html), ...])                           # doctest: +SKIP
>>> newsextract.extract(html, url="https://news.example/story", site=site) # doctest: +SKIP

In a Scrapy project: ``ADDONS = {"newsextract.NewsExtractAddon": 300}``, and any spider may yield
``newsextract.PageItem(response)``.
"""

from newsextract.addon import NewsExtractAddon
from newsextract.items import Article
from newsextract.limits import Limits
from newsextract.page_item import PageItem
from newsextract.reading import extract, methods
from newsextract.records import records
from newsextract.teaching import learn

__all__ = ["Article", "Limits", "NewsExtractAddon", "PageItem", "extract", "learn", "methods", "records"]
__version__ = "0.1.0"
