/** Accounts at simulated exchanges after the process that had them was killed. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleScript } from "../../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../../test/support/child-process.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { keptExchange } from "../../../../test/support/simulated-accounts.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { parseAmount } from "../../../kit/money/amount.ts";
import type { ExchangeAccount, Fill, OrderReport } from "../port.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const script = await bundleScript(
  fileURLToPath(new URL("../../../../test/support/simulated-child.ts", import.meta.url)),
);

/** The balance that fills imply. */
function moneyAfter(fills: readonly Fill[]): Readonly<Record<string, bigint>> {
  const due: Record<string, bigint> = { BTC: parseAmount("10"), USDT: parseAmount("500000") };
  for (const { side, price, amount, fee } of fills) {
    const sign = side === "buy" ? 1n : -1n;
    due["BTC"] = (due["BTC"] ?? 0n) + sign * parseAmount(amount);
    due["USDT"] = (due["USDT"] ?? 0n) - (sign * parseAmount(price) * parseAmount(amount)) / 100_000_000n;
    if (fee) due[fee.currency] = (due[fee.currency] ?? 0n) - parseAmount(fee.amount);
  }
  return due;
}

/**
 * Orders, fills and balances of one moment. The market goes on and fills orders between two questions: they are all asked
 * again until the answers are the same twice.
 */
async function stateOf(account: ExchangeAccount, clientOrderIds: readonly string[]) {
  const read = async () => {
    const open = new Set((await account.openOrders()).map((each) => each.clientOrderId));
    const now = new Map<string, OrderReport | undefined>();
    for (const clientOrderId of clientOrderIds) {
      now.set(clientOrderId, await account.find({ marketId: "btcusdt", clientOrderId }));
    }
    const fills = await account.fills("btcusdt", { limit: 1000, sinceMs: 0 });
    const had: Record<string, bigint> = {};
    for (const { currency, free, used } of await account.balances()) {
      if (["BTC", "USDT"].includes(currency)) had[currency] = parseAmount(free) + parseAmount(used);
    }
    return { open, now, fills, had };
  };
  return waitUntil(async () => {
    const state = await read();
    expect(await read()).toEqual(state);
    return state;
  });
}

test("kill -9 in the middle of orders loses no acknowledged order, fill, cancel or coin", async () => {
  const acknowledged = new Map<string, OrderReport>();
  const canceling = new Set<string>();
  for (const moment of [5, 40, 90]) {
    const child = new ScriptProcess(script, [JSON.stringify(connection), "ann"]);
    try {
      await child.heard("placed", moment);
    } finally {
      await child.kill();
    }
    for (const { event, report } of child.told) {
      const { clientOrderId } = report as OrderReport;
      acknowledged.set(clientOrderId, report as OrderReport);
      // The kill may come between a cancel that took effect and its answer.
      if (event === "canceling") canceling.add(clientOrderId);
    }
    const exchange = keptExchange(db);
    const account = exchange.account({ token: "ann", secret: "" });
    const { now: orders, open, fills, had } = await stateOf(account, [...acknowledged.keys()]);
    for (const [clientOrderId, before] of acknowledged) {
      const now = orders.get(clientOrderId);
      expect(now, clientOrderId).toMatchObject({
        exchangeOrderId: before.exchangeOrderId,
        createdMs: before.createdMs,
      });
      expect(parseAmount(now?.filled ?? "0") >= parseAmount(before.filled)).toBe(true);
      const next = canceling.has(clientOrderId) ? ["open", "filled", "canceled"] : ["open", "filled"];
      if (before.state === "open") expect(next).toContain(now?.state);
      else expect(now).toEqual(before);
      expect(open.has(clientOrderId)).toBe(now?.state === "open");
      const filled = fills
        .filter((fill) => fill.clientOrderId === clientOrderId)
        .map((fill) => parseAmount(fill.amount));
      expect(filled.reduce((sum, amount) => sum + amount, 0n)).toBe(parseAmount(now?.filled ?? "0"));
    }
    expect(had).toEqual(moneyAfter(fills));
    expect(new Set(fills.map((fill) => fill.id)).size).toBe(fills.length);
    await exchange.close();
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(135);
});
