import { describe, expect, test } from "vitest";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { accountWorld, call, callerOf, mailsTo, refusalOf } from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { accessHistory } from "./endpoints/access-history.ts";
import { accountDetails } from "./endpoints/account-details.ts";
import { closeAccount as refuseToClose } from "./endpoints/close-account.ts";
import { listReferrals } from "./endpoints/list-referrals.ts";
import { securitySettings } from "./endpoints/security-settings.ts";
import { settings } from "./endpoints/settings.ts";
import { accountErrors, closeAccount, createUser, listUsers, recordAccess, setUserActive } from "./index.ts";
import { trimAccountsJob } from "./jobs/trim-accounts.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, clock, newUser } = accountWorld(db);

const RIGHTS = {
  viewAllProfiles: false,
  allowApiAccess: false,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: false,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

async function withKey(uid: number, key: string): Promise<void> {
  await db.execute({
    name: "test.addKey",
    text: `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
      values ($1, $2, 'bot', 'full_access', 'sealed', decode(repeat('00', 32), 'hex'), now())`,
    values: [key, uid],
  });
}

function auditOf(uid: number): Promise<{ action: string; user_id: number | null }[]> {
  return db.query<{ action: string; user_id: number | null }>({
    name: "test.audit",
    text: "select action, user_id from trading.audit where subject = $1::text order by id",
    values: [String(uid)],
  });
}

describe("users", () => {
  test("have names of their own, in whatever case", async () => {
    const { username } = await newUser();
    const again = newUser({ username: username.toUpperCase() });
    expect((await refusalOf(again)).code).toBe(accountErrors.usernameTaken.spec.code);
  });

  test("of the same name that are made at the same time: one is", async () => {
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => newUser({ username: "racer" })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("are found by their name before anybody's address, and by an address that one main account has", async () => {
    const one = await newUser();
    const two = await newUser({ email: "both@example.com" });
    expect((await deps.accounts.findByLogin(one.username.toUpperCase()))?.uid).toBe(one.uid);
    expect((await deps.accounts.findByLogin(one.email.toUpperCase()))?.uid).toBe(one.uid);
    expect((await deps.accounts.findByLogin("both@example.com"))?.uid).toBe(two.uid);
    await newUser({ email: "both@example.com", ownerId: one.uid, rights: RIGHTS });
    expect((await deps.accounts.findByLogin("both@example.com"))?.uid).toBe(two.uid);
    await newUser({ email: "Both@example.com" });
    expect(await deps.accounts.findByLogin("both@example.com")).toBeUndefined();
    expect(await deps.accounts.findByLogin("")).toBeUndefined();
  });

  test("see who they are", async () => {
    const owner = await newUser();
    const sub = await newUser({ ownerId: owner.uid, rights: RIGHTS });
    const { value } = await call(accountDetails, deps, callerOf(sub.uid, { ownerUid: owner.uid }));
    expect(value).toMatchObject({
      uid: sub.uid,
      username: sub.username,
      email_verified: false,
      twofactor: false,
      is_subaccount: true,
      parent_uid: owner.uid,
      last_login: null,
    });
    const own = await call(accountDetails, deps, callerOf(owner.uid));
    expect(own.value).toMatchObject({ is_subaccount: false, parent_uid: null });
  });

  test("are listed page by page for the operator", async () => {
    const { uid } = await newUser();
    const [user] = await listUsers(db, { limit: 1, after: uid - 1 });
    expect(user).toMatchObject({ uid, isActive: true, isClosed: false });
  });
});

describe("settings", () => {
  test("are those of everybody until they are set, and are set one by one", async () => {
    const { uid } = await newUser();
    const before = await call(settings, deps, callerOf(uid));
    expect(before.value).toMatchObject({ timezone: "UTC", notifications: { email: true }, default_exchange: null });
    const params = { timezone: "Europe/London", notifications_email: false, default_exchange: "binance" };
    await call(settings, deps, callerOf(uid), params);
    const { value } = await call(settings, deps, callerOf(uid), { theme: "dark" });
    expect(value).toMatchObject({
      timezone: "Europe/London",
      notifications: { email: false, telegram: false },
      default_exchange: "binance",
      theme: "dark",
    });
    expect((await auditOf(uid)).map(({ action }) => action)).toEqual(["settings.change", "settings.change"]);
  });

  test("are not set by who may only read, nor to a time zone that there is not", async () => {
    const { uid } = await newUser();
    const reader = callerOf(uid, { access: "read_only" });
    expect((await refusalOf(call(settings, deps, reader, { theme: "dark" }))).status).toBe(403);
    expect((await refusalOf(call(securitySettings, deps, reader, { login_alerts: false }))).status).toBe(403);
    expect((await refusalOf(call(settings, deps, callerOf(uid), { timezone: "Mars/Olympus" }))).status).toBe(422);
    expect((await call(settings, deps, reader)).value).toMatchObject({ theme: "system", timezone: "UTC" });
  });

  test("of security show the user's own keys, masked, and those in force only", async () => {
    const { uid } = await newUser();
    const stranger = await newUser();
    await withKey(uid, "abcdEFGHijklMNOPqrstUVWX");
    await withKey(uid, "revokedREVOKEDrevokedREV");
    await withKey(stranger.uid, "strangerSTRANGERstranger");
    await db.execute({
      name: "test.revoke",
      text: "update trading.api_keys set revoked_at = now() where key like 'revoked%'",
    });
    const { value } = await call(securitySettings, deps, callerOf(uid), { session_timeout: 900 });
    expect(value).toMatchObject({ twofactor: false, login_alerts: true, session_timeout: 900 });
    expect(value.api_keys).toMatchObject([{ label: "bot", key_masked: "abcd...UVWX", access: "full_access" }]);
    expect(JSON.stringify(value)).not.toContain("EFGHijkl");
  });
});

describe("the history of accesses", () => {
  test("is the user's own, newest first, in pages", async () => {
    const { uid } = await newUser();
    const stranger = await newUser();
    const base = { userAgent: "browser", method: "web", result: "success" } as const;
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      await recordAccess(db, { ...base, uid, address, at: clock.now() });
    }
    await recordAccess(db, { ...base, uid: stranger.uid, address: "192.0.2.9", at: clock.now() });
    const { value } = await call(accessHistory, deps, callerOf(uid), { limit: 2, pagenumber: 1 });
    expect(value).toMatchObject({ page: 1, showing: 2, total: 3 });
    expect(value.access.map((each: { ip: string }) => each.ip)).toEqual(["192.0.2.3", "192.0.2.2"]);
    const beyond = await call(accessHistory, deps, callerOf(uid), { limit: 2, pagenumber: 9 });
    expect(beyond.value).toMatchObject({ access: [], showing: 0, total: 3 });
  });

  test("keeps one of many of the same kind in an hour, and all of them for 400 days", async () => {
    const { uid } = await newUser();
    const use = {
      uid,
      address: "192.0.2.1",
      userAgent: "bot",
      method: "api",
      result: "success",
      sample: "key:1",
    } as const;
    const total = async (): Promise<number> => (await deps.accounts.listAccesses(uid, { limit: 1, offset: 0 })).total;
    await recordAccess(db, { ...use, at: clock.now() });
    await recordAccess(db, { ...use, at: clock.now() });
    expect(await total()).toBe(1);
    await clock.advance(3_600_000);
    await recordAccess(db, { ...use, at: clock.now() });
    expect(await total()).toBe(2);
    await clock.advance(400 * 86_400_000 - 1000);
    await trimAccountsJob.run(deps, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    expect(await total()).toBe(1);
  });
});

describe("referrals", () => {
  test("are shown masked, with what they earned", async () => {
    const referrer = await newUser();
    const quiet = await newUser({ referredBy: referrer.uid });
    const payer = await newUser({ referredBy: referrer.uid });
    await db.execute({
      name: "test.login",
      text: "update trading.users set last_login_at = now() where id = $1",
      values: [payer.uid],
    });
    // An entry of the ledger and its postings are written together or not at all.
    await db.transaction(async (tx) => {
      await tx.query({
        name: "test.post",
        text: `select trading.post_entry('referral:test', 'referral', $1, 'share', decode(repeat('00', 32), 'hex'), now(),
          $2::text[], '{USD,USD}', '{150000000,-150000000}')`,
        values: [referrer.uid, [`user:${referrer.uid}`, "platform:rewards"]],
      });
      await tx.execute({
        name: "test.share",
        text: `insert into trading.referral_shares (entry_id, referrer_id, referred_id, currency, amount)
          select id, $1, $2, 'USD', 150000000 from trading.ledger_entries where reference = 'referral:test'`,
        values: [referrer.uid, payer.uid],
      });
    });
    const { value } = await call(listReferrals, deps, callerOf(referrer.uid), { limit: 10, pagenumber: 1 });
    expect(value).toMatchObject({ total: 2, showing: 2 });
    expect(value.referrals).toMatchObject([
      { id: String(payer.uid), status: "active", earned: "1.50000000", currency: "USD", commission_percent: 10 },
      { id: String(quiet.uid), status: "pending", earned: "0.00000000", currency: "USD" },
    ]);
    expect(JSON.stringify(value)).not.toContain(payer.username);
  });
});

describe("an account", () => {
  test("is never closed by the documented operation", async () => {
    const { uid } = await newUser();
    const refusal = await refusalOf(
      call(refuseToClose, deps, callerOf(uid), { reason: "because I say so", password: "abcde" }),
    );
    expect([refusal.status, refusal.code]).toEqual([403, "2750"]);
    expect(await deps.accounts.find(uid)).toBeDefined();
  });

  test("closing leaves nothing that works and nothing personal, also of its sub-accounts", async () => {
    const owner = await newUser();
    const sub = await newUser({ ownerId: owner.uid, rights: RIGHTS });
    const other = await newUser();
    await withKey(owner.uid, "closingCLOSINGclosingCLO");
    await withKey(other.uid, "otherOTHERotherOTHERothe");
    const place = { address: "192.0.2.77", userAgent: "browser", method: "web", result: "success" } as const;
    await recordAccess(db, { ...place, uid: owner.uid, at: clock.now() });
    await call(settings, deps, callerOf(owner.uid), { theme: "dark" });

    const closed = await db.transaction((tx) => closeAccount(tx, owner.uid, clock.now()));
    expect(closed).toEqual([owner.uid, sub.uid]);
    const rows = await db.query<Record<string, unknown>>({
      name: "test.closed",
      text: `select username, name, email, is_active, closed_at is not null as is_closed from trading.users
        where id = any ($1::bigint[]) order by id`,
      values: [[owner.uid, sub.uid]],
    });
    for (const row of rows) expect(row).toMatchObject({ name: "", email: "", is_active: false, is_closed: true });
    expect(rows.map((row) => row["username"])).toEqual([`closed:${owner.uid}`, `closed:${sub.uid}`]);
    expect(await deps.accounts.find(owner.uid)).toBeUndefined();
    expect(await deps.accounts.listApiKeys(owner.uid)).toEqual([]);
    expect(await deps.accounts.listApiKeys(other.uid)).toHaveLength(1);
    expect((await deps.accounts.listAccesses(owner.uid, { limit: 1, offset: 0 })).total).toBe(0);
    expect((await mailsTo(db, owner.email)).map(({ subject }) => subject)).toEqual(["Your account was closed"]);
    expect((await auditOf(owner.uid)).map(({ action }) => action)).toEqual(["settings.change", "account.close"]);
    expect(await db.transaction((tx) => closeAccount(tx, owner.uid, clock.now()))).toEqual([]);
    // The name is free again.
    await db.transaction((tx) => createUser(tx, { ...owner, name: "", passwordHash: "none", at: clock.now() }));
  });

  test("is turned off and on again by the operator, which the trail says", async () => {
    const { uid } = await newUser();
    expect(await db.transaction((tx) => setUserActive(tx, uid, false, clock.now()))).toBe(true);
    expect((await deps.accounts.find(uid))?.isActive).toBe(false);
    expect(await db.transaction((tx) => setUserActive(tx, uid, true, clock.now()))).toBe(true);
    expect((await deps.accounts.find(uid))?.isActive).toBe(true);
    expect(await auditOf(uid)).toEqual([
      { action: "account.disable", user_id: null },
      { action: "account.enable", user_id: null },
    ]);
    expect(await db.transaction((tx) => setUserActive(tx, 1, false, clock.now()))).toBe(false);
  });
});
