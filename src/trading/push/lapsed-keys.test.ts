/** A socket that was opened with a key ends with it, whatever it follows and whichever process ended the key. */
import { describe, expect, test } from "vitest";
import { accessProcess, addKey, addUser } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { eventually, plainFollower, pushWorld } from "../../../test/support/push-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";
import { keyStore, lapsedCallers } from "../access/index.ts";
import type { ApiKey } from "../access/api-key.ts";
import type { Caller } from "../caller.ts";
import { givePackage } from "../../../test/support/given-package.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);
/** Another process: it shares nothing with the one that holds the sockets but the database. */
const other = accessProcess(open());
const CHANNEL = "system/status";

/** Sockets of callers with real keys: the header `Key` holds the id of one. */
async function socketsOf(...callers: readonly Caller[]) {
  const clock = manualClock();
  const byId = new Map(callers.map((caller) => [caller.credential.id, caller]));
  const byKey = ({ headers }: { headers: object }) => byId.get((headers as { key?: string }).key ?? "");
  const pushed = await pushWorld({ clock, byKey, lapsedCallers: lapsedCallers(keyStore(db)) });
  return { ...pushed, clock, open: (caller: Caller) => plainFollower(pushed.port, headersOf(caller)) };
}

const headersOf = ({ credential }: Caller) => ({ headers: { key: credential.id } });

/** Lets time pass: keys may just be read as they were, and then the next look is to come. */
const passUntil = (clock: ManualClock, holds: () => void): Promise<void> =>
  waitUntil(async () => {
    await clock.advance(250);
    holds();
  });

async function keyHolder(ownerId?: number, rights?: object): Promise<{ caller: Caller; apiKey: ApiKey }> {
  const uid = await addUser(db, ownerId, rights);
  const { apiKey, caller } = await addKey(db, world, {}, uid);
  return { apiKey, caller: { ...caller, credential: { kind: "key", id: String(apiKey.id) } } };
}

const ENDS: [string, (held: { caller: Caller; apiKey: ApiKey }) => Promise<unknown>][] = [
  ["its key is revoked by another process", ({ caller, apiKey }) => other.apiKeys.revoke(caller, apiKey.id)],
  [
    "its key is bound to other addresses",
    ({ caller, apiKey }) =>
      other.apiKeys.edit({ ...caller, credential: { kind: "session", id: "1" } }, apiKey.id, {
        addresses: ["198.51.100.0/24"],
      }),
  ],
  ["its user is turned off", ({ caller }) => change("is_active = false", caller.uid)],
  ["its account is closed", ({ caller }) => change("closed_at = now()", caller.uid)],
];

const change = (what: string, uid: number) =>
  db.execute({ name: `test.${what}`, text: `update trading.users set ${what} where id = $1`, values: [uid] });

describe("a socket that follows nothing but what is open to all", () => {
  test.each(ENDS)("ends within a second when %s, and others stay", async (_what, end) => {
    const [held, staying] = [await keyHolder(), await keyHolder()];
    const { clock, open: connect } = await socketsOf(held.caller, staying.caller);
    const [one, neighbour] = [await connect(held.caller), await connect(staying.caller)];
    for (const each of [one, neighbour]) each.say({ subscribe: CHANNEL });
    await eventually(() => [one, neighbour].map((each) => each.newest(CHANNEL)?.seq)).toEqual([1, 1]);
    await clock.advance(500);
    expect(one.socket.readyState).toBe(one.socket.OPEN);
    await end(held);
    await passUntil(clock, () => expect(one.socket.readyState).toBe(one.socket.CLOSED));
    expect(await one.closed).toMatchObject({ code: 1008 });
    expect(one.heard.at(-1)).toMatchObject({ error: { code: 2000 } });
    neighbour.say({ ping: 1 });
    await eventually(() => neighbour.heard.at(-1)).toMatchObject({ pong: 1 });
  });

  test.each([2, 4] as const)("ends over socket.io of version %d too", async (version) => {
    const held = await keyHolder();
    const { clock, port, push } = await socketsOf(held.caller);
    const one = socketIoFollower(version, port, {
      transports: ["polling"],
      extraHeaders: headersOf(held.caller).headers,
    });
    await eventually(() => one.isConnected()).toBe(true);
    one.emit("subscribe", { subscribe: "arbitrage" });
    await clock.advance(500);
    expect(one.isConnected()).toBe(true);
    await other.apiKeys.revoke(held.caller, held.apiKey.id);
    await passUntil(clock, () => expect(one.of("refused")).toMatchObject([{ code: 2000 }]));
    await eventually(() => one.of("disconnect").length).toBeGreaterThan(0);
    one.close();
    push.end();
  });
});

test("a sub-account loses its socket with the right to use keys, also by the plan, and when its owner is turned off", async () => {
  const rights = { allowApiAccess: true };
  const [owner, first, planned] = [await addUser(db), await addUser(db), await addUser(db)];
  // Keys of sub-accounts exist where their plan allows them: here they are those of their owners, handed on.
  const held = [await keyHolder(), await keyHolder(), await keyHolder()];
  const [one, two, three] = held.map(({ caller }) => caller);
  for (const [caller, ownerId] of [
    [one, owner],
    [two, first],
    [three, planned],
  ] as const) {
    await db.execute({
      name: "test.makeSub",
      text: "update trading.users set owner_id = $2, rights = $3 where id = $1",
      values: [caller?.uid, ownerId, JSON.stringify(rights)],
    });
  }
  const lapsed = async () => [...(await lapsedCallers(keyStore(db))(held.map(({ caller }) => caller)))];
  expect(await lapsed()).toEqual([]);
  await db.execute({
    name: "test.takeRight",
    text: "update trading.users set rights = $2 where id = $1",
    values: [one?.uid, JSON.stringify({ allowApiAccess: false })],
  });
  await change("is_active = false", first);
  expect(await lapsed()).toEqual([one, two]);
  await givePackage(db, planned, "free", { "subaccounts.api_access": false });
  expect(await lapsed()).toEqual([one, two, three]);
});

test("a client that shows another key in time stays, and one that says no goodbye is cut off", async () => {
  const [old, young] = [await keyHolder(), await keyHolder()];
  const { clock, open: connect, connections } = await socketsOf(old.caller, young.caller);
  const [staying, silent] = [await connect(old.caller), await connect(old.caller)];
  staying.say({ key: young.caller.credential.id, authorization: "-" });
  await eventually(() => staying.heard.at(-1)).toMatchObject({ authenticated: true });
  silent.socket.pause();
  await other.apiKeys.revoke(old.caller, old.apiKey.id);
  await waitUntil(async () => {
    await clock.advance(250);
    expect(connections.size).toBe(1);
  });
  staying.say({ ping: 1 });
  await eventually(() => staying.heard.at(-1)).toMatchObject({ pong: 1 });
});

test("sockets stay while the keys cannot be read, which is logged once, and end when they can", async () => {
  const held = await keyHolder();
  const clock = manualClock();
  let isBroken = true;
  const real = lapsedCallers(keyStore(db));
  const { port, log } = await pushWorld({
    clock,
    byKey: () => held.caller,
    lapsedCallers: (callers) => (isBroken ? Promise.reject(new Error("no database")) : real(callers)),
  });
  const one = await plainFollower(port);
  await other.apiKeys.revoke(held.caller, held.apiKey.id);
  for (let look = 0; look < 5; look++) await clock.advance(500);
  expect(log.entries.filter(({ level }) => level === "error")).toHaveLength(1);
  expect(one.socket.readyState).toBe(one.socket.OPEN);
  isBroken = false;
  await clock.advance(500);
  expect(await one.closed).toMatchObject({ code: 1008 });
});
