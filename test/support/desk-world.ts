/** Senders of orders at an exchange that speaks Binance's protocol on the loopback, without the rest of the platform. */
import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { sealer as makeSealer } from "../../src/kit/auth/seal.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { OrderDesk, type OrderDeskDeps } from "../../src/trading/engine/order-desk.ts";
import { orderJournal } from "../../src/trading/engine/sql/order-journal.ts";
import { orderStore } from "../../src/trading/engine/sql/order-store.ts";
import type { Exchange } from "../../src/trading/exchanges/port.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { ccxtWorld } from "./ccxt-loopback.ts";
import { deskRisk, newCustomer, PATIENT_MS, type Customer } from "./order-crash/crash-cases.ts";
import { newPerson } from "./trading-people.ts";

/** Its exchange is closed by the caller: `loop.close()`. */
export async function deskWorld(db: Database) {
  const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
  const loop = await ccxtWorld({ graceMs: PATIENT_MS });
  loop.loopback.world.trade(5);
  const { ownerUid } = await newPerson(db);
  const orders = orderStore(db, systemRandom());
  const journal = orderJournal(db, systemRandom());
  return {
    loop,
    sealer,
    ownerUid,
    orders,
    journal,
    newKey: () => newCustomer(db, loop.loopback, { sealer, ownerUid }),
    /** State and reason of an order. */
    stateOf: async (id: number) => (await orders.readOrders([id])).map(({ order, why }) => [order.state, why])[0],

    /** Senders as a process has them, until the test ends. */
    start(exchanges: readonly Exchange[], more: Partial<OrderDeskDeps> = {}): OrderDesk {
      const exchangeKeys = exchangeKeyStore(db, sealer);
      const clock = more.clock ?? systemClock();
      const owner = randomBytes(4).toString("hex");
      const risk = deskRisk(db, { clock, owner });
      const parts = { db, journal, exchangeKeys, exchanges, clock, log: silentLog(), risk };
      // So long that neither a busy machine nor a clock in a hurry ends the lease of a sender.
      const patient = { leaseMs: PATIENT_MS, missedAfterMs: PATIENT_MS };
      const running = new OrderDesk({ ...parts, owner, ...patient, ...more });
      running.start();
      onTestFinished(() => running.stop());
      return running;
    },

    /** Asks for an order that rests, or takes at once. Answers its id. */
    async ask(
      { keyId }: Customer,
      exchange: string,
      sendAtMs: number,
      { type = "limit" }: { readonly type?: "limit" | "market" } = {},
    ): Promise<number> {
      const terms = { marketId: "btcusdt", side: "buy", amount: "0.01" } as const;
      const order = type === "limit" ? ({ ...terms, type, price: "10000" } as const) : ({ ...terms, type } as const);
      const common = { ownerUid, uid: ownerUid, keyId, exchange, order, intervalMs: 0, expireAfterMs: 0 };
      const stored = await orders.addBatch({ ...common, sendAtMs: [sendAtMs], nowMs: Math.min(Date.now(), sendAtMs) });
      const [only] = stored?.orders ?? [];
      if (!only) throw new Error("the order was not stored");
      return only.terms.id;
    },
  };
}
