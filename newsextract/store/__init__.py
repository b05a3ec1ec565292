"""What is learned about sites, and the pages that wait: kept during a crawl and between crawls.

``interface`` says what a store does; ``sqlite`` keeps it in one file, ``memory`` until the program ends.
Values are JSON and bodies are zlib (``encoding``), both read within bounds. ``database`` is the one file that
processes share, ``migrations`` brings it to the present form.
"""

from newsextract.errors import StoreError
from newsextract.store.interface import Json, Store, WaitingPage
from newsextract.store.memory import MemoryStore
from newsextract.store.opening import open_store
from newsextract.store.sqlite import SqliteStore

__all__ = ["Json", "MemoryStore", "SqliteStore", "Store", "StoreError", "WaitingPage", "open_store"]
