"""The trading platform: signed requests, and changes that are made once."""

from __future__ import annotations

from typing import Any

from ._generated.trading import TradingApi
from ._send import Connection, Options
from ._signing import Bearer, Signed


class Trading(TradingApi):
    """Amounts, prices and quantities are texts, so that no digit is lost; :class:`decimal.Decimal` reads them.

    >>> trading = Trading("http://127.0.0.1:8080", auth=Signed(key, secret))
    >>> trading.orders.order_create(apikey="1000002", code="simalpha-btcusdt", ordertype="limit", side="buy",
    ...                             quantity="0.001", price="50000")
    """

    def __init__(self, base_url: str, *, auth: Signed | Bearer | None = None, **options: Any) -> None:
        """Without ``auth``, public operations answer."""

        def authorize(path: str, body: bytes) -> dict[str, str]:
            return auth.headers(path, body) if auth else {}

        super().__init__(Connection("trading", Options(base_url, **options), authorize, _read_error))


def _read_error(body: Any) -> tuple[str, int] | None:
    data = body.get("data") if isinstance(body, dict) else None
    if isinstance(data, dict) and isinstance(data.get("code"), int) and isinstance(data.get("error"), str):
        return data["error"], data["code"]
    return None
