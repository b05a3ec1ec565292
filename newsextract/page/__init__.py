"""Bytes to one page that everything reads.

``read_page`` runs ``prescan`` (what may not be parsed), ``decode`` and ``parse`` (with ``fallback`` for what
libxml2 loses); ``Page`` runs ``walk`` on first use, and from it ``paths``, ``blocks`` and what the page has
``declared``; ``render`` turns chosen text nodes into lines.
"""

from newsextract.page.page import Page, read_page

__all__ = ["Page", "read_page"]
