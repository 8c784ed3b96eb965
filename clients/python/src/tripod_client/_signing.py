"""Who calls the trading platform. Requests are signed as docs/trading/signing.md of the platform says."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import threading
import time
from dataclasses import dataclass, field

_HEADER = b'{"typ":"JWT","alg":"HS256"}'
_EXPIRES_SECONDS = 120


def _base64_url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token_of(secret: str, payload: str) -> str:
    """The value of ``Authorization`` for a payload, JSON as it is signed."""
    text = f"{_base64_url(_HEADER)}.{_base64_url(payload.encode())}"
    return f"{text}.{_base64_url(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())}"


def payload_of(nonce: int, path: str, body: bytes, exp: int) -> str:
    """What binds a signature to one request."""
    digest = hashlib.sha256(body).hexdigest()
    return f'{{"nonce":{nonce},"path":{json.dumps(path)},"body_sha256":"{digest}","exp":{exp}}}'


@dataclass
class Signed:
    """An API key, with which every request is signed. One object may be used by several threads.

    ``bound`` is whether a signature covers address and body, which strict keys require. Set it to false only behind a proxy
    that changes the path.
    """

    key: str
    secret: str = field(repr=False)
    bound: bool = True
    _last: int = field(default=0, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def headers(self, path: str, body: bytes) -> dict[str, str]:
        nonce = self._nonce()
        exp = int(time.time()) + _EXPIRES_SECONDS
        payload = payload_of(nonce, path, body, exp) if self.bound else f'{{"nonce":{nonce}}}'
        return {"Key": self.key, "Authorization": token_of(self.secret, payload)}

    def _nonce(self) -> int:
        # Below a millisecond it is random, so that two programs with one key do not meet.
        now = time.time_ns() // 1_000_000 * 1_000_000 + random.randrange(1_000_000)
        with self._lock:
            self._last = max(now, self._last + 1)
            return self._last


@dataclass
class Bearer:
    """A key that was made with ``--bearer``. Whoever sees one of its requests has the key."""

    key: str
    secret: str = field(repr=False)

    def headers(self, path: str, body: bytes) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}.{self.secret}"}
