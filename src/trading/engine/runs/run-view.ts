/** The input of a run's conditions: numbers of the market and of the run. */
import { FINE_ONE } from "../../../kit/money/fine.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import {
  bookProblem,
  newsToneOf,
  type ConditionView,
  type MetricQuery,
  type UnknownReason,
} from "../../algorithms/index.ts";
import type { Listing, MarketView } from "../../market/index.ts";
import type { NewsView } from "./deps.ts";
import type { IndicatorValues } from "./indicator-values.ts";
import type { KeyBalances } from "./key-balances.ts";
import type { RunMemory } from "./run-memory.ts";

export interface RunViewParts {
  readonly market: MarketView;
  readonly balances: KeyBalances;
  readonly indicators: IndicatorValues;
  readonly news: NewsView;
  readonly memory: RunMemory;
}

/** Deeper levels than any condition or row names are not read. */
const LEVELS = 10;

export class RunView implements ConditionView {
  readonly #parts: RunViewParts;
  /** Set before each evaluation. */
  nowMs = 0;
  /** `strategies.orderbook_refresh` of the plan, milliseconds. */
  refreshMs = 1_000;

  constructor(parts: RunViewParts) {
    this.#parts = parts;
  }

  read(query: MetricQuery): number | UnknownReason {
    const { market, indicators, news } = this.#parts;
    if (query.code === "") return this.#ofRun(query);
    const listing = market.listing(query.code);
    if (!listing) return "no_book";
    switch (query.metric) {
      case "indicator":
        return query.indicator ? indicators.read(query.code, query.indicator, this.nowMs) : "no_source";
      case "position":
        return Number(this.#parts.memory.position(query.code)) / 1e18;
      case "balance_free":
        return this.#free(listing, query);
      case "price_last": {
        const price = market.trades(listing).at(-1)?.price;
        return price ?? "no_trade";
      }
      case "news_impact":
        return news.impact(listing.market.base, listing.market.id, this.nowMs);
      case "funding_rate":
      case "signal_status":
        return "no_source";
      default: {
        const tone = newsToneOf(query.metric);
        return tone === undefined ? this.#ofBook(listing, query) : news.tone(listing.market.base, tone, this.nowMs);
      }
    }
  }

  rate(code: string, currency: string): number | UnknownReason {
    const { market, memory } = this.#parts;
    const listing = market.listing(code);
    if (!listing) return "no_rate";
    const rate = memory.rate(listing.market.quote, currency);
    return rate === undefined ? "no_rate" : Number(rate) / Number(FINE_ONE);
  }

  base(of: "parent" | "duration"): number | UnknownReason {
    const { kept, playbook } = this.#parts.memory;
    return of === "duration" ? kept.maximumMs / 1000 : (playbook.parent ?? "not_a_number");
  }

  ageMs(code: string): number {
    const listing = code === "" ? undefined : this.#parts.market.listing(code);
    return listing ? Math.max(0, this.nowMs - this.#provenMs(listing)) : 0;
  }

  /** Why a book may not be traded on. */
  problemOf(listing: Listing): UnknownReason | undefined {
    const { state, heardMs } = this.#parts.market.top(listing);
    if (heardMs === 0) return "no_book";
    const proof = { isInStep: state === "live", provenMs: this.#provenMs(listing) };
    return bookProblem(proof, this.nowMs, this.refreshMs);
  }

  /** A book that is live is in step at this moment: its feed calls it stale as soon as that is not proved. */
  #provenMs(listing: Listing): number {
    const { state, heardMs } = this.#parts.market.top(listing);
    return state === "live" ? this.nowMs : heardMs;
  }

  #ofRun({ metric }: MetricQuery): number | UnknownReason {
    const { memory, market } = this.#parts;
    switch (metric) {
      case "time_of_day":
        return (this.nowMs % DAY_MS) / 1000;
      case "time_elapsed":
        return (this.nowMs - memory.kept.startedMs) / 1000;
      case "transactions_successful":
        return memory.orders.counts().successful;
      case "transactions_canceled":
        return memory.orders.counts().canceled;
      case "realized_pnl": {
        const profit = memory.profit();
        return profit ? Number(profit.realized) / 1e18 : "no_rate";
      }
      case "system_status": {
        const codes = new Set(memory.playbook.listings.map(({ exchange }) => exchange));
        return [...codes].every((code) => market.exchange(code)?.health.state === "ok") ? 1 : 0;
      }
      default:
        return "no_source";
    }
  }

  #free(listing: Listing, { side }: MetricQuery): number | UnknownReason {
    const { balances, memory } = this.#parts;
    const { rows } = memory.playbook.settings;
    // Several keys at one exchange: the one that trades this market.
    const row =
      rows.find(({ code }) => code === listing.code) ??
      rows.find(({ code }) => code.startsWith(`${listing.exchange}-`));
    if (!row) return "no_balance";
    const currency = side === "bids" ? listing.market.base : listing.market.quote;
    return balances.free(Number(row.keyId), currency) ?? "no_balance";
  }

  #ofBook(listing: Listing, { metric, side, level }: MetricQuery): number | UnknownReason {
    const problem = this.problemOf(listing);
    if (problem !== undefined) return problem;
    const { market } = this.#parts;
    const depth = market.depth(listing, metric === "price_depth" ? LEVELS : level);
    const at = (level - 1) * 2;
    const own = side === "asks" ? depth.asks : depth.bids;
    switch (metric) {
      case "price_ask":
        return depth.asks[at] ?? "level_missing";
      case "price_bid":
        return depth.bids[at] ?? "level_missing";
      case "price_mid": {
        const [ask, bid] = [depth.asks[at], depth.bids[at]];
        return ask === undefined || bid === undefined ? "level_missing" : (ask + bid) / 2;
      }
      case "qty_level":
        return own[at + 1] ?? "level_missing";
      case "qty_cumulative":
        return own[at + 1] === undefined ? "level_missing" : quantityIn(own);
      case "book_imbalance": {
        const [asks, bids] = [quantityIn(depth.asks), quantityIn(depth.bids)];
        return asks + bids > 0 ? (bids - asks) / (bids + asks) : "level_missing";
      }
      case "price_depth":
        return averageFor(own, this.#childAt(listing.code));
      default:
        return "no_source";
    }
  }

  /** The quantity that one slice trades in a market, base units. */
  #childAt(code: string): number {
    const { rows } = this.#parts.memory.playbook.settings;
    const row = rows.find((each) => each.code === code) ?? rows[0];
    return Number(row?.child ?? row?.parent ?? 0n) / 1e18;
  }
}

function quantityIn(levels: readonly number[]): number {
  let sum = 0;
  for (let at = 1; at < levels.length; at += 2) sum += levels[at] ?? 0;
  return sum;
}

/** The average price of taking this much. */
function averageFor(levels: readonly number[], quantity: number): number | UnknownReason {
  let [left, cost] = [quantity, 0];
  for (let at = 0; at + 1 < levels.length && left > 0; at += 2) {
    const taken = Math.min(left, levels[at + 1] ?? 0);
    cost += taken * (levels[at] ?? 0);
    left -= taken;
  }
  return left > 0 || quantity <= 0 ? "level_missing" : cost / quantity;
}
