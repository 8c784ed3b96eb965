/** Users and invitations in the hands of admins, over HTTP. */
import { describe, expect, test } from "vitest";
import { createUser, hashPassword } from "../../src/trading/accounts/index.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { NO_RIGHTS } from "../../src/trading/subaccounts/core/requested-rights.ts";
import { logIn } from "../support/console-session.ts";
import { moneyAdmin, turnOnSecondFactor } from "../support/money-admin.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";

const PASSWORD = "Long-enough-1";
const NEW_PASSWORD = "Another-enough-2";
const REASON = "Asked in ticket 7";
const settings = {
  TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
  TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
  TRIPOD_TRADING_CONSOLE_URL: "https://console.example",
  TRIPOD_TRADING_SIGN_UP: "invited",
};
const world = await tradingWorld({ settings });
const { uid: adminUid, session: admin } = await moneyAdmin(world);

async function person(of: TradingWorld = world) {
  const { uid, key } = await of.person();
  const login = (await of.trading.deps.accounts.find(uid))?.username ?? "";
  return { uid, key, login, session: await logIn(of, login, PASSWORD) };
}

async function subaccountOf(ownerId: number) {
  const login = `sub-of-${ownerId}`;
  const passwordHash = await hashPassword(PASSWORD);
  const user = { username: login, name: "Sub", email: "sub@example.com", passwordHash, at: world.platform.clock.now() };
  const uid = await world.platform.db.transaction((tx) => createUser(tx, { ...user, ownerId, rights: NO_RIGHTS }));
  return { uid, login };
}

const trail = (subject: number) =>
  world.platform.db.query<{ action: string; user_id: number | null; details: string }>({
    name: "test.trailOf",
    text: "select action, user_id, details::text as details from trading.audit where subject = $1::text order by id",
    values: [subject],
  });

/** An entry of the trail that names the admin and the reason. */
const byAdmin = (action: string, details: object) => ({
  action,
  user_id: adminUid,
  details: { reason: REASON, ...details },
});

async function lastDeed(uid: number) {
  const entry = (await trail(uid)).at(-1);
  return entry && { ...entry, details: JSON.parse(entry.details) as unknown };
}

describe("the list of users", () => {
  test("is read by admins with a second factor only, and the other operations too", async () => {
    const { session, key } = await person();
    const keyOfAdmin = (await world.person("admin")).key;
    const support = await world.person("support");
    const paths = tradingEndpoints.map(({ path }) => path.slice(1)).filter((path) => path.startsWith("user/admin/"));
    expect(paths).toHaveLength(9);
    for (const path of paths) {
      expect(await session.post(path), path).toMatchObject({ status: 403 });
      for (const each of [key, keyOfAdmin, support.key]) {
        expect(await world.ask("POST", path, { key: each }), path).toMatchObject({ status: 403 });
      }
      expect(await world.ask("POST", path), path).toMatchObject({ status: 401 });
    }
  });

  test("is searched and turned page by page, and shows nothing that opens an account", async () => {
    const made = [await person(), await person(), await person()];
    const [first] = made;
    const all: string[] = [];
    let after = "0";
    for (let page = 0; page < 100; page++) {
      const { json } = await admin.post("user/admin/list", { limit: 2, after });
      expect(json.data.users.length).toBeLessThanOrEqual(2);
      all.push(...json.data.users.map((user: { uid: string }) => user.uid));
      if (json.data.next === null) break;
      after = json.data.next;
    }
    expect(all).toEqual([...new Set(all)].sort((a, b) => Number(a) - Number(b)));
    expect(all).toEqual(expect.arrayContaining(made.map(({ uid }) => String(uid))));

    for (const search of [first?.login.toUpperCase() ?? "", String(first?.uid)]) {
      const { text, json } = await admin.post("user/admin/list", { search });
      expect(json.data.users).toEqual([
        expect.objectContaining({ uid: String(first?.uid), role: "user", status: "enabled", two_factor: false }),
      ]);
      expect(text).not.toMatch(/argon2|password|secret|referral|token/);
    }
    const admins = await admin.post("user/admin/list", { role: "admin", search: String(adminUid) });
    expect(admins.json.data.users).toMatchObject([{ uid: String(adminUid), two_factor: true }]);
    expect((await admin.post("user/admin/list", { search: "%" })).json.data.users).toEqual([]);
  });
});

describe("a user that is disabled", () => {
  test("is refused with session and key at once, with its sub-accounts, until it is enabled", async () => {
    const { uid, key, login, session } = await person();
    const sub = await subaccountOf(uid);
    const subSession = await logIn(world, sub.login, PASSWORD);
    expect(await world.ask("GET", "user/account-details", { key })).toMatchObject({ status: 200 });

    const off = await admin.post("user/admin/disable", { uid, reason: REASON });
    expect(off).toMatchObject({ status: 200, json: { data: { user: { status: "disabled" }, active_strategies: [] } } });
    expect(await session.get("session/current")).toMatchObject({ status: 401 });
    expect(await world.ask("GET", "user/account-details", { key })).toMatchObject({ status: 401 });
    expect(await subSession.get("session/current")).toMatchObject({ status: 401 });
    await expect(logIn(world, login, PASSWORD)).rejects.toThrow("the login is answered");
    expect(await lastDeed(uid)).toEqual(byAdmin("account.disable", {}));
    expect(await admin.post("user/admin/reset-password", { uid, reason: REASON })).toMatchObject({ status: 409 });
    // The same again writes nothing.
    await admin.post("user/admin/disable", { uid, reason: "Once more" });
    expect(await lastDeed(uid)).toEqual(byAdmin("account.disable", {}));

    const on = await admin.post("user/admin/enable", { uid, reason: REASON });
    expect(on).toMatchObject({ status: 200, json: { data: { user: { status: "enabled" } } } });
    expect(await lastDeed(uid)).toEqual(byAdmin("account.enable", {}));
    expect(await world.ask("GET", "user/account-details", { key })).toMatchObject({ status: 200 });
    expect(await session.get("session/current")).toMatchObject({ status: 401 });
    expect(await subSession.get("session/current")).toMatchObject({ status: 401 });
    await logIn(world, login, PASSWORD);
  });
});

describe("the role of a user", () => {
  test("is changed with a reason, ends its sessions, and is never that of an admin", async () => {
    const { uid, session } = await person();
    expect(await admin.post("user/admin/set-role", { uid, role: "support" })).toMatchObject({ status: 422 });
    expect(await admin.post("user/admin/set-role", { uid, role: "admin", reason: REASON })).toMatchObject({
      status: 403,
      json: { data: { error: expect.stringContaining(`tripod trading user role ${uid} admin`) } },
    });
    expect(await session.get("session/current")).toMatchObject({ status: 200 });
    const changed = await admin.post("user/admin/set-role", { uid, role: "support", reason: REASON });
    expect(changed).toMatchObject({ status: 200, json: { data: { user: { role: "support" } } } });
    expect(await session.get("session/current")).toMatchObject({ status: 401 });
    expect(await lastDeed(uid)).toEqual(byAdmin("role.set", { from: "user", to: "support" }));
  });

  test("of one of two admins who take it from each other at the same time stays", async () => {
    const [one, two] = [await moneyAdmin(world), await moneyAdmin(world)];
    const take = (by: typeof one, from: typeof one) =>
      by.session.post("user/admin/set-role", { uid: from.uid, role: "user", reason: REASON });
    const answers = await Promise.all([take(one, two), take(two, one)]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([401, 403]).toContain(statuses[1]);
    const roles = await Promise.all(
      [one, two].map(async ({ uid }) => (await world.trading.deps.accounts.find(uid))?.role ?? ""),
    );
    expect(roles.sort()).toEqual(["admin", "user"]);
  });

  test("and all else of the own account is in other hands", async () => {
    for (const path of ["disable", "enable", "reset-password", "reset-two-factor"]) {
      expect(await admin.post(`user/admin/${path}`, { uid: adminUid, reason: REASON }), path).toMatchObject({
        status: 403,
        json: { data: { error: expect.stringContaining("your own account") } },
      });
    }
    expect(await admin.get("session/current")).toMatchObject({ status: 200 });
  });

  test("of a sub-account is none", async () => {
    const { uid } = await person();
    const sub = await subaccountOf(uid);
    const params = { uid: sub.uid, role: "support", reason: REASON };
    expect(await admin.post("user/admin/set-role", params)).toMatchObject({ status: 422 });
    const listed = await admin.post("user/admin/list", { account: uid });
    expect(listed.json.data.users).toMatchObject([{ owner_uid: null }, { owner_uid: String(uid) }]);
  });
});

describe("a password that an admin resets", () => {
  test("counts no more, and a link that is shown once sets another", async () => {
    const { uid, login, session } = await person();
    const { json } = await admin.post("user/admin/reset-password", { uid, reason: REASON });
    const { token, url } = json.data.link;
    expect(json.data.mailed_to).toBeNull();
    expect(url).toBe(`https://console.example#reset-password=${token}`);
    expect(await session.get("session/current")).toMatchObject({ status: 401 });
    await expect(logIn(world, login, PASSWORD)).rejects.toThrow("the login is answered");
    expect(await lastDeed(uid)).toEqual(byAdmin("password.reset", { link: "shown" }));
    expect(JSON.stringify(await trail(uid))).not.toContain(token);

    // A later link takes the place of an earlier one.
    const later = (await admin.post("user/admin/reset-password", { uid, reason: REASON })).json.data.link.token;
    const set = (by: string) =>
      world.ask("POST", "user/password/reset", { params: { token: by, new_password: NEW_PASSWORD } });
    expect(await set(token)).toMatchObject({ status: 422 });
    expect(await set(later)).toMatchObject({ status: 200 });
    expect(await set(later)).toMatchObject({ status: 422 });
    await logIn(world, login, NEW_PASSWORD);
  });

  test("is followed by a mail with the link, where mail is set up and the address is verified", async () => {
    const mailing = await tradingWorld({
      database: world.database,
      settings: { ...settings, TRIPOD_TRADING_SMTP_URL: "smtp://127.0.0.1:9" },
    });
    const { session } = await moneyAdmin(mailing);
    const { uid, login } = await person(mailing);
    const answer = await session.post("user/admin/reset-password", { uid, reason: REASON });
    expect(answer.json.data).toMatchObject({ link: null, mailed_to: expect.stringMatching(/^u\*\*\*@example\.com$/) });
    const mails = await mailing.platform.db.query<{ subject: string; state: string }>({
      name: "test.mailsOf",
      text: "select subject, state from trading.mails where uid = $1 order by id",
      values: [uid],
    });
    expect(mails.at(-1)).toMatchObject({ subject: "Set a new password", state: "sealed" });
    await expect(logIn(mailing, login, PASSWORD)).rejects.toThrow("the login is answered");
    await mailing.platform.db.execute({
      name: "test.doubt",
      text: "update trading.users set email_verified_at = null where id = $1",
      values: [uid],
    });
    const shown = await session.post("user/admin/reset-password", { uid, reason: REASON });
    expect(shown.json.data).toMatchObject({ mailed_to: null, link: { token: expect.any(String) } });
  });
});

test("a second factor that is lost is removed, and its sessions end", async () => {
  const { uid, login, session } = await person();
  expect(await admin.post("user/admin/reset-two-factor", { uid, reason: REASON })).toMatchObject({ status: 422 });
  await turnOnSecondFactor(world, session);
  const removed = await admin.post("user/admin/reset-two-factor", { uid, reason: REASON });
  expect(removed).toMatchObject({ status: 200, json: { data: { user: { two_factor: false } } } });
  expect(await session.get("session/current")).toMatchObject({ status: 401 });
  expect(await lastDeed(uid)).toEqual(byAdmin("two_factor.reset", {}));
  await logIn(world, login, PASSWORD);
});

test("a user that an admin makes sets a password by a link that a repeated request shows again", async () => {
  const params = { username: "grace", name: "Grace", email: "grace@example.com", role: "support", reason: REASON };
  const headers = { ...admin.headers, "idempotency-key": "make-grace-1" };
  const made = await world.ask("POST", "user/admin/create", { headers, params });
  expect(made, made.text).toMatchObject({
    status: 200,
    json: { data: { user: { role: "support", status: "enabled" } } },
  });
  const again = await world.ask("POST", "user/admin/create", { headers, params });
  expect(again.json.data).toEqual(made.json.data);
  const { token } = made.json.data.link;
  const uid = Number(made.json.data.id);
  expect(await lastDeed(uid)).toEqual(byAdmin("user.create", { role: "support", link: "shown" }));
  await world.ask("POST", "user/password/reset", { params: { token, new_password: NEW_PASSWORD } });
  await logIn(world, "grace", NEW_PASSWORD);
  expect(await admin.post("user/admin/create", { ...params, username: "GRACE" })).toMatchObject({ status: 422 });
});

test("an admin who had a way into an account does not approve its withdrawals", async () => {
  const { uid, login } = await person();
  const { token } = (await admin.post("user/admin/reset-password", { uid, reason: REASON })).json.data.link;
  await world.ask("POST", "user/password/reset", { params: { token, new_password: NEW_PASSWORD } });
  await logIn(world, login, NEW_PASSWORD);
  const [row] = await world.platform.db.query<{ id: number }>({
    name: "test.addWithdrawal",
    text: `with wallet as (insert into trading.wallets (owner_id, currency, created_at) values ($1, 'BTC', now()) returning id)
      insert into trading.withdrawals (wallet_id, owner_id, requested_by, currency, address, amount, fee, state,
        approvals_needed, created_at)
      select id, $1, $1, 'BTC', 'bc1qexample', 1, 0, 'pending_review', 1, now() from wallet returning id`,
    values: [uid],
  });
  const answer = await admin.post("wallets/admin/approve", { id: row?.id ?? 0 });
  expect(answer, answer.text).toMatchObject({
    status: 403,
    json: { data: { error: expect.stringContaining("reset its") } },
  });
});

test("invitations of all accounts are listed without their codes, and revoked with a reason", async () => {
  const staff = await world.person("support");
  const codes: string[] = [];
  for (const label of ["one", "two", "three"]) {
    const { json } = await world.ask("POST", "user/invitations/create", { key: staff.key, params: { label } });
    codes.push(json.data.code);
  }
  const first = await admin.post("user/admin/list-invitations", { limit: 2 });
  expect(first.json.data.invitations).toMatchObject([
    { label: "three", uid: String(staff.uid), status: "open" },
    { label: "two" },
  ]);
  const second = await admin.post("user/admin/list-invitations", { limit: 2, before: first.json.data.next });
  const [oldest] = second.json.data.invitations;
  expect(oldest).toMatchObject({ label: "one" });
  for (const code of codes) expect(first.text + second.text).not.toContain(code);

  const revoke = () => admin.post("user/admin/revoke-invitation", { id: oldest.id, reason: REASON });
  expect(await revoke()).toMatchObject({ status: 200 });
  expect(await revoke()).toMatchObject({ status: 404 });
  const list = await world.ask("POST", "user/invitations/list", { key: staff.key });
  expect(list.json.data.invitations.find(({ id }: { id: string }) => id === oldest.id)).toMatchObject({
    status: "revoked",
  });
  const entries = (await trail(Number(oldest.id))).filter(({ action }) => action === "invitation.revoke");
  expect(entries).toMatchObject([{ user_id: adminUid }]);
});
