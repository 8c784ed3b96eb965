/** The dependencies of the endpoints and jobs of signals. */
import type { ActQueue } from "./act-store.ts";
import type { PriceStore } from "./price-store.ts";
import type { PriceTrigger } from "./price-triggers.ts";
import type { HookStore } from "./hook-store.ts";
import type { SeenSignal, SignalStore } from "./store.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

export interface SignalDeps {
  readonly signals: SignalStore;
}

export interface FeaturedDeps {
  /** The best signals for callers without a key, a few seconds old at most: a flood of requests costs one query. */
  readonly featuredSignals: () => Promise<readonly SeenSignal[]>;
}

export interface HookDeps {
  readonly signalHooks: HookStore;
}

export interface SubscriptionDeps {
  readonly signalSubscriptions: SubscriptionStore;
}

export interface ActDeps {
  readonly signalActs: ActQueue & {
    /** Carries out one act, once, whatever dies on the way. */
    apply(id: number): Promise<void>;
  };
}

export interface PriceDeps {
  readonly signalPrices: PriceStore;
  readonly priceTrigger: PriceTrigger;
  /** How long after a moment the tape surely has it, in milliseconds. */
  readonly tapeDelayMs: number;
}

export interface SignalTrim {
  /** Removes some of what is older, milliseconds, and needed for no result. Answers how much; 0 when nothing is left. */
  trim(beforeMs: number): Promise<number>;
}

export interface SignalTrimDeps {
  readonly signalTrim: SignalTrim;
  readonly signalRetentionDays: number;
}
