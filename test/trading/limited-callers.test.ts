/**
 * Callers who may do less, at every operation: keys that only read or only trade, users who were disabled or deleted, and
 * admins who have not shown a second factor.
 */
import { expect, test } from "vitest";
import { setUserActive } from "../../src/trading/accounts/index.ts";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { accessCases, askEndpoint, exampleOf, guardedEndpoints, type Params } from "../support/access-cases.ts";
import { logIn } from "../support/console-session.ts";
import { fullAccount, type FullAccount } from "../support/full-account.ts";
import { changedTables, ownedTables, storedOf } from "../support/stored-account.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

// Nothing is sent and nothing runs: what changes is what was asked for.
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, works: false });
const { platform, trading } = world;
const { db, clock } = platform;
const tables = await ownedTables(db);

async function keyOf(uid: number, access: "read_only" | "trade"): Promise<MadeKey> {
  const key = await addKey(platform, trading.deps.apiKeys, uid, { label: access, access, allowBearer: false });
  if (!key) throw new Error("the user has no key");
  return key;
}

/** Asks every operation with the account's own ids; the tables that each has changed. */
async function changesBy(key: MadeKey, { owner, things }: FullAccount): Promise<ReadonlyMap<string, string[]>> {
  const changes = new Map<string, string[]>();
  let before = await storedOf(db, tables, { ownerUid: owner.uid });
  for (const endpoint of guardedEndpoints) {
    const requests: Params[] = [exampleOf(endpoint)];
    for (const each of accessCases.filter((one) => one.endpoint === endpoint)) {
      const fitting = things.filter(({ kind, of }) => of === "owner" && kind === each.kind);
      requests.push(...fitting.map(({ id }) => each.params(id)));
    }
    for (const params of requests) await askEndpoint(world, endpoint, key, params);
    const after = await storedOf(db, tables, { ownerUid: owner.uid });
    const changed = changedTables(before, after);
    if (changed.length > 0) changes.set(endpoint.id, changed);
    before = after;
  }
  return changes;
}

/** A wallet is there once it was looked at, and an address once it was asked for; a file of rows is made to be read. */
const NOTED = ["wallets", "receiving_addresses", "exports"];

test("a key that only reads changes nothing of its account but what reading itself notes", async () => {
  const account = await fullAccount(world);
  const changes = await changesBy(await keyOf(account.owner.uid, "read_only"), account);
  const changing = ["exports.requestExport", "wallets.fetchDepositAddress", "wallets.listBalances"];
  expect([...changes.keys()].toSorted()).toEqual(changing);
  for (const changed of changes.values()) for (const name of changed) expect(NOTED).toContain(name);
});

test("a key that only reads is shown books and the order of strategies, and sets neither", async () => {
  const { key } = await world.person("user", "read_only");
  for (const [path, params] of [
    ["strategy/books", { action: "create", name: "Mine" }],
    ["strategy/edit-order", { "ids[0]": "1" }],
  ] as const) {
    expect((await world.ask("GET", path, { key })).status, path).toBe(200);
    const changed = await world.ask("POST", path, { key, params });
    expect([path, changed.status, changed.json.data.code]).toEqual([path, 403, 2430]);
  }
});

test.each(["read_only", "trade"] as const)(
  "a key with %s sees packages and drivetime, and buys none",
  async (access) => {
    const { key, uid } = await world.person("user", access);
    for (const [path, id] of [
      ["subscriptions/change-package", "basic"],
      ["subscriptions/add-drivetime", "day"],
    ] as const) {
      for (const method of ["GET", "POST"] as const) {
        expect((await world.ask(method, path, { key })).status, path).toBe(200);
        const bought = await world.ask(method, path, { key, params: { id } });
        expect([path, bought.status, bought.json.data.code]).toEqual([path, 403, 2430]);
      }
    }
    const full = await addKey(platform, trading.deps.apiKeys, uid, {
      label: "full",
      access: "full_access",
      allowBearer: false,
    });
    const chosen = await world.ask("POST", "subscriptions/change-package", {
      key: full ?? key,
      params: { id: "free" },
    });
    expect([chosen.status, chosen.json.data.status]).toEqual([200, true]);
  },
);

/** What trading is: strategies, orders, signals and halts, and a user's own lists. */
const TRADED = new Set([
  "alerts",
  "algorithms",
  "books",
  "exchange_queries",
  "exports",
  "news_keywords",
  "orders",
  "profiles",
  "reminders",
  "risk_halts",
  "run_transitions",
  "runs",
  "signal_hooks",
  "signal_subscriptions",
  "signals",
  "strategies",
  "strategy_orders",
  "strategy_tabs",
  "strategy_templates",
  "watchlist_items",
]);

test("a key that only trades changes no money, key, person or setting", async () => {
  const account = await fullAccount(world);
  const changes = await changesBy(await keyOf(account.owner.uid, "trade"), account);
  const beyond = [...changes.values()].flat().filter((name) => !TRADED.has(name) && !NOTED.includes(name));
  expect(beyond).toEqual([]);
  // It does trade.
  expect([...changes.keys()]).toEqual(
    expect.arrayContaining(["strategies.start", "orders.orderCreate", "signals.deleteSignal"]),
  );
});

/** Operations that let this key in. */
async function letIn(key: MadeKey): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of guardedEndpoints) {
    const { status, json } = await askEndpoint(world, endpoint, key, exampleOf(endpoint));
    if (status !== 401 || json.data.code !== 2000) open.push(`${endpoint.id}: ${status}`);
  }
  return open;
}

test("no operation lets a user in who is deleted or switched off, or whose main account is disabled", async () => {
  const account = await fullAccount(world);
  const { owner, colleague } = account;
  const [deleted, switchedOff] = [await account.member({}), await account.member({})];
  const ask = (path: string, params: Params) => world.ask("POST", path, { key: owner.key, params });
  for (const { key } of [deleted, switchedOff, colleague]) {
    expect((await world.ask("GET", "user/account-details", { key })).status).toBe(200);
  }
  expect((await ask("subaccounts/subaccount-delete", { id: deleted.uid })).status).toBe(200);
  const off = { id: switchedOff.uid, name: "Ada Lovelace", email: "ada@example.com", active: false };
  expect((await ask("subaccounts/subaccount-edit", { ...off, allow_api_key_usage: false })).status).toBe(200);
  expect(await letIn(deleted.key)).toEqual([]);
  expect(await letIn(switchedOff.key)).toEqual([]);
  await db.transaction((tx) => setUserActive(tx, owner.uid, false, clock.now()));
  expect(await letIn(colleague.key)).toEqual([]);
  expect(await letIn(owner.key)).toEqual([]);
});

test("no operation that moves money or changes users takes an admin without a second factor, or a key", async () => {
  const { uid, key } = await world.person("admin");
  const login = (await trading.deps.accounts.find(uid))?.username ?? "";
  const session = await logIn(world, login, "Long-enough-1");
  const proven = guardedEndpoints.filter(({ auth }) => auth === "provenAdmin");
  expect(proven.length).toBeGreaterThan(10);
  for (const endpoint of proven) {
    const path = endpoint.path.slice(1);
    const bySession = await session.post(path, exampleOf(endpoint));
    expect([endpoint.id, bySession.status, bySession.json.data.code]).toEqual([endpoint.id, 403, 2023]);
    const byKey = await askEndpoint(world, endpoint, key, exampleOf(endpoint));
    expect([endpoint.id, byKey.status, byKey.json.data.code]).toEqual([endpoint.id, 403, 2300]);
  }
});
