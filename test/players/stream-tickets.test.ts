/** Tickets, with which a browser follows the stream of events, over real HTTP at two processes. */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { EventSource } from "eventsource";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { createLog } from "../../src/kit/log/log.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { fromMillis, plusMillis } from "../../src/kit/time/instant.ts";
import { MAX_TICKETS } from "../../src/kit/auth/tickets.ts";
import { createKey, revokeKey } from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { EventReader } from "../support/event-reader.ts";
import { playersWorld, type PlayersWorld } from "../support/players-world.ts";

const world = await playersWorld();
const other = await playersWorld({ database: world.database, fixture: false });
const keys = keyStore(world.database.open());
const lease = await acquireLease(world.platform.db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });

const JUERGEN = { platformId: "76561198000000102", name: "Jürgen on the list" };
let at = fromMillis(Date.UTC(2026, 5, 1));
let number = 0;
async function apply(kind: "join" | "leave"): Promise<void> {
  at = plusMillis(at, 1_000);
  const { platformId } = JUERGEN;
  const change =
    kind === "join"
      ? ({ kind: "open", ...JUERGEN, server: "island", startedAt: at, claim: "join" } as const)
      : ({ kind: "close", platformId, server: "island", endedAt: at } as const);
  const batch = { server: "island", fence: lease?.fence ?? 0, number: ++number, changes: [change] };
  await world.players.deps.presence.apply(batch);
}

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const ask = (from: PlayersWorld = world, key = world.keys.read) =>
  from.get("/Online/Events/Ticket", key, { method: "POST" });

async function ticketOf(from: PlayersWorld = world, key = world.keys.read): Promise<string> {
  const { status, json } = await ask(from, key);
  expect([status, json.ExpiresInSeconds]).toEqual([201, 30]);
  return json.Ticket;
}

const addressWith = (ticket: string, rest = ""): string => `/Online/Events?ticket=${ticket}${rest}`;

async function open(from: PlayersWorld, ticket: string, rest = ""): Promise<EventReader> {
  const reader = await EventReader.open(from.url + addressWith(ticket, rest), {});
  readers.push(reader);
  return reader;
}

async function madeKey(): Promise<{ key: string; id: string }> {
  const limits = { requests: 1_000_000, windowSeconds: 60 };
  const deps = { ...world.platform, keys };
  const { key, stored } = await createKey(deps, { name: "page", scope: "read", limits, expires: "never" });
  return { key, id: stored.id };
}

async function expectRefused(from: PlayersWorld, path: string, status = 401): Promise<void> {
  const refused = await from.get(path, null);
  expect(refused.status, path).toBe(status);
  expect(refused.text).not.toMatch(/tkt_/);
}

describe("a ticket", () => {
  test.each([
    ["the same process", world],
    ["another process", other],
  ])("opens the stream without a header, once, at %s", async (_where, from) => {
    const ticket = await ticketOf(world);
    const reader = await open(from, ticket);
    expect(reader.status).toBe(200);
    expect((await reader.next())?.event).toBe("open");
    await apply("join");
    const joined = (await reader.until(({ event }) => event === "joined")).at(-1);
    expect(joined?.data.PlatformId).toBe(JUERGEN.platformId);
    await apply("leave");
    for (const place of [world, other]) await expectRefused(place, addressWith(ticket));
  });

  test("that many show at the same time lets one of them in", async () => {
    const ticket = await ticketOf();
    const places = Array.from({ length: 16 }, (_, each) => (each % 2 === 0 ? world : other));
    const opened = await Promise.all(places.map((place) => open(place, ticket)));
    const counts = [200, 401].map((status) => opened.filter((each) => each.status === status).length);
    expect(counts).toEqual([1, 15]);
  });

  test("of a key that another process has made a moment ago counts everywhere at once", async () => {
    const { key } = await madeKey();
    expect((await open(other, await ticketOf(world, key))).status).toBe(200);
  });

  test("brings what was missed when the query names the last event", async () => {
    const away = await open(world, await ticketOf());
    expect((await away.next())?.event).toBe("open");
    await apply("join");
    const seen = (await away.until(({ event }) => event === "joined")).at(-1);
    away.close();
    await apply("leave");
    await world.players.deps.model.catchUp();
    const back = await open(world, await ticketOf(), `&LASTEVENTID=${seen?.id ?? ""}`);
    const told = await back.until(({ event }) => event === "left");
    expect(told.map(({ event }) => event)).not.toContain("reset");
  });

  test("opens nothing else, and no key stands in its place", async () => {
    const ticket = await ticketOf();
    for (const path of ["/Online", "/Servers", "/Player/101"]) {
      await expectRefused(world, `${path}?ticket=${ticket}`);
    }
    await expectRefused(world, addressWith(world.keys.read));
    // It still counts, and a header that a browser adds by itself does not matter.
    const beside = await EventReader.open(world.url + addressWith(ticket), { authorization: "Basic Zm9vOmJhcg==" });
    readers.push(beside);
    expect(beside.status).toBe(200);
  });

  test.each([
    ["empty", ""],
    ["too short", "tkt_abc"],
    ["too long", `tkt_${"a".repeat(5_000)}`],
    ["never made", `tkt_${"a".repeat(43)}`],
    ["odd", "%F0%9F%8E%AB%27%22--"],
    ["there twice", `tkt_${"a".repeat(43)}&Ticket=tkt_${"b".repeat(43)}`],
  ])("that is %s opens nothing", async (_what, ticket) => {
    await expectRefused(world, addressWith(ticket));
  });

  test("expires", async () => {
    const ticket = await ticketOf();
    await world.database.db.execute({
      name: "test.expire",
      text: "update players.stream_tickets set expires_at = now() - interval '1 second'",
    });
    await expectRefused(world, addressWith(ticket));
    // The next ticket removes what has expired.
    await ticketOf();
    const rows = await world.database.db.query({ name: "test.count", text: "select from players.stream_tickets" });
    expect(rows).toHaveLength(1);
  });

  test.each([
    ["revoked", (id: string) => revokeKey({ keys }, id), 401],
    ["disabled", (id: string) => keys.setEnabled(id, false), 403],
    ["expired", (id: string) => keys.setExpiry(id, world.platform.clock.now()), 401],
  ])("opens nothing when its key was %s, and what it opened before ends", async (_how, end, status) => {
    const { key, id } = await madeKey();
    const [reader, unused] = [await open(other, await ticketOf(world, key)), await ticketOf(world, key)];
    expect((await reader.next())?.event).toBe("open");
    await end(id);
    expect(await reader.next()).toBeUndefined();
    await expectRefused(other, addressWith(unused), status);
  });

  test(`is refused when ${MAX_TICKETS} of the key wait, until one is used`, async () => {
    const { key } = await madeKey();
    const tickets = [];
    for (let each = 0; each < MAX_TICKETS; each++) tickets.push(await ticketOf(world, key));
    const refused = await ask(world, key);
    expect([refused.status, refused.json.Error.Code]).toEqual([429, "presence_too_many_tickets"]);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect((await ask(world)).status, "other keys have room").toBe(201);
    expect((await open(world, tickets[0] ?? "")).status).toBe(200);
    expect((await ask(world, key)).status).toBe(201);
  });

  test("needs a key, and is not to be had with GET", async () => {
    expect((await world.get("/Online/Events/Ticket", null, { method: "POST" })).status).toBe(401);
    expect((await world.get("/Online/Events/Ticket")).status).toBe(405);
  });
});

test("no ticket reaches the log, whatever becomes of the request", async () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  const log = createLog({ level: "debug", format: "json", stream });
  const [service] = world.players.services;
  if (!service) throw new Error("the lookup mounts its interface first");
  const http = await buildHttp({ services: [service], log, requestId: () => "req_test" });
  onTestFinished(() => http.close());
  const here = { ...world, url: (await http.listen({ host: "127.0.0.1", port: 0 })).url };
  const made = await fetch(`${here.url}/Online/Events/Ticket`, {
    method: "POST",
    headers: { authorization: world.keys.read },
  });
  const { Ticket } = (await made.json()) as { Ticket: string };
  for (const path of [
    addressWith(Ticket),
    addressWith(Ticket),
    `/Nowhere?ticket=${Ticket}`,
    `${addressWith(Ticket)}&x=%zz`,
  ]) {
    (await EventReader.open(here.url + path, {})).close();
  }
  const broken = await EventReader.open(`${here.url}${addressWith(`${Ticket}%00`)}`, {});
  broken.close();
  await expect.poll(() => lines.join("")).toContain("presence.createTicket");
  expect(lines.join("")).not.toContain(Ticket.slice(4));
});

test("the page of the documentation follows the stream, and comes back with a new ticket", async () => {
  const doc = readFileSync(new URL("../../docs/players/live-events.md", import.meta.url), "utf8");
  const script = /```js\n([\s\S]*?)```/.exec(doc)?.[1] ?? "";
  const told: string[] = [];
  const opened: EventSource[] = [];
  const tickets: string[] = [];
  class Followed extends EventSource {
    constructor(address: string) {
      super(address);
      opened.push(this);
    }
  }
  let goesOn = true;
  onTestFinished(() => {
    goesOn = false;
    for (const each of opened) each.close();
  });
  const page = {
    EventSource: Followed,
    URLSearchParams,
    setTimeout: (work: () => void) => goesOn && setTimeout(work, 10),
    console: { log: (name: string, data: object) => told.push(`${name} ${JSON.stringify(data)}`) },
    async fetch(path: string, init: RequestInit) {
      expect([path, init.method]).toEqual(["/lookup-ticket", "POST"]);
      const { text } = await ask(other);
      tickets.push(text);
      return new Response(text);
    },
  };
  runInNewContext(script.replace("https://lookup.example.org", world.url), page);
  await expect.poll(() => told).toContain("open {}");
  await apply("join");
  await expect.poll(() => told.filter((line) => line.startsWith("joined")).length).toBe(1);
  expect(told.find((line) => line.startsWith("joined"))).toContain(JUERGEN.platformId);

  // As when the connection is lost.
  opened[0]?.close();
  await apply("leave");
  opened[0]?.onerror?.(new Event("error"));
  await expect.poll(() => told.filter((line) => line.startsWith("left")).length).toBe(1);
  expect(told.filter((line) => line.startsWith("reset"))).toEqual([]);
  expect(new Set(tickets).size).toBe(2);
});
