/** How long a player was on which server, summed over all sessions that are kept. */
import { afterEach, expect, test } from "vitest";
import { formatInstant, plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import { DAY_SECONDS, SECOND_MS } from "../../src/kit/time/spans.ts";
import { listSessions } from "../../src/players/presence/endpoints/list-sessions.ts";
import { manualClock } from "../support/manual-clock.ts";
import { STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const clock = manualClock(Date.parse("2026-03-10T12:30:00Z"));
const world = await playersWorld({ platform: { clock } });
const { db } = world.platform;
const now = clock.now();
/** Seconds before now. */
const before = (seconds: number): Instant => plusMillis(now, -seconds * SECOND_MS);
const DAY = DAY_SECONDS;

afterEach(() => db.execute({ name: "test.removeSessions", text: "delete from players.sessions" }));

async function session(server: string, from: Instant, until: Instant | null, account = STEAM_OF_ANNA): Promise<void> {
  await db.execute({
    name: "test.insertSession",
    text: `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
      values ($1, $2, 'seen', $3, $3, $4)`,
    values: [account, server, formatInstant(from), until && formatInstant(until)],
  });
}

async function playtimeOfAnna(): Promise<unknown> {
  const { json } = await world.get("/Player/101/Sessions?limit=1", `Bearer ${world.keys.history}`);
  return json.Playtime;
}

test(`${listSessions.id} sums the sessions by server, the most played first; an open one counts to now`, async () => {
  expect(await playtimeOfAnna()).toEqual({ TotalSeconds: 0, Last14DaysSeconds: 0, Servers: [] });
  await session("island", before(90 * DAY), before(90 * DAY - 60));
  await session("ragnarok", before(80 * DAY), before(80 * DAY - 600));
  await session("island", before(30), null);
  await session("island", before(50), before(10), "76561198000000103");
  expect(await playtimeOfAnna()).toEqual({
    TotalSeconds: 690,
    Last14DaysSeconds: 30,
    Servers: [
      { Server: "ragnarok", Seconds: 600, Sessions: 1 },
      { Server: "island", Seconds: 90, Sessions: 2 },
    ],
  });
});

test("the last 14 days count the part of a session inside them", async () => {
  await session("island", before(14 * DAY + 100), before(14 * DAY - 5));
  expect(await playtimeOfAnna()).toMatchObject({ TotalSeconds: 105, Last14DaysSeconds: 5 });
});

test("time that lies ahead of the clock does not count", async () => {
  await session("island", before(10), before(-DAY));
  await session("ragnarok", before(-2 * DAY), null);
  expect(await playtimeOfAnna()).toEqual({
    TotalSeconds: 10,
    Last14DaysSeconds: 10,
    Servers: [{ Server: "island", Seconds: 10, Sessions: 1 }],
  });
});

test("fractions of a second are rounded down once, not session by session", async () => {
  for (const at of [40, 30, 20, 10]) await session("island", before(at), plusMillis(before(at), 300));
  expect(await playtimeOfAnna()).toMatchObject({ TotalSeconds: 1, Servers: [{ Seconds: 1, Sessions: 4 }] });
});

test("every session counts, however many there are", async () => {
  const many = 20_100;
  await db.execute({
    name: "test.insertManySessions",
    text: `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
      select $1, 'island', 'seen', at, at, at + interval '1 minute'
      from generate_series(1, ${many}) as n cross join lateral (select $2::timestamptz - n * interval '1 hour') as s (at)`,
    values: [STEAM_OF_ANNA, formatInstant(now)],
  });
  expect(await playtimeOfAnna()).toEqual({
    TotalSeconds: many * 60,
    Last14DaysSeconds: 14 * 24 * 60,
    Servers: [{ Server: "island", Seconds: many * 60, Sessions: many }],
  });
});
