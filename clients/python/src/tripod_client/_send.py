"""One call over HTTP: as many attempts as it may take, and one answer or one error."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._deadline import deadline, limit_reads
from ._errors import TripodError

#: Busy or away for a moment. A gateway's 502 and 504 leave open what became of the request.
_PASSING = {429, 502, 503, 504}
#: The platform's code for a change that is still running.
_STILL_RUNNING = 2441
_FIRST_SECONDS, _MAX_SECONDS = 0.25, 10.0


@dataclass(frozen=True)
class Operation:
    """A row of the generated tables.

    ``effect``: ``read`` changes nothing, ``change`` takes an Idempotency-Key, ``once`` is never sent again.
    ``parameters``: ``body`` for members of a JSON object, ``query``; ``document`` and ``text`` send the parameter
    ``body``. ``answer``: ``data`` of the platform's envelope, ``whole`` without its ``meta``, ``json``, ``text``,
    ``bytes``, ``lines`` or ``chunks``.
    """

    id: str
    method: str
    path: str
    effect: str
    parameters: str
    answer: str
    paging: tuple[str, str] | None = None


@dataclass
class Options:
    """Of a client, for all its calls."""

    base_url: str
    #: Seconds that may pass without a byte from the server: to connect, and between two parts of an answer.
    timeout: float = 30.0
    #: Seconds for one attempt, until its answer is read. Streams and exports have none.
    deadline: float = 300.0
    #: How often a call may be sent again.
    retries: int = 3
    #: The longest ``Retry-After`` that a call waits, in seconds. A longer one ends it with the error.
    max_wait: float = 60.0
    http: httpx.Client | None = None


@dataclass
class Connection:
    """What the areas of a client share."""

    service: str
    options: Options
    #: Adds what proves who calls: given path and body, answers headers. It runs for every attempt.
    authorize: Callable[[str, bytes], Mapping[str, str]]
    #: Message and code of an error; None for a body that is not one of the service.
    read_error: Callable[[Any], tuple[str, int | str | None] | None]
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.options.base_url = self.options.base_url.rstrip("/")
        self.http = self.options.http or httpx.Client()

    def call(self, operation: Operation, params: Mapping[str, Any], idempotency_key: str | None = None) -> Any:
        return shown(operation, self.send(operation, params, idempotency_key))

    def send(
        self, operation: Operation, params: Mapping[str, Any], idempotency_key: str | None = None
    ) -> httpx.Response:
        """Sends until there is an answer, or no reason to try again."""
        key = (idempotency_key or str(uuid.uuid4())) if operation.effect == "change" else None
        retries = 0 if operation.effect == "once" else self.options.retries
        may_have_happened = False
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._attempt(operation, params, key)
            except TripodError as error:
                may_have_happened = may_have_happened or (operation.effect != "read" and _leaves_open(error))
                error.idempotency_key, error.may_have_happened = key, may_have_happened
                wait = self._wait_after(error, attempt, key is not None)
                if attempt > retries or wait is None:
                    raise
            time.sleep(wait)

    @contextmanager
    def stream(
        self, operation: Operation, params: Mapping[str, Any], headers: Mapping[str, str] = {}, silence: float | None = None
    ) -> Iterator[httpx.Response]:
        """An answer that is read while it is written. It is never asked for again."""
        request = self._request(operation, params, None, headers, silence)
        try:
            response = self.http.send(request, stream=True)
        except httpx.HTTPError as error:
            raise self._no_answer(operation, error) from error
        try:
            if not response.is_success:
                response.read()
                raise self._refusal(operation, response)
            yield response
        except httpx.HTTPError as error:
            raise self._no_answer(operation, error) from error
        finally:
            response.close()

    def _attempt(self, operation: Operation, params: Mapping[str, Any], key: str | None) -> httpx.Response:
        request = self._request(operation, params, key)
        try:
            with deadline(self.options.deadline):
                response = self.http.send(request)
        except httpx.HTTPError as error:
            raise self._no_answer(operation, error) from error
        if not response.is_success:
            raise self._refusal(operation, response)
        if operation.answer not in ("text", "bytes"):
            try:
                json.loads(response.content)
            except ValueError as error:
                raise self._unreadable(operation, response) from error
        return response

    def _request(
        self,
        operation: Operation,
        params: Mapping[str, Any],
        key: str | None,
        more: Mapping[str, str] = {},
        silence: float | None = None,
    ) -> httpx.Request:
        left = {name: value for name, value in params.items() if value is not None}

        def part(match: re.Match[str]) -> str:
            value = left.pop(match[1], "")
            if value == "":
                raise TypeError(f"{operation.id} needs the parameter {match[1]}")
            return quote(str(value), safe="")

        path = re.sub(r"\{(\w+)\}", part, operation.path)
        headers = {"Accept": "application/json", **more}
        if key is not None:
            headers["Idempotency-Key"] = key
        body = b""
        if operation.parameters == "body":
            body, left = json.dumps(left, separators=(",", ":")).encode(), {}
            headers["Content-Type"] = "application/json"
        elif operation.parameters in ("document", "text"):
            content = left.pop("body")
            is_text = operation.parameters == "text"
            body = content.encode() if is_text else json.dumps(content, separators=(",", ":")).encode()
            headers["Content-Type"] = "text/plain" if is_text else "application/json"
        timeout = httpx.Timeout(self.options.timeout, read=silence or self.options.timeout)
        request = self.http.build_request(
            operation.method,
            f"{self.options.base_url}{path}",
            params={name: _query_text(value) for name, value in left.items()} or None,
            content=body or None,
            headers=headers,
            timeout=timeout,
        )
        request.extensions["trace"] = limit_reads
        request.headers.update(self.authorize(request.url.raw_path.decode(), body))
        return request

    def _wait_after(self, error: TripodError, failures: int, is_keyed: bool) -> float | None:
        """Seconds until the next attempt; None where another one is no use, or the server asks for too long a wait."""
        asked = error.retry_after
        is_running = is_keyed and error.status == 409 and error.code == _STILL_RUNNING and asked is not None
        # With its key a change is safe to repeat after any failure, and the answer then says what became of it.
        is_passing = error.kind == "no_answer" or error.status in _PASSING or (is_keyed and error.status == 500)
        if not (is_passing or is_running) or (asked or 0) > self.options.max_wait:
            return None
        return max(asked or 0, back_off(failures))

    def _no_answer(self, operation: Operation, error: Exception) -> TripodError:
        message = f"{operation.id}: {error or type(error).__name__}"
        return TripodError(message, kind="no_answer", service=self.service, operation=operation.id)

    def _refusal(self, operation: Operation, response: httpx.Response) -> TripodError:
        try:
            body = json.loads(response.content)
        except ValueError:
            body = response.text
        said = self.read_error(body)
        if said is None:
            return self._unreadable(operation, response)
        message, code = said
        facts = _facts(response)
        return TripodError(
            f"{operation.id}: {message}",
            kind="refused",
            service=self.service,
            operation=operation.id,
            code=code,
            body=body,
            **facts,
        )

    def _unreadable(self, operation: Operation, response: httpx.Response) -> TripodError:
        why = f"the answer ({response.status_code}) is not one of the service"
        if response.is_redirect:
            why = f"the server redirects to {response.headers.get('location')}: use that as base_url"
        message = f"{operation.id}: {why}"
        body = response.text
        facts = _facts(response)
        return TripodError(
            message, kind="unreadable", service=self.service, operation=operation.id, body=body, **facts
        )


def shown(operation: Operation, response: httpx.Response) -> Any:
    """What a caller sees of an answer."""
    if operation.answer == "bytes":
        return response.content
    if operation.answer == "text":
        return response.text
    body = json.loads(response.content)
    if operation.answer == "data":
        return body["data"]
    if operation.answer == "whole":
        body.pop("meta", None)
    return body


def lines_of(response: httpx.Response) -> Iterator[str]:
    """Lines of a body as they come. Only line feeds end one: texts may hold what else Unicode counts as a line's end."""
    pieces: list[bytes] = []
    for chunk in response.iter_bytes():
        # Of a line that comes in many pieces, none is looked through twice.
        first, *others = chunk.split(b"\n")
        pieces.append(first)
        for following in others:
            yield b"".join(pieces).removesuffix(b"\r").decode()
            pieces = [following]
    rest = b"".join(pieces)
    if rest:
        yield rest.decode()


def back_off(failures: int, first: float = _FIRST_SECONDS) -> float:
    """Doubles with every failure in a row, less a random part of its upper half."""
    return min(_MAX_SECONDS, first * 2 ** min(failures - 1, 20)) * (0.5 + random.random() / 2)


def _query_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def _leaves_open(error: TripodError) -> bool:
    """Whether a change may have been made in spite of the error."""
    if error.kind != "refused":
        return True
    if error.status == 409:
        # It may be running still, or have been made.
        return error.code == _STILL_RUNNING
    return (error.status or 0) >= 500 and error.status != 503


def _facts(response: httpx.Response) -> dict[str, Any]:
    return {
        "status": response.status_code,
        "request_id": response.headers.get("x-request-id"),
        "retry_after": _retry_after(response.headers.get("retry-after", "")),
    }


def _retry_after(text: str) -> float | None:
    """Seconds or a date (RFC 9110, section 10.2.3)."""
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
        return float(text)
    try:
        return max(parsedate_to_datetime(text).timestamp() - time.time(), 0) if text else None
    except (TypeError, ValueError):
        return None
