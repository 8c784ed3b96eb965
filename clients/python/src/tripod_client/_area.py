"""What the generated classes build on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ._paging import entries
from ._send import Connection, Operation, lines_of


class Area:
    """Operations of one part of a service."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _call(self, operation: Operation, params: Mapping[str, Any], idempotency_key: str | None = None) -> Any:
        return self._connection.call(operation, params, idempotency_key)

    def _each(self, operation: Operation, params: Mapping[str, Any]) -> Iterator[Any]:
        return entries(self._connection, operation, params)

    def _lines(self, operation: Operation, params: Mapping[str, Any]) -> Iterator[Any]:
        with self._connection.stream(operation, params) as response:
            for line in lines_of(response):
                if line:
                    yield json.loads(line)

    def _chunks(self, operation: Operation, params: Mapping[str, Any]) -> Iterator[str]:
        with self._connection.stream(operation, params) as response:
            yield from response.iter_text()
