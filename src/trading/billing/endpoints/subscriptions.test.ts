import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { openAccount, openSubaccount, START, type Account } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import type { AnyEndpoint } from "../../../kit/endpoint/endpoint.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { Caller, SubaccountRights } from "../../caller.ts";
import { LEAVES } from "../core/leaves.ts";
import { billingStore } from "../sql/billing-store.ts";
import { planOf } from "../sql/plan-of.ts";
import { billingEndpoints } from "./index.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const endpoints: readonly AnyEndpoint[] = billingEndpoints;
const running = new Map<string, readonly string[]>();
const withOrders = new Map<number, readonly number[]>();
const deps = {
  billing: billingStore(db, {
    activeStrategies: async (_, serverId) => running.get(serverId) ?? [],
    openOrders: async (_, serverId) => withOrders.get(serverId) ?? [],
    activeStates: [],
  }),
  clock: { now: () => START },
  activeStrategiesOn: (serverId: string) => Promise.resolve(running.get(serverId) ?? []),
};

const MAY_LITTLE: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: false,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: false,
  exchanges: undefined,
  parentMaximum: "2",
  childMaximum: undefined,
  concurrentStrategiesMaximum: 1,
};

async function callerOf({ uid }: Account, sub?: { uid: number; rights: SubaccountRights }): Promise<Caller> {
  return {
    uid: sub?.uid ?? uid,
    ownerUid: uid,
    role: "user",
    rights: sub?.rights,
    access: "full_access",
    credential: { kind: "key", id: "1" },
    address: "192.0.2.1",
    plan: await planOf(db, uid),
  };
}

// Compares an endpoint's answer member by member.
type Answer = Record<string, unknown>;

/** An operation's answer, checked against its declared answer. Paging has its defaults. */
async function ask(path: string, actor: Caller, params: object = {}): Promise<Answer> {
  const found = endpoints.find((each) => each.path === `/subscriptions/${path}`);
  if (found?.output.kind !== "json") throw new Error(`there is no ${path}`);
  const input = { params: { limit: 10, pagenumber: 1, ...params } };
  const answer: unknown = await found.run(deps, { input, actor, requestId: "1", signal: new AbortController().signal });
  expect([...Value.Errors(found.output.schema, answer)], `${path} answers what it says`).toEqual([]);
  return answer as Answer;
}

/** Code and status of a refusal, which the operation must have declared. */
async function refusal(path: string, actor: Caller, params: object = {}): Promise<string> {
  const error = await ask(path, actor, params).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof AppError)) throw new Error(`${path} was not refused: ${String(error)}`);
  const declared = endpoints.find((each) => each.path === `/subscriptions/${path}`)?.errors ?? [];
  expect(declared.some(({ spec }) => spec.code === error.code && spec.status === error.status)).toBe(true);
  return `${error.status} ${error.code} ${error.message}`;
}

test("all 18 documented operations are there, for GET and POST", () => {
  expect(endpoints).toHaveLength(18);
  for (const { method, path } of endpoints) expect(method, path).toEqual(["GET", "POST"]);
});

describe("details", () => {
  test("are the subscription and every leaf of the tree", async () => {
    const details = await ask("details", await callerOf(await openAccount(db)));
    expect(details["subscription"]).toEqual({ pro_version: false, enabled: true, name: "Free", price: 0 });
    const { subscription: _subscription, ...limits } = details;
    expect(leavesOf(limits, "")).toEqual([...LEAVES].sort());
  });

  test("of a paid package name it and its price", async () => {
    const account = await openAccount(db, "100");
    const answer = await ask("change-php-sdk", await callerOf(account), { id: "pro" });
    expect(answer).toMatchObject({
      status: true,
      subscription: { id: "pro", name: "Pro" },
      effective_at: START / 1_000_000,
      price_difference: "99.00000000",
      charged: "99.00000000",
    });
    const details = await ask("details", await callerOf(account));
    expect(details["subscription"]).toEqual({ pro_version: true, enabled: true, name: "Pro", price: 99 });
  });

  test("of a sub-account are what it is left", async () => {
    const account = await openAccount(db);
    const sub = { uid: await openSubaccount(db, account), rights: MAY_LITTLE };
    expect(await ask("details", await callerOf(account, sub))).toMatchObject({
      subscription: { price: 0 },
      user_settings: { api_access: false },
      strategies: { qty_parent: { maximum: 2 }, maximum: { strategies: 1 }, export: { transactions_rows: 0 } },
      subaccounts: { enabled: false, maximum_accounts: 0 },
      exchange_api_keys: { enabled: false, maximum_stored: 0 },
    });
  });
});

describe("packages", () => {
  test("are listed with the one that is had, an own one too", async () => {
    const account = await openAccount(db, "10");
    const actor = await callerOf(account);
    const list = async () => (await ask("change-package", actor))["packages"] as { id: string; current: boolean }[];
    expect((await list()).map(({ id, current }) => [id, current])).toEqual([
      ["free", true],
      ["basic", false],
      ["pro", false],
    ]);
    const quote = await ask("change-setting-request", actor, { setting: "strategies.maximum.templates", value: 10 });
    expect(quote).toMatchObject({
      old_value: 5,
      new_value: 10,
      price_old: "0.00000000",
      price_new: "0.10000000",
      price_difference: "0.10000000",
      becomes_custom: true,
      expires_at: START / 1_000_000 + 900,
    });
    expect(await ask("change-setting-confirm", actor, { id: quote["id"] })).toMatchObject({
      subscription: { id: "custom", name: "Custom" },
      applied: { setting: "strategies.maximum.templates", new_value: 10 },
    });
    expect(await refusal("change-setting-confirm", actor, { id: quote["id"] })).toMatch(/^409 2310 /);
    expect((await list()).at(-1)).toMatchObject({ id: "custom", current: true });
  });

  test("are sold with no more templates than an account can store", async () => {
    const actor = await callerOf(await openAccount(db, "10"));
    const templates = (value: number) => ({ setting: "strategies.maximum.templates", value });
    expect(await ask("change-setting-request", actor, templates(1000))).toMatchObject({ new_value: 1000 });
    expect(await refusal("change-setting-request", actor, templates(1001))).toMatch(/^422 2300 /);
  });

  test("that there are not, or that cannot be paid, are refused", async () => {
    const actor = await callerOf(await openAccount(db));
    expect(await refusal("change-php-sdk", actor, { id: "custom" })).toBe("404 2300 There is no package custom");
    expect(await refusal("change-package", actor, { id: "basic" })).toMatch(/^422 2420 /);
    expect(await refusal("change-setting-request", actor, { setting: "x", value: "1" })).toMatch(/^422 2300 /);
    expect(await refusal("cancel", actor)).toBe("403 2751 Cancellation is only possible on the website");
  });
});

describe("servers", () => {
  const wanted = { region: "frankfurt", server_package: "private-small", duration: 7_200 };

  test("are rented and given up, but not while strategies run on them", async () => {
    const account = await openAccount(db, "1");
    const actor = await callerOf(account);
    const enabled = await ask("enable-private-server", actor, wanted);
    const { id } = enabled as { id: string };
    expect(enabled).toMatchObject({ state: "provisioning", server: { id, type: "private", price_hour: "0.04000000" } });
    running.set(id, ["77"]);
    expect((await ask("list-private-servers", actor))["servers"]).toMatchObject([{ id, active_strategies: 1 }]);
    expect(await refusal("disable-private-server", actor, { id })).toMatch(/^409 2320 /);
    running.delete(id);
    withOrders.set(Number(id), [1234]);
    expect(await refusal("disable-private-server", actor, { id })).toMatch(/^409 2320 Orders of strategies/);
    withOrders.delete(Number(id));
    expect(await refusal("disable-shared-server", actor, { id })).toMatch(/^404 2300 /);
    expect(await refusal("disable-private-server", await callerOf(await openAccount(db)), { id })).toMatch(
      /^404 2300 /,
    );
    expect(await ask("disable-private-server", actor, { id })).toMatchObject({ server: { status: "stopping" } });
    expect(await account.balance()).toBe("1.00");
  });

  test("that no machine takes are listed as failed and paid back, and before that with the time when they will be", async () => {
    const account = await openAccount(db, "1");
    const actor = await callerOf(account);
    await ask("enable-private-server", actor, wanted);
    const failsAt = START / 1e6 + 900;
    const listed = async () => (await ask("list-private-servers", actor))["servers"];
    expect(await listed()).toMatchObject([
      { status: "provisioning", fails_at: failsAt, status_text: expect.stringContaining("within 15 minutes") },
    ]);
    await deps.billing.stopExpiredServers(plusMillis(START, 900_000 - 1));
    expect(await listed()).toMatchObject([{ status: "provisioning" }]);
    await deps.billing.stopExpiredServers(plusMillis(START, 900_000));
    expect(await listed()).toMatchObject([
      { status: "failed", fails_at: null, status_text: expect.stringContaining("given back") },
    ]);
    expect(await account.balance()).toBe("1.00");
  });

  test("that packages include are listed where the plan has them, and cannot be disabled", async () => {
    const account = await openAccount(db, "1");
    const actor = await callerOf(account);
    await ask("enable-shared-server", actor, { region: "london", duration: 7_200 });
    const { servers, total } = (await ask("list-shared-servers", actor)) as {
      servers: { id: string; default: boolean; region: string; server_package: string }[];
      total: number;
    };
    expect(total).toBe(3);
    expect(servers.map((each) => [each.default, each.region, each.server_package])).toEqual([
      [false, "london", "shared-small"],
      [true, "london", "shared-small"],
      [true, "frankfurt", "shared-small"],
    ]);
    const tokyo = String(Number(servers[1]?.id) + 4);
    expect(await refusal("disable-shared-server", actor, { id: servers[1]?.id })).toMatch(/^422 2300 /);
    expect(await refusal("disable-shared-server", actor, { id: tokyo }), "not in the plan").toMatch(/^404 2300 /);
  });

  test("are refused where the plan has none", async () => {
    const account = await openAccount(db, "1");
    const actor = await callerOf(account);
    const refused = (params: object) => refusal("enable-private-server", actor, { ...wanted, ...params });
    expect(await refused({ region: "tokyo" })).toBe("422 2300 The plan has no private servers in tokyo");
    expect(await refused({ server_package: "shared-small" })).toMatch(/^404 2300 /);
    const { limits } = actor.plan;
    const servers = { ...limits.strategies.servers, private_resource: false };
    const without = [
      { ...limits, strategies: { ...limits.strategies, servers } },
      { ...limits, user_settings: { ...limits.user_settings, private_hosting: false } },
    ];
    for (const smaller of without) {
      const lesser = { ...actor, plan: { ...actor.plan, limits: smaller } };
      expect(await refusal("enable-private-server", lesser, wanted)).toMatch(/^403 2300 /);
    }
    expect(await account.balance()).toBe("1.00");
  });

  test("have types whose price is that of the duration", async () => {
    const actor = await callerOf(await openAccount(db));
    const types = await ask("server-types", actor, { type: "private", duration: 7_200 });
    expect(types).toHaveLength(3);
    expect((types as unknown as Answer[])[0]).toMatchObject({
      id: "private-small",
      price_hour: "0.04000000",
      price_total: "0.08000000",
      regions: ["frankfurt"],
    });
  });
});

test("drivetime, its price and everything else that was paid stand in the history, newest first", async () => {
  const account = await openAccount(db, "100");
  const actor = await callerOf(account);
  expect(await ask("add-drivetime", actor)).toMatchObject({ balance_seconds: 0, used_seconds: 0, expires_at: null });
  expect(await ask("add-drivetime", actor, { id: "week" })).toMatchObject({ status: true, balance_seconds: 604_800 });
  expect(await refusal("add-drivetime", actor, { id: "eternity" })).toMatch(/^404 2300 /);
  const rented = await ask("enable-shared-server", actor, { region: "london", duration: 7_200 });
  await ask("disable-shared-server", actor, { id: rented["id"] });
  const history = (await ask("list-history", actor))["history"] as Answer[];
  expect(history.map((each) => [each["type"], each["amount"], each["balance_after"]])).toEqual([
    ["refund", "0.02000000", "97.00000000"],
    ["subscription", "-0.02000000", "96.98000000"],
    ["topup", "-3.00000000", "97.00000000"],
    ["deposit", "100.00000000", "100.00000000"],
  ]);
  expect(await ask("list-history", actor, { limit: 2, pagenumber: 2 })).toMatchObject({
    showing: 2,
    total: 4,
    page: 2,
  });
  expect(await ask("list-history", await callerOf(await openAccount(db)))).toMatchObject({ history: [], total: 0 });
});

test("invoices and recommendations answer what they say", async () => {
  const account = await openAccount(db);
  const actor = await callerOf(account);
  await deps.billing.makeInvoices({ from: (START - 4e12) as typeof START, to: START }, START);
  expect(await ask("invoices", actor)).toMatchObject({
    invoices: [{ status: "zero", total: "0.00000000", number: expect.stringMatching(/^2026-/) as string }],
    total: 1,
  });
  expect(await ask("php-sdk-recommendation", actor, { strategies: 4, qty_parent: "20.5" })).toMatchObject({
    recommended: { id: "basic", current: false },
    score: 1,
    reasons: ["4 strategies are within the 25 of Basic", "20.5 parent quantity are within the 1000 of Basic"],
    alternatives: [{ id: "pro" }],
  });
  expect(await ask("list-packages", actor)).toHaveLength(3);
});

function leavesOf(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return [path];
  return Object.entries(node)
    .flatMap(([name, child]) => leavesOf(child, path ? `${path}.${name}` : name))
    .sort();
}
