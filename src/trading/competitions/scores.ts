/** Where results of competitions come from. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Metric } from "./core/competition.ts";

export interface ScoreAsk {
  readonly metric: Metric;
  readonly from: Instant;
  /** Results up to this moment, or to now where that is earlier. */
  readonly to: Instant;
  /** Main accounts, at most 500. The trades of their sub-accounts count for them. */
  readonly ownerUids: readonly number[];
}

export interface CompetitionScores {
  /** The result of each account in units of 1e-8 (of a percent, or of the platform's currency); who has none is left out. */
  scores(ask: ScoreAsk): Promise<ReadonlyMap<number, bigint>>;
}
