"""A limit of time for a whole attempt. httpx limits only the silence between two parts, so a server that sends a byte now
and then would hold a call for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpcore

_OPENED = ("connect_tcp.complete", "connect_unix_socket.complete", "start_tls.complete")
_thread = threading.local()


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """What this thread reads inside, from connections that ``limit_reads`` has seen, ends by then."""
    _thread.ends_at = time.monotonic() + seconds
    try:
        yield
    finally:
        _thread.ends_at = None


def limit_reads(event: str, info: Mapping[str, Any]) -> None:
    """For ``trace`` of a request's extensions: sees every connection that the request opens."""
    if not event.endswith(_OPENED):
        return
    stream = info["return_value"]
    read = stream.read

    def limited(max_bytes: int, timeout: float | None = None) -> bytes:
        ends_at = getattr(_thread, "ends_at", None)
        if ends_at is None:
            return read(max_bytes, timeout)
        left = ends_at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the whole answer took too long")
        return read(max_bytes, left if timeout is None else min(left, timeout))

    stream.read = limited
