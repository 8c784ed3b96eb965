import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { systemIds, systemRandom } from "../../kit/ids/ids.ts";
import { createKey, enableKey, expireKey, limitKey, revokeKey, shownKey, type NewKey } from "./manage.ts";
import { keyStore } from "./sql/key-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const keys = keyStore(db);
const clock = manualClock();
const deps = { keys, clock, ids: systemIds(), random: systemRandom() };
const plain: NewKey = { name: "Anna", scope: "read", limits: null, expires: "never" };

describe("a new key", () => {
  test("is as it was asked for", async () => {
    const limits = { requests: 5, windowSeconds: 60 };
    const { key, stored } = await createKey(deps, { name: "  Anna  ", scope: "history", limits, expires: "1h" });
    expect(key).toMatch(/^tpk_[0-9A-Za-z]{43}$/);
    expect(await keys.list()).toContainEqual(stored);
    expect(shownKey(stored, clock.now())).toEqual({
      id: expect.stringMatching(/^key_/),
      name: "Anna",
      hint: key.slice(0, 8),
      scope: "history",
      standing: "inForce",
      requests: 5,
      windowSeconds: 60,
      createdAt: "2023-11-14T22:13:20Z",
      expiresAt: "2023-11-14T23:13:20Z",
      lastUsedAt: null,
    });
  });

  test("is another one each time, though the name is the same", async () => {
    const [one, other] = [await createKey(deps, plain), await createKey(deps, plain)];
    expect(one.key).not.toBe(other.key);
    expect(one.stored.id).not.toBe(other.stored.id);
  });

  test.each([
    ["no name", { name: " " }],
    ["a name that is too long", { name: "n".repeat(101) }],
    ["a name that a terminal obeys", { name: "a\u{1b}[2Jb" }],
    ["a name of two lines", { name: "a\nb" }],
    ["a name that turns the line round", { name: "a\u{202e}b" }],
    ["an unknown scope", { scope: "write" }],
    ["no requests", { limits: { requests: 0, windowSeconds: 1 } }],
    ["half a request", { limits: { requests: 0.5, windowSeconds: 1 } }],
    ["too many requests", { limits: { requests: 1_000_001, windowSeconds: 1 } }],
    ["too long a window", { limits: { requests: 1, windowSeconds: 86_401 } }],
    ["an invalid expiry", { expires: "soon" }],
    ["an expiry that is over", { expires: "2020-01-01" }],
    ["an expiry at once", { expires: "now" }],
  ])("is not made with %s", async (_, wrong) => {
    const before = await keys.list();
    await expect(createKey(deps, { ...plain, ...wrong })).rejects.toThrow(UserError);
    expect(await keys.list()).toEqual(before);
  });
});

test("a missing key cannot be changed, and the operator sees that", async () => {
  const refused = [
    limitKey(deps, "key_none", null),
    expireKey(deps, "key_none", "never"),
    enableKey(deps, "key_none", true),
    revokeKey(deps, "key_none"),
  ];
  for (const each of await Promise.allSettled(refused)) {
    expect(each).toMatchObject({ reason: expect.any(UserError) });
    expect(each).toMatchObject({ reason: { message: expect.stringContaining('There is no key "key_none"') } });
  }
});

test("a limit that cannot be meant changes nothing", async () => {
  const { stored } = await createKey(deps, plain);
  await expect(limitKey(deps, stored.id, { requests: 1.5, windowSeconds: 1 })).rejects.toThrow(UserError);
  await expect(expireKey(deps, stored.id, "soon")).rejects.toThrow(UserError);
  expect(await keys.findByHash(stored.hash)).toEqual(stored);
});
