/** That every limit of the plan that can be met today is met: what is within it is done, what is beyond it is refused. */
import { describe, expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { loadCaller } from "../../src/trading/access/index.ts";
import { limitedAccount, type LimitedAccount, type Limits } from "../support/limited-accounts.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({
  settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0", TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0" },
  limiter: memoryLimiter({ clock: systemClock() }),
});
const account = (limits?: Limits): Promise<LimitedAccount> => limitedAccount(world, limits);
type Answer = Awaited<ReturnType<LimitedAccount["ask"]>>;

/** Status and code, and a part of what is said. */
function expectRefusal(answer: Answer, status: number, code: number, says: string): void {
  expect([answer.status, answer.json.data.code], answer.text).toEqual([status, code]);
  expect(answer.json.data.error).toContain(says);
}

function expectDone(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
}

const newKey = { exchange: "binance", label: "mine", token: "some-token-1", secret: "some-secret-1" };
const newSubaccount = (name: string) => ({
  username: `${name}-${Date.now().toString(36)}`,
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "correct horse battery 1",
  active: true,
  allow_api_key_usage: false,
});

describe("settings of the user", () => {
  test("user_settings.enabled: without it nothing is changed", async () => {
    expectDone(await (await account()).ask("user/settings", { theme: "dark" }));
    const without = await account({ "user_settings.enabled": false });
    expectRefusal(await without.ask("user/settings", { theme: "dark" }), 403, 2300, "does not include settings");
    expectRefusal(await without.ask("user/security-settings", { login_alerts: false }), 403, 2300, "settings");
    expectDone(await without.ask("user/settings"));
  });

  test("user_settings.twofactor: without it none is set up", async () => {
    const params = { password: "Long-enough-1" };
    expectDone(await (await (await account()).session()).post("user/two-factor/setup", params));
    const without = await (await account({ "user_settings.twofactor": false })).session();
    expectRefusal(await without.post("user/two-factor/setup", params), 403, 2300, "does not include a second factor");
  });

  test("user_settings.api_access: without it no key counts", async () => {
    expectDone(await (await account()).ask("user/account-details"));
    const without = await account({ "user_settings.api_access": false });
    expectRefusal(await without.ask("user/account-details"), 403, 2000, "may not use API keys");
  });

  test("new limits hold in the next request, by a key that was used just before", async () => {
    const changing = await account();
    expectDone(await changing.ask("user/account-details"));
    await changing.limit({ "user_settings.enabled": false });
    expectRefusal(await changing.ask("user/settings", { theme: "dark" }), 403, 2300, "does not include settings");
    await changing.limit({});
    expectDone(await changing.ask("user/settings", { theme: "dark" }));
    await changing.limit({ "user_settings.ratelimit.minute": 2 });
    expectRefusal(await changing.ask("user/account-details"), 429, 1507, "2 requests per 60000ms");
  });

  test("user_settings.ratelimit.ms: a request that follows sooner is refused", async () => {
    const slow = await account({ "user_settings.ratelimit.ms": 60_000 });
    expectDone(await slow.ask("user/account-details"));
    expectRefusal(await slow.ask("user/account-details"), 429, 1507, "1 requests per 60000ms");
  });

  test("user_settings.ratelimit.minute: one request more is refused", async () => {
    const slow = await account({ "user_settings.ratelimit.minute": 3 });
    for (let request = 0; request < 3; request++) expectDone(await slow.ask("user/account-details"));
    expectRefusal(await slow.ask("user/account-details"), 429, 1507, "3 requests per 60000ms");
  });
});

describe("exports", () => {
  const asked = { type: ".csv", symbol: "binance-btcusdt" };

  test("strategies.export.transactions_rows: one row more is refused", async () => {
    const limited = await account({ "strategies.export.transactions_rows": 5 });
    expectDone(await limited.ask("export/request", { ...asked, limit: 5 }));
    expectRefusal(await limited.ask("export/request", { ...asked, limit: 6 }), 422, 2300, "5");
  });

  test("strategies.export.maximum_storage_time: nothing is kept longer", async () => {
    const limited = await account({ "strategies.export.maximum_storage_time": 3_600 });
    const before = Math.floor(Date.now() / 1000);
    const made = await limited.ask("export/request", { ...asked, limit: 5 });
    const kept = made.json.data.expires_at - before;
    expect(kept).toBeGreaterThanOrEqual(3_600);
    expect(kept).toBeLessThan(3_660);
  });
});

describe("servers", () => {
  const wanted = { region: "frankfurt", server_package: "private-small", duration: 7_200 };
  const wantedShared = { region: "frankfurt", duration: 7_200 };

  test("user_settings.private_hosting: without it no private server is rented", async () => {
    expectDone(await (await account()).ask("subscriptions/enable-private-server", wanted));
    const without = await account({ "user_settings.private_hosting": false });
    const refused = await without.ask("subscriptions/enable-private-server", wanted);
    expectRefusal(refused, 403, 2300, "does not include private servers");
    expectDone(await without.ask("subscriptions/enable-shared-server", wantedShared));
  });

  test("strategies.servers.private_resource: without it no private server is rented", async () => {
    const without = await account({ "strategies.servers.private_resource": false });
    const refused = await without.ask("subscriptions/enable-private-server", wanted);
    expectRefusal(refused, 403, 2300, "does not include private servers");
  });

  test("strategies.servers.shared_resource: without it no shared server is rented, or seen", async () => {
    const without = await account({ "strategies.servers.shared_resource": false });
    const refused = await without.ask("subscriptions/enable-shared-server", wantedShared);
    expectRefusal(refused, 403, 2300, "does not include shared servers");
    expect((await without.ask("subscriptions/list-shared-servers")).json.data.total).toBe(0);
  });

  const inTokyo = (kind: string) => ({ [`strategies.servers.locations.${kind}.active`]: ["tokyo"] });
  const rent = (of: LimitedAccount, kind: string, region: string) =>
    of.ask(`subscriptions/enable-${kind}-server`, { ...(kind === "private" ? wanted : wantedShared), region });
  const inactiveOf = async (of: LimitedAccount, kind: string) => {
    const { json } = await of.ask("subscriptions/details");
    return json.data.strategies.servers.locations[kind].inactive as string[];
  };

  test("strategies.servers.locations.private.active: elsewhere none is rented", async () => {
    const limited = await account(inTokyo("private"));
    expectRefusal(await rent(limited, "private", "frankfurt"), 422, 2300, "no private servers in frankfurt");
    expectDone(await rent(limited, "private", "tokyo"));
  });

  test("strategies.servers.locations.private.inactive: is where none is rented", async () => {
    const limited = await account(inTokyo("private"));
    const inactive = await inactiveOf(limited, "private");
    expect(inactive).toHaveLength(5);
    for (const region of inactive) expectRefusal(await rent(limited, "private", region), 422, 2300, region);
  });

  test("strategies.servers.locations.shared.active: elsewhere none is rented, or seen", async () => {
    const limited = await account(inTokyo("shared"));
    expectRefusal(await rent(limited, "shared", "frankfurt"), 422, 2300, "no shared servers in frankfurt");
    const { servers } = (await limited.ask("subscriptions/list-shared-servers")).json.data;
    expect(servers.map(({ region }: { region: string }) => region)).toEqual(["tokyo"]);
    expectDone(await rent(limited, "shared", "tokyo"));
  });

  test("strategies.servers.locations.shared.inactive: is where none is rented", async () => {
    const limited = await account(inTokyo("shared"));
    const inactive = await inactiveOf(limited, "shared");
    expect(inactive).toHaveLength(5);
    for (const region of inactive) expectRefusal(await rent(limited, "shared", region), 422, 2300, region);
  });
});

describe("adding sub-accounts", () => {
  const create = (of: LimitedAccount, name: string, params: object = {}) =>
    of.ask("subaccounts/subaccount-create", { ...newSubaccount(name), ...params });

  test("subaccounts.enabled: without it none is added", async () => {
    expectDone(await create(await account(), "first"));
    expectRefusal(await create(await account({ "subaccounts.enabled": false }), "none"), 422, 2410, "0 sub-accounts");
  });

  test("subaccounts.maximum_accounts: one more is refused", async () => {
    const limited = await account({ "subaccounts.maximum_accounts": 2 });
    for (const name of ["one-of-two", "two-of-two"]) expectDone(await create(limited, name));
    expectRefusal(await create(limited, "three-of-two"), 422, 2410, "2 sub-accounts");
  });

  test("subaccounts.qty_parent.maximum: none gets more", async () => {
    const limited = await account({ "subaccounts.qty_parent.maximum": 0.5 });
    const refused = await create(limited, "too-much", { parent_maximum: "0.50000001" });
    expectRefusal(refused, 422, 2300, "parent_maximum is above the plan's");
    expectDone(await create(limited, "as-much", { parent_maximum: "0.5" }));
  });

  test("subaccounts.qty_child.minimum: none gets less", async () => {
    const limited = await account({ "subaccounts.qty_child.minimum": 0.5 });
    const refused = await create(limited, "too-little", { child_maximum: "0.49999999" });
    expectRefusal(refused, 422, 2300, "child_maximum is below the least quantity");
    expectDone(await create(limited, "as-little", { child_maximum: "0.5" }));
  });
});

describe("what a sub-account was given counts as far as the plan still has it:", () => {
  test("subaccounts.exchanges: keys of other exchanges are neither added nor given", async () => {
    const owner = await account();
    const member = await owner.member({ manage_own_apikeys: true, exchanges_enabled: "binance,kraken" });
    await owner.limit({ "subaccounts.exchanges": ["kraken"] });
    const refused = await member.ask("exchange-api-keys/add", newKey);
    expectRefusal(refused, 403, 2400, "may not use this exchange");
    expectDone(await member.ask("exchange-api-keys/add", { ...newKey, exchange: "kraken" }));
    const other = await account({ "subaccounts.exchanges": ["kraken"] });
    const params = { ...newSubaccount("elsewhere"), exchanges_enabled: "binance" };
    expectRefusal(await other.ask("subaccounts/subaccount-create", params), 422, 2300, "not part of the plan: binance");
  });

  test("subaccounts.see_all_strategies: it is shown as not given, and is not given", async () => {
    const owner = await account();
    const member = await owner.member({ view_all_profiles: true });
    await owner.limit({ "subaccounts.see_all_strategies": false });
    expect((await loadCaller(world.platform.db, member.uid))?.rights?.viewAllProfiles).toBe(false);
    expect((await member.ask("subscriptions/details")).json.data.subaccounts.see_all_strategies).toBe(false);
    const other = await account({ "subaccounts.see_all_strategies": false });
    const params = { ...newSubaccount("all-seeing"), view_all_profiles: true };
    expectRefusal(await other.ask("subaccounts/subaccount-create", params), 422, 2300, "view_all_profiles");
  });

  test("subaccounts.export: it exports nothing", async () => {
    const owner = await account();
    const asked = { type: ".csv", symbol: "binance-btcusdt", limit: 5 };
    const member = await owner.member({ export_enabled: true });
    expectDone(await (await member.session()).post("export/request", asked));
    await owner.limit({ "subaccounts.export": false });
    expectRefusal(await member.ask("export/request", asked), 403, 2430, "not allowed");
  });

  test("subaccounts.exchange_api_keys.share_master: it sees no keys of the main account", async () => {
    const owner = await account();
    expectDone(await owner.ask("exchange-api-keys/add", newKey));
    const member = await owner.member({ allow_api_key_usage: true, manage_own_apikeys: true });
    const listed = async () => (await (await member.session()).get("exchange-api-keys/list")).json.data.total;
    expect(await listed()).toBe(1);
    await owner.limit({ "subaccounts.exchange_api_keys.share_master": false });
    expect(await listed()).toBe(0);
  });

  test("subaccounts.exchange_api_keys.add_own: it adds no keys", async () => {
    const owner = await account();
    const member = await owner.member({ allow_api_key_usage: true, manage_own_apikeys: true });
    await owner.limit({ "subaccounts.exchange_api_keys.add_own": false });
    expectRefusal(await member.ask("exchange-api-keys/add", newKey), 403, 2430, "not allowed");
  });

  test("subaccounts.api_access: its keys do not count", async () => {
    const owner = await account();
    const member = await owner.member({});
    await owner.limit({ "subaccounts.api_access": false });
    expectRefusal(await member.ask("user/account-details"), 403, 2000, "may not use API keys");
    expectDone(await (await member.session()).get("user/account-details"));
  });

  test("subaccounts.force_twofactor: it does nothing before it has a second factor", async () => {
    const owner = await account();
    const member = await owner.member({});
    await owner.limit({ "subaccounts.force_twofactor": true });
    expectRefusal(await member.ask("user/account-details"), 403, 2023, "second factor");
    expectRefusal(await (await member.session()).get("user/account-details"), 403, 2023, "second factor");
  });
});

describe("keys of exchanges", () => {
  test("exchange_api_keys.enabled: without it none is stored", async () => {
    const without = await account({ "exchange_api_keys.enabled": false });
    expectRefusal(await without.ask("exchange-api-keys/add", newKey), 403, 2400, "does not include exchange keys");
  });

  test("exchange_api_keys.maximum_stored: one more is refused", async () => {
    const limited = await account({ "exchange_api_keys.maximum_stored": 1 });
    expectDone(await limited.ask("exchange-api-keys/add", newKey));
    expectRefusal(await limited.ask("exchange-api-keys/add", { ...newKey, token: "some-token-2" }), 422, 2410, "1");
  });
});
