"""The form of the file, and the steps that bring a file of an older form to it.

The file says in its head that it is ours (``application_id``) and of which version it is (``user_version``).
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = int.from_bytes(b"NEWS", "big")

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE records (kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,"
        " UNIQUE (kind, key))",
        "CREATE TABLE pages (number INTEGER PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL,"
        " cluster TEXT NOT NULL, about BLOB NOT NULL, body BLOB NOT NULL, UNIQUE (site, url))",
        "CREATE INDEX pages_by_cluster ON pages (site, cluster)",
    ),
    # when a record was last written, ISO 8601 in UTC; nobody knows it of older ones
    ("ALTER TABLE records ADD COLUMN changed TEXT",),
)
"""Step n takes a file from version n to n + 1; an empty file is of version 0. Steps that were released are
never changed: a new form is a new step."""

VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to the present version, in the transaction that is under way. Raises ValueError, with what
    is wrong and the remedy, for one that is not ours or is newer."""
    version = _version(connection)
    if version == VERSION:
        return
    for step in MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(connection: sqlite3.Connection) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (application, version, tables) == (0, 0, 0):
        return 0
    if application != APPLICATION_ID or version < 1:
        raise ValueError("is the database of another program; name another file")
    if version > VERSION:
        raise ValueError(
            f"is of version {version} and this newsextract reads up to {VERSION}; "
            "update newsextract or name another file"
        )
    return int(version)
