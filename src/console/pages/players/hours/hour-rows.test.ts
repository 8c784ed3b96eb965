import { expect, test } from "vitest";
import { hourRows } from "./hour-rows.ts";

const FROM = "2026-03-01T10:00:00Z";
const ISLAND = { Server: "island", Players: [2, null, 0], Average: [1.1, null, 0], WatchedMinutes: [60, 0, 12] };
const CENTER = { Server: "center", Players: [1, 4, 1], Average: [0.2, 2.5, 1], WatchedMinutes: [60, 60, null] };
const hours = (...Servers: readonly (typeof ISLAND | typeof CENTER)[]) => ({ From: FROM, Until: FROM, Servers });

test("one server's hours keep their gaps", () => {
  expect(hourRows(hours(ISLAND) as Parameters<typeof hourRows>[0])).toEqual([
    { ms: Date.parse(FROM), average: 1.1, players: 2, watched: 60 },
    { ms: Date.parse(FROM) + 3_600_000, average: null, players: null, watched: 0 },
    { ms: Date.parse(FROM) + 7_200_000, average: 0, players: 0, watched: 12 },
  ]);
});

test("averages of several servers are added up without a float's tail, and players are not counted twice", () => {
  const rows = hourRows(hours(ISLAND, CENTER) as Parameters<typeof hourRows>[0]);
  expect(rows.map(({ average }) => average)).toEqual([1.3, 2.5, 1]);
  expect(rows.map(({ players }) => players)).toEqual([null, null, null]);
  expect(rows.map(({ watched }) => watched)).toEqual([60, 0, null]);
});

test("a cluster without servers has no hours", () => {
  expect(hourRows(hours() as Parameters<typeof hourRows>[0])).toEqual([]);
});
