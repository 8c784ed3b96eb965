/** Players per hour, and recent joins and leaves, from stored sessions. */
import { expect, test } from "vitest";
import { formatInstant, fromMillis, plusMillis, toMillis, type Instant } from "../../src/kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kit/time/spans.ts";
import { listHours } from "../../src/players/presence/endpoints/list-hours.ts";
import { listRecent } from "../../src/players/presence/endpoints/list-recent.ts";
import { noteWatched } from "../../src/players/presence/index.ts";
import { manualClock } from "../support/manual-clock.ts";
import { STEAM_OF_ANNA } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const clock = manualClock(Date.parse("2026-03-10T12:30:00Z"));
const world = await playersWorld({ platform: { clock } });
const { db } = world.platform;

const WOLF = "76561198000000103";
const hourBegin = fromMillis(Date.parse("2026-03-10T12:00:00Z"));
/** Minutes before the last full hour. */
const before = (minutes: number) => plusMillis(hourBegin, -minutes * MINUTE_MS);

async function session(account: string, server: string, from: Instant, until: Instant | null): Promise<void> {
  await db.execute({
    name: "test.insertSession",
    text: `insert into players.sessions (platform_id, server, name, started_at, last_seen, ended_at)
      values ($1, $2, 'seen', $3, coalesce($4::timestamptz, $5), $4)`,
    values: [
      account,
      server,
      formatInstant(from),
      until === null ? null : formatInstant(until),
      formatInstant(clock.now()),
    ],
  });
}

await world.players.system.configureServers([
  { key: "island", name: "Island", game: "ase", isInvented: false },
  { key: "ragnarok", name: "Ragnarok", game: "ase", isInvented: false },
]);
await session(STEAM_OF_ANNA, "island", before(150), before(90));
await session(STEAM_OF_ANNA, "ragnarok", before(90), before(60));
await session(WOLF, "island", before(105), before(60));
await session(WOLF, "island", hourBegin, null);

test("hours show players, averages, and gaps where nobody watched", async () => {
  for (let minute = 240; minute > 180; minute--) await noteWatched(db, "ragnarok", "rcon", before(minute));
  await noteWatched(db, "ragnarok", "rcon", before(60));
  const { json } = await world.get("/Online/Hours?days=1");
  expect(json).toMatchObject({ From: "2026-03-09T12:00:00+00:00", Until: "2026-03-10T12:30:00+00:00" });
  const [island, ragnarok] = json.Servers;
  expect(island.Server).toBe("island");
  expect(island.Players).toHaveLength(25);
  // From 09:00 on: Anna came at 09:30 and left at 10:30, the wolf was there from 10:15 to 11:00, and is again.
  expect(island.Players.slice(21)).toEqual([1, 2, null, 1]);
  expect(island.Average.slice(21)).toEqual([0.5, 1.25, null, 1]);
  expect(island.WatchedMinutes.slice(20)).toEqual([null, null, null, null, null]);
  // Watched from 08:00 to 09:00, and a minute from 11:00 on; Anna was there from 10:30 to 11:00.
  expect(ragnarok.Players.slice(19)).toEqual([null, 0, null, 1, 0, null]);
  expect(ragnarok.WatchedMinutes.slice(19)).toEqual([null, 60, 0, 0, 1, 0]);
  expect(ragnarok.Average.slice(20)).toEqual([0, null, 0.5, 0, null]);
  const one = (await world.get("/Online/Hours?days=1&server=ragnarok")).json;
  expect(one.Servers).toEqual([ragnarok]);
});

test("recent events are newest first, and a move is one event, whichever server is asked for", async () => {
  const events = async (query = "") =>
    (await world.get(`/Online/Recent${query}`, world.keys.history)).json.map(
      ({ At, Event, Server, From, PlayerId }: Record<string, unknown>) => [
        String(At).slice(11, 16),
        Event,
        Server,
        From,
        PlayerId,
      ],
    );
  const all = [
    ["12:00", "joined", "island", null, 103],
    ["11:00", "left", "ragnarok", null, 101],
    ["11:00", "left", "island", null, 103],
    ["10:30", "moved", "ragnarok", "island", 101],
    ["10:15", "joined", "island", null, 103],
    ["09:30", "joined", "island", null, 101],
  ];
  expect(await events()).toEqual(all);
  expect(await events("?limit=2")).toEqual(all.slice(0, 2));
  expect(await events("?server=ragnarok")).toEqual([all[1], all[3]]);
  expect(await events("?server=island")).toEqual([all[0], all[2], all[3], all[4], all[5]]);
  expect((await world.get("/Online/Recent")).json.Error.Code).toBe("keys_insufficient_scope");
});

test("the history of a server that never was is not searched for", async () => {
  const { onlineHistory } = world.players.deps;
  const searches: string[] = [];
  const counted = {
    ...onlineHistory,
    listHours: (...asked: Parameters<typeof onlineHistory.listHours>) => {
      searches.push("hours");
      return onlineHistory.listHours(...asked);
    },
    listPassages: (...asked: Parameters<typeof onlineHistory.listPassages>) => {
      searches.push("passages");
      return onlineHistory.listPassages(...asked);
    },
  };
  const deps = { ...world.players.deps, onlineHistory: counted };
  const rest = { actor: undefined as never, requestId: "r", signal: new AbortController().signal };
  const hoursOf = (server: string) => listHours.run(deps, { ...rest, input: { query: { days: 31, server } } });
  const recentOf = (server: string) => listRecent.run(deps, { ...rest, input: { query: { limit: 1, server } } });
  await expect(hoursOf("nowhere")).rejects.toMatchObject({ status: 404 });
  await expect(recentOf("nowhere")).rejects.toMatchObject({ status: 404 });
  expect(searches).toEqual([]);
  await hoursOf("island");
  await recentOf("island");
  expect(searches).toEqual(["hours", "passages"]);
});

test("a server that left the cluster keeps its history", async () => {
  const { system } = world.players;
  const island = { key: "island", name: "Island", game: "ase", isInvented: false } as const;
  await system.configureServers([island]);
  const { json } = await world.get("/Online/Hours?days=1&server=ragnarok");
  expect(json.Servers.map(({ Server }: { Server: string }) => Server)).toEqual(["ragnarok"]);
  await system.configureServers([island, { ...island, key: "ragnarok", name: "Ragnarok" }]);
});

test("nothing is told of a player who wants no history, not even the present session", async () => {
  const confirmed = { OptedOut: true, Confirm: "103" };
  const headers = { "content-type": "application/json" };
  const done = await world.get("/Player/103/OptOut", world.keys.admin, {
    method: "POST",
    headers,
    body: JSON.stringify(confirmed),
  });
  expect(done.status).toBe(200);
  const { text, json } = await world.get("/Online/Recent", world.keys.history);
  expect(text).not.toContain(WOLF);
  expect(json).toHaveLength(3);
});

test("what is not kept any longer is not known, and not empty", async () => {
  const at = fromMillis(toMillis(hourBegin) - 2 * HOUR_MS);
  await world.players.deps.presence.deleteSessionsBefore(at);
  const [ragnarok] = (await world.get("/Online/Hours?days=1&server=ragnarok")).json.Servers;
  expect(ragnarok.WatchedMinutes.slice(19)).toEqual([null, null, null, null, 1, 0]);
});
