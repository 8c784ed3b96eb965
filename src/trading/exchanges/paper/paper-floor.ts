/**
 * Where one paper account trades: an engine of its own, in which the other side is whatever the live book shows.
 * Takers walk the visible levels. Resting orders are filled when the live book crosses their price, or a live trade
 * goes through it. What a paper order took of a level stays unavailable to the account's next order, until that level
 * changes.
 */
import { parseAmount } from "../../../kit/money/amount.ts";
import {
  createMatching,
  type Command,
  type EngineEvent,
  type KeptAccount,
  type RestoringMatching,
} from "../../simulation/index.ts";
import type { TradingFloor } from "../engine-account/trading-floor.ts";
import type { Market, OrderType, Side, Trade } from "../port.ts";
import type { LiveBooks, LiveLevel } from "./live-books.ts";

/** Stops are left out: they wait for prices that an exchange makes for itself. */
export const PAPER_ORDER_TYPES: readonly OrderType[] = ["limit", "market"];

export interface PaperSurroundings {
  readonly idsAbove: number;
  readonly money: Readonly<Record<string, string>>;
  readonly books: LiveBooks;
  findMarket(marketId: string): Market | undefined;
  /** Waits until its markets are known. */
  prepare(): Promise<void>;
  now(): number;
  /** Hears of everything that happens to the account. */
  heard(events: readonly EngineEvent[]): void;
}

const LIVE = "live";
/** The live side's balance of everything: more than it can lose. */
const ENOUGH = 10n ** 30n;
const UNITS = 1e8;

export class PaperFloor implements TradingFloor {
  readonly orderTypes = PAPER_ORDER_TYPES;
  readonly matching: RestoringMatching;
  readonly #account: string;
  readonly #around: PaperSurroundings;
  /** What the account has taken of live levels: `market side price`. */
  readonly #taken = new Map<string, { readonly version: number; quantity: bigint }>();
  readonly #funded = new Set<string>();

  constructor(account: string, around: PaperSurroundings) {
    this.#account = account;
    this.#around = around;
    this.matching = createMatching((marketId) => around.findMarket(marketId), {
      unfiltered: LIVE,
      keepClosed: (name) => (name === LIVE ? 0 : 10_000),
      idsAbove: around.idsAbove,
    });
  }

  prepare(): Promise<void> {
    return this.#around.prepare();
  }

  giveMoney(account: string): void {
    for (const [currency, amount] of Object.entries(this.#around.money)) {
      this.matching.apply({ kind: "deposit", account, currency, amount: parseAmount(amount) });
    }
  }

  restore(kept: KeptAccount): void {
    this.#around.heard(this.matching.restore(kept, this.now()));
  }

  remove(account: string): void {
    this.matching.remove(account);
  }

  findMarket(marketId: string): Market | undefined {
    return this.#around.findMarket(marketId);
  }

  now(): number {
    return this.#around.now();
  }

  clockMs(): number {
    return this.#around.now();
  }

  apply(command: Command): readonly EngineEvent[] {
    const market = "marketId" in command ? this.findMarket(command.marketId) : undefined;
    const isBuy = market && this.#buys(command);
    if (!market || isBuy === undefined) return this.#do(command);
    this.#mirror(market, isBuy ? "asks" : "bids");
    const events = this.#do(command);
    this.#unmirror(market.id);
    return events;
  }

  /** Markets in which an order is open. */
  openMarkets(): Set<string> {
    return new Set(this.matching.openOrders(this.#account).map((order) => order.marketId));
  }

  /** Fills what the live book crosses. */
  cross(marketId: string): void {
    const market = this.findMarket(marketId);
    if (!market) return;
    for (const side of ["asks", "bids"] as const) {
      const best = this.#around.books.best(marketId, side);
      if (best === undefined || !this.#isCrossed(market, side, best)) continue;
      for (const level of this.#around.books.levels(marketId, side)) {
        if (!this.#isCrossed(market, side, level.price)) break;
        this.#come(market, side, onTick(market, level.price, side), this.#left(market, side, level), level);
      }
    }
  }

  /** Fills what a live trade went through: orders at better prices than it was made at. */
  through(marketId: string, trade: Trade): void {
    const market = this.findMarket(marketId);
    if (!market) return;
    const tick = parseAmount(market.tickSize);
    const price = BigInt(Math.round(trade.price * UNITS));
    const quantity = wholeSteps(market, BigInt(Math.round(trade.quantity * UNITS)));
    const { bids, asks } = this.matching.book(marketId, 1);
    const [bid] = bids[0] ?? [];
    const [ask] = asks[0] ?? [];
    if (bid !== undefined && bid > price) this.#come(market, "asks", price + tick, quantity);
    if (ask !== undefined && ask < price) this.#come(market, "bids", price - tick, quantity);
  }

  /** A live price is as good for the account's best order as that order asks. */
  #isCrossed(market: Market, side: "bids" | "asks", livePrice: number): boolean {
    const { bids, asks } = this.matching.book(market.id, 1);
    const [ours] = (side === "asks" ? bids : asks)[0] ?? [];
    const price = onTick(market, livePrice, side);
    return ours !== undefined && (side === "asks" ? ours >= price : ours <= price);
  }

  /** Whether the command may take by buying or by selling; undefined when it cannot take. */
  #buys(command: Command): boolean | undefined {
    if (command.kind === "place") return command.side === "buy";
    if (command.kind !== "amend") return undefined;
    const order = this.matching.order(this.#account, command.marketId, command.order);
    return order && order.side === "buy";
  }

  #do(command: Command): readonly EngineEvent[] {
    const events = this.matching.apply(command);
    for (const event of events) {
      if (event.kind === "trade" && event.maker.account === LIVE) {
        this.#take(event.marketId, event.maker.side === "sell" ? "asks" : "bids", event.price, event.quantity);
      }
    }
    this.#around.heard(events);
    return events;
  }

  /** Puts the live levels of a side into the engine, for one command. */
  #mirror(market: Market, side: "bids" | "asks"): void {
    for (const level of this.#around.books.levels(market.id, side)) {
      const amount = this.#left(market, side, level);
      this.#liveOrder(market, side, onTick(market, level.price, side), amount, "GTC");
    }
  }

  #unmirror(marketId: string): void {
    for (const { orderId } of this.matching.openOrders(LIVE, marketId)) {
      this.matching.apply({ kind: "cancel", account: LIVE, marketId, order: { orderId }, atMs: this.now() });
    }
  }

  /** The live side comes to the account's orders. */
  #come(market: Market, side: "bids" | "asks", price: bigint, amount: bigint, level?: LiveLevel): void {
    const events = this.#liveOrder(market, side, price, amount, "IOC");
    this.#around.heard(events);
    if (!level) return;
    for (const event of events) if (event.kind === "trade") this.#take(market.id, side, price, event.quantity);
  }

  #liveOrder(
    market: Market,
    side: "bids" | "asks",
    price: bigint,
    amount: bigint,
    timeInForce: "GTC" | "IOC",
  ): readonly EngineEvent[] {
    if (amount <= 0n) return [];
    for (const currency of [market.base, market.quote]) {
      if (this.#funded.has(currency)) continue;
      this.#funded.add(currency);
      this.matching.apply({ kind: "deposit", account: LIVE, currency, amount: ENOUGH });
    }
    const name: Side = side === "bids" ? "buy" : "sell";
    return this.matching.apply({
      kind: "place",
      account: LIVE,
      marketId: market.id,
      clientOrderId: "",
      side: name,
      type: "limit",
      amount,
      price,
      timeInForce,
      postOnly: false,
      atMs: this.now(),
    });
  }

  /** The rest of a live level that the account has not taken. */
  #left(market: Market, side: "bids" | "asks", level: LiveLevel): bigint {
    const all = BigInt(Math.round(level.quantity * UNITS));
    const key = `${market.id} ${side} ${onTick(market, level.price, side)}`;
    const taken = this.#taken.get(key);
    if (taken && taken.version !== level.version) this.#taken.delete(key);
    const left = taken?.version === level.version ? all - taken.quantity : all;
    return left > 0n ? wholeSteps(market, left) : 0n;
  }

  #take(marketId: string, side: "bids" | "asks", price: bigint, quantity: bigint): void {
    const market = this.findMarket(marketId);
    const levels = market ? this.#around.books.levels(marketId, side) : [];
    const level = levels.find((each) => market && onTick(market, each.price, side) === price);
    if (!level) return;
    const key = `${marketId} ${side} ${price}`;
    const before = this.#taken.get(key);
    const already = before?.version === level.version ? before.quantity : 0n;
    this.#taken.set(key, { version: level.version, quantity: already + quantity });
  }
}

/** A live price in units, on a tick: never better for the account than it is. */
function onTick(market: Market, price: number, side: "bids" | "asks"): bigint {
  const tick = parseAmount(market.tickSize);
  const units = BigInt(Math.round(price * UNITS));
  const down = units - (units % tick);
  return side === "asks" && down !== units ? down + tick : down;
}

function wholeSteps(market: Market, amount: bigint): bigint {
  return amount - (amount % parseAmount(market.stepSize));
}
