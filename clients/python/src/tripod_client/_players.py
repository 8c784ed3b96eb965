"""The lookup of players and tribes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from ._errors import TripodError
from ._generated.players import PlayersApi
from ._send import Connection, Operation, Options, back_off, lines_of

_EVENTS = Operation("presence.streamEvents", "GET", "/Online/Events", "read", "query", "chunks")
_MAX_WAIT = 60.0
#: As many as the server keeps for readers that come back.
_MAX_SEEN = 1_000
#: Refused tickets in a row after which it ends: one may expire on its way.
_MAX_REFUSED_TICKETS = 3


@dataclass(frozen=True)
class PlayerEvent:
    """``type`` is ``open``, ``joined``, ``left``, ``moved``, ``chat``, or ``reset``: then read ``/Online`` again.

    ``data`` has ``PlatformId``, ``Name``, ``Server`` and ``At``. Players choose names and texts: escape them before you
    show them. ``id`` is empty for ``chat``, which is not sent again.
    """

    id: str
    type: str
    data: dict[str, Any]


class Players(PlayersApi):
    """>>> players = Players("http://127.0.0.1:8080", key="demo")
    >>> for event in players.events():
    ...     print(event.type, event.data.get("Name"))
    """

    def __init__(self, base_url: str, *, key: str | None = None, **options: Any) -> None:
        def authorize(path: str, body: bytes) -> dict[str, str]:
            return {} if key is None else {"Authorization": key}

        self._connection = Connection("players", Options(base_url, **options), authorize, _read_error)
        super().__init__(self._connection)

    def events(
        self, *, last_event_id: str = "", ticket: Callable[[], str] | None = None, silence: float = 60.0
    ) -> Iterator[PlayerEvent]:
        """Joins, moves, leaves and chat as they happen.

        The stream is opened again when it breaks, or after ``silence`` seconds without a word, and continues after the
        last event. It raises the error if the key is refused.

        ``ticket`` answers a ticket, in place of a key; it is called for each stream. What it raises ends the stream, except
        for what may pass: status 429 or 5xx, and a failing network, of this client as of httpx, requests and urllib. Of
        tickets that the lookup refuses, the third in a row ends it.
        """
        failures = refused_tickets = 0
        # A stream that begins again may send some of the latest events again.
        seen: dict[str, None] = {}
        while True:
            asked = 0.0
            try:
                headers = {"Accept": "text/event-stream"}
                params: dict[str, Any] = {}
                if ticket:
                    params = {"ticket": ticket(), "lastEventId": last_event_id or None}
                elif last_event_id:
                    headers["Last-Event-ID"] = last_event_id
                with self._connection.stream(_EVENTS, params, headers, silence) as response:
                    for event in _events(response):
                        failures = refused_tickets = 0
                        # The server ends a stream that is read too slowly, and it goes on in the next one.
                        if event is None or event.type == "dropped":
                            continue
                        if event.type == "open":
                            last_event_id = last_event_id or event.id
                        elif event.type == "reset":
                            seen.clear()
                        elif event.id in seen:
                            continue
                        if event.type != "open" and event.id:
                            last_event_id = event.id
                            seen[event.id] = None
                            if len(seen) > _MAX_SEEN:
                                del seen[next(iter(seen))]
                        yield event
            except (TripodError, httpx.HTTPError, OSError) as error:
                is_refused_ticket = bool(ticket) and _is_refused_stream(error)
                refused_tickets = refused_tickets + 1 if is_refused_ticket else 0
                if not _may_pass(error) and not 0 < refused_tickets < _MAX_REFUSED_TICKETS:
                    raise
                asked = min(getattr(error, "retry_after", None) or 0, _MAX_WAIT)
            failures += 1
            time.sleep(max(asked, back_off(failures)))


def _may_pass(error: Exception) -> bool:
    """Whether another attempt may go better: without a status, the network failed."""
    if isinstance(error, TripodError) and error.kind == "no_answer":
        return True
    status = _status_of(error)
    if isinstance(error, (FileNotFoundError, PermissionError)):
        return False
    if status is None:
        return not isinstance(error, TripodError)
    return status == 429 or status >= 500


def _is_refused_stream(error: Exception) -> bool:
    return isinstance(error, TripodError) and error.operation == _EVENTS.id and error.status == 401


def _status_of(error: Exception) -> int | None:
    """Of the answer that an error is about: of this client, httpx and requests, or urllib."""
    response = getattr(error, "response", None)
    for status in (getattr(error, "status", None), getattr(response, "status_code", None), getattr(error, "code", None)):
        if isinstance(status, int):
            return status
    return None


def _events(response: httpx.Response) -> Iterator[PlayerEvent | None]:
    """Server-sent events; None for a comment, which says that the connection lives."""
    kind, number, data = "message", "", []
    for line in lines_of(response):
        if line == "":
            if data:
                yield PlayerEvent(number, kind, json.loads("\n".join(data)))
            kind, number, data = "message", "", []
            continue
        if line.startswith(":"):
            yield None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            kind = value
        elif name == "data":
            data.append(value)
        elif name == "id":
            number = value


def _read_error(body: Any) -> tuple[str, str] | None:
    error = body.get("Error") if isinstance(body, dict) else None
    if isinstance(error, dict) and isinstance(error.get("Code"), str) and isinstance(error.get("Message"), str):
        return error["Message"], error["Code"]
    return None
