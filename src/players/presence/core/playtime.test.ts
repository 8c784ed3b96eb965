import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { playtime, type PlayedSession } from "./playtime.ts";

const DAY = 86_400;
const at = (seconds: number): Instant => (seconds * 1_000_000) as Instant;
const now = at(100 * DAY);

function played(server: string, from: number, to: number | null): PlayedSession {
  return { server, startedAt: at(from), endedAt: to === null ? null : at(to) };
}

describe("playtime", () => {
  test("without a player is nothing", () => {
    expect(playtime([], { now })).toEqual({ totalSeconds: 0, last14DaysSeconds: 0, perServer: [] });
  });

  test("is the sum of the sessions, by server, the most played first; an open one counts to now", () => {
    const sessions = [
      played("Island", 10 * DAY, 10 * DAY + 60),
      played("Ragnarok", 11 * DAY, 11 * DAY + 600),
      played("Island", 100 * DAY - 30, null),
    ];
    expect(playtime(sessions, { now })).toEqual({
      totalSeconds: 690,
      last14DaysSeconds: 30,
      perServer: [
        { server: "Ragnarok", seconds: 600, sessions: 1 },
        { server: "Island", seconds: 90, sessions: 2 },
      ],
    });
  });

  test("counts of a session that reaches over the edge of the 14 days the part inside", () => {
    const edge = 86 * DAY;
    expect(playtime([played("Island", edge - 100, edge + 5)], { now })).toMatchObject({
      totalSeconds: 105,
      last14DaysSeconds: 5,
    });
  });

  test.each<[string, number, number, number]>([
    ["before the session", 0, 10, 0],
    ["around it", 10, 500, 100],
    ["over its beginning", 50, 130, 30],
    ["over its end", 150, 900, 50],
    ["inside it", 120, 140, 20],
    ["after it", 200, 300, 0],
    ["turned around", 180, 120, 0],
  ])("of a range %s is the part inside the range", (_what, from, to, seconds) => {
    const result = playtime([played("Island", 100, 200)], { now, from: at(from), to: at(to) });
    expect(result.totalSeconds).toBe(seconds);
    expect(result.perServer).toEqual(seconds === 0 ? [] : [{ server: "Island", seconds, sessions: 1 }]);
  });

  test("does not count what lies ahead", () => {
    const ahead = [played("Island", 100 * DAY - 10, 200 * DAY), played("Island", 150 * DAY, null)];
    expect(playtime(ahead, { now, to: at(300 * DAY) })).toMatchObject({ totalSeconds: 10, last14DaysSeconds: 10 });
  });

  test("is rounded down once, not session by session", () => {
    const short = Array.from({ length: 4 }, (_, index) => ({
      server: "Island",
      startedAt: at(index),
      endedAt: (at(index) + 300_000) as Instant,
    }));
    expect(playtime(short, { now }).totalSeconds).toBe(1);
  });
});
