import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accessProcess, addKey, addUser, requestWith } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { nextNonce, signedToken } from "../../../test/support/signed-request.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Authenticator } from "./authenticator.ts";

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

test("a key that is in memory answers at once", async () => {
  await ask(signed(anna));
  expect(authenticator.authenticate(signed(anna))).not.toBeInstanceOf(Promise);
});

test("without any credentials there is no caller", async () => {
  expect(await ask(requestWith({}))).toBeUndefined();
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
    ["2001", 401, "a signature without a key", { authorization: token() }],
    ["2001", 401, "a word in place of a signature", { authorization: "Basic YTpi" }],
    ["2100", 401, "a key without a signature", { key }],
    ["1820", 422, "a signature that cannot be read", { key, authorization: "secret" }],
    ["1820", 422, "a word before the signature", { key, authorization: `Bearer ${token()}` }],
    ["1820", 422, "a payload that is no object", { key, authorization: token("17") }],
    ["2000", 401, "a key that nobody has", { key: "k".repeat(32), authorization: token() }],
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

test("a revoked key is refused at once here, and within two seconds elsewhere", async () => {
  const clock = manualClock(Date.now());
  const elsewhere = accessProcess(db, { clock });
  const { apiKey, secret, caller } = await addKey(db, world, { allowBearer: true });
  const request = requestWith({ authorization: `Bearer ${apiKey.key}.${secret}` });
  await ask(request);
  await ask(request, elsewhere.authenticator);
  await world.apiKeys.revoke(caller, apiKey.id);
  await expect(ask(request)).rejects.toMatchObject({ code: "2000", status: 401 });
  await clock.advance(2_000);
  await expect(ask(request, elsewhere.authenticator)).rejects.toMatchObject({ code: "2000", status: 401 });
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
