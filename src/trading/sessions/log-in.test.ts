import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  accountWorld,
  call,
  callerOf,
  mailsTo,
  NO_RIGHTS,
  PASSWORD,
  refusalOf,
} from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { securitySettings } from "../accounts/endpoints/security-settings.ts";
import { twoFactorConfirm } from "../accounts/endpoints/two-factor-confirm.ts";
import { twoFactorSetup } from "../accounts/endpoints/two-factor-setup.ts";
import { setUserActive } from "../accounts/index.ts";
import { login } from "./endpoints/login.ts";
import { beginSession } from "./log-in.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { deps, clock, newUser } = accountWorld(db);

const QUARTER_MS = 900_000;
let addresses = 0;

/** Each from an address of its own, unless it says otherwise. */
function logIn(params: object, from: { address?: string; userAgent?: string; headers?: object } = {}) {
  addresses++;
  const { address = `203.0.113.${addresses}`, userAgent = "browser", headers } = from;
  return call(login, deps, { address }, params, { "user-agent": userAgent, ...headers });
}

async function historyOf(uid: number | null): Promise<string[]> {
  const rows = await db.query<{ result: string }>({
    name: "test.history",
    text: "select result from trading.accesses where uid is not distinct from $1 order by id",
    values: [uid],
  });
  return rows.map(({ result }) => result);
}

describe("a login", () => {
  test("answers the CSRF token, and sets a cookie of which only a hash is kept", async () => {
    const { uid, username } = await newUser();
    const { value, headers } = await logIn({ login: username, password: PASSWORD });
    expect(value).toMatchObject({ status: true, uid, username });
    const token = /^__Host-tripod_session=([\w-]{43});.*Secure; Max-Age=86400$/.exec(headers["set-cookie"] ?? "")?.[1];
    expect(token).toBeDefined();
    expect(JSON.stringify(value)).not.toContain(token);
    const [row] = await db.query<{ row: string }>({
      name: "test.session",
      text: "select s::text as row from trading.sessions s where uid = $1",
      values: [uid],
    });
    expect(row?.row).not.toContain(token);
    expect((await deps.accounts.find(uid))?.lastLoginAt).toBe(clock.now());
    expect(await historyOf(uid)).toEqual(["success"]);
  });

  test("takes the mail address of a main account", async () => {
    const { uid, email } = await newUser();
    expect((await logIn({ login: email.toUpperCase(), password: PASSWORD })).value.uid).toBe(uid);
  });

  test("is refused in the same words for an unknown user, a wrong password, and a disabled user", async () => {
    const { uid, username } = await newUser();
    const off = await newUser();
    await db.transaction((tx) => setUserActive(tx, off.uid, false, clock.now()));
    const refusals = [
      await refusalOf(logIn({ login: "nobody", password: PASSWORD })),
      await refusalOf(logIn({ login: username, password: "wrong" })),
      await refusalOf(logIn({ login: off.username, password: PASSWORD })),
    ];
    const [first, ...others] = refusals.map(({ status, code, message, headers }) => ({
      status,
      code,
      message,
      headers,
    }));
    for (const other of others) expect(other).toEqual(first);
    expect(first?.status).toBe(401);
    expect(await historyOf(uid)).toEqual(["failed"]);
    expect(await historyOf(null)).toEqual(["failed"]);
  });

  test.each(["password", "disabled"])(
    "begins no session where the user was changed while it was checked: %s",
    async (by) => {
      const person = await newUser();
      const user = await deps.accounts.find(person.uid);
      if (!user) throw new Error("there is such a user");
      const from = { address: "203.0.113.200", userAgent: "browser" };
      const at = clock.now();
      const mail = { subject: "Changed", text: "changed" };
      if (by === "password") await deps.accounts.changePassword({ person: user, passwordHash: "another", mail, at });
      else await db.transaction((tx) => setUserActive(tx, user.uid, false, at));
      expect(await refusalOf(beginSession(deps, from, user, false))).toMatchObject({ status: 401, code: "2020" });
      expect(await deps.sessions.list(user.uid, at)).toEqual([]);
      expect(await historyOf(user.uid)).toEqual([]);
    },
  );

  test("by mail address is that of the main account, whatever a sub-account of a stranger is called", async () => {
    const stranger = await newUser();
    const email = "claimed@example.com";
    const sub = await newUser({ ownerId: stranger.uid, rights: NO_RIGHTS });
    // As names were allowed in earlier releases.
    await db.execute({
      name: "test.claim",
      text: "update trading.users set username = $2, email = $2 where id = $1",
      values: [sub.uid, email],
    });
    const { uid } = await newUser({ email });
    expect((await logIn({ login: email, password: PASSWORD })).value.uid).toBe(uid);
  });

  test("by mail address is that of the account that has verified it", async () => {
    const email = "shared@example.com";
    const { uid } = await newUser({ email });
    await newUser({ email, emailVerifiedAt: undefined });
    expect((await logIn({ login: email, password: PASSWORD })).value.uid).toBe(uid);
    await newUser({ email });
    expect((await refusalOf(logIn({ login: email, password: PASSWORD }))).status).toBe(401);
  });

  test("of a sub-account is by its username only", async () => {
    const owner = await newUser();
    const sub = await newUser({ ownerId: owner.uid, rights: NO_RIGHTS });
    expect((await logIn({ login: sub.username, password: PASSWORD })).value.uid).toBe(sub.uid);
    expect((await refusalOf(logIn({ login: sub.email, password: PASSWORD }))).status).toBe(401);
  });

  test("name is never a mail address", async () => {
    const refusal = await refusalOf(newUser({ username: "ada@example.com" }));
    expect(refusal.message).toContain("must not contain @");
  });

  test("of a sub-account is refused when its owner is turned off", async () => {
    const owner = await newUser();
    const sub = await newUser({ ownerId: owner.uid, rights: NO_RIGHTS });
    await logIn({ login: sub.username, password: PASSWORD });
    await db.transaction((tx) => setUserActive(tx, owner.uid, false, clock.now()));
    expect((await refusalOf(logIn({ login: sub.username, password: PASSWORD }))).status).toBe(401);
  });

  test("is not taken from a page of another site", async () => {
    const { username } = await newUser();
    const attempt = { login: username, password: PASSWORD };
    for (const site of ["cross-site", "same-site"]) {
      const refusal = await refusalOf(logIn(attempt, { headers: { "sec-fetch-site": site } }));
      expect(refusal.status).toBe(403);
    }
    await logIn(attempt, { headers: { "sec-fetch-site": "same-origin" } });
  });
});

describe("guessing", () => {
  test("at a name ends after ten attempts, by anyone, whether or not the user exists", async () => {
    const { uid, username } = await newUser();
    for (const name of [username, "nobody-to-guess-at"]) {
      const codes: number[] = [];
      for (let attempt = 0; attempt < 12; attempt++) {
        codes.push((await refusalOf(logIn({ login: name, password: "wrong" }))).status);
      }
      expect(codes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
    expect((await historyOf(uid)).slice(-2)).toEqual(["blocked", "blocked"]);
    await clock.advance(QUARTER_MS);
    await logIn({ login: username, password: PASSWORD });
  });

  test("at a name counts all ways to write it together, whether or not the user exists", async () => {
    const { username } = await newUser({ username: "kirikivi" });
    // The database takes this letter for an i, and `toLowerCase` does not.
    const write = (name: string, at: number) => `${name.slice(0, at)}\u0130${name.slice(at + 1)}`;
    expect((await logIn({ login: write(username, 3), password: PASSWORD })).value.username).toBe(username);
    for (const name of [username, "kivikiri"]) {
      const codes: number[] = [];
      for (const at of [1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7]) {
        codes.push((await refusalOf(logIn({ login: write(name, at), password: "wrong" }))).status);
      }
      expect(codes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
  });

  test("does not keep a user out who has logged in from here before", async () => {
    const { username } = await newUser();
    const home = { address: "192.0.2.200" };
    await logIn({ login: username, password: PASSWORD }, home);
    for (let attempt = 0; attempt < 12; attempt++) await refusalOf(logIn({ login: username, password: "wrong" }));
    expect((await logIn({ login: username, password: PASSWORD }, home)).value.username).toBe(username);
  });

  test("from one address ends after sixty, whatever the names", async () => {
    const from = { address: "192.0.2.201" };
    for (let attempt = 0; attempt < 60; attempt++) {
      deps.limiter.consume({ key: "trading:attempts:login:192.0.2.201", requests: 60, windowSeconds: 900 });
    }
    expect((await refusalOf(logIn({ login: "somebody", password: "wrong" }, from))).status).toBe(429);
  });

  test("from one network of IPv6 ends after sixty, whatever the addresses in it", async () => {
    for (let attempt = 0; attempt < 59; attempt++) {
      deps.limiter.consume({ key: "trading:attempts:login:2001:db8:77:1::/64", requests: 60, windowSeconds: 900 });
    }
    const statusFrom = async (address: string) =>
      (await refusalOf(logIn({ login: `nobody ${address}`, password: "wrong" }, { address }))).status;
    expect(await statusFrom("2001:db8:77:1::1")).toBe(401);
    expect(await statusFrom("2001:db8:77:1:ffff::2")).toBe(429);
    expect(await statusFrom("2001:db8:77:2::1")).toBe(401);
  });

  test("is forgotten when the user logs in", async () => {
    const { username } = await newUser();
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 6; attempt++) await refusalOf(logIn({ login: username, password: "wrong" }));
      expect((await logIn({ login: username, password: PASSWORD })).value.username).toBe(username);
    }
  });
});

describe("a login from a new place", () => {
  test("is reported by mail, but neither the first of all nor one from a known place", async () => {
    const { username, email } = await newUser();
    const attempt = { login: username, password: PASSWORD };
    const home = { address: "192.0.2.210", userAgent: "browser" };
    await logIn(attempt, home);
    await logIn(attempt, home);
    expect(await mailsTo(db, email)).toEqual([]);
    await logIn(attempt, { ...home, userAgent: "another browser" });
    await logIn(attempt, { ...home, address: "192.0.2.211" });
    const mails = await mailsTo(db, email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.body).toContain("another browser");
    expect(mails[1]?.body).toContain("192.0.2.211");
  });

  test("is not reported to a user who does not want it", async () => {
    const { uid, username, email } = await newUser();
    await call(securitySettings, deps, callerOf(uid), { login_alerts: false });
    await logIn({ login: username, password: PASSWORD });
    await logIn({ login: username, password: PASSWORD });
    expect(await mailsTo(db, email)).toEqual([]);
  });
});

describe("a login with a second factor", () => {
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: toMillis(clock.now()) });

  async function withTwoFactor() {
    const { uid, username, email } = await newUser();
    const { value } = await call(twoFactorSetup, deps, callerOf(uid), { password: PASSWORD });
    const on = await call(twoFactorConfirm, deps, callerOf(uid), { code: codeOf(value.secret) });
    return {
      login: username,
      password: PASSWORD,
      email,
      secret: value.secret as string,
      codes: on.value.recovery_codes,
    };
  }

  test("needs a code, which is asked for only after the password was right", async () => {
    const { secret, ...attempt } = await withTwoFactor();
    expect((await refusalOf(logIn({ ...attempt, password: "wrong" }))).code).toBe("2020");
    expect((await refusalOf(logIn(attempt))).code).toBe("2021");
    expect((await refusalOf(logIn({ ...attempt, code: codeOf(secret) }))).code).toBe("2021");
    await clock.advance(60_000);
    await logIn({ ...attempt, code: codeOf(secret) });
    expect((await refusalOf(logIn({ ...attempt, code: codeOf(secret) }))).code).toBe("2021");
  });

  test("takes ten wrong codes of a user, however the name is written", async () => {
    const { email, login: username, password } = await withTwoFactor();
    const statuses: number[] = [];
    for (const name of Array.from({ length: 6 }, () => [username, email]).flat()) {
      statuses.push((await refusalOf(logIn({ login: name, password, code: "000000" }))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test("takes a recovery code in its place, once", async () => {
    const { codes, email, ...attempt } = await withTwoFactor();
    await logIn({ ...attempt, recovery_code: codes[3] });
    const told = (await mailsTo(db, email)).at(-1);
    expect(told?.subject).toBe("A recovery code of your account was used");
    expect(told?.body).toContain("Recovery codes that are left: 9\n");
    expect((await refusalOf(logIn({ ...attempt, recovery_code: codes[3] }))).code).toBe("2021");
  });

  test("does not use a code up for a wrong password", async () => {
    const { secret, ...attempt } = await withTwoFactor();
    await clock.advance(60_000);
    await refusalOf(logIn({ ...attempt, password: "wrong", code: codeOf(secret) }));
    expect((await logIn({ ...attempt, code: codeOf(secret) })).value.status).toBe(true);
  });
});
