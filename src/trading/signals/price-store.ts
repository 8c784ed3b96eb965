/** The storage port of pricing triggers. */
import type { Direction } from "./core/trigger.ts";

/** A trigger whose price is not known yet. */
export interface UnpricedTrigger {
  readonly iterationId: number;
  readonly isClosing: boolean;
  readonly atMs: number;
  readonly code: string;
  readonly direction: Direction;
}

export interface PriceStore {
  /** Of triggers up to then, the oldest first. */
  listUnpriced(untilMs: number, limit: number, after: UnpricedTrigger | undefined): Promise<readonly UnpricedTrigger[]>;
  /** Keeps a price, or for undefined that the tape has none; answers false where that was done before. */
  savePrice(trigger: UnpricedTrigger, price: string | undefined): Promise<boolean>;
}
