/** Keys with the access `trade`, over HTTP: they trade, and take nothing out of the account. */
import { describe, expect, test } from "vitest";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey } from "../../src/trading/operator.ts";
import { refusalFor } from "../../src/trading/subaccounts/index.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" } });
const REFUSED = {
  status: 403,
  json: { data: { code: 2430, error: expect.stringContaining("This key may only trade") } },
};

describe("a key for trading", () => {
  test("reads, and changes what is traded", async () => {
    const { key } = await world.person("user", "trade");
    expect((await world.ask("GET", "user/account-details", { key })).status).toBe(200);
    const params = { title: "Look at it", remind_at: 4_000_000_000 };
    const reminder = await world.ask("POST", "calendar/add-reminder", { key, params });
    expect(reminder.status).not.toBe(403);
    // Until the engine is there, an order is answered 501: the key is let through to it.
    expect((await world.ask("POST", "strategy/stop-all-strategies", { key })).status).not.toBe(403);
  });

  test("withdraws nothing, and changes no key, address or setting", async () => {
    const { key } = await world.person("user", "trade");
    for (const path of [
      "wallets/withdraw",
      "wallets/cancel-withdraw",
      "wallets/add-withdraw-address",
      "wallets/remove-withdraw-address",
      "user/api-keys/create",
      "user/api-keys/edit",
      "user/api-keys/revoke",
      "exchange-api-keys/add",
      "subaccounts/subaccount-create",
    ]) {
      expect(await world.ask("POST", path, { key }), path).toMatchObject(REFUSED);
      expect(await world.ask("GET", path, { key }), path).toMatchObject(REFUSED);
    }
    const setting = await world.ask("POST", "user/security-settings", { key, params: { login_alerts: false } });
    expect(setting.status).toBe(403);
  });

  test("of an admin moves no money", async () => {
    const { key } = await world.person("admin", "trade");
    for (const path of ["wallets/admin/approve", "wallets/admin/record-deposit"]) {
      expect(await world.ask("POST", path, { key }), path).toMatchObject(REFUSED);
    }
  });

  test("is refused every change of the whole table but those of these areas", async () => {
    const { uid } = await world.person();
    const { platform, trading } = world;
    const made = await addKey(platform, trading.deps.apiKeys, uid, {
      label: "bot",
      access: "trade",
      allowBearer: false,
    });
    expect(made).toBeDefined();
    const caller = { access: "trade", role: "admin", rights: undefined, credential: { kind: "key", id: "1" } } as const;
    const open = tradingEndpoints.filter(
      (each) =>
        !["public", "visitor", "user", "owner"].includes(each.auth) && refusalFor(caller as never, each) === undefined,
    );
    expect(new Set(open.map(({ id }) => id.split(".")[0]))).toEqual(
      new Set(["algorithms", "calendar", "news", "orders", "risk", "signals", "strategies"]),
    );
  });
});
