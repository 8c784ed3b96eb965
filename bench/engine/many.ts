/** What strategies ask of the database that have nothing to send: ten thousand of them run, and the statements are counted. */
import { setTimeout as delay } from "node:timers/promises";
import { startStrategy } from "../../test/support/order-crash/start-strategy.ts";
import type { Database, Queryable, Statement } from "../../src/kit/sql/database.ts";
import { row, type Print } from "../market/rows.ts";
import { startEngine } from "./engine-process.ts";
import { openEngineWorld, type EngineWorld } from "./engine-world.ts";
import { grouped } from "./quantiles.ts";
import { newTraders, type Trader } from "./traders.ts";
import { ON_TRIGGER } from "./trigger.ts";

const MARKETS = 100;
const STRATEGIES = 10_000;
const KEYS = 500;
/** So many are made at the same time. */
const AT_ONCE = 10;
const SECONDS = 20;
const START_LIMIT_MS = 600_000;
/** The most frequent ones that are named. */
const NAMED = 4;

export async function run(print: Print): Promise<void> {
  const world = await openEngineWorld(MARKETS);
  try {
    await startStrategies(world);
    const counts = new Map<string, number>();
    const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
    const engine = await startEngine({ ...world, db: counted(world.db, count) }, "bench");
    try {
      const began = performance.now();
      await untilRunning(world);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print(row(`${grouped(STRATEGIES)} strategies, until all run`, `${seconds} s`, `of ${KEYS} keys`));
      await world.prices.drive({ seconds: 5, what: "calm" });
      counts.clear();
      const database = world.databaseSeconds();
      await delay(SECONDS * 1000);
      const share = ((world.databaseSeconds() - database) / SECONDS) * 100;
      const each = [...counts].sort(([, a], [, b]) => b - a);
      const all = each.reduce((sum, [, times]) => sum + times, 0) / SECONDS;
      const most = each.slice(0, NAMED).map(([name, times]) => `${name} ${(times / SECONDS).toFixed(1)}`);
      print(row("their statements, with nothing to send", `${all.toFixed(1)} a second`, `goal 50; ${most.join(", ")}`));
      print(row("what PostgreSQL does for them", `${share.toFixed(1)} % of a core`, ""));
    } finally {
      await engine.stop();
    }
  } finally {
    await world.close();
  }
}

async function startStrategies(world: EngineWorld): Promise<void> {
  const traders = await newTraders(world, KEYS);
  const waiting = Array.from({ length: STRATEGIES }, (_, number) => number);
  const startNext = async (): Promise<void> => {
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const trader = traders[number % KEYS];
      if (trader) await start(world, trader, number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, startNext));
}

async function start(world: EngineWorld, trader: Trader, number: number): Promise<void> {
  const market = world.books.markets[number % MARKETS];
  if (!market) throw new Error("there is no market");
  const code = `binance-${market.id}`;
  await startStrategy(world.db, trader, {
    algorithm: ON_TRIGGER.id,
    settings: {
      condition_codes: [code],
      condition_values: [world.books.lineOf(market.id)],
      executable_codes: [code],
      executable_values: [market.stepSize],
      executable_parents: ["1000000"],
    },
  });
}

async function untilRunning({ db }: EngineWorld): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const [found] = await db.query<{ running: number }>({
      name: "bench.running",
      text: "select count(*)::int as running from trading.strategies where state = 'running'",
    });
    if (found?.running === STRATEGIES) return;
    if (performance.now() > deadline) throw new Error(`only ${String(found?.running)} strategies run`);
    await delay(200);
  }
}

/** The same database; `count` is called with the name of each statement. BEGIN and COMMIT are not counted. */
function counted(db: Database, count: (name: string) => void): Database {
  const asking = <Q extends Queryable>(q: Q): Q => ({
    ...q,
    query: <Row extends object>(statement: Statement) => {
      count(statement.name);
      return q.query<Row>(statement);
    },
    execute: (statement: Statement) => {
      count(statement.name);
      return q.execute(statement);
    },
  });
  return {
    ...asking(db),
    transaction: (work) => db.transaction((tx) => work(asking(tx))),
    snapshot: (work) => db.snapshot((tx) => work(asking(tx))),
    stream: (statement, batchSize) => db.stream(statement, batchSize),
    close: () => db.close(),
  };
}
