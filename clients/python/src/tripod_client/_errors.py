"""Why a call failed."""

from __future__ import annotations

from typing import Any, Literal


class TripodError(Exception):
    """Every call of every service raises this.

    ``kind`` is ``refused`` (the service answered with an error), ``no_answer`` (the connection failed, the answer was cut
    off or took too long) or ``unreadable`` (something answered, but not the service).

    ``may_have_happened`` is true if a change was sent and it is not known what became of it. To find out, send it again
    with ``idempotency_key``, or read what it would have changed. If it is false, nothing was changed.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: Literal["refused", "no_answer", "unreadable"],
        service: str,
        operation: str,
        status: int | None = None,
        code: int | str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.service = service
        self.operation = operation
        self.status = status
        #: The service's own: a number of the trading platform, a name of the lookup. The registry has none.
        self.code = code
        #: Of the request in the log of the server.
        self.request_id = request_id
        #: Seconds that the server asks to wait.
        self.retry_after = retry_after
        self.body = body
        self.idempotency_key: str | None = None
        self.may_have_happened = False
