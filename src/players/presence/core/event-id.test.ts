import { expect, test } from "vitest";
import { formatEventId, markOfRun, parseEventId } from "./event-id.ts";

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

test("another run of the server has another mark, and the same run the same one", () => {
  expect(parseEventId(`1-${markOfRun("one")}`)).toEqual({ seq: 1, mark: markOfRun("one") });
  expect(markOfRun("two")).not.toBe(markOfRun("one"));
});
