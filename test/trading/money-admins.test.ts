/** Admins who move money of accounts, over HTTP: by what they have to show who they are. */
import { describe, expect, test } from "vitest";
import { addKey } from "../../src/trading/operator.ts";
import { logIn } from "../support/console-session.ts";
import { moneyAdmin, turnOnSecondFactor } from "../support/money-admin.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" } });
const PASSWORD = "Long-enough-1";
const { uid } = await world.person();

let references = 0;
const credit = () => ({ uid, currency: "USD", amount: "1", reference: `bank-${++references}`, reason: "By bank" });
const MOVES = [
  ["finance/admin/refund", { refund_of: "invoice:none", reference: "ticket-1", reason: "As agreed" }],
  ["wallets/admin/approve", { id: "999999999" }],
  ["wallets/admin/reject", { id: "999999999", reason: "Not yours" }],
  ["wallets/admin/complete", { id: "999999999", txid: "ab".repeat(32) }],
  ["wallets/admin/record-deposit", { currency: "ETH", uid: "999999999", txid: "ab".repeat(32), amount: "1" }],
] as const;

const NEEDS_SESSION = { status: 403, json: { data: { code: 2300 } } };
const NEEDS_FACTOR = { status: 403, json: { data: { code: 2023 } } };
const balance = async () => {
  const { items } = await world.trading.deps.wallets.listDeposits(uid, { limit: 100, offset: 0 });
  return items.length;
};

describe("money of an account", () => {
  test("is moved by no key of an admin, signed or bearer", async () => {
    const admin = await world.person("admin");
    const wanted = { label: "bearer", access: "full_access", allowBearer: true } as const;
    const bearer = await addKey(world.platform, world.trading.deps.apiKeys, admin.uid, wanted);
    const headers = { authorization: `Bearer ${bearer?.key}.${bearer?.secret}` };
    for (const [path, params] of [["finance/admin/credit", credit()] as const, ...MOVES]) {
      expect(await world.ask("POST", path, { key: admin.key, params }), path).toMatchObject(NEEDS_SESSION);
      expect(await world.ask("POST", path, { headers, params }), path).toMatchObject(NEEDS_SESSION);
    }
    expect(await balance()).toBe(0);
    // What only looks is open to a key.
    expect(await world.ask("GET", "wallets/admin/list-withdrawals", { key: admin.key })).toMatchObject({ status: 200 });
  });

  test("is moved in no session without a second factor, nor in one from before it was set up", async () => {
    const admin = await world.person("admin");
    const login = (await world.trading.deps.accounts.find(admin.uid))?.username ?? "";
    const [before, session] = [await logIn(world, login, PASSWORD), await logIn(world, login, PASSWORD)];
    for (const [path, params] of [["finance/admin/credit", credit()] as const, ...MOVES]) {
      expect(await before.post(path, params), path).toMatchObject(NEEDS_FACTOR);
    }
    await turnOnSecondFactor(world, session);
    const given = await balance();
    expect(await before.post("finance/admin/credit", credit())).toMatchObject(NEEDS_FACTOR);
    expect(await session.post("finance/admin/credit", credit())).toMatchObject({ status: 200 });
    expect(await balance()).toBe(given + 1);
  });

  test("is moved in a session that began with a code, until the second factor is turned off", async () => {
    const { login, session, recoveryCodes } = await moneyAdmin(world);
    const later = await logIn(world, login, PASSWORD, { recovery_code: recoveryCodes[0] ?? "" });
    for (const each of [session, later]) {
      expect(await each.post("finance/admin/credit", credit())).toMatchObject({ status: 200 });
      for (const [path, params] of MOVES) expect(await each.post(path, params), path).toMatchObject({ status: 404 });
    }
    const off = await later.post("user/two-factor/disable", {
      password: PASSWORD,
      recovery_code: recoveryCodes[1] ?? "",
    });
    expect(off.status, off.text).toBe(200);
    for (const each of [session, later]) {
      expect(await each.post("finance/admin/credit", credit())).toMatchObject(NEEDS_FACTOR);
    }
  });

  test("is not the admin's own", async () => {
    const { uid: own, session } = await moneyAdmin(world);
    expect(await session.post("finance/admin/credit", { ...credit(), uid: own })).toMatchObject({ status: 403 });
    const unknown = await session.post("finance/admin/credit", { ...credit(), currency: "XBT" });
    expect(unknown).toMatchObject({ status: 422 });
    expect(unknown.json.data.missing_information[0].supported).toContain("USDT");
  });
});
