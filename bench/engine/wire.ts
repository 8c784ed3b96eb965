/**
 * From a message about a book to the order on the socket: 200 strategies on 100 books with 5,000 messages a second,
 * with the journal and without it. Bare commits of one row by the same pool are the comparison. Then as many orders as
 * it can send.
 *
 * The time begins where the adapter hands a message over. `npm run bench -- market adapter` measures the adapter's
 * time for one.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startStrategy } from "../../test/support/order-crash/start-strategy.ts";
import { row, rest, type Print } from "../market/rows.ts";
import { startEngine } from "./engine-process.ts";
import { openEngineWorld, type EngineWorld } from "./engine-world.ts";
import { grouped, quantile, shownTimes } from "./quantiles.ts";
import { newTraders } from "./traders.ts";
import { ON_TRIGGER } from "./trigger.ts";
import { Unjournaled } from "./unjournaled.ts";

const MARKETS = 100;
const STRATEGIES = 200;
const TRADERS = 20;
const MESSAGES_PER_SECOND = 5_000;
const TRIGGERS_PER_SECOND = 20;
const BARE_COMMITS_PER_SECOND = 20;
const SECONDS = 15;
const WARM_SECONDS = 5;
/** The minimum value of a slice, quote units. */
const WORTH = 20;
/** Slices of a strategy follow each other so soon. */
const SLICE_DELAY = "0.05";
const START_LIMIT_MS = 120_000;
const QUIET_LIMIT_MS = 120_000;
/** Within this time a run has read everything that is stored. */
const HEARD_MS = 1_500;

export async function run(print: Print): Promise<void> {
  const world = await openEngineWorld(MARKETS);
  try {
    await measureWire(world, print);
  } finally {
    await world.close();
  }
}

async function measureWire(world: EngineWorld, print: Print): Promise<void> {
  const wire = new Wire(world);
  const without = new Unjournaled();
  await startStrategies(world);
  const engine = await startEngine(world, "bench", { around: without, written: (id) => wire.written(id) });
  try {
    await untilRunning(world);
    await wire.drive(WARM_SECONDS, "triggers");
    await rest();
    const [times, bare] = await Promise.all([wire.drive(SECONDS, "triggers"), bareCommits(world, SECONDS)]);
    await rest();
    const most = await wire.drive(SECONDS, "all");
    await untilQuiet(world);
    without.isOn = true;
    await wire.drive(WARM_SECONDS, "triggers");
    await rest();
    const began = process.cpuUsage();
    const loop = performance.eventLoopUtilization();
    const alone = await wire.drive(SECONDS, "triggers");
    const { user, system } = process.cpuUsage(began);
    const { utilization } = performance.eventLoopUtilization(loop);
    const goal = "p50 0.15 ms, p99 1 ms";
    print(
      row("message to socket, without the journal", shownTimes(alone), `goal ${goal}; ${grouped(alone.length)} orders`),
    );
    const each = `${((user + system) / (SECONDS * MESSAGES_PER_SECOND)).toFixed(0)} us`;
    const busy = `the event loop is busy for ${(utilization * 100).toFixed(0)} % of the time`;
    print(row("processor time for a message, of everything", each, busy));
    print(row("message to socket, with the journal", shownTimes(times), `${grouped(times.length)} orders`));
    print(row("a bare commit of one row, at the same time", shownTimes(bare), ""));
    const ratio = quantile(times, 0.5) / quantile(bare, 0.5);
    print(row("with the journal, against the bare commit", `${ratio.toFixed(2)} x`, "goal 1.5 x"));
    print(row("orders a second, as many as it can send", grouped(most.length / SECONDS), `${STRATEGIES} strategies`));
  } finally {
    await engine.stop();
  }
}

/** Sends messages about books, and hears when orders are written. */
class Wire {
  readonly #world: EngineWorld;
  /** By market: when the message came that an order is the answer to. */
  readonly #since = new Map<string, number>();
  #times: number[] = [];

  constructor(world: EngineWorld) {
    this.#world = world;
  }

  written(marketId: string): void {
    const since = this.#since.get(marketId);
    if (since !== undefined) this.#times.push(performance.now() - since);
  }

  /** @returns how long each order took, milliseconds */
  async drive(seconds: number, what: "triggers" | "all"): Promise<readonly number[]> {
    const { books } = this.#world;
    this.#times = [];
    const start = performance.now();
    let [sent, triggered] = [0, 0];
    for (let now = start; now < start + seconds * 1000; now = performance.now()) {
      const due = Math.floor(((now - start) / 1000) * MESSAGES_PER_SECOND);
      for (; sent < due; sent++) {
        if (what === "all") books.fallAll();
        else if (triggered < (sent / MESSAGES_PER_SECOND) * TRIGGERS_PER_SECOND) this.#trigger(triggered++);
        else books.wander();
      }
      if (what === "all") for (const { id } of books.markets) this.#since.set(id, now);
      await delay(1);
    }
    return this.#times;
  }

  #trigger(number: number): void {
    const { books } = this.#world;
    // Not in the order in which the books wander.
    const market = books.markets[(number * 37) % MARKETS];
    if (!market) return;
    this.#since.set(market.id, performance.now());
    books.fall(market.id);
  }
}

async function startStrategies(world: EngineWorld): Promise<void> {
  const traders = await newTraders(world, TRADERS);
  const { markets } = world.books;
  for (let number = 0; number < STRATEGIES; number++) {
    const market = markets[number % MARKETS];
    const trader = traders[number % TRADERS];
    if (!market || !trader) throw new Error("there is no market or no trader");
    const places = market.stepSize.split(".")[1]?.length ?? 0;
    const amount = market.quote === "BTC" ? 1 : WORTH / Number(market.startPrice) + Number(market.stepSize);
    const code = `binance-${market.id}`;
    await startStrategy(world.db, trader, {
      algorithm: ON_TRIGGER.id,
      sliceDelay: SLICE_DELAY,
      settings: {
        condition_codes: [code],
        condition_values: [world.books.lineOf(market.id)],
        executable_codes: [code],
        executable_values: [amount.toFixed(places)],
        executable_parents: ["1000000"],
      },
    });
  }
}

async function untilRunning({ db }: EngineWorld): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const rows = await db.query<{ state: string; strategies: number; why: string }>({
      name: "bench.states",
      text: `select state, count(*)::int as strategies, max(t.why) as why from trading.strategies s
        left join trading.run_transitions t on t.run_id = s.run_id and t.to_state = s.state group by state`,
    });
    if (rows.every(({ state }) => state === "running")) return;
    const isOver = performance.now() > deadline || rows.some(({ state }) => state === "errored");
    if (isOver) throw new Error(`the strategies do not run: ${JSON.stringify(rows)}`);
    await delay(50);
  }
}

/**
 * No book triggers anything, every order has ended, and its run has seen that. Those that the exchange does not know,
 * because a busy machine could not send them in time, are watched for a day.
 */
async function untilQuiet({ db, books }: EngineWorld): Promise<void> {
  for (const _ of books.markets) books.wander();
  const deadline = performance.now() + QUIET_LIMIT_MS;
  for (;;) {
    const open = await db.query({
      name: "bench.unsettled",
      text: `select state, max(why) as why, count(*) as orders, min(updated_ms) as since from trading.orders where not is_settled
        and state <> 'missing' group by state`,
    });
    if (open.length === 0) break;
    if (performance.now() > deadline) throw new Error(`orders do not come to their end: ${JSON.stringify(open)}`);
    await delay(50);
  }
  await delay(HEARD_MS);
}

/** One after the other, at a pace, through the pool of the engine. */
async function bareCommits({ db }: EngineWorld, seconds: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const began = performance.now();
    await db.execute({ name: "bench.commit", text: "insert into bench values ($1)", values: [times.length] });
    times.push(performance.now() - began);
    await delay(1000 / BARE_COMMITS_PER_SECOND);
  }
  return times;
}
