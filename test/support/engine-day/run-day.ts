/**
 * Hours of trading in which everything goes wrong that can; at every quiet point everything equals the exchange's
 * state.
 */
import { HOUR_MS, MINUTE_MS } from "../../../src/kit/time/spans.ts";
import { seededNumbers, type SeededNumbers } from "../../../src/trading/simulation/core/seeded-numbers.ts";
import { strategyStore } from "../../../src/trading/strategies/sql/strategy-store.ts";
import type { TestDatabase } from "../database.ts";
import type { Customer } from "../order-crash/crash-cases.ts";
import { FAULT_NAMES, FAULTS } from "../order-crash/crash-faults.ts";
import { startStrategy, type StrategyPlan } from "../order-crash/start-strategy.ts";
import { problemsAtRest } from "./day-check.ts";
import { DayWorld } from "./day-world.ts";

export interface DayFigures {
  readonly simulatedHours: number;
  readonly seconds: number;
  readonly kills: number;
  readonly halts: number;
  readonly faults: number;
  readonly commands: number;
  readonly quietPoints: number;
  readonly orders: Readonly<Record<string, number>>;
  readonly trades: number;
  readonly transitions: Readonly<Record<string, number>>;
}

export interface DayOptions {
  readonly hours: number;
  readonly seed: number;
  /** A quiet point this often; an hour unless told. */
  readonly quietEveryMs?: number;
  /** A user halts so often, and for ten minutes; every 97 minutes unless told. */
  readonly haltEveryMinutes?: number;
  readonly report?: (line: string) => void;
}

const OTHER_FAULTS: Readonly<Record<string, (world: DayWorld) => void>> = {
  "dropped streams": ({ loopback }) => void loopback.faults.dropSockets("user"),
  "dropped books": ({ loopback }) => void loopback.faults.dropSockets("market"),
  maintenance: ({ loopback }) => void (loopback.faults.isMaintained = true),
  "a clock that is ahead": ({ loopback }) => void (loopback.faults.skewMs = 2_000),
  "a ban": ({ loopback }) => loopback.faults.ban(20_000),
  "silent streams": ({ loopback }) => void (loopback.faults.isMute = true),
};

const BTC = "binance-btcusdt";
const ETH = "binance-ethusdt";

/** Of both customers: purchases at once, rests that are given up, a rest with its hedge, and two legs at once. */
const PLANS: readonly (readonly StrategyPlan[])[] = [
  [
    plan(900_001, "300", { codes: [BTC], values: ["0.01"], priceoffset: ["5000"] }),
    plan(900_003, "150", {
      codes: [BTC, ETH],
      values: ["0.02", "0.4"],
      priceoffset: ["0", "-50"],
      pricereference: ["0", "1"],
      maximumtimelive: ["240000"],
      tolerancemaximum: ["", "20"],
    }),
  ],
  [
    plan(900_002, "120", { codes: [BTC], values: ["0.02"], priceoffset: ["0"], maximumtimelive: ["90000"] }),
    plan(900_008, "420", { codes: [BTC, ETH], values: ["0.01", "0.2"], priceoffset: ["5000", "-200"] }),
  ],
];

function plan(algorithm: number, sliceDelay: string, rows: Readonly<Record<string, readonly string[]>>): StrategyPlan {
  const named = Object.entries({ parents: ["9"], ...rows }).map(
    ([name, values]) => [`executable_${name}`, values] as const,
  );
  const codes = rows["codes"] ?? [];
  // Unchecked parts must be right all the same.
  const conditions = codes.length < 2 ? {} : { condition_codes: [codes.join("+")], condition_values: ["-5"] };
  return { algorithm, sliceDelay, settings: { noconditions: "true", ...conditions, ...Object.fromEntries(named) } };
}

export async function runDay(
  database: TestDatabase,
  options: DayOptions,
): Promise<{ problems: string[]; figures: DayFigures }> {
  const world = await DayWorld.open(database, PLANS.length);
  try {
    const day = new Day(world, options);
    await day.through();
    return { problems: day.problems, figures: await day.figures() };
  } finally {
    await world.close();
  }
}

class Day {
  readonly problems: string[] = [];
  readonly #world: DayWorld;
  readonly #options: DayOptions;
  readonly #random: SeededNumbers;
  readonly #strategies: { readonly id: number; readonly customer: Customer }[] = [];
  readonly #startedMs = performance.now();
  #counts = { kills: 0, halts: 0, faults: 0, commands: 0, quietPoints: 0 };
  /** The halted accounts, and what had been sent by then. */
  #halted: { readonly customer: Customer; readonly sent: number; readonly untilMs: number } | undefined;
  #missing: number | undefined;

  constructor(world: DayWorld, options: DayOptions) {
    this.#world = world;
    this.#options = options;
    this.#random = seededNumbers(options.seed);
  }

  /** Minute by minute. */
  async through(): Promise<void> {
    const { hours, quietEveryMs = HOUR_MS, haltEveryMinutes = 97, report } = this.#options;
    await this.#begin();
    const minutes = Math.round((hours * HOUR_MS) / MINUTE_MS);
    for (let minute = 1; minute <= minutes && this.problems.length === 0; minute++) {
      if (minute % 7 === 0) this.#goWrong();
      if (minute % 7 === 3) this.#world.loopback.faults.heal();
      if (minute % 23 === 0) await this.#kill(minute);
      if (this.#missing === minute) this.#revive();
      if (minute % haltEveryMinutes === 0) await this.#halt(minute);
      if (this.#halted && this.#world.nowMs() >= this.#halted.untilMs) await this.#resume();
      if (minute % 11 === 0) await this.#command();
      if (minute % 5 === 0) await this.#goOn();
      await this.#world.pass(MINUTE_MS);
      if ((minute * MINUTE_MS) % quietEveryMs !== 0) continue;
      this.problems.push(...(await problemsAtRest(this.#world)));
      this.#counts.quietPoints++;
      const { sent } = this.#world;
      const seconds = Math.round((performance.now() - this.#startedMs) / 1000);
      report?.(`${minute} minutes in ${seconds} s: ${sent.length} orders sent, ${this.#counts.kills} kills`);
    }
  }

  async figures(): Promise<DayFigures> {
    const { db } = this.#world;
    const orders = await db.query<{ name: string; count: number }>({
      name: "test.ordersByState",
      text: "select state as name, count(*)::int as count from trading.orders group by 1 order by 1",
      values: [],
    });
    const transitions = await db.query<{ name: string; count: number }>({
      name: "test.transitionsByEvent",
      text: "select event as name, count(*)::int as count from trading.run_transitions group by 1 order by 1",
      values: [],
    });
    const named = (rows: readonly { readonly name: string; readonly count: number }[]): Record<string, number> =>
      Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    return {
      simulatedHours: this.#options.hours,
      seconds: Math.round((performance.now() - this.#startedMs) / 1000),
      ...this.#counts,
      orders: named(orders),
      trades: this.#world.customers.reduce((sum, { account }) => sum + this.#world.loopback.fills(account).length, 0),
      transitions: named(transitions),
    };
  }

  async #begin(): Promise<void> {
    for (const [at, customer] of this.#world.customers.entries()) {
      for (const each of PLANS[at] ?? []) {
        const id = await startStrategy(this.#world.db, customer, { ...each, at: this.#world.now() });
        this.#strategies.push({ id, customer });
      }
    }
  }

  /** Something at the exchange, which lasts for some minutes. */
  #goWrong(): void {
    this.#counts.faults++;
    const others = Object.keys(OTHER_FAULTS);
    const names = [...FAULT_NAMES.slice(1), ...others];
    const name = names[this.#random.below(names.length)] ?? "";
    FAULTS[name]?.(this.#world.loopback);
    OTHER_FAULTS[name]?.(this.#world);
  }

  /** One of two processes dies, and comes back some minutes later. */
  async #kill(minute: number): Promise<void> {
    if (this.#missing !== undefined) return;
    await this.#world.kill();
    this.#counts.kills++;
    this.#missing = minute + 3;
  }

  #revive(): void {
    this.#missing = undefined;
    this.#world.start();
  }

  async #halt(minute: number): Promise<void> {
    const customer = this.#world.customers[this.#counts.halts % this.#world.customers.length];
    if (!customer || this.#halted) return;
    await this.#world.halt(customer, minute % 2 === 0);
    this.#counts.halts++;
    const untilMs = this.#world.nowMs() + 10 * MINUTE_MS;
    this.#halted = { customer, sent: this.#world.sent.length, untilMs };
  }

  /** Nothing of the customer has left since the halt was answered. */
  async #resume(): Promise<void> {
    if (!this.#halted) return;
    const { customer, sent } = this.#halted;
    this.#halted = undefined;
    const since = this.#world.sent.slice(sent);
    const rows = await this.#world.db.query<{ client_order_id: string }>({
      name: "test.sentWhileHalted",
      text: "select client_order_id from trading.orders where key_id = $1 and client_order_id = any ($2::text[])",
      values: [customer.keyId, since],
    });
    for (const { client_order_id: id } of rows) this.problems.push(`${id} was sent after a halt was answered`);
    await this.#world.resume(customer);
  }

  /** A user stops a strategy in one of three ways. */
  async #command(): Promise<void> {
    const strategy = this.#strategies[this.#random.below(this.#strategies.length)];
    if (!strategy) return;
    this.#counts.commands++;
    const wish = (["stop", "soft_stop", "force"] as const)[this.#random.below(3)] ?? "stop";
    await strategyStore(this.#world.db).stop(this.#by(strategy.customer), strategy.id, wish);
  }

  /** Users look at what has ended, or waits for them, and start it again. */
  async #goOn(): Promise<void> {
    for (const { id, customer } of this.#strategies) {
      const [row] = await this.#world.db.query<{ state: string; revision: number; is_external: boolean | null }>({
        name: "test.stateOfDay",
        text: `select s.state, p.revision, (r.pause ->> 'isExternal')::boolean as is_external from trading.strategies s
          join trading.profiles p on p.id = s.profile_id left join trading.runs r on r.id = s.run_id where s.id = $1`,
        values: [id],
      });
      const isWaiting = row?.state === "paused" && row.is_external === false;
      if (!row || !(isWaiting || ["stopped", "completed", "errored", "force_stopped"].includes(row.state))) continue;
      await strategyStore(this.#world.db).start(this.#by(customer), id, {
        revision: row.revision,
        keyIds: [customer.keyId],
        maximumMs: 2 * HOUR_MS,
        most: 1_000,
        mostKeys: 100,
        serverId: undefined,
      });
    }
  }

  #by({ ownerUid }: Customer) {
    return { view: { ownerUid, uid: ownerUid, seesAccount: true }, changesAccount: true, at: this.#world.now() };
  }
}
