/** What the platform must be able to do, case by case, over HTTP. A test bears the number of its case. */
import { describe, expect, test } from "vitest";
import type { ExportRows } from "../../src/trading/exports/index.ts";
import { documentedOperations } from "../support/documented-operations.ts";
import { SUBSCRIPTION_DETAILS } from "../support/subscription-details.ts";
import { furnish } from "../support/trading-examples.ts";
import { tradingWorld, type TradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0", TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" },
});
const person = await world.person();
await furnish(world, person.uid);
const { key } = person;

type Answer = Awaited<ReturnType<TradingWorld["ask"]>>;

describe("system", () => {
  test("A01: the time is the time, without a key", async () => {
    const before = Date.now();
    const { status, json } = await world.ask("GET", "system/timestamp");
    const after = Date.now();
    expect(status).toBe(200);
    const { seconds, milliseconds } = json.data;
    expect([Number.isInteger(seconds), Number.isInteger(milliseconds)]).toEqual([true, true]);
    expect(Math.abs(Math.floor(milliseconds / 1000) - seconds)).toBeLessThanOrEqual(1);
    expect(milliseconds).toBeGreaterThan(before - 5_000);
    expect(milliseconds).toBeLessThan(after + 5_000);
    expect(json.meta).toMatchObject({ endpoint: "system/timestamp", auth_required: false, status: 200 });
  });

  test("A02: ping tells how far two clocks are apart", async () => {
    const sent = 1_591_777_804_158;
    const { status, json } = await world.ask("POST", "system/ping", { params: { milliseconds: sent } });
    expect(status).toBe(200);
    expect(Number(json.data.your_sent_ms)).toBe(sent);
    expect(json.data.difference).toBe(json.data.our_server_ms - sent);
    expect(json.data).toMatchObject({ equation: expect.any(String), note: expect.any(String) });
  });

  test("A03: the query wins over the body", async () => {
    const { json } = await world.ask("POST", "system/ping?milliseconds=1000", { params: { milliseconds: 2000 } });
    expect(Number(json.data.your_sent_ms)).toBe(1000);
    expect(json.data.difference).toBe(json.data.our_server_ms - 1000);
  });

  test("A04: the checks of parameters have names", async () => {
    const { status, json } = await world.ask("GET", "system/list-validation-functions");
    expect(status).toBe(200);
    const general = ["js_millisecond_update", "is_email", "password_auth"];
    expect(json.data).toEqual(
      expect.arrayContaining([...general, "is_valid_symbol", "is_valid_side", "is_valid_level"]),
    );
  });

  test("A06: the list of operations describes each", async () => {
    const operations = await listOperations();
    for (const each of operations)
      expect(each).toMatchObject({
        path: expect.any(String),
        parent: expect.any(String),
        name: expect.any(String),
        description: expect.any(String),
        auth_required: expect.any(Boolean),
        parameters: expect.any(Array),
      });
    const needsKey = new Map(operations.map((each) => [each.path, each.auth_required]));
    const asked = ["system/ping", "system/timestamp", "system/information"];
    expect(asked.map((path) => needsKey.get(path))).toEqual([false, false, true]);
  });

  test("A06: every documented path is listed", async () => {
    const documented = new Set(documentedOperations("trading").map(({ path }) => path));
    expect(documented.size).toBe(179);
    const listed = new Set((await listOperations()).map(({ path }) => path));
    expect([...documented].filter((path) => !listed.has(path))).toEqual([]);
  });
});

describe("subscriptions", () => {
  test("A07: the details show every limit, in its type", async () => {
    const { status, json } = await world.ask("GET", "subscriptions/details", { key });
    expect(status).toBe(200);
    expect(json.data).toMatchObject(SUBSCRIPTION_DETAILS);
    const { spread, maximum, servers } = json.data.strategies;
    expect(spread.minimum).toBeLessThanOrEqual(spread.maximum);
    expect(Number.isInteger(maximum.duration)).toBe(true);
    expect(Number.isInteger(json.data.user_settings.ratelimit.ms)).toBe(true);
    expect(Array.isArray(servers.locations.private.active)).toBe(true);
    expect(json.meta).toMatchObject({
      auth_success: true,
      subscription: { id: expect.any(String), name: expect.any(String) },
    });
    expect(Number.isInteger(json.meta.rateLimits.minute)).toBe(true);
  });

  test("A08: servers are private or shared, for two hours at least", async () => {
    const asked = (type: string, duration: number): Promise<Answer> =>
      world.ask("POST", "subscriptions/server-types", { key, params: { type, duration } });
    expectRefusal(await asked("private", 7199));
    const offered = await asked("private", 7200);
    expect(offered.status).toBe(200);
    expect(offered.json.data).not.toEqual([]);
    expectRefusal(await asked("public", 7200));
  });
});

describe("exchange keys", () => {
  test("A09: an empty request is told what is missing, and nothing else", async () => {
    const answer = await world.ask("POST", "exchange-api-keys/add", { key });
    expectMissing(answer, ["exchange", "label", "token", "secret"]);
    expect(answer.json.missing_parameters).toEqual(answer.json.data.missing_parameters);
  });

  test("A10: a stored secret is never shown again", async () => {
    const secret = "S3CRET-abcdef";
    const params = { exchange: "kraken", label: "Desk of the tests", token: "token-1234567", secret };
    const added = await world.ask("POST", "exchange-api-keys/add", { key, params });
    const listed = await world.ask("GET", "exchange-api-keys/list", { key });
    expect([added.status, listed.status]).toEqual([200, 200]);
    const labels: string[] = listed.json.data.keys.map(({ label }: { label: string }) => label);
    expect(labels.filter((label) => label === params.label)).toHaveLength(1);
    expect(added.text + listed.text).not.toContain(secret);
  });
});

describe("marketplace", () => {
  test("A27: a payload is at least 100 characters long, and a movement is that of an iteration", async () => {
    const payload = "x".repeat(99);
    expectRefusal(await world.ask("POST", "marketplace/signals-add", { key, params: { key: "abc", payload } }));
    const movement = await world.ask("POST", "marketplace/signals-iteration-price-movement", {
      key,
      params: { id: 1 },
    });
    expectMissing(movement, ["iteration"]);
  });
});

describe("users", () => {
  test("A21: a sub-account needs a long password and a username of its own", async () => {
    const create = (password: string): Promise<Answer> =>
      world.ask("POST", "subaccounts/subaccount-create", {
        key,
        params: {
          name: "Grace Hopper",
          email: "grace@example.com",
          username: "grace.hopper",
          password,
          active: true,
          allow_api_key_usage: false,
        },
      });
    expectRefusal(await create("Short-1"));
    const created = await create("Long-enough-1");
    expect([created.status, created.json.data.status]).toEqual([200, true]);
    expectRefusal(await create("Long-enough-2"));
  });

  test("A22: an account is not closed here, whatever is said", async () => {
    const { uid, key: ownKey } = await world.person();
    const params = { reason: "because I say so", password: "abcde" };
    const answer = await world.ask("POST", "user/close-account", { key: ownKey, params });
    expect([answer.status, answer.json.data.code]).toEqual([403, 2750]);
    expect(answer.json.meta).toMatchObject({ auth_required: true, status: 403 });
    const after = await world.ask("GET", "user/account-details", { key: ownKey });
    expect([after.status, after.json.meta.uid]).toEqual([200, uid]);
  });

  test("A24: commissions are those of one sub-account, balances come ten at a time", async () => {
    expectMissing(await world.ask("POST", "finance/list-commissions-paid", { key }), ["subaccount_id"]);
    const { status, json } = await world.ask("POST", "wallets/list-balances", { key });
    expect(status).toBe(200);
    expect(json.data.wallets.length).toBeLessThanOrEqual(10);
    expect(json.data.showing).toBe(json.data.wallets.length);
  });
});

test("A25: an export is asked for, waited for, fetched and listed", async () => {
  const params = { system: "strategy_transactions", type: ".csv", symbol: "binance-btcusdt", limit: 100 };
  const asked = await world.ask("POST", "export/request", { key, params });
  const { id } = asked.json.data;
  expect([asked.status, typeof id]).toEqual([200, "string"]);

  const early = await world.ask("POST", "export/fetch", { key, params: { id } });
  expect(early.json.data).toMatchObject({ id, message: expect.stringMatching(/wait/i) });
  expect(early.json.data.content).toBeUndefined();

  await runExport(Number(id), 250);
  const made = await world.ask("POST", "export/fetch", { key, params: { id } });
  expect(made.json.data).toMatchObject({ id, state: "completed", rows: 100 });
  const lines = Buffer.from(made.json.data.content, "base64").toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(101);
  expect(lines[0]).toMatch(/^id,[a-z_,]+,Type,[A-Za-z ,]+$/);

  const listed = await world.ask("POST", "export/list", { key });
  expect(listed.json.data.exports.map((each: { id: string }) => each.id)).toContain(id);
});

test("A29: an article has a title of 18 characters or more, and is listed", async () => {
  const create = (title: string): Promise<Answer> => {
    const texts = { title, brief: "b".repeat(30), body: "x".repeat(300) };
    return world.ask("POST", "articles/create", { key, params: { ...texts, publishdate: 1_599_615_673 } });
  };
  expectRefusal(await create("t".repeat(17)));
  const created = await create("t".repeat(18));
  expect([created.status, created.json.data.status]).toEqual([200, true]);
  const listed = await world.ask("POST", "articles/list", { key });
  expect(listed.json.data.articles.map((each: { id: string }) => each.id)).toEqual([created.json.data.id]);
});

describe("the other areas", () => {
  const asked = ["calendar/list-schedule", "support/settings", "competitions/list", "statistics/account-pnl"];

  test.each(asked)("A30: %s is for callers with a key", async (path) => {
    const stranger = await world.ask("GET", path);
    expect([stranger.status, stranger.json.data.code]).toEqual([401, 2001]);
    expect(stranger.json.meta.auth_success).toBe(false);
    const { status, json } = await world.ask("GET", path, { key });
    expect([status, json.meta.auth_success]).toEqual([200, true]);
  });

  test("A30: symbols of an exchange need the exchange, a speed test its server and both exchanges", async () => {
    expectMissing(await world.ask("POST", "exchangeindex/symbols"), ["exchange"]);
    const speed = await world.ask("POST", "tests/server-location-speed-to-exchange", { key });
    expectMissing(speed, ["server_id", "exchange1", "exchange2"]);
  });
});

function expectRefusal({ status, json }: Answer): void {
  expect(Math.floor(status / 100)).toBe(4);
  expect(Number.isInteger(json.data.code)).toBe(true);
  expect(json.data.error).toEqual(expect.stringMatching(/./));
}

function expectMissing(answer: Answer, names: readonly string[]): void {
  expectRefusal(answer);
  expect(answer.json.data.code).toBe(1440);
  const missing: readonly string[] = answer.json.data.missing_parameters;
  expect(missing).toHaveLength(names.length);
  expect(new Set(missing)).toEqual(new Set(names));
}

async function listOperations(): Promise<{ readonly path: string; readonly auth_required: boolean }[]> {
  const { status, json } = await world.ask("GET", "system/endpoints");
  expect(status).toBe(200);
  return json.data;
}

/** What a process that runs jobs does, with as many transactions as are said here. */
async function runExport(exportId: number, count: number): Promise<void> {
  const bound = world.trading.jobs.find(({ job }) => job.name === "trading.makeExport");
  if (!bound) throw new Error("the platform makes exports");
  const { exportRows } = bound.deps as { readonly exportRows: ExportRows };
  const rows: ExportRows["rows"] = async function* () {
    for (let row = 0; row < count; row++) yield [String(row), "0", "btcusdt", "buy", "1", "2", "closed", "1"];
  };
  const deps = { ...(bound.deps as object), exportRows: { ...exportRows, rows } };
  const { signal } = new AbortController();
  await bound.job.run(deps, { exportId }, { attempt: 1, maxAttempts: 1, signal });
}
