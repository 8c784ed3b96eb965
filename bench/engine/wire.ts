/**
 * From a message about a book to the order on the socket: 200 strategies on 100 books with 5,000 messages a second,
 * with the journal and without it. Bare commits of one row by the same pool are the comparison. Then as many orders as
 * it can send.
 *
 * Messages are made in another process, and the exchange is a third. The time begins where the process of the engine has read a
 * message, and hands it over as the adapter does; and also where the message was sent. What the adapter takes for one is in
 * `npm run bench -- market adapter`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startStrategy } from "../../test/support/order-crash/start-strategy.ts";
import { row, rest, type Print } from "../market/rows.ts";
import { startEngine } from "./engine-process.ts";
import { openEngineWorld, type EngineWorld } from "./engine-world.ts";
import { bareCommits, barePosts, signedWrites } from "./floors.ts";
import { sharedNowMs } from "./shared-clock.ts";
import { grouped, quantile, shownTimes } from "./quantiles.ts";
import { newTraders } from "./traders.ts";
import { ON_TRIGGER } from "./trigger.ts";
import { Unjournaled } from "./unjournaled.ts";

const MARKETS = 100;
const STRATEGIES = 200;
const TRADERS = 20;
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
    // As PostgreSQL does it by itself a minute later: until then its plans are those of empty tables.
    await world.db.execute({ name: "bench.analyze", text: "analyze" });
    await rest();
    const [journaled, bare, posts, writes] = await Promise.all([
      wire.drive(SECONDS, "triggers"),
      bareCommits(world, SECONDS),
      barePosts(world, SECONDS),
      signedWrites(world, SECONDS),
    ]);
    await rest();
    const most = await wire.drive(SECONDS, "all");
    await untilQuiet(world);
    without.isOn = true;
    await wire.drive(WARM_SECONDS, "triggers");
    await rest();
    const alone = await wire.drive(SECONDS, "triggers");
    const goal = "goal p50 0.15 ms, p99 1 ms";
    print(
      row("read to socket, without the journal", shownTimes(alone.own), `${goal}; ${grouped(alone.own.length)} orders`),
    );
    print(row("sent to socket, without the journal", shownTimes(alone.whole), "with the wait until it was read"));
    print(
      row("read to socket, with the journal", shownTimes(journaled.own), `${grouped(journaled.own.length)} orders`),
    );
    print(row("sent to socket, with the journal", shownTimes(journaled.whole), "with the wait until it was read"));
    print(row("a bare commit of one row, at the same time", shownTimes(bare), ""));
    print(row("a bare POST to the socket, at the same time", shownTimes(posts.left), "Node's own client, without TLS"));
    print(row("a signed write to a socket, at the same time", shownTimes(writes), "without a client"));
    print(row("a bare POST to its answer, at the same time", shownTimes(posts.whole), ""));
    const ratio = quantile(journaled.own, 0.5) / quantile(bare, 0.5);
    print(row("with the journal, against the bare commit", `${ratio.toFixed(2)} x`, "goal 1.5 x"));
    for (const [what, { costs }] of [
      ["without the journal", alone],
      ["with the journal", journaled],
      ["as many as it can send", most],
    ] as const) {
      print(row(`processor time, ${what}`, costs, ""));
    }
    print(
      row("orders a second, as many as it can send", grouped(most.own.length / SECONDS), `${STRATEGIES} strategies`),
    );
  } finally {
    await engine.stop();
  }
}

/** What a drive has shown. */
interface Driven {
  /** From where the process has read the message to where the order is written, milliseconds. */
  readonly own: readonly number[];
  /** From where the message was sent. */
  readonly whole: readonly number[];
  readonly costs: string;
}

/** Has messages about books come, and hears when orders are written. */
class Wire {
  readonly #world: EngineWorld;
  /** By market: the message that an order is the answer to. */
  readonly #since = new Map<string, { readonly readMs: number; readonly sentMs: number }>();
  #own: number[] = [];
  #whole: number[] = [];

  constructor(world: EngineWorld) {
    this.#world = world;
    world.prices.onMessage = ({ marketId, isTrigger, sentMs }, readMs) => {
      if (isTrigger) this.#since.set(marketId, { readMs, sentMs });
    };
  }

  written(marketId: string): void {
    const since = this.#since.get(marketId);
    if (!since) return;
    const now = sharedNowMs();
    this.#own.push(now - since.readMs);
    this.#whole.push(now - since.sentMs);
  }

  async drive(seconds: number, what: "triggers" | "all"): Promise<Driven> {
    const { prices, databaseSeconds } = this.#world;
    this.#own = [];
    this.#whole = [];
    const messages = prices.count;
    const began = process.cpuUsage();
    const database = databaseSeconds();
    const loop = performance.eventLoopUtilization();
    await prices.drive({ seconds, what });
    const { user, system } = process.cpuUsage(began);
    const { utilization } = performance.eventLoopUtilization(loop);
    const each = ((user + system) / Math.max(1, prices.count - messages)).toFixed(1);
    const ofDatabase = (((databaseSeconds() - database) / seconds) * 100).toFixed(0);
    const orders = this.#own.length;
    const costs = `${each} us a message, PostgreSQL ${ofDatabase} % of a core, event loop busy ${(utilization * 100).toFixed(0)} %`;
    return { own: this.#own, whole: this.#whole, costs: `${costs}, ${grouped(orders)} orders` };
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
async function untilQuiet({ db, prices }: EngineWorld): Promise<void> {
  await prices.drive({ seconds: 0, what: "calm" });
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
