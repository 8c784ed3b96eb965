/** The dependencies of the endpoints and jobs of the news. */
import type { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { WatchedKeyword } from "./core/watchlist.ts";
import type { FeedHealth } from "./feed-health.ts";
import type { KeywordTrend, NewsCounts } from "./figures.ts";
import type { MeasureImpact } from "./measure-impact.ts";
import type { ImpactStore, NewsStore } from "./store.ts";

export interface NewsDeps {
  readonly news: NewsStore;
  readonly newsRules: NewsRules;
}

/** The operator's settings. */
export interface NewsRules {
  /** Only articles in these are shown. */
  readonly languages: readonly string[];
  readonly watchlist: readonly WatchedKeyword[];
  /** How much a source counts; 1 for one that is followed no more. */
  readonly weightOf: (source: string) => number;
}

export interface NewsFigureDeps {
  /** Counted at most 15 seconds ago: a flood of questions costs one. */
  readonly newsFigures: {
    readonly counts: () => Promise<NewsCounts>;
    readonly trends: () => Promise<readonly KeywordTrend[]>;
  };
}

export interface NewsHealthDeps {
  /** How each source does; empty while news are off. A few seconds old at most. */
  readonly newsHealth: () => Promise<readonly FeedHealth[]>;
}

export interface NewsJobDeps {
  /** So that of all processes one measures at a time. */
  readonly newsLeases: Pick<LeaseHolder, "whileHeld">;
  readonly newsImpacts: ImpactStore;
  readonly measureImpact: MeasureImpact;
  readonly newsRetentionDays: number;
  /** How long after a moment the tape surely has it, in milliseconds. */
  readonly tapeDelayMs: number;
}
