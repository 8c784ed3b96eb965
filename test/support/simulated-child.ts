/**
 * A program that trades at a simulated exchange as fast as it can, for tests that kill it. Writes one JSON line for each
 * order that was acknowledged, `placed`, before each cancel is asked for, `canceling`, and once it is acknowledged, `canceled`.
 */
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import type { NewOrder, OrderReport } from "../../src/trading/exchanges/port.ts";
import { keptExchange } from "./simulated-accounts.ts";

const [connection = "", token = ""] = process.argv.slice(2);
const db = openDatabase({ connection: JSON.parse(connection) as Connection, applicationName: `child ${process.pid}` });
const exchange = keptExchange(db);
const account = exchange.account({ token, secret: "" });

function say(event: string, report: OrderReport): void {
  process.stdout.write(`${JSON.stringify({ event, report })}\n`);
}

async function tradeUntilKilled(trader: number): Promise<never> {
  for (let number = 0; ; number++) {
    const { bids, asks } = await exchange.book("btcusdt", 1);
    const isBuy = number % 2 === 0;
    // One in three takes, one rests at the best price, and one rests far away and is canceled.
    const price =
      [(isBuy ? asks : bids)[0] ?? 0, (isBuy ? bids : asks)[0] ?? 0, isBuy ? 10_000 : 900_000][number % 3] ?? 0;
    const order: NewOrder = {
      marketId: "btcusdt",
      clientOrderId: `t${process.pid}x${trader}x${number}`,
      side: isBuy ? "buy" : "sell",
      type: "limit",
      amount: "0.001",
      price: price.toFixed(1),
    };
    const placed = await account.place(order);
    say("placed", placed);
    if (number % 3 !== 2 || number % 4 === 0) continue;
    say("canceling", placed);
    say("canceled", await account.cancel(order));
  }
}

await Promise.all([0, 1, 2].map(tradeUntilKilled));
