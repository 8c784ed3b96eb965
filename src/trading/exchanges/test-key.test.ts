/** Testing keys through the endpoints, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { sealer } from "../../kit/auth/seal.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { addKey } from "./endpoints/add-key.ts";
import { listKeys } from "./endpoints/list-keys.ts";
import { testKey } from "./endpoints/test-key.ts";
import { testNewKeys } from "./jobs/test-new-keys.ts";
import { ExchangeFailure } from "./core/failure.ts";
import type { Exchange, KeyPermissions } from "./port.ts";
import { exchangeKeyStore } from "./sql/key-store.ts";
import type { ExchangeCredentials, TestedKey } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const person = await newPerson(db);
const limits = { ...person.plan.limits, exchange_api_keys: { enabled: true, maximum_stored: 100 } };
const actor = { ...person, plan: { ...person.plan, limits } };
const stranger = await newPerson(db);
const shown: ExchangeCredentials[] = [];
const silent = (): Promise<KeyPermissions> =>
  Promise.reject(new ExchangeFailure("unavailable", "network", "no answer"));
let answer = silent;
let closed = 0;

/** An exchange that answers about every key as the test says. */
const exchange = {
  code: "kraken",
  name: "Kraken",
  account(credentials: ExchangeCredentials) {
    shown.push(credentials);
    return { permissions: () => answer(), close: () => Promise.resolve(void closed++) };
  },
} as unknown as Exchange;

const connected = new Set(["kraken"]);
const clock = manualClock();
const exchangeKeys = exchangeKeyStore(db, sealer([{ id: "test", key: new Uint8Array(32).fill(7) }]));
const deps = {
  clock,
  exchangeKeys,
  strategiesUsingKey: () => Promise.resolve([]),
  connectedExchange: (code: string) => (connected.has(code) ? exchange : undefined),
};

const rest = { requestId: "r", signal: new AbortController().signal };
const credentials = { token: "t0ken-0123456789", secret: "s3cret-abcdef" };

interface Added {
  readonly id: string;
  readonly message: string;
  readonly key: { readonly status: string; readonly waits_for: string | null };
}

async function add(code = "kraken"): Promise<Added> {
  const params = { exchange: code, label: "Mine", ...credentials };
  return (await addKey.run(deps, { input: { params }, actor, ...rest })) as Added;
}

/** A key that was not tested when it was added. */
async function newKey(code = "kraken"): Promise<string> {
  const before = answer;
  answer = silent;
  const { id } = await add(code);
  answer = before;
  return id;
}

async function ask(id: string, by = actor) {
  try {
    return await testKey.run(deps, { input: { params: { id } }, actor: by, ...rest });
  } catch (error) {
    if (error instanceof AppError) return [error.status, error.code, error.message];
    throw error;
  }
}

async function listed(id: string) {
  const params = { limit: 100, pagenumber: 1 };
  const answered = (await listKeys.run(deps, { input: { params }, actor, ...rest })) as {
    keys: {
      id: string;
      status: string;
      waits_for: string | null;
      last_error: string | null;
      last_tested: number | null;
      permissions: object;
    }[];
  };
  return answered.keys.find((key) => key.id === id);
}

const allowed = (withdraw?: boolean): KeyPermissions => ({
  read: true,
  trade: true,
  withdraw,
  ipRestricted: undefined,
});

test("a key that works is active, with what the exchange reports and null for the rest", async () => {
  answer = () => Promise.resolve(allowed());
  const id = await newKey();
  expect(await ask(id)).toMatchObject({
    id,
    valid: true,
    status: "active",
    permissions: { read: true, trade: true, withdraw: null },
    ip_restricted: null,
    message: "The key works",
  });
  expect(shown.at(-1)).toEqual(credentials);
  expect(await listed(id)).toMatchObject({ status: "active", permissions: { trade: true, withdraw: null } });
});

test("a user whose key may withdraw is told to take that right away", async () => {
  answer = () => Promise.resolve(allowed(true));
  expect(await ask(await newKey())).toMatchObject({ valid: true, message: expect.stringContaining("withdraw") });
});

test("a key that the exchange refuses is invalid until a later test finds it in order", async () => {
  const id = await newKey();
  answer = () => Promise.reject(new ExchangeFailure("rejected", "badKey", "Invalid API-key"));
  expect(await ask(id)).toMatchObject({ valid: false, status: "invalid" });
  expect(await listed(id)).toMatchObject({ status: "invalid", last_error: "Invalid API-key" });
  answer = () => Promise.resolve(allowed());
  expect(await ask(id)).toMatchObject({ valid: true });
  expect(await listed(id)).toMatchObject({ status: "active", last_error: null });
});

test.each(["unavailable", "unknown"] as const)("an exchange that is %s changes nothing", async (kind) => {
  const id = await newKey();
  answer = () => Promise.reject(new ExchangeFailure(kind, "network", "no answer"));
  expect(await ask(id)).toEqual([504, "5200", "Kraken cannot be asked at the moment: no answer"]);
  expect(await listed(id)).toMatchObject({ status: "testing" });
});

test("an exchange that is not connected is not asked, and a stranger's key is not there", async () => {
  const [unconnected, mine] = [await newKey("binance"), await newKey()];
  const before = shown.length;
  expect(await ask(unconnected)).toEqual([422, "2300", expect.any(String)]);
  expect(await ask(mine, stranger)).toEqual([404, "2300", expect.any(String)]);
  expect(shown.length).toBe(before);
  expect(closed).toBe(before);
});

describe("when a key is added", () => {
  test("its exchange is asked, and the answer gives the permissions of the key", async () => {
    answer = () => Promise.resolve(allowed(false));
    expect(await add()).toMatchObject({
      message: "The key is stored, and works",
      key: { status: "active", waits_for: null, permissions: { trade: true, withdraw: false } },
    });
    expect(shown.at(-1)).toEqual(credentials);
  });

  test("one that may withdraw is stored with a warning", async () => {
    answer = () => Promise.resolve(allowed(true));
    expect((await add()).message).toContain("take that right away");
  });

  test("one that the exchange refuses is stored as invalid, with the reason", async () => {
    answer = () => Promise.reject(new ExchangeFailure("rejected", "badKey", "Invalid API-key"));
    expect(await add()).toMatchObject({
      message: "The key is stored, and the exchange refuses it: Invalid API-key",
      key: { status: "invalid", waits_for: null },
    });
  });

  test("one of an exchange that does not answer says so, and is tested by the job", async () => {
    answer = silent;
    const { id, message, key } = await add();
    expect(key).toMatchObject({ status: "testing", waits_for: expect.stringContaining("an answer of Kraken") });
    expect(message).toContain("Its test waits for an answer of Kraken");
    await runJob();
    expect(await listed(id)).toMatchObject({ status: "testing", last_tested: null });
    answer = () => Promise.resolve(allowed());
    await runJob();
    expect(await listed(id)).toMatchObject({ status: "active", waits_for: null, permissions: { trade: true } });
  });

  test("one of an exchange that is not connected is tested once it is connected", async () => {
    answer = () => Promise.resolve(allowed());
    const { id, key } = await add("binance");
    expect(key).toMatchObject({ status: "testing", waits_for: "a connection of the platform to binance" });
    await runJob();
    expect(await listed(id)).toMatchObject({ status: "testing" });
    connected.add("binance");
    await runJob();
    connected.delete("binance");
    expect(await listed(id)).toMatchObject({ status: "active", waits_for: null });
  });
});

test("the job tests every key that waits, and asks about no key that was tested", async () => {
  const ids = await Promise.all(Array.from({ length: 25 }, () => newKey()));
  answer = () => Promise.resolve(allowed());
  for (let run = 0; run < 4; run++) await runJob();
  for (const id of ids) expect(await listed(id)).toMatchObject({ status: "active" });
  const before = shown.length;
  await runJob();
  expect(shown.length).toBe(before);
});

test("a key that no secret of this process opens holds up no other", async () => {
  const [sealed, ...others] = await Promise.all(Array.from({ length: 6 }, () => newKey()));
  answer = () => Promise.resolve(allowed());
  const findCredentials: typeof exchangeKeys.findCredentials = (ownerUid, id) =>
    String(id) === sealed ? Promise.reject(new Error("no key opens it")) : exchangeKeys.findCredentials(ownerUid, id);
  await expect(runJob({ ...exchangeKeys, findCredentials })).rejects.toThrow("could not be tested: 1");
  for (const id of others) expect(await listed(id)).toMatchObject({ status: "active" });
  expect(await listed(sealed ?? "")).toMatchObject({ status: "testing" });
  await runJob();
});

test("the answer of a first test that comes late does not replace that of a later one", async () => {
  const id = await newKey();
  const { uid } = actor;
  answer = () => Promise.reject(new ExchangeFailure("rejected", "badKey", "Invalid API-key"));
  await ask(id);
  const late = {
    status: "active",
    canRead: true,
    canTrade: true,
    canWithdraw: null,
    isIpRestricted: null,
    error: null,
  };
  const change = { ownerUid: uid, uid, id: Number(id), at: clock.now() };
  expect(await exchangeKeys.recordTest(change, late as TestedKey, { onlyFirst: true })).toBeUndefined();
  expect(await listed(id)).toMatchObject({ status: "invalid" });
});

/** The job with the exchanges that are connected now. */
async function runJob(keys = exchangeKeys): Promise<void> {
  const exchanges = [...connected].map((code) => ({ ...exchange, code }));
  const context = { signal: new AbortController().signal } as Parameters<typeof testNewKeys.run>[2];
  await testNewKeys.run({ exchangeKeys: keys, exchanges, clock }, {}, context);
}
