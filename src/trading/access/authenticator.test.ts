import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accessProcess, addKey, addUser, requestWith } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { nextNonce, signedToken } from "../../../test/support/signed-request.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Authenticator } from "./authenticator.ts";
import { givePackage } from "../../../test/support/given-package.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);
const { authenticator } = world;
const anna = await addKey(db, world);

const signed = (of: { apiKey: { key: string }; secret: string }, payload?: string, other?: Partial<Credentials>) =>
  requestWith({ key: of.apiKey.key, authorization: signedToken(of.secret, payload) }, other);
const ask = async (request: Credentials, by: Authenticator = authenticator) => by.authenticate(request);
const change = (uid: number, assignment: string) =>
  db.execute({
    name: `test.${assignment}`,
    text: `update trading.users set ${assignment} where id = $1`,
    values: [uid],
  });

test("a signed request is its user's", async () => {
  const caller = await ask(signed(anna));
  expect(caller).toMatchObject({
    uid: anna.caller.uid,
    ownerUid: anna.caller.uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "key", id: String(anna.apiKey.id) },
    address: "192.0.2.1",
  });
  expect(JSON.stringify(caller)).not.toContain(anna.secret);
});

test("a key that is in memory costs one query, and none with a wrong secret", async () => {
  let queries = 0;
  const query: typeof db.query = (statement) => {
    queries++;
    return db.query(statement);
  };
  const own = accessProcess({ ...db, query });
  const key = await addKey(db, own);
  for (let time = 0; time < 2; time++) await ask(signed(key), own.authenticator);
  queries = 0;
  await ask(signed(key), own.authenticator);
  expect(queries).toBe(1);
  const wrong = { apiKey: key.apiKey, secret: "0".repeat(64) };
  await expect(ask(signed(wrong), own.authenticator)).rejects.toMatchObject({ code: "2000", status: 401 });
  expect(queries).toBe(1);
});

describe("there is no caller with", () => {
  const authorization = signedToken(anna.secret);
  test.each<[string, Record<string, string>]>([
    ["no credentials", {}],
    ["a signature and no key", { authorization }],
    ["a signature and an empty key", { key: "", authorization }],
    ["the password of a proxy and no key", { authorization: "Basic YTpi" }],
    ["the key free, signed with the secret free", { key: "free", authorization: signedToken("free") }],
    ["the key free, signed with another secret", { key: "free", authorization }],
    ["the key free alone", { key: "free" }],
  ])("%s", async (_, headers) => {
    expect(await ask(requestWith(headers))).toBeUndefined();
  });
});

test("200 signed requests at once all pass, and every replay is refused", async () => {
  const key = await addKey(db, world);
  const requests = Array.from({ length: 200 }, () => signed(key)).toReversed();
  const callers = await Promise.all(requests.map((request) => ask(request)));
  expect(callers.every((caller) => caller?.uid === key.caller.uid)).toBe(true);
  for (const request of requests) await expect(ask(request)).rejects.toMatchObject({ code: "2011", status: 401 });
});

describe("refused is", () => {
  const token = (payload?: string) => signedToken(anna.secret, payload);
  const { key } = anna.apiKey;
  test.each([
    ["2100", 401, "a key without a signature", { key }],
    ["1820", 422, "a signature that cannot be read", { key, authorization: "secret" }],
    ["1820", 422, "a word before the signature", { key, authorization: `Bearer ${token()}` }],
    ["1820", 422, "a payload that is not an object", { key, authorization: token("17") }],
    ["2000", 401, "an unknown key", { key: "k".repeat(32), authorization: token() }],
    ["2000", 401, "a key of no form", { key: "'; --", authorization: token() }],
    ["2000", 401, "a signature with another secret", { key, authorization: signedToken("secret") }],
    ["2010", 401, "no nonce", { key, authorization: token("{}") }],
    ["2012", 401, "a short nonce", { key, authorization: token('{"nonce":17}') }],
    ["2014", 401, "a nonce of next year", { key, authorization: token('{"nonce":"99990000000000000"}') }],
    ["2000", 401, "a path that is another", { key, authorization: token(`{"nonce":${nextNonce()},"path":"/"}`) }],
    ["2000", 401, "the secret where it must be signed", { authorization: `Bearer ${key}.${anna.secret}` }],
    ["2000", 401, "a wrong secret", { authorization: `Bearer ${key}.${"0".repeat(64)}` }],
  ])("%s with %i: %s", async (code, status, _, headers) => {
    await expect(ask(requestWith(headers))).rejects.toMatchObject({ code, status });
  });
});

test("a request that is refused leaves its nonce unused", async () => {
  const nonce = nextNonce();
  await expect(ask(signed(anna, `{"nonce":${nonce},"path":"/other"}`))).rejects.toMatchObject({ code: "2000" });
  expect(await ask(signed(anna, `{"nonce":${nonce}}`))).toBeDefined();
});

test("a strict key needs path, body and expiry", async () => {
  const key = await addKey(db, world, { isStrict: true });
  await expect(ask(signed(key))).rejects.toMatchObject({ code: "2000", message: expect.stringContaining("sign path") });
  const rawBody = Buffer.from("a=b");
  const members = {
    path: "/api/v2/user/audit",
    body_sha256: createHash("sha256").update(rawBody).digest("hex"),
    exp: Math.floor(Date.now() / 1000) + 30,
  };
  const payload = JSON.stringify(members).replace("{", `{"nonce":${nextNonce()},`);
  expect(await ask(signed(key, payload, { rawBody }))).toBeDefined();
});

test("a key that allows it is taken with its secret, and passes again and again", async () => {
  const { apiKey, secret } = await addKey(db, world, { allowBearer: true });
  const request = requestWith({ authorization: `Bearer ${apiKey.key}.${secret}` });
  expect(await ask(request)).toMatchObject({ credential: { id: String(apiKey.id) } });
  expect(await ask(request)).toBeDefined();
});

test("a key counts from its addresses only", async () => {
  const key = await addKey(db, world, { addresses: ["192.0.2.0/24", "2001:db8::/32"] });
  for (const address of ["192.0.2.77", "::ffff:192.0.2.78", "2001:db8::1"]) {
    expect(await ask(signed(key, undefined, { address }))).toMatchObject({ address });
  }
  for (const address of ["198.51.100.1", "", "2001:db9::1"]) {
    await expect(ask(signed(key, undefined, { address }))).rejects.toMatchObject({ code: "2000", status: 403 });
  }
});

test("a revoked key is refused in the next request, in every process", async () => {
  const elsewhere = accessProcess(db);
  const { apiKey, secret, caller } = await addKey(db, world, { allowBearer: true });
  const request = requestWith({ authorization: `Bearer ${apiKey.key}.${secret}` });
  await ask(request);
  await ask(request, elsewhere.authenticator);
  await world.apiKeys.revoke(caller, apiKey.id);
  await expect(ask(request)).rejects.toMatchObject({ code: "2000", status: 401 });
  await expect(ask(request, elsewhere.authenticator)).rejects.toMatchObject({ code: "2000", status: 401 });
});

describe("what changes counts in the next request of a process that remembers the key:", () => {
  test.each([
    ["the account is closed", 401, "update trading.users set closed_at = now() where id = $1"],
    ["the user is disabled", 401, "update trading.users set is_active = false where id = $1"],
    ["the owner is disabled", 401, "update trading.users set is_active = false where id = $2"],
    ["the owner is closed", 401, "update trading.users set closed_at = now() where id = $2"],
    ["the owner takes the right away", 403, "update trading.users set rights = '{}' where id = $1"],
    [
      "the plan takes the right away",
      403,
      `insert into trading.subscriptions (owner_id, base_id, overrides, created_at, updated_at)
        values ($2, 'free', '{"subaccounts.api_access": false}', now(), now())`,
    ],
    [
      "the key gets other addresses",
      403,
      "update trading.api_keys set addresses = '{198.51.100.1}' where user_id = $1",
    ],
    ["the key is revoked", 401, "update trading.api_keys set revoked_at = now() where user_id = $1"],
  ])("%s", async (what, status, text) => {
    const owner = await addUser(db);
    const uid = await addUser(db, owner, { allowApiAccess: true });
    const key = await addKey(db, world, {}, uid);
    const elsewhere = accessProcess(db).authenticator;
    for (let time = 0; time < 2; time++) expect(await ask(signed(key), elsewhere)).toBeDefined();
    const both = `with who as (select $1::bigint as uid, $2::bigint as owner) ${text}`;
    const statement = both
      .replaceAll("$1", "$1::bigint")
      .replaceAll("$2", "$2::bigint")
      .replaceAll("::bigint::bigint", "::bigint");
    await db.execute({ name: `test.${what}`, text: statement, values: [uid, owner] });
    await expect(ask(signed(key), elsewhere)).rejects.toMatchObject({ code: "2000", status });
  });

  test("a sub-account must use a second factor, and then has one", async () => {
    const owner = await addUser(db);
    const uid = await addUser(db, owner, { allowApiAccess: true });
    const key = await addKey(db, world, {}, uid);
    const elsewhere = accessProcess(db).authenticator;
    expect(await ask(signed(key), elsewhere)).not.toHaveProperty("needsTwoFactor");
    await db.execute({
      name: "test.forceTwoFactor",
      text: `insert into trading.subaccounts (uid, force_twofactor, created_at, updated_at) values ($1, true, now(), now())`,
      values: [uid],
    });
    expect(await ask(signed(key), elsewhere)).toHaveProperty("needsTwoFactor", true);
    await db.execute({
      name: "test.hasTwoFactor",
      text: "insert into trading.two_factor (uid, secret_sealed, confirmed_at) values ($1, '-', now())",
      values: [uid],
    });
    expect(await ask(signed(key), elsewhere)).not.toHaveProperty("needsTwoFactor");
  });

  test("the limits of the plan", async () => {
    const key = await addKey(db, world);
    const elsewhere = accessProcess(db).authenticator;
    const limitOf = async () => (await ask(signed(key), elsewhere))?.plan.limits.user_settings.ratelimit.minute;
    for (const wanted of [600, 77, 78]) {
      if (wanted !== 600) {
        await givePackage(db, key.caller.uid, "free", { "user_settings.ratelimit.minute": wanted });
      }
      expect(await limitOf()).toBe(wanted);
    }
  });
});

test("a key is believed no longer than two seconds while the database is away", async () => {
  const clock = manualClock(Date.now());
  const away = { ...db, query: () => Promise.reject(new Error("no database")) };
  let current: typeof db = db;
  const process = accessProcess({ ...db, query: (statement) => current.query(statement) }, { clock });
  const { apiKey, secret } = await addKey(db, world, { allowBearer: true });
  const request = requestWith({ authorization: `Bearer ${apiKey.key}.${secret}` });
  await ask(request, process.authenticator);
  current = away;
  await clock.advance(1_500);
  expect(await ask(request, process.authenticator)).toBeDefined();
  await clock.advance(500);
  await expect(ask(request, process.authenticator)).rejects.toMatchObject({ code: "5000", status: 503 });
  current = db;
  expect(await ask(request, process.authenticator)).toBeDefined();
});

describe("no key opens", () => {
  test.each([
    ["an inactive user", "is_active = false"],
    ["a closed user", "closed_at = now()"],
  ])("%s", async (_, assignment) => {
    const key = await addKey(db, world);
    await change(key.caller.uid, assignment);
    await expect(ask(signed(key), accessProcess(db).authenticator)).rejects.toMatchObject({
      code: "2000",
      status: 401,
    });
  });

  test.each([
    ["whose owner is closed", 401, "owner", "closed_at = now()"],
    ["whose owner takes the right away", 403, "own", "rights = '{}'"],
  ])("a sub-account %s", async (_, status, whose, assignment) => {
    const owner = await addUser(db);
    const uid = await addUser(db, owner, { allowApiAccess: true });
    const key = await addKey(db, world, {}, uid);
    expect(await ask(signed(key))).toMatchObject({
      uid,
      ownerUid: owner,
      rights: { allowApiAccess: true, allowExport: false },
    });
    await change(whose === "own" ? uid : owner, assignment);
    await expect(ask(signed(key), accessProcess(db).authenticator)).rejects.toMatchObject({ code: "2000", status });
  });
});

test("the last use is written down", async () => {
  const own = accessProcess(db);
  const key = await addKey(db, own);
  own.authenticator.start();
  await ask(signed(key), own.authenticator);
  await own.authenticator.stop();
  const { keys } = await own.apiKeys.list(key.caller.uid, { limit: 1, offset: 0 });
  expect(keys[0]?.lastUsedAt).not.toBeNull();
  await expect(ask(signed(key), own.authenticator)).rejects.toMatchObject({ status: 503 });
});
