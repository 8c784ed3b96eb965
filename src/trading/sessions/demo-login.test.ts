import { expect, test } from "vitest";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { findUser, markDemoUser } from "../accounts/index.ts";
import { makeDemoUser } from "../operator.ts";

const world = await tradingWorld();
const { ask, platform, trading } = world;
const { db } = platform;

const logIn = (headers: Record<string, string> = {}) => ask("POST", "session/demo-login", { headers });

/** The data of `session/logins`. */
const logins = async (cookie?: string) =>
  (await ask("GET", "session/logins", cookie ? { headers: { cookie } } : {})).json.data;

test("a demo logs its own user in with one click, and nothing else ever does", async () => {
  await makeDemoUser(platform, trading.deps.apiKeys);
  const refused = await logIn();
  expect([refused.status, refused.json.data.code]).toEqual([403, 2022]);
  expect(await logins()).toEqual({ signed_in: false, demo_login: false, sign_up: "off" });

  await trading.beginDemo();
  expect(await logins()).toMatchObject({ demo_login: true });
  const { status, json, headers } = await logIn();
  expect([status, json.data.username]).toEqual([200, "demo"]);
  const cookie = (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
  const current = await ask("GET", "session/current", { headers: { cookie } });
  expect(current.json.data).toMatchObject({ username: "demo", role: "admin", csrf_token: json.data.csrf_token });
  expect(await logins(cookie)).toMatchObject({ signed_in: true });

  const foreign = await logIn({ "sec-fetch-site": "cross-site" });
  expect([foreign.status, foreign.json.data.code]).toEqual([403, 2022]);
});

test("a user who is called demo and was not made by --demo needs the password", async () => {
  await db.execute({ name: "test.unmark", text: "update trading.users set is_demo = false" });
  await trading.beginDemo();
  expect(await logins()).toMatchObject({ demo_login: false });
  expect((await logIn()).status).toBe(403);
});

test("the demo's user with a second factor needs it", async () => {
  const { uid } = await world.person("admin");
  await db.transaction((tx) => markDemoUser(tx, uid));
  await trading.beginDemo();
  expect((await logIn()).status).toBe(200);
  await db.execute({
    name: "test.secondFactor",
    text: "insert into trading.two_factor (uid, secret_sealed, confirmed_at) values ($1, 'x', now())",
    values: [uid],
  });
  expect((await findUser(db, uid))?.hasTwoFactor).toBe(true);
  expect((await logIn()).status).toBe(403);
});
