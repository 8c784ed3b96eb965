/** Accounts with a key at the exchange, and plans that delay nothing; made without requests, which would be counted. */
import { randomBytes } from "node:crypto";
import { timestamp } from "../../src/kit/sql/values.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { newPerson } from "../../test/support/trading-people.ts";
import type { EngineWorld } from "./engine-world.ts";

export interface Trader {
  readonly ownerUid: number;
  readonly keyId: number;
}

const PLAN = {
  "strategies.enabled": true,
  "strategies.orderbook_refresh": 1,
  "strategies.ratelimit.orders_per_second": 1_000_000,
};
const BALANCES = { USDT: "1000000000", BTC: "1000000" };
const SECRET = "secretOfTheBenchmark01";

export async function newTraders({ db, sealer, tellVenue }: EngineWorld, count: number): Promise<readonly Trader[]> {
  const store = exchangeKeyStore(db, sealer);
  const at = systemClock().now();
  const tokens = Array.from({ length: count }, () => `key${randomBytes(8).toString("hex")}`);
  await tellVenue({ accounts: tokens.map((apiKey) => ({ apiKey, secret: SECRET, balances: BALANCES })) });
  const traders: Trader[] = [];
  for (const token of tokens) {
    const { ownerUid } = await newPerson(db);
    await db.execute({
      name: "bench.plan",
      text: `insert into trading.subscriptions (owner_id, base_id, overrides, created_at, updated_at)
        values ($1, 'free', $2, $3, $3)`,
      values: [ownerUid, JSON.stringify(PLAN), timestamp(at)],
    });
    const of = { ownerUid, uid: ownerUid, at };
    const key = await store.addKey(
      { ...of, exchange: "binance", label: "x", credentials: { token, secret: SECRET } },
      10,
    );
    if (!key) throw new Error("the key was not stored");
    const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
    await store.recordTest({ ...of, id: key.id }, { status: "active", ...works });
    traders.push({ ownerUid, keyId: key.id });
  }
  return traders;
}
