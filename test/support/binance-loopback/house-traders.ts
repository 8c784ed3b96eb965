/** Those who make the market of the loopback exchange move: two accounts of the house, at random, the same for a seed. */
import { ONE, parseAmount } from "../../../src/kit/money/amount.ts";
import type { Command, EngineEvent } from "../../../src/trading/simulation/core/commands.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import { HOUSE, type Venue } from "./venue.ts";

export interface HouseTraders {
  /** Some orders, cancels and trades on some of the markets. */
  step(): void;
}

export interface HouseOptions {
  readonly seed: number;
  /** Levels on each side that a book begins with. */
  readonly levels: number;
  /** On how many markets something happens in a step. */
  readonly marketsPerStep: number;
}

export const MAKER = `${HOUSE}:maker`;
export const TAKER = `${HOUSE}:taker`;
const FORTUNE = 10n ** 12n * ONE;
const MOST_ORDERS = 120;
const COMMANDS_PER_MARKET = 4;
const LEAST_LEVELS = 8;

interface Desk {
  readonly market: SeededMarket;
  readonly tick: bigint;
  readonly step: bigint;
  /** The intended price, in ticks. */
  mid: number;
  /** Distance between its levels, in ticks. */
  readonly spacing: number;
  /** Quote units of a small order. */
  readonly smallValue: number;
  readonly orders: number[];
}

/** Fills all books and answers who moves them. */
export function createHouseTraders(venue: Venue, { seed, levels, marketsPerStep }: HouseOptions): HouseTraders {
  const random = seededRandom(seed);
  const desks = [...venue.markets.values()].filter(({ isActive }) => isActive).map(openDesk);
  const currencies = new Set(desks.flatMap(({ market }) => [market.base, market.quote]));
  for (const account of [MAKER, TAKER]) {
    for (const currency of currencies) venue.apply({ kind: "deposit", account, currency, amount: FORTUNE });
  }
  for (const desk of desks) {
    for (let level = 1; level <= levels; level++) {
      for (const side of ["buy", "sell"] as const) quote(desk, side, level);
    }
    take(desk, "buy", 0.1);
  }

  function apply(desk: Desk, command: Command): readonly EngineEvent[] {
    const events = venue.apply(command);
    const [first] = events;
    if (first?.kind === "order" && first.order.account === MAKER && command.kind === "place") {
      desk.orders.push(first.order.orderId);
    }
    return events;
  }

  /** Puts an order into the book, this many levels away from the middle, on its own side of it. */
  function quote(desk: Desk, side: "buy" | "sell", level: number): void {
    const { bids, asks } = venue.engine.book(desk.market.id, 1);
    const away = Math.max(1, Math.round(level * desk.spacing));
    let ticks = BigInt(Math.max(1, side === "buy" ? desk.mid - away : desk.mid + away));
    const [bestAsk, bestBid] = [asks[0]?.[0], bids[0]?.[0]];
    if (side === "buy" && bestAsk !== undefined && ticks >= bestAsk / desk.tick) ticks = bestAsk / desk.tick - 1n;
    if (side === "sell" && bestBid !== undefined && ticks <= bestBid / desk.tick) ticks = bestBid / desk.tick + 1n;
    if (ticks > 0n) place(desk, MAKER, side, { price: ticks * desk.tick, size: 1 + random() * 20 });
  }

  function take(desk: Desk, side: "buy" | "sell", size: number): void {
    place(desk, TAKER, side, { size });
  }

  function place(
    desk: Desk,
    account: string,
    side: "buy" | "sell",
    { price, size }: { readonly price?: bigint; readonly size: number },
  ): void {
    const reference = Number(price ?? BigInt(desk.mid) * desk.tick) / Number(ONE);
    const wanted = BigInt(Math.ceil(((desk.smallValue * (1 + size)) / reference) * Number(ONE)));
    const amount = wanted - (wanted % desk.step) + desk.step;
    apply(desk, {
      kind: "place",
      account,
      marketId: desk.market.id,
      clientOrderId: "",
      side,
      type: price === undefined ? "market" : "limit",
      amount,
      ...(price === undefined ? {} : { price }),
      timeInForce: "GTC",
      postOnly: price !== undefined,
      atMs: venue.nowMs(),
    });
  }

  function cancelOne(desk: Desk): void {
    const index = Math.floor(random() * desk.orders.length);
    const [orderId] = desk.orders.splice(index, 1);
    if (orderId === undefined) return;
    const { id: marketId } = desk.market;
    venue.apply({ kind: "cancel", account: MAKER, marketId, order: { orderId }, atMs: venue.nowMs() });
  }

  function move(desk: Desk): void {
    desk.mid = Math.max(50, desk.mid + Math.round((random() - 0.5) * 2 * desk.spacing));
    const { bids, asks } = venue.engine.book(desk.market.id, 1);
    for (let index = 0; index < COMMANDS_PER_MARKET; index++) {
      const dice = random();
      if (dice < 0.6 && desk.orders.length < MOST_ORDERS) {
        quote(desk, random() < 0.5 ? "buy" : "sell", Math.ceil(random() ** 2 * 40));
      } else if (dice < 0.85) {
        cancelOne(desk);
      } else {
        const middle = ((bids[0]?.[0] ?? 0n) + (asks[0]?.[0] ?? 0n)) / 2n / desk.tick;
        const isUp = BigInt(desk.mid) > middle;
        take(desk, random() < 0.75 === isUp ? "buy" : "sell", random() * 8);
      }
    }
    refill(desk);
  }

  /** No side of a book stays empty. */
  function refill(desk: Desk): void {
    const { bids, asks } = venue.engine.book(desk.market.id, LEAST_LEVELS);
    for (let level = 1; level <= LEAST_LEVELS; level++) {
      if (bids.length < LEAST_LEVELS) quote(desk, "buy", level);
      if (asks.length < LEAST_LEVELS) quote(desk, "sell", level);
    }
  }

  return {
    step() {
      const chosen = desks.length <= marketsPerStep ? desks : pick(desks, marketsPerStep, random);
      for (const desk of chosen) move(desk);
    },
  };
}

function openDesk(market: SeededMarket): Desk {
  const tick = parseAmount(market.tickSize);
  const mid = Number(parseAmount(market.startPrice) / tick);
  return {
    market,
    tick,
    step: parseAmount(market.stepSize),
    mid,
    spacing: Math.max(1, mid * 0.00005),
    smallValue: Number(market.minNotional) * 40,
    orders: [],
  };
}

function pick<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  const first = Math.floor(random() * items.length);
  return Array.from({ length: count }, (_, index) => items[(first + index) % items.length]).filter(
    (item) => item !== undefined,
  );
}

/** Numbers from 0 up to 1 that are the same for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
