"""newsextract: news pages to clean text.

>>> import newsextract
>>> article = newsextract.extract(html, url="https://news.example/story")  # doctest: +SKIP
>>> article.title, article.text, article.page_state                        # doctest: +SKIP
"""

from newsextract.items import Article
from newsextract.limits import Limits
from newsextract.reading import extract, methods
from newsextract.records import records

__all__ = ["Article", "Limits", "extract", "methods", "records"]
__version__ = "0.1.0"
