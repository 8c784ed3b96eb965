/** Tickets for the push: what a page of the console sends, in place of a cookie that proves nothing over a socket. */
import { describe, expect, onTestFinished, test } from "vitest";
import { setUserActive } from "../../src/trading/accounts/index.ts";
import { logIn, type ConsoleSession } from "../support/console-session.ts";
import { limitedAccount } from "../support/limited-accounts.ts";
import { plainFollower } from "../support/push-world.ts";
import { socketIoFollower } from "../support/socket-io-follower.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await tradingWorld();
/** Another process on the same database. */
const other = await tradingWorld({ database: world.database });
const { db, clock } = world.platform;
const PASSWORD = "Long-enough-1";
const PRIVATE = "strategy/999999";

const portOf = ({ url }: typeof world) => Number(new URL(url).port);

async function signedIn() {
  const { uid, key } = await world.person();
  const { username } = (await world.trading.deps.accounts.find(uid)) ?? { username: "" };
  return { uid, key, username, session: await logIn(world, username, PASSWORD) };
}

async function ticketOf(session: ConsoleSession): Promise<string> {
  const { status, json } = await session.post("session/push-ticket");
  expect({ status, data: json.data }).toMatchObject({ status: 200, data: { status: true, expires_in: 30 } });
  return json.data.ticket;
}

/** A connection that shows a ticket, and what is answered first. */
async function shown(ticket: string, at = world) {
  const one = await plainFollower(portOf(at));
  one.say({ ticket });
  await waitUntil(() => expect(one.heard.length).toBeGreaterThan(0));
  return { ...one, first: one.heard[0] };
}

const change = (name: string, text: string, ...values: unknown[]) => db.execute({ name: `test.${name}`, text, values });

describe("a ticket", () => {
  test("makes a connection to any process the user's, once", async () => {
    const { uid, session } = await signedIn();
    const ticket = await ticketOf(session);
    expect(ticket).toMatch(/^[0-9a-f]{64}$/);
    const visitor = await plainFollower(portOf(other));
    visitor.say({ subscribe: PRIVATE });
    await waitUntil(() => expect(visitor.heard).toMatchObject([{ error: { code: 2001 }, channel: PRIVATE }]));
    const one = await shown(ticket, other);
    expect(one.first).toEqual({ authenticated: true, uid });
    one.say({ subscribe: PRIVATE });
    // It is known who asks: the strategy is not there.
    await waitUntil(() => expect(one.heard[1]).toMatchObject({ error: { code: 2300 }, channel: PRIVATE }));
    const again = await shown(ticket);
    expect(again.first).toMatchObject({ error: { code: 2024 } });
    again.say({ subscribe: PRIVATE });
    await waitUntil(() => expect(again.heard[1]).toMatchObject({ error: { code: 2001 } }));
  });

  test("is one connection's, when many show it at the same moment", async () => {
    const { session } = await signedIn();
    const ticket = await ticketOf(session);
    const firsts = await Promise.all([world, other, world, other].map(async (at) => (await shown(ticket, at)).first));
    expect(firsts.filter((first) => first?.["authenticated"] === true)).toHaveLength(1);
    expect(firsts.filter((first) => first?.["error"]?.code === 2024)).toHaveLength(3);
  });

  test("is of no use when it has expired, or was made up", async () => {
    const { session } = await signedIn();
    const ticket = await ticketOf(session);
    await change("expire", "update trading.push_tickets set expires_at = clock_timestamp()");
    for (const wrong of [ticket, "0".repeat(64), "", "x".repeat(4_000)]) {
      expect((await shown(wrong)).first).toMatchObject({ error: { code: 2024 } });
    }
  });

  test("is given to a page with its CSRF token alone, by POST, and to no key", async () => {
    const { key, session } = await signedIn();
    const { cookie = "" } = session.headers;
    const answers = [
      await world.ask("POST", "session/push-ticket", { headers: { cookie } }),
      await world.ask("GET", "session/push-ticket", { headers: session.headers }),
      await world.ask("POST", "session/push-ticket", { key }),
      await world.ask("POST", "session/push-ticket"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 405, 403, 401]);
    // A cookie of the handshake counts for nothing.
    const one = await plainFollower(portOf(world), { headers: { cookie } });
    one.say({ subscribe: PRIVATE });
    await waitUntil(() => expect(one.heard).toMatchObject([{ error: { code: 2001 } }]));
  });

  test("is refused to a session with a hundred that wait, and no other", async () => {
    const [crowded, neighbour] = [await signedIn(), await signedIn()];
    const { json } = await crowded.session.post("session/push-ticket");
    await change(
      "crowd",
      `insert into trading.push_tickets (hash, session_id, expires_at)
        select sha256(n::text::bytea), $1, clock_timestamp() + interval '30 seconds' from generate_series(1, 99) n`,
      json.data.id,
    );
    const refused = await crowded.session.post("session/push-ticket");
    expect(refused).toMatchObject({ status: 429, json: { data: { code: 1508 } } });
    expect(refused.headers.get("retry-after")).toBe("30");
    await ticketOf(neighbour.session);
    await change(
      "pass",
      "update trading.push_tickets set expires_at = clock_timestamp() where session_id = $1",
      json.data.id,
    );
    await ticketOf(crowded.session);
  });

  test("is taken by the socket.io protocol too, as `auth`", async () => {
    const { session } = await signedIn();
    const ticket = await ticketOf(session);
    const [one, again] = [ticket, ticket].map((each) => socketIoFollower(4, portOf(world), { auth: { ticket: each } }));
    for (const each of [one, again]) onTestFinished(() => each?.close());
    await waitUntil(() => {
      const states = [one, again].map((each) => each?.isConnected());
      expect(states.filter(Boolean)).toHaveLength(1);
      expect([...(one?.of("connect_error") ?? []), ...(again?.of("connect_error") ?? [])].length).toBeGreaterThan(0);
    });
  });
});

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const ENDS: [string, (of: SignedIn) => Promise<unknown>][] = [
  ["the user logs out", ({ session }) => session.post("session/logout")],
  [
    "the session is revoked in another one, by another process",
    async ({ username, session }) => {
      const { json } = await session.get("session/current");
      const second = await logIn(other, username, PASSWORD);
      return second.post("user/active-sessions", { request: `revoke:${json.data.id}` });
    },
  ],
  [
    "it expires",
    ({ uid }) => change("end", "update trading.sessions set expires_at = now() - interval '1 s' where uid = $1", uid),
  ],
  [
    "it was not used for too long",
    ({ uid }) =>
      change("idle", "update trading.sessions set last_seen_at = now() - interval '2 h' where uid = $1", uid),
  ],
  ["its user is turned off", ({ uid }) => db.transaction((tx) => setUserActive(tx, uid, false, clock.now()))],
];

describe("the connection of a session", () => {
  test.each(ENDS)("ends when %s, and others stay", async (_what, end) => {
    const [held, staying] = [await signedIn(), await signedIn()];
    const one = await shown(await ticketOf(held.session));
    const neighbour = await shown(await ticketOf(staying.session));
    const late = await ticketOf(held.session);
    await end(held);
    expect(await one.closed).toMatchObject({ code: 1008 });
    expect(one.heard.at(-1)).toMatchObject({ error: { code: 2000, error: expect.stringContaining("session") } });
    neighbour.say({ ping: 1 });
    await waitUntil(() => expect(neighbour.heard.at(-1)).toMatchObject({ pong: 1 }));
    // What was made before does not outlive the session.
    expect((await shown(late)).first).toMatchObject({ error: { code: 2024 } });
  });

  test("does not keep the session from ending", async () => {
    const { uid, session } = await signedIn();
    await shown(await ticketOf(session));
    await change("age", "update trading.sessions set last_seen_at = now() - interval '5 min' where uid = $1", uid);
    const seen = async () => {
      const [row] = await db.query<{ idle: number }>({
        name: "test.seen",
        text: "select extract(epoch from now() - last_seen_at)::integer as idle from trading.sessions where uid = $1",
        values: [uid],
      });
      return row?.idle ?? 0;
    };
    const marked = await shown(await ticketOf((await signedIn()).session));
    marked.say({ ping: 1 });
    await waitUntil(() => expect(marked.heard.at(-1)).toMatchObject({ pong: 1 }));
    expect(await seen()).toBeGreaterThan(200);
  });
});

test("a sub-account that was switched off and on again has to log in again, whatever it had open before", async () => {
  const account = await limitedAccount(world);
  const member = await account.member({});
  const before = await member.session();
  const [used, left] = [await ticketOf(before), await ticketOf(before)];
  const socket = await shown(used, other);
  expect(socket.first).toEqual({ authenticated: true, uid: member.uid });
  const terms = { id: member.uid, name: "Ada Lovelace", email: "ada@example.com", allow_api_key_usage: false };
  const edit = async (active: boolean): Promise<void> => {
    const edited = await account.ask("subaccounts/subaccount-edit", { ...terms, active });
    expect(edited.status, edited.text).toBe(200);
  };
  await edit(true);
  expect((await before.get("session/current")).status, "after another change").toBe(200);
  await edit(false);
  await edit(true);
  expect((await before.get("session/current")).status).toBe(401);
  expect((await shown(left)).first).toMatchObject({ error: { code: 2024 } });
  expect(await socket.closed).toMatchObject({ code: 1008 });
  expect((await (await member.session()).get("session/current")).status).toBe(200);
});
