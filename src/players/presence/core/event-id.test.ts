import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { formatEventId, markOf, parseEventId } from "./event-id.ts";

const mark = "3f9a01bc";

test.each([
  ["0-3f9a01bc", 0],
  ["42-3f9a01bc", 42],
  ["9007199254740991-3f9a01bc", 9_007_199_254_740_991],
])("the event id %j is number %d of its run", (text, seq) => {
  expect(parseEventId(text)).toEqual({ seq, mark });
  expect(formatEventId({ seq, mark })).toBe(text);
});

test.each([
  "9007199254740992-3f9a01bc",
  "042-3f9a01bc",
  "-1-3f9a01bc",
  "1e3-3f9a01bc",
  " 1-3f9a01bc",
  "1-3F9A01BC",
  "1-3f9a01b",
  "1-3f9a01bc0",
  "42",
  "",
])("%j is not an event id", (text) => {
  expect(parseEventId(text)).toBeUndefined();
});

test("a change has one mark, and another one with another run, transaction or time", () => {
  const change = { xid: "741", at: fromMillis(1_790_000_000_000) };
  const first = markOf("one", change);
  expect(parseEventId(`1-${first}`)).toEqual({ seq: 1, mark: first });
  const others = [
    markOf("two", change),
    markOf("one", { ...change, xid: "742" }),
    markOf("one", { ...change, at: fromMillis(1_790_000_000_001) }),
    markOf("one", undefined),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  expect(markOf("one", { ...change })).toBe(first);
});
