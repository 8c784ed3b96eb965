import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { judgeAnswer } from "./telegram-answer.ts";

const now = fromMillis(1_767_225_600_000);
const judge = (status: number, body: unknown = {}, tries = 1, retryAfter?: string) =>
  judgeAnswer({ status, body: typeof body === "string" ? body : JSON.stringify(body), retryAfter }, tries, now);

test("any 2xx is a message that was sent", () => {
  expect(judge(200, { ok: true })).toEqual({ kind: "sent" });
});

test("a request that the server does not take is not repeated, and its user is told why", () => {
  const body = { ok: false, description: "Forbidden: bot was blocked by the user" };
  expect(judge(403, body)).toEqual({ kind: "refused", error: "answered 403: Forbidden: bot was blocked by the user" });
  expect(judge(404, "<html>")).toEqual({ kind: "refused", error: "answered 404" });
});

test("the server says how long to wait, an hour at most", () => {
  expect(judge(429, { parameters: { retry_after: 120 } })).toMatchObject({ kind: "later", waitMs: 120_000 });
  expect(judge(429, {}, 1, "60")).toMatchObject({ waitMs: 60_000 });
  expect(judge(429, { parameters: { retry_after: 999_999_999 } })).toMatchObject({ waitMs: HOUR_MS });
  expect(judge(429, { parameters: { retry_after: -5 } })).toMatchObject({ waitMs: 15_000 });
});

test("a server that fails is asked later and later", () => {
  expect([1, 2, 3, 20].map((tries) => judge(500, {}, tries))).toMatchObject([
    { waitMs: 15_000 },
    { waitMs: 30_000 },
    { waitMs: 60_000 },
    { waitMs: HOUR_MS },
  ]);
});
