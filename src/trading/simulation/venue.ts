/**
 * A simulated venue: a matching engine with its markets, and the traders who keep them alive. Nothing in it knows what
 * time it is: its holder says how far to go, and the same steps give the same books, trades and fills. Everything lives
 * in memory and is gone with the process. Accounts can be brought and taken, so that their holder can keep them.
 */
import type { Candle, Market, Trade } from "../exchanges/index.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import type { Command, EngineEvent } from "./core/commands.ts";
import type { RestoringMatching } from "./core/kept-account.ts";
import { createMatching } from "./core/matching-engine.ts";
import { mixSeeds, seedOf } from "./core/seeded-numbers.ts";
import { MAKER, PASSERS_BY } from "./core/traders.ts";
import { VenueMarket, type MarketPlan } from "./core/venue-market.ts";

export interface VenuePlan {
  /** `simalpha`: a code that no exchange has. */
  readonly code: string;
  /** `Alpha (simulated)`. */
  readonly name: string;
  readonly seed: number;
  /** When it begins, in milliseconds. */
  readonly startMs: number;
  readonly markets: readonly MarketPlan[];
}

/** Hears what commands have done, those of customers and of traders, in order. Must be quick and must not throw. */
export type VenueListener = (events: readonly EngineEvent[]) => void;

export interface Venue {
  readonly code: string;
  readonly name: string;
  readonly markets: readonly Market[];
  /** When it began, in milliseconds: what sets its ids apart from those of another run. */
  readonly startMs: number;
  /** How far it has gone, in milliseconds. */
  readonly nowMs: number;
  /** Lets its traders act until a moment, and everything happen in order. Never goes back. */
  advance(toMs: number): void;
  /** Goes to a moment at once, as if its traders had slept until then. */
  skip(toMs: number): void;
  /** Does a customer's command now. */
  apply(command: Command): readonly EngineEvent[];
  listen(listener: VenueListener): () => void;
  /** The requests about books, orders and balances. */
  readonly matching: Omit<RestoringMatching, "apply" | "restore" | "remove">;
  /** Brings an account, and takes one out: see `RestoringMatching`. Listeners receive its effects. */
  readonly restore: RestoringMatching["restore"];
  readonly remove: RestoringMatching["remove"];
  /** The last trades, oldest first; at most 1000. */
  trades(marketId: string, limit: number): readonly Trade[];
  /** Oldest first; those from before the start are made up along the same path. Undefined for another interval. */
  candles(
    marketId: string,
    range: { readonly interval: string; readonly sinceMs: number; readonly limit: number },
  ): readonly Candle[] | undefined;
}

/** No venue gives out more. */
const IDS_A_MILLISECOND = 1_000;

/** The traders' balance of everything: more than they can lose. */
const ENOUGH = 10n ** 24n;

/** Opens a venue. Its books are there after the first `advance`. */
export function openVenue(plan: VenuePlan): Venue {
  const matching = createMatching(
    plan.markets.map((each) => each.market),
    // The final orders of traders are never asked for.
    {
      keepClosed: (account) => (account === MAKER || account === PASSERS_BY ? 0 : 10_000),
      // A venue that begins later gives out higher ids.
      idsAbove: plan.startMs * IDS_A_MILLISECOND,
    },
  );
  const currencies = new Set(plan.markets.flatMap(({ market }) => [market.base, market.quote]));
  for (const account of [MAKER, PASSERS_BY]) {
    for (const currency of currencies) matching.apply({ kind: "deposit", account, currency, amount: ENOUGH });
  }
  const listeners = new Set<VenueListener>();
  const venueSeed = mixSeeds(plan.seed, seedOf(plan.code));
  const markets = new Map<string, VenueMarket>();
  const tell = (events: readonly EngineEvent[]): readonly EngineEvent[] => {
    for (const event of events) {
      if (event.kind === "trade") markets.get(event.marketId)?.heard(event, `${plan.startMs}-${event.tradeId}`);
    }
    for (const listener of listeners) listener(events);
    return events;
  };
  const apply = (command: Command): readonly EngineEvent[] => tell(matching.apply(command));
  for (const each of plan.markets) {
    markets.set(each.market.id, new VenueMarket(each, venueSeed, plan.startMs, apply));
  }
  // A market without traders is moved by customers alone.
  const all = plan.markets.flatMap((each) => (each.stepsPerSecond > 0 ? (markets.get(each.market.id) ?? []) : []));
  let nowMs = plan.startMs;

  return {
    code: plan.code,
    name: plan.name,
    markets: plan.markets.map((each) => each.market),
    startMs: plan.startMs,
    get nowMs() {
      return nowMs;
    },
    advance(toMs) {
      for (let next = soonest(all); next && next.nextMs <= toMs; next = soonest(all)) {
        nowMs = Math.max(nowMs, next.nextMs);
        next.step();
      }
      nowMs = Math.max(nowMs, toMs);
    },
    skip(toMs) {
      for (const each of all) each.nextMs = Math.max(each.nextMs, toMs);
      nowMs = Math.max(nowMs, toMs);
    },
    apply,
    restore: (kept, atMs) => tell(matching.restore(kept, atMs)),
    remove: (account) => tell(matching.remove(account)),
    listen(listener) {
      invariant(!listeners.has(listener), "a listener listens once");
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    matching,
    trades: (marketId, limit) => markets.get(marketId)?.trades(limit) ?? [],
    candles: (marketId, range) => markets.get(marketId)?.candles(range, nowMs),
  };
}

/** The market whose traders act next; of those of one moment, the first. */
function soonest(markets: readonly VenueMarket[]): VenueMarket | undefined {
  let next = markets[0];
  for (const each of markets) if (next && each.nextMs < next.nextMs) next = each;
  return next;
}
