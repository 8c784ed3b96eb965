import { describe, expect, test } from "vitest";
import { accessProcess, addKey, addUser, sessionOf } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { plainValue } from "../../../test/support/plain-value.ts";
import { secondFactorDeps } from "../../../test/support/second-factor.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Caller } from "../caller.ts";
import { MAX_USER_KEYS, type ApiKey } from "./api-key.ts";
import { createApiKey } from "./endpoints/create-api-key.ts";
import { editApiKey } from "./endpoints/edit-api-key.ts";
import { listApiKeys } from "./endpoints/list-api-keys.ts";
import { revokeApiKey } from "./endpoints/revoke-api-key.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);
const { apiKeys } = world;
const deps = { apiKeys, clock: systemClock(), ...secondFactorDeps(db, systemClock()) };
const TERMS = { label: "bot", access: "read_only", addresses: [], allowBearer: false, isStrict: false } as const;

const callOf = <Params>(actor: Caller, params: Params) => ({
  input: { params },
  actor,
  requestId: "test",
  signal: new AbortController().signal,
});
/** The user as it calls with this key. */
const withKey = (caller: Caller, { id, access }: ApiKey): Caller => ({
  ...caller,
  access,
  credential: { kind: "key", id: String(id) },
});
const PAGE = { limit: 10, pagenumber: 1 };

test("a key's secret is shown when it is made, and neither listed nor kept as it is", async () => {
  const caller = await sessionOf(db, await addUser(db));
  const made = await plainValue(
    createApiKey.run(deps, callOf(caller, { label: "bot", addresses: ["192.0.2.9/24", ""] })),
  );
  expect(made.key).toMatch(/^[0-9a-f]{32}$/);
  expect(made.secret).toMatch(/^[0-9a-f]{64}$/);
  const listed = await plainValue(listApiKeys.run(deps, callOf(caller, PAGE)));
  expect(listed).toMatchObject({
    keys: [{ id: made.id, label: "bot", access: "read_only", addresses: ["192.0.2.0/24"], last_used: null }],
    total: 1,
  });
  expect(listed.keys[0]?.key).toBe(`${made.key.slice(0, 4)}...${made.key.slice(-4)}`);
  const rows = await db.query<{ row: string }>({
    name: "test.allOfKeys",
    text: "select api_keys::text || (select string_agg(audit::text, '') from trading.audit) as row from trading.api_keys",
  });
  expect(JSON.stringify([rows, listed])).not.toContain(made.secret);
});

test("what is not sent stays, and a stranger's key is not there", async () => {
  const { apiKey, caller } = await addKey(db, world, { addresses: ["192.0.2.1"], isStrict: true });
  const stranger = await sessionOf(db, await addUser(db));
  const params = { id: String(apiKey.id), label: "renamed" };
  const edited = await plainValue(editApiKey.run(deps, callOf(caller, params)));
  expect(edited.api_key).toMatchObject({ label: "renamed", addresses: ["192.0.2.1/32"], strict: true });
  for (const other of [params, { ...params, id: "1" }]) {
    const notFound = { status: 404, message: `There is no API key ${other.id}` };
    await expect((async () => editApiKey.run(deps, callOf(stranger, other)))()).rejects.toMatchObject(notFound);
    await expect((async () => revokeApiKey.run(deps, callOf(stranger, other)))()).rejects.toMatchObject(notFound);
  }
  expect((await plainValue(listApiKeys.run(deps, callOf(stranger, PAGE)))).total).toBe(0);
});

test("a revoked key is gone for good, and its changes are in the trail", async () => {
  const { apiKey, caller } = await addKey(db, world);
  await apiKeys.edit(caller, apiKey.id, { label: "other" });
  await apiKeys.revoke(caller, apiKey.id);
  await expect(apiKeys.revoke(caller, apiKey.id)).rejects.toMatchObject({ status: 404 });
  await expect(apiKeys.edit(caller, apiKey.id, { label: "again" })).rejects.toMatchObject({ status: 404 });
  expect(await apiKeys.list(caller.uid, { limit: 10, offset: 0 })).toEqual({ keys: [], total: 0 });
  const trail = await db.query<{ action: string }>({
    name: "test.trailOfKey",
    text: "select action from trading.audit where owner_id = $1 and subject = $2 order by id",
    values: [caller.ownerUid, String(apiKey.id)],
  });
  expect(trail.map(({ action }) => action)).toEqual(["api_key.create", "api_key.edit", "api_key.revoke"]);
});

test("a user has 50 keys at the most, however many are made at once; revoked ones leave room", async () => {
  const caller = await sessionOf(db, await addUser(db));
  const made = await Promise.allSettled(Array.from({ length: MAX_USER_KEYS + 5 }, () => apiKeys.create(caller, TERMS)));
  const keys = made.filter((result) => result.status === "fulfilled").map(({ value }) => value.apiKey);
  expect(keys).toHaveLength(MAX_USER_KEYS);
  await expect(apiKeys.create(caller, TERMS)).rejects.toMatchObject({ code: "2300", status: 422 });
  await apiKeys.revoke(caller, keys[0]?.id ?? 0);
  expect(await apiKeys.create(caller, TERMS)).toBeDefined();
});

test("a sub-account makes keys with the right to, and only then", async () => {
  const owner = await addUser(db);
  const [mayNot, may] = [await addUser(db, owner), await addUser(db, owner, { allowApiAccess: true })];
  await expect(apiKeys.create(await sessionOf(db, mayNot), TERMS)).rejects.toMatchObject({ status: 403 });
  expect((await apiKeys.create(await sessionOf(db, may), TERMS)).apiKey.label).toBe("bot");
});

test.each([
  ["an invalid address", { addresses: ["192.0.2.300"] }],
  ["a name", { addresses: ["example.com"] }],
  ["strict together with bearer", { isStrict: true, allowBearer: true }],
])("%s is refused", async (_, terms) => {
  const caller = await sessionOf(db, await addUser(db));
  await expect(apiKeys.create(caller, { ...TERMS, ...terms })).rejects.toMatchObject({ code: "2300", status: 422 });
});

describe("a key never makes or opens one that may do more than itself", () => {
  test.each([
    ["access", { access: "read_only" }, { access: "full_access" }],
    ["any address", { addresses: ["192.0.2.0/24"] }, {}],
    ["more addresses", { addresses: ["192.0.2.0/24"] }, { addresses: ["192.0.2.0/23"] }],
    ["fewer signatures", { isStrict: true }, {}],
    ["no signatures", {}, { allowBearer: true }],
  ] as const)("%s", async (_, own, wanted) => {
    const { apiKey, caller } = await addKey(db, world, own);
    const maker = withKey(caller, apiKey);
    const beyond = { status: 403, code: "2300" };
    await expect(apiKeys.create(maker, { ...TERMS, ...wanted })).rejects.toMatchObject(beyond);
    expect(await apiKeys.create(maker, { ...TERMS, ...own, access: "read_only" })).toBeDefined();
    const { label: _label, access: _access, ...terms } = { ...TERMS, ...wanted };
    if (!("access" in own)) {
      await expect(apiKeys.edit(maker, apiKey.id, terms)).rejects.toMatchObject(beyond);
      expect(await apiKeys.edit(maker, apiKey.id, { label: "renamed" })).toMatchObject({ ...own, label: "renamed" });
    }
  });
});
