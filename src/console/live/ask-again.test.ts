import { expect, test } from "vitest";
import { waitAfter } from "./ask-again.ts";

const MINUTE_MS = 60_000;

function waits(status: number | undefined, more: { readonly retryAfterMs?: number; readonly everyMs?: number } = {}) {
  return waitAfter({ status, retryAfterMs: more.retryAfterMs }, 1, more.everyMs);
}

test("a server that does not answer, or fails, is asked again soon", () => {
  for (const status of [undefined, 500, 503]) {
    expect(waits(status)).toBeGreaterThan(0);
    expect(waits(status, { everyMs: 60 * MINUTE_MS })).toBeLessThan(MINUTE_MS);
  }
});

test("the pauses grow, and end at a quarter of a minute", () => {
  const late = Array.from({ length: 30 }, (_, at) =>
    waitAfter({ status: 500, retryAfterMs: undefined }, at + 1, undefined),
  );
  expect(Math.max(...late.map((each) => each ?? Infinity))).toBeLessThanOrEqual(15_000);
  expect(late.at(-1)).toBeGreaterThan(late[0] ?? Infinity);
});

test("nothing is asked earlier than the server wants", () => {
  expect(waits(429, { retryAfterMs: 40_000, everyMs: 10_000 })).toBe(40_000);
  expect(waits(418, { retryAfterMs: 40_000 })).toBe(40_000);
});

test("what will be refused again is asked again only where the page would ask anyway", () => {
  expect(waits(404)).toBeUndefined();
  expect(waits(404, { everyMs: 10_000 })).toBe(10_000);
  expect(waits(501, { everyMs: 10_000 })).toBeUndefined();
  expect(waits(401, { everyMs: 10_000 })).toBe(Infinity);
});
