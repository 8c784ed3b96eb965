/** Joins and leaves as they happen, over real HTTP from the write of a session to the reader of events. */
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { fromMillis, plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import { createKey, revokeKey } from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { LiveEvents, serverLeaseName, type SessionChange } from "../../src/players/presence/index.ts";
import { ScriptProcess } from "../support/child-process.ts";
import { databaseUrl, programScript } from "../support/command-line.ts";
import { EventReader, type ReadEvent } from "../support/event-reader.ts";
import { playersWorld, type PlayersWorld } from "../support/players-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { PATIENCE_MS } from "../support/wait-until.ts";

const world = await playersWorld();
const other = await playersWorld({ database: world.database, fixture: false });
/** As another process sees them. */
const keys = keyStore(world.database.open());
const servers = { island: await openServer("island"), ragnarok: await openServer("ragnarok") };

const JUERGEN = { platformId: "76561198000000102", name: "Jürgen on the list" };
const STRANGER = { platformId: "76561198000000999", name: 'Nobody\'s "save"\nyet' };

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

let now = (fromMillis(Date.UTC(2026, 5, 1)) + 123_456) as Instant;
const later = (): Instant => (now = plusMillis(now, 1_000));

/** What the process that polls a server has to write its sessions. */
async function openServer(server: string) {
  const lease = await acquireLease(world.platform.db, { name: serverLeaseName(server), owner: "test", ttlMs: 600_000 });
  const fence = lease?.fence ?? 0;
  let number = 0;
  const apply = (change: SessionChange) =>
    world.players.deps.presence.apply({ server, fence, number: ++number, changes: [change] });
  return {
    join: (who: typeof JUERGEN) => apply({ kind: "open", ...who, server, startedAt: later(), claim: "join" }),
    leave: ({ platformId }: typeof JUERGEN) => apply({ kind: "close", platformId, server, endedAt: later() }),
  };
}

async function listen(at: PlayersWorld, lastEventId?: string): Promise<EventReader> {
  const reader = await EventReader.open(`${at.url}/Online/Events`, {
    authorization: at.keys.read,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  });
  readers.push(reader);
  return reader;
}

const short = ({ event, data }: ReadEvent): string => `${event} ${data.PlatformId ?? ""}`.trim();
const isLeaveOf =
  ({ platformId }: typeof JUERGEN) =>
  ({ event, data }: ReadEvent): boolean =>
    event === "left" && data.PlatformId === platformId;
const onlineNames = async (at: PlayersWorld): Promise<unknown> =>
  (await at.get("/Online")).json.map((player: { PlatformName: string }) => player.PlatformName);
const whereOnline = async (): Promise<unknown> =>
  (await world.get("/Online")).json.map((player: { PlatformName: string; Server: string }) => [
    player.PlatformName,
    player.Server,
  ]);

describe("a reader of events", () => {
  test("is greeted, then told who joins, moves and leaves, after /Online shows it", async () => {
    const reader = await listen(world);
    expect(reader.status).toBe(200);
    expect(reader.headers.get("content-type")).toContain("text/event-stream");
    expect(reader.headers.get("cache-control")).toBe("no-store");
    expect(await reader.next()).toMatchObject({ event: "open", data: {} });

    await servers.island.join(JUERGEN);
    const joined = { PlatformId: JUERGEN.platformId, Name: JUERGEN.name, Server: "island" };
    expect(await reader.next()).toEqual({
      event: "joined",
      id: expect.stringMatching(/^\d+-[0-9a-f]{8}$/),
      data: { ...joined, At: "2026-06-01T00:00:01.123+00:00" },
    });
    expect(await onlineNames(world)).toContain(JUERGEN.name);

    await servers.ragnarok.join(JUERGEN);
    expect((await reader.next())?.data).toMatchObject({ ...joined, Server: "ragnarok", From: "island" });
    await servers.ragnarok.leave(JUERGEN);
    expect(await reader.next()).toMatchObject({ event: "left", data: { ...joined, Server: "ragnarok" } });
    expect(await onlineNames(world)).not.toContain(JUERGEN.name);
  });

  test("finds in /Online on which server each player is, with a save or without", async () => {
    const reader = await listen(world);
    await servers.island.join(JUERGEN);
    await servers.ragnarok.join(STRANGER);
    await reader.until(({ data }) => data.PlatformId === STRANGER.platformId);
    expect(await whereOnline()).toEqual(
      expect.arrayContaining([
        [JUERGEN.name, "island"],
        [STRANGER.name, "ragnarok"],
      ]),
    );
    await servers.ragnarok.join(JUERGEN);
    await reader.until(({ event }) => event === "moved" || event === "joined");
    expect(await whereOnline()).toEqual(expect.arrayContaining([[JUERGEN.name, "ragnarok"]]));
    await servers.ragnarok.leave(JUERGEN);
    await servers.ragnarok.leave(STRANGER);
    await reader.until(isLeaveOf(STRANGER));
  });

  test("hears of people without a save, whatever their names", async () => {
    const reader = await listen(world);
    await servers.island.join(STRANGER);
    const [, joined] = await reader.until(({ event }) => event === "joined");
    expect(joined?.data).toMatchObject({ PlatformId: STRANGER.platformId, Name: STRANGER.name });
    await servers.island.leave(STRANGER);
    expect((await reader.until(isLeaveOf(STRANGER))).map(short)).toEqual([`left ${STRANGER.platformId}`]);
  });

  test.each([
    ["the same process", world],
    ["another process", other],
  ])("that was away is sent what it missed, by %s", async (_where, at) => {
    const [steady, away] = [await listen(world), await listen(world)];
    await servers.island.join(JUERGEN);
    const seen = (await away.until(({ event }) => event === "joined")).at(-1);
    away.close();
    await servers.island.join(STRANGER);
    await servers.island.leave(JUERGEN);
    await servers.island.leave(STRANGER);
    const all = await steady.until(isLeaveOf(STRANGER));
    const missed = all.slice(all.findIndex(({ id, event }) => event !== "open" && id === seen?.id) + 1);
    expect(missed.map(short)).toEqual([
      `joined ${STRANGER.platformId}`,
      `left ${JUERGEN.platformId}`,
      `left ${STRANGER.platformId}`,
    ]);
    // Until the other process has followed, it does not know the event that the reader names.
    await at.players.deps.model.catchUp(PATIENCE_MS);

    const back = await listen(at, seen?.id);
    expect((await back.next())?.event).toBe("open");
    const told = await back.until(({ id }) => id === all.at(-1)?.id);
    expect(told.map(({ event }) => event)).not.toContain("reset");
    expect(told.slice(-missed.length)).toEqual(missed);
  });

  test("that names an event that nobody knows is told to read anew", async () => {
    const reader = await listen(world, "1");
    expect([await reader.next(), await reader.next()]).toMatchObject([{ event: "open" }, { event: "reset" }]);
  });

  test("without a key, or with one that is disabled, is told nothing", async () => {
    for (const [authorization, status] of [
      [null, 401],
      [world.keys.disabled, 403],
    ] as const) {
      expect((await world.get("/Online/Events", authorization)).status).toBe(status);
    }
    expect(world.players.deps.events().readerCount).toBe(0);
  });

  test.each([
    ["revoked", (id: string) => revokeKey({ keys }, id)],
    ["disabled", (id: string) => keys.setEnabled(id, false)],
    ["expired", (id: string) => keys.setExpiry(id, world.platform.clock.now())],
  ])("is cut off when another process has %s its key", async (_how, end) => {
    const deps = { ...world.platform, keys };
    const made = await createKey(deps, { name: "short", scope: "read", limits: null, expires: "never" });
    const reader = await EventReader.open(`${world.url}/Online/Events`, { authorization: made.key });
    readers.push(reader);
    const staying = await listen(world);
    expect([await reader.next(), await staying.next()]).toMatchObject([{ event: "open" }, { event: "open" }]);
    await end(made.stored.id);
    expect(await reader.next()).toBeUndefined();
    await servers.island.join(JUERGEN);
    await servers.island.leave(JUERGEN);
    expect((await staying.until(isLeaveOf(JUERGEN))).length).toBeGreaterThan(0);
  });

  test("that goes away, or only asks for the headers, holds no place", async () => {
    const places = () => world.players.deps.events().readerCount;
    await expect.poll(places).toBe(0);
    const reader = await listen(world);
    await reader.next();
    expect(places()).toBe(1);
    reader.close();
    await expect.poll(places).toBe(0);
    expect((await world.get("/Online/Events", world.keys.read, { method: "HEAD" })).status).toBe(200);
    await expect.poll(places).toBe(0);
  });
});

test("where as many listen as may, the next one is asked to come back, until one goes", async () => {
  const events = new LiveEvents({ clock: world.platform.clock, start: { seq: 0, mark: "0000beef" }, maxReaders: 1 });
  const [service] = world.players.services;
  if (!service) throw new Error("the lookup mounts its interface first");
  const http = await buildHttp({
    services: [{ ...service, deps: { ...world.players.deps, events: () => events } }],
    log: silentLog(),
    requestId: () => "req_test",
  });
  try {
    const full = { ...world, url: (await http.listen({ host: "127.0.0.1", port: 0 })).url };
    const one = await listen(full);
    expect((await one.next())?.event).toBe("open");
    const refused = await fetch(`${full.url}/Online/Events`, { headers: { authorization: world.keys.read } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(await refused.json()).toMatchObject({ Error: { Code: "presence_too_many_readers", Status: 503 } });
    one.close();
    await expect.poll(() => events.readerCount).toBe(0);
    expect((await (await listen(full)).next())?.event).toBe("open");
  } finally {
    events.close();
    await http.close();
  }
});

test("a program that is told to stop ends every stream, and does not wait for their readers to leave", async () => {
  const folder = await temporaryFolder("tripod-serve-");
  onTestFinished(() => folder.remove());
  const script = programScript();
  const program = new ScriptProcess(script, ["serve", "players", "--role", "http", "--port", "0"], false, {
    TRIPOD_DATABASE_URL: databaseUrl(world.database.connection),
    TRIPOD_DATA_DIR: folder.path,
    TRIPOD_ADMIN_PORT: "0",
    TRIPOD_LOG_FORMAT: "json",
  });
  onTestFinished(() => program.kill());
  const { url } = await program.heardThat((told) => "url" in told, "where it is ready");
  const reader = await listen({ ...world, url: String(url) });
  expect((await reader.next())?.event).toBe("open");
  process.kill(program.pid, "SIGTERM");
  expect(await reader.next()).toBeUndefined();
  await program.ended();
  // A part that has to be given up is told as an error.
  expect(program.told.filter(({ level }) => level === "error")).toEqual([]);
  expect(program.told.at(-1)).toMatchObject({ level: "info", message: "stopped" });
});

test("a reader that comes back after a restore in place, where its event's number is another event's, is told to read again", async () => {
  const reader = await listen(world);
  await servers.island.join(STRANGER);
  const seen = await reader.until(({ event, data }) => event === "joined" && data.PlatformId === STRANGER.platformId);
  reader.close();
  // The server goes on running, so only the change itself shows that it is another one.
  const { db } = world.platform;
  const newest = "(select max(seq) from kit.outbox)";
  await db.execute({ name: "test.goBack", text: `select setval('kit.outbox_seq', ${newest} - 1)` });
  await db.execute({ name: "test.forgetNewest", text: `delete from kit.outbox where seq = ${newest}` });
  await servers.island.leave(STRANGER);
  for (const at of [world, other]) {
    await at.players.deps.model.catchUp(PATIENCE_MS);
    const again = await listen(at, seen.at(-1)?.id);
    expect([(await again.next())?.event, (await again.next())?.event]).toEqual(["open", "reset"]);
  }
});
