import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { refusalOf, testClock, testTokens, type TestClock } from "../../../test/support/registry-tokens.ts";
import { sealer } from "../../kit/auth/seal.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { tokenStore } from "./sql/token-store.ts";
import type { TokenStore } from "./store.ts";
import type { Tokens } from "./tokens.ts";

const { db, open } = await testDatabase({ rooms: ["registry"] });

const request = {
  method: "operator",
  subject: "ops",
  permissions: [{ action: "publish", resource: "com.example/*" }],
  ttlSeconds: 86_400,
} as const;

/** Several processes on one database, with clocks that agree. */
async function processes(count: number, clock: TestClock = testClock()): Promise<Tokens[]> {
  const all = Array.from({ length: count }, () => testTokens({ db, clock }));
  await Promise.all(all.map((each) => each.start()));
  return all;
}

const issueHeader = async (tokens: Tokens | undefined): Promise<string> =>
  `Bearer ${(await tokens?.issue(request))?.token}`;

const kidOf = (header: string): string => {
  const [part = ""] = header.slice("Bearer ".length).split(".");
  return (JSON.parse(Buffer.from(part, "base64url").toString()) as { kid: string }).kid;
};

async function accepts(tokens: Tokens | undefined, header: string): Promise<boolean> {
  if (!tokens) throw new Error("the process does not exist");
  const refusal = await tokens.verify(header).then(
    () => undefined,
    () => refusalOf(tokens.verify(header)),
  );
  return refusal === undefined;
}

/** A store that counts how often keys are listed. */
function countingStore(): TokenStore & { lists: number } {
  const store = tokenStore(db);
  const counting = {
    ...store,
    lists: 0,
    listKeys: () => {
      counting.lists++;
      return store.listKeys();
    },
  };
  return counting;
}

test("processes that start at once on an empty database make one key", async () => {
  const pools = Array.from({ length: 8 }, () => open());
  // Connected beforehand, so that they really meet.
  await Promise.all(pools.map((pool) => pool.query({ name: "test.connect", text: "select 1 as one" })));
  const all = pools.map((pool) => testTokens({ db: pool }));
  await Promise.all(all.map((each) => each.start()));
  const kids = await Promise.all(all.map(async (each) => kidOf(await issueHeader(each))));
  expect(new Set(kids).size).toBe(1);
  expect(await tokenStore(db).listKeys()).toHaveLength(1);
});

test("the private key is sealed in the database", async () => {
  await processes(1);
  for (const { sealedPrivateKey } of await tokenStore(db).listKeys()) expect(sealedPrivateKey).toMatch(/^v1\.test\./);
});

describe("rotation", () => {
  test("makes a new key sign here at once and elsewhere within five seconds, and the former one counts on", async () => {
    const clock = testClock();
    const [here, there] = await processes(2, clock);
    const before = await issueHeader(here);
    const kid = await here?.rotateKey();
    expect(kidOf(await issueHeader(here))).toBe(kid);
    clock.advance(5000);
    expect(kidOf(await issueHeader(there))).toBe(kid);
    expect(await accepts(here, before)).toBe(true);
    expect(await accepts(there, before)).toBe(true);
  });

  test("makes tokens that other processes know at once", async () => {
    const clock = testClock();
    const [here, there] = await processes(2, clock);
    clock.advance(1000);
    await here?.rotateKey();
    expect(await accepts(there, await issueHeader(here))).toBe(true);
  });

  test("works when the former key was sealed with a secret key that is lost", async () => {
    await processes(1);
    const other = testTokens({ db, sealer: sealer([{ id: "other", key: new Uint8Array(32).fill(8) }]) });
    await expect(other.start()).rejects.toThrow(UserError);
    await other.rotateKey();
    await other.start();
    expect(await accepts(other, await issueHeader(other))).toBe(true);
    await testTokens({ db }).rotateKey();
  });
});

describe("revocation", () => {
  test("ends a key's tokens here at once and elsewhere within five seconds, though they were checked before", async () => {
    const clock = testClock();
    const [here, there] = await processes(2, clock);
    const header = await issueHeader(here);
    expect([await accepts(here, header), await accepts(there, header)]).toEqual([true, true]);
    await here?.revokeKey(kidOf(header));
    expect(await accepts(here, header)).toBe(false);
    clock.advance(5000);
    expect(await accepts(there, header)).toBe(false);
  });

  test("of the key that signs makes another one sign", async () => {
    const clock = testClock();
    const [here, there] = await processes(2, clock);
    const revoked = kidOf(await issueHeader(here));
    await here?.revokeKey(revoked);
    const kid = kidOf(await issueHeader(here));
    expect(kid).not.toBe(revoked);
    clock.advance(5000);
    expect(kidOf(await issueHeader(there))).toBe(kid);
  });

  test("takes the key out of the published set, and may be repeated", async () => {
    const [here] = await processes(1);
    const kid = kidOf(await issueHeader(here));
    await here?.revokeKey(kid);
    await here?.revokeKey(kid);
    expect((await here?.jwks())?.keys.map((key) => key.kid)).not.toContain(kid);
  });

  test("of an unknown key is a mistake", async () => {
    const [here] = await processes(1);
    await expect(here?.revokeKey("nothing")).rejects.toThrow("Signing key nothing does not exist.");
  });
});

describe("looks into the database", () => {
  const unknown = `Bearer ${Buffer.from('{"alg":"EdDSA","kid":"made-up"}').toString("base64url")}.e30.AAAA`;

  test("for unknown keys happen at most once a second", async () => {
    const [clock, store] = [testClock(), countingStore()];
    const tokens = testTokens({ db, clock, store });
    await tokens.start();
    clock.advance(1000);
    const before = store.lists;
    await Promise.all(Array.from({ length: 50 }, () => refusalOf(tokens.verify(unknown))));
    expect(store.lists - before).toBe(1);
    clock.advance(999);
    await refusalOf(tokens.verify(unknown));
    expect(store.lists - before).toBe(1);
    clock.advance(1);
    await refusalOf(tokens.verify(unknown));
    expect(store.lists - before).toBe(2);
  });

  test("for known keys happen once in five seconds, however many tokens are checked", async () => {
    const [clock, store] = [testClock(), countingStore()];
    const tokens = testTokens({ db, clock, store });
    await tokens.start();
    const header = await issueHeader(tokens);
    const before = store.lists;
    for (let call = 0; call < 20; call++) await tokens.verify(header);
    expect(store.lists - before).toBe(0);
    clock.advance(5000);
    await Promise.all(Array.from({ length: 20 }, () => tokens.verify(header)));
    expect(store.lists - before).toBe(1);
  });

  test("that fail are an internal failure, and the next one may succeed", async () => {
    const clock = testClock();
    const store = countingStore();
    const { listKeys } = store;
    const tokens = testTokens({ db, clock, store });
    await tokens.start();
    const header = await issueHeader(tokens);
    clock.advance(5000);
    store.listKeys = () => Promise.reject(new Error("the database is away"));
    await expect(tokens.verify(header)).rejects.toThrow("the database is away");
    store.listKeys = listKeys;
    expect(await accepts(tokens, header)).toBe(true);
  });
});
