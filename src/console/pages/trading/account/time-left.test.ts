import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const ASKED_MS = 1_000_000;

test("a session ends when it was not used for its time, counted from the last question", () => {
  const session = { session_timeout: 1_800, expires_at: null };
  expect(timeLeft(session, ASKED_MS, ASKED_MS + 60_000)).toEqual({ unusedMs: 1_740_000, wholeMs: undefined });
});

test("a session that is over has no time left, and never less than none", () => {
  const session = { session_timeout: 300, expires_at: 1_010 };
  expect(timeLeft(session, ASKED_MS, ASKED_MS + 400_000)).toEqual({ unusedMs: 0, wholeMs: 0 });
});
