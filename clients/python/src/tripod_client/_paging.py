"""Page after page of a list, by the rule of its service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ._send import Connection, Operation, shown

_PAGE_ENTRIES = 100


def entries(connection: Connection, operation: Operation, params: Mapping[str, Any]) -> Iterator[Any]:
    """Every entry of a list.

    Lists that are counted by page number are read while others change them: an entry that is added at the front moves the
    rest, so that one may come twice.
    """
    asked: dict[str, Any] | None = {**params, "limit": params.get("limit") or _PAGE_ENTRIES}
    by, member = operation.paging or ("", "")
    while asked is not None:
        response = connection.send(operation, asked)
        value = shown(operation, response)
        items = list(value.items()) if by == "members" else value[member] if by in ("number", "cursor", "link") and member else value
        if not isinstance(items, list):
            raise TypeError("the answer is not a list: one entry was asked for")
        yield from items
        asked = _following(by, member, asked, response, value, items)


def _following(
    by: str, member: str, asked: dict[str, Any], response: Any, value: Any, items: list[Any]
) -> dict[str, Any] | None:
    if by == "cursor":
        cursor = value["metadata"].get("nextCursor")
        return None if cursor is None else {**asked, "cursor": cursor}
    if by == "link":
        link = response.links.get("next")
        cursors = parse_qs(urlsplit(link["url"]).query).get("cursor") if link else None
        return None if not cursors else {**asked, "cursor": cursors[0]}
    if by == "before":
        return {**asked, "before": items[-1][member]} if items and len(items) >= asked["limit"] else None
    page = asked.get("pagenumber") or 1
    total = value.get("total") if isinstance(value, dict) and by == "number" else None
    # Lists that do not count themselves end with a page that is not full.
    is_last = not items or (page * asked["limit"] >= total if total is not None else len(items) < asked["limit"])
    return None if is_last else {**asked, "pagenumber": page + 1}
