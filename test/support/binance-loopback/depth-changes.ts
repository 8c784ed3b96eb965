/** Changes of a book that are gathered until they are sent, with the numbers of the first and the last of them. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import type { EngineEvent } from "../../../src/trading/simulation/core/commands.ts";

type LevelEvent = Extract<EngineEvent, { kind: "level" }>;

interface Gathered {
  readonly first: number;
  last: number;
  readonly bids: Map<bigint, bigint>;
  readonly asks: Map<bigint, bigint>;
}

export interface DepthChanges {
  add(level: LevelEvent): void;
  /** The changes gathered since the last time, a message for each market; `U` follows the `u` of the one before. */
  take(atMs: number): readonly { readonly marketId: string; readonly event: object }[];
}

export function createDepthChanges(): DepthChanges {
  const markets = new Map<string, Gathered>();
  return {
    add({ marketId, side, price, quantity, sequence }) {
      let gathered = markets.get(marketId);
      if (!gathered) {
        gathered = { first: sequence, last: sequence, bids: new Map(), asks: new Map() };
        markets.set(marketId, gathered);
      }
      gathered.last = sequence;
      (side === "bid" ? gathered.bids : gathered.asks).set(price, quantity);
    },
    take(atMs) {
      const taken = [...markets].map(([marketId, { first, last, bids, asks }]) => ({
        marketId,
        event: {
          e: "depthUpdate",
          E: atMs,
          s: marketId.toUpperCase(),
          U: first,
          u: last,
          b: [...bids].map(([price, quantity]) => [formatAmount(price), formatAmount(quantity)]),
          a: [...asks].map(([price, quantity]) => [formatAmount(price), formatAmount(quantity)]),
        },
      }));
      markets.clear();
      return taken;
    },
  };
}
