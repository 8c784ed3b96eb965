import { expect, test } from "vitest";
import { nextState, shownState } from "./health.ts";
import type { ConnectionEvent, ConnectionState } from "./health.ts";

const STORIES: readonly [string, ConnectionState, readonly ConnectionEvent[], string][] = [
  ["an exchange that answers is ok", "starting", ["answered"], "ok"],
  ["one that does not answer at the start is down", "starting", ["failed"], "down"],
  ["and comes up when it answers", "starting", ["failed", "failed", "answered"], "ok"],
  ["one failure degrades", "ok", ["failed"], "degraded"],
  ["the next answer makes it good", "ok", ["failed", "answered"], "ok"],
  ["lost markets degrade, whatever is answered", "ok", ["deafened", "answered", "answered"], "degraded"],
  ["until their reports are back", "ok", ["deafened", "heard"], "ok"],
  ["an open breaker is down", "ok", ["failed", "cutOff", "failed"], "down"],
  ["a report of a stream does not end the state down", "down", ["heard"], "down"],
  ["maintenance is its own state", "ok", ["closed", "failed"], "maintenance"],
  ["and ends with an answer", "ok", ["closed", "failed", "answered"], "ok"],
];

test.each(STORIES)("%s", (_, start, events, shown) => {
  expect(shownState(events.reduce(nextState, start))).toBe(shown);
});

test("from every state an exchange recovers when it answers and its reports are back", () => {
  const states: ConnectionState[] = ["starting", "ok", "failing", "deaf", "maintenance", "down"];
  for (const state of states) {
    const events: ConnectionEvent[] = ["answered", "heard"];
    expect(events.reduce(nextState, state)).toBe("ok");
  }
});
