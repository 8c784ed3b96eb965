/** How long a process takes over: a thousand open orders of twenty strategies are looked up before they go on. */
import { setTimeout as delay } from "node:timers/promises";
import { startStrategy } from "../../test/support/order-crash/start-strategy.ts";
import { row, rest, type Print } from "../market/rows.ts";
import { startEngine } from "./engine-process.ts";
import { openEngineWorld, type EngineWorld } from "./engine-world.ts";
import { grouped } from "./quantiles.ts";
import { newTraders } from "./traders.ts";

const STRATEGIES = 20;
const ORDERS = 1_000;
const EACH = ORDERS / STRATEGIES;
const MARKET = "btcusdt";
const TWAP_BUY = 900_001;
/** Far below the market: it rests. */
const PRICE = "50000";
const AMOUNT = "0.001";
const LIMIT_MS = 180_000;

export async function run(print: Print): Promise<void> {
  const world = await openEngineWorld(1);
  try {
    for (const trader of await newTraders(world, STRATEGIES)) {
      await startStrategy(world.db, trader, {
        algorithm: TWAP_BUY,
        sliceDelay: "0.01",
        settings: {
          executable_codes: [`binance-${MARKET}`],
          executable_values: [AMOUNT],
          executable_parents: [(Number(AMOUNT) * EACH).toFixed(3)],
          executable_priceexact: [PRICE],
        },
      });
    }
    const before = await startEngine(world, "before");
    await until(async () => (await openOrders(world)) === ORDERS, "the orders do not rest");
    await before.stop();
    await rest();
    const began = performance.now();
    const after = await startEngine(world, "after");
    const connectedMs = performance.now() - began;
    await until(async () => (await resumed(world)) === STRATEGIES, "the strategies do not go on");
    const seconds = (performance.now() - began - connectedMs) / 1000;
    const shown = `${seconds.toFixed(2)} s, ${grouped(ORDERS / seconds)} orders/s`;
    print(row("1,000 open orders, reconvened", shown, `goal 5 s; ${await openOrders(world)} are open`));
    await after.stop();
  } finally {
    await world.close();
  }
}

async function openOrders({ db }: EngineWorld): Promise<number> {
  return count(db, "select count(*)::int as count from trading.orders where state = 'open'", "bench.open");
}

/** Runs that were taken over, and go on. */
async function resumed({ db }: EngineWorld): Promise<number> {
  const text = `select count(*)::int as count from trading.strategies s where s.state = 'running' and exists (
    select from trading.run_transitions t where t.run_id = s.run_id and t.event = 'reconvened')`;
  return count(db, text, "bench.resumed");
}

async function count(db: EngineWorld["db"], text: string, name: string): Promise<number> {
  const [found] = await db.query<{ count: number }>({ name, text });
  return found?.count ?? 0;
}

async function until(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(otherwise);
    await delay(20);
  }
}
