/** The TypeScript client against a lookup that runs. */
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  playersClient,
  TripodError,
  type EventOptions,
  type PlayerEvent,
  type PlayersClient,
} from "../../clients/typescript/src/players.ts";
import { linesOf } from "../../clients/typescript/src/streams.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { fromMillis, plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import { serverLeaseName, type SessionChange } from "../../src/players/presence/index.ts";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { playersWorld } from "../support/players-world.ts";
import { slowerThanLinear } from "../support/slower-than-linear.ts";

const world = await playersWorld();
const players = playersClient({ baseUrl: world.url, key: world.keys.history });

const lease = await acquireLease(world.platform.db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });
let number = 0;
let now = (fromMillis(Date.UTC(2026, 5, 1)) + 123_456) as Instant;
const later = (): Instant => (now = plusMillis(now, 1_000));
const apply = (change: SessionChange) =>
  world.players.deps.presence.apply({
    server: "island",
    fence: lease?.fence ?? 0,
    number: ++number,
    changes: [change],
  });
const join = (platformId: string, name: string) =>
  apply({ kind: "open", platformId, name, server: "island", startedAt: later(), claim: "join" });
const leave = (platformId: string) => apply({ kind: "close", platformId, server: "island", endedAt: later() });

async function collect<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const each of entries) all.push(each);
  return all;
}

describe("the lookup's client", () => {
  test("goes through every page of a search, by the header Link", async () => {
    const whole = await players.search.searchNames({ type: "Player", q: "e", limit: 200 });
    const found: unknown[] = [];
    for await (const each of players.search.searchNames.each({ type: "Player", q: "e", limit: 1 })) found.push(each);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(whole);
  });

  test("goes through a tribe's log line by line", async () => {
    const tribes = await players.search.searchNames({ type: "Tribe", q: "e", limit: 200 });
    for (const { Id } of tribes) {
      const whole = await players.tribes.listLog({ id: Id, limit: 1000 });
      const lines: unknown[] = [];
      for await (const line of players.tribes.listLog.each({ id: Id, limit: 1 })) lines.push(line);
      expect(lines).toEqual(whole);
    }
  });

  test("goes through the sessions, names and memberships of every page", async () => {
    const steam = "76561198000000321";
    for (let session = 0; session < 3; session++) {
      await join(steam, "nomad");
      await leave(steam);
    }
    await world.platform.db.execute({
      name: "test.insertNomad",
      text: `with nomad as (
          insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female,
            experience, engram_points, deaths, created_at, saved_at, server, is_present)
          values (321, $1, 'nomad', 'nomad', 'Nomad', 5, false, 0, 0, 0, now(), now(), 'island', true) returning id
        ), names as (
          insert into players.names (player_id, kind, name, since)
          select id, unnest(array['character', 'platform']), 'nomad', timestamptz '2026-01-01T00:00:00Z' from nomad
        )
        insert into players.memberships (player_id, tribe_id, since, until)
        select id, 5001, day, day from nomad, unnest(array[timestamptz '2026-01-02', timestamptz '2026-01-03']) as day`,
      values: [steam],
    });
    const of = { id: "321", limit: 1 };
    const sessions = await collect(players.presence.listSessions.each(of));
    expect(sessions.map(({ Server }) => Server)).toEqual(["island", "island", "island"]);
    expect(sessions).toEqual((await players.presence.listSessions({ id: "321" })).Sessions);
    const names = await collect(players.profiles.listNames.each(of));
    expect(names.map(({ Kind }) => Kind)).toEqual(["Character", "Platform"]);
    const stays = await collect(players.tribes.listMembers.each({ id: "5001", limit: 1 }));
    expect(stays).toEqual((await players.tribes.listMembers({ id: "5001", limit: 1000 })).History);
    expect(stays.length).toBeGreaterThan(1);
  });

  test("shows ids whole, as texts that other operations take", async () => {
    const [first] = await players.search.searchNames({ type: "Player", q: "e" });
    expect(first?.Id).toMatch(/^\d+$/);
    const profile = await players.profiles.getPlayer({ id: first?.Id ?? "" });
    expect(profile.Id).toBe(first?.Id);
    const { text } = await world.get(`/Player/${first?.Id}`);
    expect(text).toContain(`"Id":${first?.Id},`);
  });

  test("throws what is refused, with its code and the id of the request", async () => {
    const error = await players.profiles.getPlayer({ id: "1" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TripodError);
    expect(error).toMatchObject({ service: "players", status: 404, code: "player_not_found" });
    expect((error as TripodError).requestId).toMatch(/^req_/);
    const stranger = playersClient({ baseUrl: world.url, key: "wrong" });
    await expect(stranger.presence.listOnline()).rejects.toMatchObject({ status: 401 });
  });
});

/** Reads events into a list until the test ends. */
function follow(client: PlayersClient, options: EventOptions): PlayerEvent[] {
  const heard: PlayerEvent[] = [];
  const ending = new AbortController();
  const reading = (async () => {
    for await (const event of client.events({ ...options, signal: ending.signal })) heard.push(event);
  })();
  onTestFinished(async () => {
    ending.abort(new Error("enough"));
    await reading.catch(() => {});
  });
  return heard;
}

const told = (events: readonly PlayerEvent[], ...of: readonly string[]): string[] =>
  events.flatMap((event) =>
    "PlatformId" in event && of.includes(event.PlatformId ?? "") ? [`${event.type} ${event.PlatformId ?? ""}`] : [],
  );

describe("events", () => {
  test.each([
    ["a key", false],
    ["tickets", true],
  ])("with %s continue after a break, and none is lost or comes twice", async (_how, byTicket) => {
    const proxy = await breakingProxy(world.url);
    const far = playersClient({ baseUrl: proxy.url, ...(byTicket ? {} : { key: world.keys.read }) });
    const owner = playersClient({ baseUrl: world.url, key: world.keys.read });
    const ticket = async (): Promise<string> => (await owner.presence.createTicket()).Ticket;
    const heard = follow(far, byTicket ? { ticket } : {});
    // Players of the demo come and go meanwhile.
    await expect.poll(() => heard[0]?.type).toBe("open");

    const [one, two] = byTicket
      ? ["76561198000000701", "76561198000000702"]
      : ["76561198000000801", "76561198000000802"];
    await join(one, "First");
    await expect.poll(() => told(heard, one, two)).toEqual([`joined ${one}`]);
    // Twice: what a stream that breaks at once has not sent is sent by the next one.
    proxy.breakAll();
    await expect.poll(() => proxy.made).toBeGreaterThan(1);
    proxy.breakAll();
    await join(two, 'Second: "data"\n\nid: 7');
    await leave(one);
    await expect.poll(() => told(heard, one, two)).toEqual([`joined ${one}`, `joined ${two}`, `left ${one}`]);
    expect(heard.filter(({ type }) => type === "open").length).toBeGreaterThan(1);
    expect(heard.some(({ type }) => type === "reset")).toBe(false);
    await leave(two);
    await expect.poll(() => told(heard, one, two)).toHaveLength(4);
  });

  test("that break are reported as lost until they are open again", async () => {
    const proxy = await breakingProxy(world.url);
    const states: string[] = [];
    const far = playersClient({ baseUrl: proxy.url, key: world.keys.read });
    follow(far, { onState: (state) => states.push(state) });
    await expect.poll(() => states.at(-1)).toBe("open");
    proxy.breakAll();
    await expect.poll(() => states.slice(-2)).toEqual(["lost", "open"]);
  });

  test("with a key that is refused end with the error", async () => {
    const stranger = playersClient({ baseUrl: world.url, key: "wrong" });
    await expect(stranger.events().next()).rejects.toMatchObject({ status: 401, operation: "presence.streamEvents" });
  });

  test("end with the error when the key for tickets is refused", async () => {
    const stranger = playersClient({ baseUrl: world.url, key: "wrong" });
    const ticket = async (): Promise<string> => (await stranger.presence.createTicket()).Ticket;
    const page = playersClient({ baseUrl: world.url });
    await expect(page.events({ ticket }).next()).rejects.toMatchObject({
      status: 401,
      operation: "presence.createTicket",
    });
  });

  test("go on after tickets that could not be had, or were refused", async () => {
    const owner = playersClient({ baseUrl: world.url, key: world.keys.read });
    const answers = [
      () => {
        throw new Error("the page's server is away");
      },
      () => Promise.reject(new TypeError("fetch failed")),
      () => "tkt_used-up",
      async () => (await owner.presence.createTicket()).Ticket,
    ];
    const events = playersClient({ baseUrl: world.url }).events({ ticket: () => answers.shift()?.() ?? "" });
    expect((await events.next()).value).toMatchObject({ type: "open" });
    await events.return();
  });

  test("end by the caller's signal, with its reason", async () => {
    const ending = new AbortController();
    const events = players.events({ signal: ending.signal });
    expect((await events.next()).value).toMatchObject({ type: "open" });
    const next = events.next();
    ending.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
  });
});

describe("lines of a body", () => {
  const linesIn = async (pieces: Iterable<string>): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of linesOf(Readable.from(pieces) as AsyncIterable<string>)) lines.push(line);
    return lines;
  };

  test("are the same however it is cut", async () => {
    const text = "one\r\n\ntwo\rthree\u2028\r\r\nfour";
    const whole = ["one", "", "two", "three\u2028", "", "four"];
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(await linesIn(pieces)).toEqual(whole);
        expect(await linesIn([...pieces, "\r"])).toEqual(whole);
      }
    }
  });

  test("take time linear in the length of one that comes in many pieces", async () => {
    const inPieces = (length: number): string[] => Array.from({ length: length / 16 }, () => "0123456789abcdef");
    expect(await slowerThanLinear(inPieces, linesIn, 1_048_576)).toBeUndefined();
  });
});
