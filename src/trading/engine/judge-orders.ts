/** Decides whether orders may be sent: when they are accepted, when they are claimed, and when they leave. */
import { parseFine } from "../../kit/money/fine.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis, utcDay } from "../../kit/time/instant.ts";
import { isRealExchange } from "../exchanges/index.ts";
import type { MarketView } from "../market/index.ts";
import { checkOrderRisk, type Halt, type RiskRefusal, type ScopeState } from "./core/risk.ts";
import {
  figuresOf,
  measure,
  placesOf,
  positionChange,
  withOrder,
  type RiskFacts,
  type RiskOwner,
  type RiskPlace,
} from "./core/risk-figures.ts";
import { MarketWorth, type PricedOrder } from "./market-worth.ts";
import type { FactRange, RiskSettings } from "./risk-store.ts";
import type { ClaimJudge, Judged, OrderTerms } from "./store.ts";

/** An order that is about to be accepted or sent. */
export type JudgedOrder = RiskOwner & PricedOrder;

/** Orders that wait for their time count against limits from this long before it. */
export const DUE_WITHIN_MS = 5_000;

export class OrderJudge implements ClaimJudge {
  readonly worth: MarketWorth;
  readonly #clock: Pick<Clock, "now">;

  constructor(market: MarketView, clock: Pick<Clock, "now">) {
    this.worth = new MarketWorth(market);
    this.#clock = clock;
  }

  /** Orders that wait for their time count only once they were claimed. */
  range(): FactRange {
    return { nowMs: toMillis(this.#clock.now()), dueMs: -1 };
  }

  judge(orders: readonly OrderTerms[], settings: RiskSettings, facts: RiskFacts): ReadonlyMap<number, Judged> {
    const judged = new Map<number, Judged>();
    let known = facts;
    for (const order of orders) {
      const states = this.statesOf(order, settings, known);
      // The clock is asked about when the order leaves: here another process may be connected.
      const refusal = this.refusalOf(order, states, haltsOf(order, settings), 0);
      judged.set(order.id, { refusal, states });
      if (!refusal) known = withOrder(known, counted(order));
    }
    return judged;
  }

  /**
   * The first of some orders that may not leave, each counted with those before it; undefined where all of them may.
   *
   * @param driftOf how far the clocks of an exchange and of this machine are known to be apart, milliseconds
   */
  firstRefused(
    orders: readonly JudgedOrder[],
    settings: RiskSettings,
    { facts, driftOf }: { readonly facts: RiskFacts; readonly driftOf: (exchange: string) => number },
  ): { readonly at: number; readonly refusal: RiskRefusal } | undefined {
    let known = facts;
    for (const [at, order] of orders.entries()) {
      const states = this.statesOf(order, settings, known);
      const refusal = this.refusalOf(order, states, haltsOf(order, settings), driftOf(order.exchange));
      if (refusal) return { at, refusal };
      known = withOrder(known, counted(order));
    }
    return undefined;
  }

  /** The known state of the places of an order; none where nothing is set for any of them. */
  statesOf(order: JudgedOrder, { halts, limits, marks }: RiskSettings, facts: RiskFacts): readonly ScopeState[] {
    if (halts.length === 0 && limits.length === 0) return [];
    const today = utcDay(this.#clock.now());
    const own = counted(order);
    return placesOf(order).map((place) => {
      const known = { worth: this.worth, marks: marks.find((each) => isSame(each.place, place))?.marks, today };
      return {
        scope: place.scope,
        limits: limits.find((each) => isSame(each.place, place))?.limits,
        figures: figuresOf(facts, place, measure(facts, place, known), own),
        position: positionChange(facts, place, own),
      };
    });
  }

  /** Why an order may not leave at this moment, by the prices of now. */
  refusalOf(
    order: JudgedOrder,
    states: readonly ScopeState[],
    halts: readonly Halt[],
    clockDriftMs: number,
  ): RiskRefusal | undefined {
    const nowMs = toMillis(this.#clock.now());
    return checkOrderRisk(this.worth.order(order, { nowMs, clockDriftMs }), states, halts);
  }
}

/** Of the halts of several orders, those of one. */
export function haltsOf(order: RiskOwner, { halts }: Pick<RiskSettings, "halts">): readonly Halt[] {
  const places = placesOf(order);
  return halts.filter(
    ({ scope, id }) => scope === "platform" || places.some((place) => place.scope === scope && place.id === id),
  );
}

function isSame(one: RiskPlace, other: RiskPlace): boolean {
  return one.scope === other.scope && one.id === other.id;
}

function counted(order: JudgedOrder) {
  return { ...order, amount: fine(order.amount), isReal: isRealExchange(order.exchange) };
}

function fine(decimal: string): bigint {
  return parseFine(decimal, "up") ?? 0n;
}
