/** A ladder from single levels of a book: what the platform pushes of each level, put together. */
import type { Level, PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import type { QuoteState } from "./quote.ts";

export interface LadderRow {
  readonly price: number;
  readonly quantity: number;
  /** The quantity of this level and all better ones. */
  readonly sum: number;
}

export interface Ladder {
  /** `live`, or why no prices are shown. Undefined until it is known. */
  readonly state: QuoteState | undefined;
  /** The best first. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
}

const LEVELS = 10;
export const NO_LADDER: Ladder = { state: undefined, asks: [], bids: [] };

type Name = `asks/${string}` | `bids/${string}`;

/** Channels of the levels of both sides, the best first. */
export function levelChannels(code: string): readonly Name[] {
  const levels = Array.from({ length: LEVELS }, (_, at) => at + 1);
  return (["asks", "bids"] as const).flatMap((side) => levels.map((level): Name => `${side}/${code}-${level}`));
}

/**
 * @param known the newest message of each channel. A side without a best price is empty; a book whose best price is stale,
 *   crossed or not there has no rows.
 */
export function ladderOf(code: string, known: ReadonlyMap<string, PushMessage<Name>>): Ladder {
  const [ask, bid] = [known.get(`asks/${code}-1`), known.get(`bids/${code}-1`)];
  if (!ask || !bid) return NO_LADDER;
  const states = [ask, bid].map(({ data, state }) => (data ? "live" : (state ?? "none")));
  const bad = states.find((state) => state !== "live" && state !== "empty");
  if (bad !== undefined) return { ...NO_LADDER, state: bad };
  if (states.every((state) => state === "empty")) return { ...NO_LADDER, state: "empty" };
  return { state: "live", asks: rowsOf(`asks/${code}-`, known, 1), bids: rowsOf(`bids/${code}-`, known, -1) };
}

/** Levels come one by one, so two may show the same price for a moment: each price once, in the order of the side. */
function rowsOf(prefix: string, known: ReadonlyMap<string, PushMessage<Name>>, direction: 1 | -1): LadderRow[] {
  const levels = new Map<number, Level>();
  for (let level = LEVELS; level >= 1; level--) {
    const data = known.get(prefix + level)?.data;
    if (data) levels.set(data[0], data);
  }
  const sorted = [...levels.values()].sort(([one], [other]) => direction * (one - other));
  let sum = 0;
  return sorted.map(([price, quantity]) => ({ price, quantity, sum: (sum += quantity) }));
}
