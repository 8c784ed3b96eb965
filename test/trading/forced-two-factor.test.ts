/** Sub-accounts that must use a second factor, over HTTP: what they can do before they have one, and after. */
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { toMillis } from "../../src/kit/time/instant.ts";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { logIn, type ConsoleSession } from "../support/console-session.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" } });
const PASSWORD = "correct horse battery 1";
const REFUSED = { status: 403, json: { data: { code: 2023 } } };

let people = 0;

/** A sub-account of a new owner, with a key of its own. */
async function newSubaccount(forced: boolean) {
  const owner = await world.person();
  const username = `sub-account-${++people}`;
  const terms = { name: "Ada Lovelace", email: "ada@example.com", active: true, allow_api_key_usage: true };
  const made = await world.ask("POST", "subaccounts/subaccount-create", {
    key: owner.key,
    params: { ...terms, username, password: PASSWORD, allow_api_access: true, force_twofactor: forced },
  });
  expect(made.status, made.text).toBe(200);
  const uid = Number(made.json.data.subaccount.uid);
  const { platform, trading } = world;
  const wanted = { label: "bot", access: "full_access", allowBearer: false } as const;
  const key = await addKey(platform, trading.deps.apiKeys, uid, wanted);
  if (!key) throw new Error("the sub-account has no key");
  const force = (isForced: boolean) =>
    world.ask("POST", "subaccounts/subaccount-edit", {
      key: owner.key,
      params: { id: uid, ...terms, force_twofactor: isForced },
    });
  return { owner, uid, username, key, force };
}

const byKey = async (key: MadeKey) => (await world.ask("GET", "user/account-details", { key })).status;

/** Turns the second factor on; answers a recovery code. */
async function setUp(session: ConsoleSession): Promise<string> {
  const begun = await session.post("user/two-factor/setup", { password: PASSWORD });
  expect(begun.status).toBe(200);
  const app = new TOTP({ secret: Secret.fromBase32(begun.json.data.secret) });
  const code = app.generate({ timestamp: toMillis(world.platform.clock.now()) });
  const on = await session.post("user/two-factor/confirm", { code });
  expect(on.json.data.recovery_codes).toHaveLength(10);
  return String(on.json.data.recovery_codes[0]);
}

describe("a sub-account that must use a second factor and has none", () => {
  test("logs in only far enough to set it up, and is then as free as others", async () => {
    const { username } = await newSubaccount(true);
    const session = await logIn(world, username, PASSWORD);
    for (const path of ["user/account-details", "calendar/list-schedule", "strategy/list-strategies"]) {
      expect(await session.get(path), path).toMatchObject(REFUSED);
    }
    for (const path of ["user/api-keys/create", "user/password/change", "calendar/add-reminder"]) {
      const refused = await session.post(path, { label: "bot", password: PASSWORD, new_password: "Another-one-2" });
      expect(refused, path).toMatchObject(REFUSED);
    }
    expect((await session.get("session/current")).json.data).toMatchObject({
      twofactor_needed: true,
      twofactor: false,
    });

    await setUp(session);
    expect((await session.get("session/current")).json.data).toMatchObject({
      twofactor_needed: false,
      twofactor: true,
    });
    expect(await session.get("user/account-details")).toMatchObject({ status: 200 });
    expect((await session.post("session/logout")).status).toBe(200);
  });

  test("may log out, and sees what everybody sees", async () => {
    const { username, key } = await newSubaccount(true);
    const session = await logIn(world, username, PASSWORD);
    expect(await session.get("system/ping")).toMatchObject({ status: 200, json: { meta: { uid: -1 } } });
    expect(await world.ask("GET", "system/ping", { key })).toMatchObject({ status: 200, json: { meta: { uid: -1 } } });
    expect((await session.post("session/logout")).status).toBe(200);
    expect((await session.get("session/current")).status).toBe(401);
  });

  test("has no use of its API keys until it has set it up", async () => {
    const { username, key } = await newSubaccount(true);
    expect(await world.ask("GET", "user/account-details", { key })).toMatchObject(REFUSED);
    expect(await world.ask("POST", "user/two-factor/setup", { key, params: { password: PASSWORD } })).toMatchObject(
      REFUSED,
    );
    await setUp(await logIn(world, username, PASSWORD));
    await expect.poll(() => byKey(key)).toBe(200);
  });
});

describe("when a second factor is demanded", () => {
  test("of a sub-account by its owner, its sessions and keys stop at once and within seconds", async () => {
    const { username, key, force } = await newSubaccount(false);
    const session = await logIn(world, username, PASSWORD);
    expect((await session.get("user/account-details")).status).toBe(200);
    expect(await byKey(key)).toBe(200);
    expect((await force(true)).status).toBe(200);
    expect(await session.get("user/account-details")).toMatchObject(REFUSED);
    await expect.poll(() => byKey(key)).toBe(403);
    await force(false);
    expect((await session.get("user/account-details")).status).toBe(200);
  });

  test("by the plan, all sub-accounts need one, and the main account does not", async () => {
    const { owner, username } = await newSubaccount(false);
    const asked = await world.ask("POST", "subscriptions/change-setting-request", {
      key: owner.key,
      params: { setting: "subaccounts.force_twofactor", value: "true" },
    });
    const confirmed = await world.ask("POST", "subscriptions/change-setting-confirm", {
      key: owner.key,
      params: { id: asked.json.data.id },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    const session = await logIn(world, username, PASSWORD);
    expect(await session.get("user/account-details")).toMatchObject(REFUSED);
    expect(await byKey(owner.key)).toBe(200);
  });

  test("one that is turned off again is demanded again", async () => {
    const { username } = await newSubaccount(true);
    const session = await logIn(world, username, PASSWORD);
    const recoveryCode = await setUp(session);
    const off = await session.post("user/two-factor/disable", { password: PASSWORD, recovery_code: recoveryCode });
    expect(off.status).toBe(200);
    expect(await session.get("user/account-details")).toMatchObject(REFUSED);
  });
});
