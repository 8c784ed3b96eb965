/** The fields of news statistics. */
import type { Instant } from "../../kit/time/instant.ts";

export interface NewsCounts {
  readonly total: number;
  readonly matched: number;
  readonly lastHour: number;
  readonly last24Hours: number;
  readonly last48Hours: number;
  readonly last7Days: number;
  readonly last30Days: number;
  readonly lastAt: Instant | undefined;
}

export interface KeywordTrend {
  readonly name: string;
  /** Articles of the last day. */
  readonly lastDay: number;
  /** Of the seven days before that, for each day. */
  readonly usualDay: number;
}

/** How one source moved one pair. */
export interface SourceImpact {
  readonly pair: string;
  readonly articles: number;
  readonly sum: string;
  readonly topBull: readonly RankedMove[];
  readonly topBear: readonly RankedMove[];
  readonly recentBull: readonly RankedMove[];
  readonly recentBear: readonly RankedMove[];
}

export interface RankedMove {
  readonly id: number;
  readonly keywords: string;
  readonly publishedAt: Instant;
  readonly difference: string;
}
