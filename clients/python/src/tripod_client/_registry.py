"""The registry of tool servers: the MCP registry API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._generated.registry import RegistryApi
from ._send import Connection, Options


class Registry(RegistryApi):
    """>>> registry = Registry("http://127.0.0.1:8080")
    >>> for entry in registry.servers.iter_servers(version="latest"):
    ...     print(entry["server"]["name"])
    """

    def __init__(
        self, base_url: str, *, token: str | Callable[[], str] | None = None, **options: Any
    ) -> None:
        """``token`` is a registry token, or what answers one; it is asked before every request."""

        def authorize(path: str, body: bytes) -> dict[str, str]:
            text = token() if callable(token) else token
            return {} if text is None else {"Authorization": f"Bearer {text}"}

        super().__init__(Connection("registry", Options(base_url, **options), authorize, _read_error))


def _read_error(body: Any) -> tuple[str, None] | None:
    error = body.get("error") if isinstance(body, dict) else None
    return (error, None) if isinstance(error, str) else None
