import { describe, expect, test } from "vitest";
import { accountWorld, call, callerOf, PASSWORD, refusalOf } from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { MINUTE_MS, HOUR_MS } from "../../kit/time/spans.ts";
import { securitySettings } from "../accounts/endpoints/security-settings.ts";
import { trimAccountsJob } from "../accounts/jobs/trim-accounts.ts";
import { setUserActive } from "../accounts/index.ts";
import { postEntry } from "../ledger/index.ts";
import { activeSessions } from "./endpoints/active-sessions.ts";
import { closeAccount } from "./endpoints/close-account.ts";
import { current } from "./endpoints/current.ts";
import { login } from "./endpoints/login.ts";
import { logout } from "./endpoints/logout.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { deps, clock, authenticator, newUser } = accountWorld(db);

let addresses = 0;

/** A user who has logged in, as the browser knows it. */
async function loggedIn(user?: { username: string }) {
  const { username } = user ?? (await newUser());
  addresses++;
  const address = `203.0.113.${addresses}`;
  const { value, headers } = await call(login, deps, { address }, { login: username, password: PASSWORD });
  const cookie = (headers["set-cookie"] ?? "").split(";")[0] ?? "";
  const sessionId = Number(value.id);
  const uid = value.uid as number;
  return { uid, username, cookie, csrf: value.csrf_token as string, sessionId, caller: callerOf(uid, { sessionId }) };
}

function sessionOf(cookie: string | undefined) {
  return authenticator.sessionOf(cookie, undefined, "GET", false, clock.now());
}

describe("a request with a session's cookie", () => {
  test("is the user's, and alone may change nothing", async () => {
    const { uid, sessionId, cookie } = await loggedIn();
    expect(await sessionOf(cookie)).toEqual({ uid, sessionId, canChange: false, showedSecondFactor: false });
  });

  test("may change something by POST with the session's own token, never by GET", async () => {
    const { cookie, csrf } = await loggedIn();
    const stranger = await loggedIn();
    const ask = (token: string | undefined, method: "GET" | "POST", isChange: boolean) =>
      authenticator.sessionOf(cookie, token, method, isChange, clock.now());
    expect(await ask(csrf, "POST", true)).toMatchObject({ canChange: true });
    expect(await ask(csrf, "GET", false)).toMatchObject({ canChange: false });
    expect(await ask(undefined, "POST", false)).toMatchObject({ canChange: false });
    for (const [token, method] of [
      [csrf, "GET"],
      [undefined, "POST"],
      [stranger.csrf, "POST"],
      ["", "POST"],
    ] as const) {
      expect((await refusalOf(ask(token, method, true))).status).toBe(403);
    }
  });

  test("that is missing, made up, or of another name identifies no user", async () => {
    const { cookie } = await loggedIn();
    expect(await sessionOf(undefined)).toBeUndefined();
    expect(await sessionOf(`__Host-tripod_session=${"A".repeat(43)}`)).toBeUndefined();
    expect(await sessionOf(cookie.replace("__Host-", ""))).toBeUndefined();
  });
});

describe("a session", () => {
  test("ends when it is idle for an hour, and goes on while it is used", async () => {
    const { cookie } = await loggedIn();
    for (let use = 0; use < 4; use++) {
      await clock.advance(50 * MINUTE_MS);
      expect(await sessionOf(cookie)).toBeDefined();
    }
    await clock.advance(HOUR_MS);
    expect(await sessionOf(cookie)).toBeUndefined();
  });

  test("ends after the time that the user has set, at once", async () => {
    const { uid, cookie } = await loggedIn();
    await clock.advance(10 * MINUTE_MS);
    await call(securitySettings, deps, callerOf(uid), { session_timeout: 300 });
    expect(await sessionOf(cookie)).toBeUndefined();
    expect(await deps.sessions.list(uid, clock.now())).toEqual([]);
  });

  test("ends after its longest time, however much it is used", async () => {
    const { cookie } = await loggedIn();
    for (let use = 0; use < 47; use++) {
      await clock.advance(30 * MINUTE_MS);
      expect(await sessionOf(cookie)).toBeDefined();
    }
    await clock.advance(30 * MINUTE_MS);
    expect(await sessionOf(cookie)).toBeUndefined();
  });

  test("ends with a logout, which takes the cookie away", async () => {
    const { caller, cookie } = await loggedIn();
    const { headers } = await call(logout, deps, caller);
    expect(headers["set-cookie"]).toMatch(/^__Host-tripod_session=;.*Max-Age=0$/);
    expect(await sessionOf(cookie)).toBeUndefined();
  });

  test("ends when the user is turned off", async () => {
    const { uid, cookie } = await loggedIn();
    await db.transaction((tx) => setUserActive(tx, uid, false, clock.now()));
    expect(await sessionOf(cookie)).toBeUndefined();
  });

  test("that was idle longest ends when there are more than twenty of a user", async () => {
    const first = await loggedIn();
    const second = await loggedIn(first);
    await clock.advance(MINUTE_MS * 2);
    await sessionOf(first.cookie);
    for (let more = 0; more < 19; more++) await loggedIn(first);
    expect(await deps.sessions.list(first.uid, clock.now())).toHaveLength(20);
    expect(await sessionOf(first.cookie)).toBeDefined();
    expect(await sessionOf(second.cookie)).toBeUndefined();
  });

  test("that has ended is forgotten", async () => {
    await loggedIn();
    await clock.advance(25 * HOUR_MS);
    const { uid } = await loggedIn();
    await trimAccountsJob.run(deps, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    const rows = await db.query<{ uid: number }>({ name: "test.left", text: "select uid from trading.sessions" });
    expect(rows).toEqual([{ uid }]);
  });

  test("tells its page who is there, and the CSRF token", async () => {
    const { uid, username, caller, cookie, csrf } = await loggedIn();
    const { value } = await call(current, deps, caller, {}, { cookie });
    expect(value).toMatchObject({ uid, username, role: "user", csrf_token: csrf, session_timeout: 3600 });
    const key = callerOf(uid, { credential: { kind: "key", id: "1" } });
    expect((await refusalOf(call(current, deps, key, {}, {}))).status).toBe(403);
  });
});

describe("active sessions", () => {
  test("are the user's own, and say which one asks", async () => {
    const first = await loggedIn();
    const second = await loggedIn(first);
    const { value } = await call(activeSessions, deps, second.caller, { request: "list" });
    expect(value.map((each: { id: string; current: boolean }) => [each.id, each.current])).toEqual([
      [String(second.sessionId), true],
      [String(first.sessionId), false],
    ]);
  });

  test("are ended one by one, but not a stranger's, not by who may only read, and not by another word", async () => {
    const own = await loggedIn();
    const other = await loggedIn(own);
    const stranger = await loggedIn();
    const ask = (request: string, caller = own.caller) => call(activeSessions, deps, caller, { request });
    expect((await refusalOf(ask(`revoke:${stranger.sessionId}`))).status).toBe(404);
    expect((await refusalOf(ask("revoke:everything"))).status).toBe(422);
    const reader = callerOf(own.uid, { sessionId: own.sessionId, access: "read_only" });
    expect((await refusalOf(ask(`revoke:${other.sessionId}`, reader))).status).toBe(403);
    expect((await ask(`revoke:${other.sessionId}`)).value).toHaveLength(1);
    expect(await sessionOf(other.cookie)).toBeUndefined();
    expect(await sessionOf(own.cookie)).toBeDefined();
    expect(await sessionOf(stranger.cookie)).toBeDefined();
  });
});

describe("an account", () => {
  test("is closed in a session, with the password", async () => {
    const { uid, username, caller, cookie } = await loggedIn();
    const wrong = await refusalOf(call(closeAccount, deps, caller, { password: "wrong" }));
    expect(wrong.status).toBe(422);
    const key = callerOf(uid, { credential: { kind: "key", id: "1" } });
    expect((await refusalOf(call(closeAccount, deps, key, { password: PASSWORD }))).status).toBe(403);
    expect(await sessionOf(cookie)).toBeDefined();
    const { headers } = await call(closeAccount, deps, caller, { password: PASSWORD });
    expect(headers["set-cookie"]).toContain("Max-Age=0");
    expect(await sessionOf(cookie)).toBeUndefined();
    const again = call(login, deps, { address: "203.0.113.250" }, { login: username, password: PASSWORD });
    expect((await refusalOf(again)).status).toBe(401);
  });

  test("that holds money is closed only when its owner gives that up", async () => {
    const { uid, caller, cookie } = await loggedIn();
    const entry = {
      reference: `test:${uid}`,
      type: "deposit",
      ownerUid: uid,
      description: "",
      at: clock.now(),
    } as const;
    const postings = [
      { account: `user:${uid}`, currency: "USD", amount: 1n },
      { account: "platform:deposits", currency: "USD", amount: -1n },
    ];
    await db.transaction((tx) => postEntry(tx, { ...entry, postings }));
    const refused = await refusalOf(call(closeAccount, deps, caller, { password: PASSWORD }));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("0.00000001 USD") });
    expect(await sessionOf(cookie)).toBeDefined();
    await call(closeAccount, deps, caller, { password: PASSWORD, give_up_balance: true });
    expect(await sessionOf(cookie)).toBeUndefined();
  });
});
