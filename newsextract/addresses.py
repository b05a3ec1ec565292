"""Addresses: made absolute and clean, and told apart by site."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urljoin, urlsplit

from w3lib.url import canonicalize_url, safe_url_string

LONGEST_ADDRESS = 8_000
"""Characters of a link that are looked at; servers refuse longer ones, and what is longer is mostly data."""

DEFAULT_PORTS = {"http": 80, "https": 443}
"""The schemes that pages are fetched over, and the port that goes without saying."""

TRACKING_PARAMETERS = frozenset(
    "fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh "
    "mc_cid mc_eid mkt_tok _ga _gl _hsenc _hsmi __hssc __hstc __hsfp hsctatracking vero_id oly_anon_id "
    "oly_enc_id _openstat spm spm_id_from scm ref_src ref_url __twitter_impression guccounter guce_referrer "
    "guce_referrer_sig xtor wt_mc wt_zmc wt.mc_id cmpid ncid icid s_cid smid ocid ito ftag echobox "
    "ns_campaign ns_mchannel ns_source ns_linkname ns_fee at_medium at_campaign at_custom1 at_custom2 "
    "at_custom3 at_custom4 pk_campaign pk_kwd pk_source mtm_campaign mtm_source mtm_medium share_token "
    "phpsessid jsessionid aspsessionid".split()
)
"""Query parameters that say where a reader came from or who the reader is, never which page is meant. Names
that some sites use for the page itself (``ref``, ``source``, ``from``, ``sid``) are not among them."""

TRACKING_PREFIXES = ("utm_", "piwik_", "matomo_", "hmb_", "itm_", "aspsession")
"""Beginnings of families of such names."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ABSOLUTE = re.compile(r"https?://", re.IGNORECASE)
_LINE_BREAKS = re.compile(r"[\t\n\r]")
_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*", re.IGNORECASE)
_HOST_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\Z")
_LONGEST_HOST = 253


def resolve(href: str, base: str) -> str:
    """The absolute, cleaned http or https address of a link on a page; empty when it leads to none.

    Gone are the fragment (a hash-bang names a page and stays), tracking parameters, session ids, the
    scheme's own port and any name and password; the host is in lower case, escapes in the path are in one
    form and ``.`` and ``..`` resolved. The order of the query stays. Never raises.
    """
    href = _LINE_BREAKS.sub("", href.strip())
    if len(href) > LONGEST_ADDRESS or not _may_be_page(href):
        return ""
    try:
        return _cleaned(href if _ABSOLUTE.match(href) else urljoin(base.strip(), href))
    except ValueError:  # what urllib and w3lib raise on hosts, ports and characters that cannot be
        return ""


def site_name(url: str) -> str:
    """The host without ``www.``, with the port when it is not the scheme's own; empty when there is none."""
    host, port = _host_and_port(url)
    host = host.removeprefix("www.")
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown


def same_site(url: str, home: str) -> bool:
    """Whether two addresses have one owner.

    That is one registered domain: ``news.example.co.uk`` and ``www.example.co.uk`` are one site, two blogs of
    one host that hands out subdomains (as the public suffix list says) are two. Numbers and names without a
    known ending have to agree in host and port.
    """
    first, second = _host_and_port(url), _host_and_port(home)
    if not first[0] or not second[0]:
        return False
    if first == second:
        return True
    domain = registered_domain(first[0])
    return bool(domain) and domain == registered_domain(second[0])


def _may_be_page(href: str) -> bool:
    """Whether the scheme written out, if any, is one that pages have."""
    scheme = _SCHEME.match(href)
    return scheme is None or scheme.group().lower() in ("http:", "https:")


def _cleaned(url: str) -> str:
    beginning, hash_mark, fragment = url.partition("#")
    beginning, _, query = beginning.partition("?")
    parts = urlsplit(canonicalize_url(_SESSION.sub("", beginning)))
    host = _host(parts.hostname)
    if parts.scheme not in DEFAULT_PORTS or not host:
        return ""
    port = parts.port
    shown_host = f"[{host}]" if ":" in host else host
    shown_port = "" if port is None or port == DEFAULT_PORTS[parts.scheme] else f":{port}"
    address = f"{parts.scheme}://{shown_host}{shown_port}{parts.path or '/'}"
    query = _without_tracking(query)
    if query:
        address = safe_url_string(f"{address}?{query}")
    if hash_mark and fragment.startswith("!"):
        address = safe_url_string(f"{address}#{fragment}")
    return address


def _without_tracking(query: str) -> str:
    if not query:
        return ""
    return "&".join(part for part in query.split("&") if part and not _is_tracking(part))


def _is_tracking(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower().removeprefix("amp;")
    return name in TRACKING_PARAMETERS or name.startswith(TRACKING_PREFIXES)


def _host(name: str | None) -> str:
    """The host in its one form; empty when no server can have that name."""
    host = (name or "").lower().removesuffix(".")
    if ":" in host:
        return host if _is_number(host) else ""
    return host if len(host) <= _LONGEST_HOST and _HOST_NAME.match(host) else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _host_and_port(url: str) -> tuple[str, int]:
    """Host and port of an address; the port is 0 when it is the scheme's own."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = (parts.hostname or "").removesuffix(".")
    except ValueError:
        return "", 0
    return host, 0 if port is None or port == DEFAULT_PORTS.get(parts.scheme) else port


@lru_cache(maxsize=1)
def _suffix_list() -> Callable[[str], str]:
    """Registered domains by the list that ships with tldextract: nothing is fetched, nothing is written."""
    from tldextract import TLDExtract

    extract = TLDExtract(suffix_list_urls=(), include_psl_private_domains=True, cache_dir=None)
    return lambda host: extract.extract_str(host).top_domain_under_public_suffix


@lru_cache(maxsize=1_024)  # a pure function; a page's links go to a handful of hosts
def registered_domain(host: str) -> str:
    return "" if _is_number(host) else _suffix_list()(host)
