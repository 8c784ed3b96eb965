/** A run's memory of its orders, however it was read and folded, against its slow twin. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createdOrder, ONE, told, traded, type Untimed } from "../../../../test/support/journal-events.ts";
import { formatFine } from "../../../kit/money/fine.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { planDuties, type DutyRow } from "../core/duties.ts";
import { apply } from "../core/journal.ts";
import { isFinal, isSettled, type JournalReport } from "../core/journal-order.ts";
import type { KeptRun, KeptRunOrder, RowTotal } from "../store-runs.ts";
import type { Playbook } from "./playbook.ts";
import { RunMemory, type LoadedOrders } from "./run-memory.ts";
import { rowIn, type OrderLine } from "./run-memory.naive.ts";

const ROWS = [0, 1];
const PRICE = 100n;
const FEE = ONE / 1000n;
const BTC = { market: { base: "BTC", quote: "USDT" } };

const playbook = {
  listings: [BTC, BTC],
  settings: { rows: ROWS.map((row) => ({ row })) },
} as unknown as Playbook;

const DUTIES: readonly DutyRow[] = ROWS.map((row) => ({
  row,
  dependsOn: row === 0 ? null : 0,
  trigger: row === 0 ? "on_conditions" : "on_partial_fill",
  child: undefined,
  toleranceMaximum: undefined,
  isStop: false,
}));

type Command =
  | { readonly kind: "make"; readonly row: number; readonly isUnwind: boolean; readonly amount: number }
  | { readonly kind: "happen"; readonly order: number; readonly event: number; readonly part: number }
  | { readonly kind: "read" | "fold" | "reload" };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("make" as const),
      row: fc.constantFrom(...ROWS),
      isUnwind: fc.boolean(),
      amount: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("happen" as const),
      order: fc.nat({ max: 9 }),
      event: fc.nat({ max: 30 }),
      part: fc.nat({ max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("read" as const, "fold" as const, "reload" as const) }) },
);

function memoryOf(loaded: LoadedOrders): RunMemory {
  return new RunMemory({} as KeptRun, playbook, loaded, { usdRate: () => undefined });
}

/** The stored state, the one in memory, and everything that has happened. */
class World {
  readonly log: OrderLine[] = [];
  memory = memoryOf({ orders: [], totals: [] });
  readonly #stored: KeptRunOrder[] = [];
  #nowMs = 1_000_000;

  obey(given: Command): void {
    this.#nowMs += MINUTE_MS / 2;
    if (given.kind === "make") this.#make(given);
    else if (given.kind === "happen") this.#happen(given);
    else if (given.kind === "read") this.read();
    else if (given.kind === "fold") this.#fold();
    else this.memory = memoryOf(this.#load());
  }

  read(): void {
    for (const each of this.#stored) this.memory.put(each);
  }

  #make({ row, isUnwind, amount }: Extract<Command, { kind: "make" }>): void {
    const id = this.#stored.length + 1;
    const side = (row === 0) === isUnwind ? "sell" : "buy";
    const units = BigInt(amount) * ONE;
    this.log.push({ kind: "made", id, row, side, isUnwind, amount: units });
    const made = {
      terms: { id, side, price: String(PRICE), createdMs: this.#nowMs },
      order: createdOrder(`o${id}`, units),
      version: 1,
      checkedMs: null,
      row,
      slice: id,
      attempt: 0,
      kind: isUnwind ? "unwind" : "slice",
      cost: "0",
      why: "",
      priceEntry: String(PRICE),
      fees: [],
    } as unknown as KeptRunOrder;
    this.#stored.push(made);
    this.memory.put(made);
  }

  #happen({ order: at, event, part }: Extract<Command, { kind: "happen" }>): void {
    const place = this.#stored.length - 1 - (at % Math.max(1, this.#stored.length));
    const kept = this.#stored[place];
    // Forgotten orders change no more: `isSettled` and two minutes make sure that they were old enough.
    if (!kept || !this.memory.newest.has(kept.terms.id)) return;
    const { id } = kept.terms;
    const most = kept.order.amount / ONE;
    const filled = BigInt(part) < most ? BigInt(part) : most;
    const happening = eventOf(event, filled);
    const { order } = apply(kept.order, { ...happening, atMs: this.#nowMs });
    if (happening.kind === "fill") {
      this.log.push({ id, kind: "traded", trade: String(filled), amount: ONE, cost: PRICE * ONE, fee: FEE });
    }
    if (happening.kind === "report") this.log.push({ id, kind: "told", filled: filled * ONE });
    const isOver = isFinal(order.state) || order.state === "missing";
    const isRefused = ["rejected", "not_sent", "missing"].includes(order.state);
    this.log.push(isOver ? { id, kind: "over", isRefused } : { id, kind: "lives" });
    this.#stored[place] = {
      ...kept,
      order,
      version: kept.version + 1,
      cost: formatFine(order.booked * PRICE),
      fees: order.booked > 0n ? [{ currency: "BTC", amount: formatFine((order.booked * FEE) / ONE) }] : [],
    };
  }

  #fold(): void {
    this.read();
    this.memory.fold();
  }

  /** As the store answers: orders that may change and those of the latest slices, and what the others came to. */
  #load(): { orders: KeptRunOrder[]; totals: RowTotal[] } {
    const latest = (row: number): number =>
      Math.max(...this.#stored.filter((each) => each.row === row).map(({ slice }) => slice));
    const isKept = ({ order, row, slice }: KeptRunOrder): boolean => !isSettled(order) || slice === latest(row);
    const others = this.#stored.filter((each) => !isKept(each));
    const totals = ROWS.flatMap((row) => [true, false].map((isUnwind) => totalOf(others, row, isUnwind)));
    return { orders: this.#stored.filter(isKept), totals: totals.filter(({ orders }) => orders > 0) };
  }
}

function eventOf(event: number, filled: bigint): Untimed {
  const reports: readonly JournalReport["state"][] = ["open", "filled", "canceled", "rejected", "expired"];
  const report = reports[event];
  if (report !== undefined) return told(report, filled, { updatedMs: event });
  if (event < 18) return filled > 0n ? traded(String(filled), 1n) : { kind: "unreachable" };
  const others: readonly Untimed[] = [
    { kind: "handed" },
    { kind: "withheld" },
    { kind: "restarted" },
    { kind: "refused", isDuplicate: false },
    { kind: "unclear" },
    { kind: "cancel_wanted" },
    { kind: "absent", isEverywhere: true },
    { kind: "watch_over" },
  ];
  return others[(event - 18) % others.length] ?? { kind: "handed" };
}

function totalOf(orders: readonly KeptRunOrder[], row: number, isUnwind: boolean): RowTotal {
  const own = orders.filter((each) => each.row === row && (each.kind === "unwind") === isUnwind);
  const filled = own.reduce((sum, { order }) => sum + order.filled, 0n);
  return {
    row,
    isUnwind,
    side: (row === 0) === isUnwind ? "sell" : "buy",
    orders: own.length,
    traded: own.filter(({ order }) => order.filled > 0n).length,
    failed: own.filter(({ order }) => order.filled === 0n && ["rejected", "not_sent", "missing"].includes(order.state))
      .length,
    filled: formatFine(filled),
    cost: formatFine(filled * PRICE),
    fees: filled > 0n ? [{ currency: "BTC", amount: formatFine((filled * FEE) / ONE) }] : [],
  };
}

test("a run remembers what everything that happened to its orders comes to", () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 5, maxLength: 60 }), (commands) => {
      const world = new World();
      for (const each of commands) world.obey(each);
      world.read();
      const { orders } = world.memory;
      for (const row of ROWS) {
        const naive = rowIn(world.log, row);
        expect(orders.progress(row)).toEqual({ done: naive.done, open: naive.open });
        expect(orders.net(row)).toBe(naive.net);
        expect(orders.sums(row)).toMatchObject(naive.sums);
      }
      expectHedges(world);
    }),
    { numRuns: 3_000 },
  );
});

/** What the second row owes: all that the first has bought net of fees, less what it has sold or may sell. */
function expectHedges({ log, memory }: World): void {
  const [leader, hedge] = [rowIn(log, 0), rowIn(log, 1)];
  const owed = (leader.net > 0n ? leader.net : 0n) - hedge.done - hedge.open;
  const { orders, isOwed } = planDuties(DUTIES, memory.orders, {
    mayUseMarket: false,
    atTheEnd: "hold",
    isTradable: (_, amount) => amount > 0n,
    unhedged: new Map(),
    givenUp: new Set(),
  });
  for (const { kind, amount } of orders) if (kind === "hedge") expect(amount).toBe(owed);
  if (owed > 0n) expect(isOwed).toBe(true);
  else expect(orders).toEqual([]);
}
