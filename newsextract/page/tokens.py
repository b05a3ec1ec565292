"""How HTML source falls into tags, as the WHATWG tokenizer reads it.

Shared by the pre-scan and the second parser. Every pattern is possessive and always goes forward: a quote or
comment that is never closed is searched to the end of the page once, since none of its kind can follow.
"""

from __future__ import annotations

import re

ATTRIBUTES = r"""(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+)*+"""
"""Everything between a tag's name and its ``>``. A quote opens a value only after ``=``, as in browsers."""

ATTRIBUTE = re.compile(
    r"""([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"'][^\s>]*+))?+)?+[\s/]*+"""
)
"""One attribute: its name, and its value in one of three spellings."""

RAW_TEXT_TAGS = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is text, tags in it included, up to their own end tag."""

COMMENT = r"<!--.*?(?:--!?>|\Z)"
