import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { systemIds, systemRandom } from "../../../kit/ids/ids.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { fromMillis, plusMillis } from "../../../kit/time/instant.ts";
import type { ApiKey } from "../key.ts";
import { createKey } from "../manage.ts";
import { MAX_SERVICE_KEYS } from "../store.ts";
import { keyStore } from "./key-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);
const at = fromMillis(1_700_000_000_000);
let number = 0;

async function added(members: Partial<ApiKey> = {}): Promise<ApiKey> {
  const id = `key_${++number}`;
  const key: ApiKey = {
    id,
    name: `Number ${number}`,
    hash: hashSecret(id),
    hint: "tpk_0000",
    scope: "read",
    requests: null,
    windowSeconds: null,
    createdAt: plusMillis(at, number),
    expiresAt: null,
    isEnabled: true,
    lastUsedAt: null,
    ...members,
  };
  expect(await keys.add(key)).toBe(true);
  return key;
}

const stored = async ({ hash }: ApiKey): Promise<ApiKey | undefined> => keys.findByHash(hash);

describe("keys", () => {
  test("come back as they were put in, oldest first", async () => {
    const plain = await added();
    const full = await added({
      name: 'Übung "1" \'; --',
      scope: "admin",
      requests: 5,
      windowSeconds: 60,
      expiresAt: fromMillis(1_800_000_000_000),
      isEnabled: false,
      lastUsedAt: fromMillis(1_700_000_000_123),
    });
    const older = await added({ createdAt: plusMillis(at, -1) });
    expect(await keys.list()).toEqual([older, plain, full]);
    expect(await stored(full)).toEqual(full);
    expect(await keys.findByHash(hashSecret("other"))).toBeUndefined();
  });

  test("are changed one by one, and nothing else of them", async () => {
    const [key, other] = [await added(), await added()];
    const expiresAt = fromMillis(1_900_000_000_000);
    expect(await keys.setLimits(key.id, { requests: 7, windowSeconds: 9 })).toBe(true);
    expect(await stored(key)).toEqual({ ...key, requests: 7, windowSeconds: 9 });
    expect(await keys.setExpiry(key.id, expiresAt)).toBe(true);
    expect(await keys.setEnabled(key.id, false)).toBe(true);
    expect(await stored(key)).toEqual({ ...key, requests: 7, windowSeconds: 9, expiresAt, isEnabled: false });
    expect(await keys.setLimits(key.id, null)).toBe(true);
    expect(await keys.setExpiry(key.id, null)).toBe(true);
    expect(await keys.setEnabled(key.id, true)).toBe(true);
    expect(await stored(key)).toEqual(key);
    expect(await stored(other)).toEqual(other);
  });

  test("are gone when they are revoked, and then nothing about them can be changed", async () => {
    const key = await added();
    expect(await keys.revoke(key.id)).toBe(true);
    expect(await stored(key)).toBeUndefined();
    expect(await keys.revoke(key.id)).toBe(false);
    expect(await keys.setLimits(key.id, null)).toBe(false);
    expect(await keys.setExpiry(key.id, null)).toBe(false);
    expect(await keys.setEnabled(key.id, true)).toBe(false);
  });

  test("have a limit whole or not at all", async () => {
    const half = { requests: 5, windowSeconds: null } as unknown as Parameters<typeof keys.setLimits>[1];
    await expect(keys.setLimits((await added()).id, half)).rejects.toThrow("check");
  });
});

describe("the last use", () => {
  test("is written for many keys at once, and again after a minute, not before", async () => {
    const [one, two, unused] = [await added(), await added(), await added()];
    const used = async () => [await stored(one), await stored(two)].map((key) => key?.lastUsedAt);
    await keys.touch([
      { id: one.id, at },
      { id: two.id, at: plusMillis(at, 5) },
      { id: "key_gone", at },
    ]);
    expect(await used()).toEqual([at, plusMillis(at, 5)]);
    await keys.touch([{ id: one.id, at: plusMillis(at, 59_999) }]);
    expect(await used()).toEqual([at, plusMillis(at, 5)]);
    await keys.touch([
      { id: one.id, at: plusMillis(at, 60_000) },
      { id: two.id, at: plusMillis(at, -5) },
    ]);
    expect(await used()).toEqual([plusMillis(at, 60_000), plusMillis(at, 5)]);
    expect(await stored(unused)).toEqual(unused);
  });

  test("does not wait for a concurrent change of the key", async () => {
    const key = await added();
    await db.transaction(async (tx) => {
      await tx.execute({
        name: "test.lockKey",
        text: "select from players.api_keys where id = $1 for update",
        values: [key.id],
      });
      await keyStore(open()).touch([{ id: key.id, at }]);
    });
    expect((await stored(key))?.lastUsedAt).toBeNull();
  });
});

test("nothing that is stored of a key lets anybody in", async () => {
  const deps = { keys, clock: systemClock(), ids: systemIds(), random: systemRandom() };
  const made = await createKey(deps, { name: "Secret", scope: "read", limits: null, expires: "30d" });
  const [row] = await db.query<{ text: string; hash: Buffer }>({
    name: "test.readKeyRow",
    text: "select k::text as text, k.key_hash as hash from players.api_keys k where k.id = $1",
    values: [made.stored.id],
  });
  const secret = made.key.slice(made.stored.hint.length);
  expect(row?.text).toContain(made.stored.hint);
  for (const form of [secret, Buffer.from(secret).toString("hex"), Buffer.from(made.key).toString("base64")]) {
    expect(row?.text).not.toContain(form);
  }
  expect(row?.hash).toEqual(hashSecret(made.key));
});

test("there is a most number of keys", async () => {
  const [filled] = await db.query<{ count: number }>({
    name: "test.fillKeys",
    text: `with made as (
        insert into players.api_keys (id, name, key_hash, hint, scope, created_at, is_enabled)
        select 'many_' || n, 'Many', sha256(n::text::bytea), '', 'read', now(), true
        from generate_series(1, ${MAX_SERVICE_KEYS} - (select count(*) from players.api_keys) - 1) n returning id)
      select count(*) as count from made`,
  });
  expect(filled?.count).toBeGreaterThan(0);
  const last = await added();
  expect(await keys.add({ ...last, id: "key_over", hash: hashSecret("over") })).toBe(false);
  expect(await keys.list()).toHaveLength(MAX_SERVICE_KEYS);
  const deps = { keys, clock: systemClock(), ids: systemIds(), random: systemRandom() };
  const more = createKey(deps, { name: "More", scope: "read", limits: null, expires: "never" });
  await expect(more).rejects.toThrow("There are 10000 keys already.");
});
