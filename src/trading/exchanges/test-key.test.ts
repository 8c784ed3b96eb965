/** What an exchange says of a key, through the endpoints, on PostgreSQL. */
import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { sealer } from "../../kit/auth/seal.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import type { TradingDeps } from "../deps.ts";
import { addKey } from "./endpoints/add-key.ts";
import { listKeys } from "./endpoints/list-keys.ts";
import { testKey } from "./endpoints/test-key.ts";
import { ExchangeFailure } from "./core/failure.ts";
import type { Exchange, KeyPermissions } from "./port.ts";
import { exchangeKeyStore } from "./sql/key-store.ts";
import type { ExchangeCredentials } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const person = await newPerson(db);
const limits = { ...person.plan.limits, exchange_api_keys: { enabled: true, maximum_stored: 100 } };
const actor = { ...person, plan: { ...person.plan, limits } };
const stranger = await newPerson(db);
const shown: ExchangeCredentials[] = [];
let answer: () => Promise<KeyPermissions>;
let closed = 0;

/** An exchange that says of every key what the test says. */
const exchange = {
  code: "kraken",
  name: "Kraken",
  account(credentials: ExchangeCredentials) {
    shown.push(credentials);
    return { permissions: () => answer(), close: () => Promise.resolve(void closed++) };
  },
} as unknown as Exchange;

const deps = {
  clock: manualClock(),
  exchangeKeys: exchangeKeyStore(db, sealer([{ id: "test", key: new Uint8Array(32).fill(7) }])),
  strategiesUsingKey: () => Promise.resolve([]),
  connectedExchange: (code: string) => (code === "kraken" ? exchange : undefined),
} as unknown as TradingDeps;

const rest = { requestId: "r", signal: new AbortController().signal };
const credentials = { token: "t0ken-0123456789", secret: "s3cret-abcdef" };

async function newKey(code = "kraken"): Promise<string> {
  const params = { exchange: code, label: "Mine", ...credentials };
  const added = (await addKey.run(deps, { input: { params }, actor, ...rest })) as { id: string };
  return added.id;
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
    keys: { id: string; status: string; last_error: string | null; permissions: object }[];
  };
  return answered.keys.find((key) => key.id === id);
}

const allowed = (withdraw?: boolean): KeyPermissions => ({
  read: true,
  trade: true,
  withdraw,
  ipRestricted: undefined,
});

test("a key that works is active, with what the exchange tells and null for the rest", async () => {
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

test("whoever gave the right to withdraw is told to take it away", async () => {
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
  const before = shown.length;
  expect(await ask(await newKey("binance"))).toEqual([422, "2300", expect.any(String)]);
  expect(await ask(await newKey(), stranger)).toEqual([404, "2300", expect.any(String)]);
  expect(shown.length).toBe(before);
  expect(closed).toBe(before);
});
