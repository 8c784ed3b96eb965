import { expect, test } from "vitest";
import { formatInstant, parseInstant, type Instant } from "../../../kit/time/instant.ts";
import type { Repeat } from "./repeat.ts";
import { reschedule } from "./reschedule.ts";

const at = (text: string) => parseInstant(text) as Instant;
const FIRST = "2026-01-31T09:00:00Z";
const NOW = "2026-04-02T00:00:00Z";
const LATER = "2026-07-01T08:00:00Z";

type Row = readonly [
  before: readonly [Repeat, next: string | null],
  change: { readonly repeat?: Repeat; readonly remindAt?: string },
  after: readonly [Repeat, first: string, next: string | null],
];

test.each<Row>([
  [["monthly", "2026-04-30T09:00:00Z"], {}, ["monthly", FIRST, "2026-04-30T09:00:00Z"]],
  [["monthly", "2026-04-30T09:00:00Z"], { repeat: "monthly" }, ["monthly", FIRST, "2026-04-30T09:00:00Z"]],
  [["monthly", "2026-04-30T09:00:00Z"], { remindAt: LATER }, ["monthly", LATER, LATER]],
  [["monthly", "2026-04-30T09:00:00Z"], { repeat: "none" }, ["none", "2026-04-30T09:00:00Z", "2026-04-30T09:00:00Z"]],
  [["monthly", "2026-04-30T09:00:00Z"], { repeat: "daily" }, ["daily", FIRST, "2026-04-02T09:00:00Z"]],
  [["none", null], { repeat: "monthly" }, ["monthly", FIRST, "2026-04-30T09:00:00Z"]],
  [["none", null], { repeat: "none" }, ["none", FIRST, null]],
  [["none", null], { remindAt: LATER }, ["none", LATER, LATER]],
])("%j changed by %j is %j", ([repeat, next], { remindAt, ...change }, after) => {
  const result = reschedule(
    { repeat, timezone: "UTC", firstAt: at(FIRST), nextAt: next === null ? null : at(next) },
    { ...change, ...(remindAt === undefined ? {} : { remindAt: at(remindAt) }) },
    at(NOW),
  );
  const nextAt = result.nextAt === null ? null : formatInstant(result.nextAt);
  expect([result.repeat, formatInstant(result.firstAt), nextAt]).toEqual(after);
});

test("a new repetition keeps the time of day of its user", () => {
  const before = { repeat: "monthly" as const, timezone: "Europe/Berlin", firstAt: at(FIRST), nextAt: null };
  const { nextAt } = reschedule(before, { repeat: "daily" }, at(NOW));
  expect(nextAt === null ? null : formatInstant(nextAt)).toBe("2026-04-02T08:00:00Z");
});
