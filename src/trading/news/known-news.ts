/**
 * The news as conditions of strategies read them: from memory, without waiting. Reading asks the database for news at
 * most once a second, however many strategies read, and not at all while none reads.
 */
import type { Log } from "../../kit/log/log.ts";
import { wentBack, type NumbersEnd } from "../../kit/sql/numbers-end.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { fromMillis, toMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import { HORIZONS } from "./core/impact.ts";
import { NewsTimeline, type MeasuredMove, type SeenArticle } from "./core/news-timeline.ts";
import type { Tone } from "./core/tone-lexicon.ts";

/** For conditions of strategies. */
export interface KnownNewsStore {
  /** The newest article that `listSeen` may answer. */
  readEnd(): Promise<NumbersEnd>;
  /** The article after which everything was first seen since then; 0 where there is none before. */
  findLastSeenBefore(since: Instant): Promise<number>;
  /** Articles that name a currency, as they were first seen, in the order of their ids, which is that in which they came. */
  listSeen(afterId: number, languages: readonly string[], limit: number): Promise<SeenArticle[]>;
  /** The moves of these that are measured by now. */
  listMoves(asked: readonly { readonly articleId: number; readonly seconds: number }[]): Promise<MeasuredMove[]>;
}

export interface KnownNewsOptions {
  readonly store: KnownNewsStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "warn">;
  /** Articles in other languages are not shown, and count for nothing. */
  readonly languages: readonly string[];
  /** Whether any process follows news. */
  readonly isFollowed: () => boolean;
}

/** Why nothing can be read of the news. */
type UnknownNews = "no_source" | "warming_up" | "price_not_recorded";

const REFRESH_MS = SECOND_MS;
/** What could not be renewed for this long counts no more. */
const OLD_MS = MINUTE_MS / 2;
/** The last move of an article is measured after an hour, and counts for another. */
const KEPT_MS = 2 * HOUR_MS + 10 * MINUTE_MS;
const BATCH = 1_000;
/** Of one refresh: the rest comes with the next one. */
const MAX_BATCHES = 10;
/** While no strategy reads, what is new is not read either: after this long it is not worth catching up. */
const IDLE_MS = 10 * MINUTE_MS;

export class KnownNews {
  readonly #options: KnownNewsOptions;
  #timeline = new NewsTimeline();
  /** The known moves of an article, by its id. */
  readonly #measured = new Map<number, Set<number>>();
  /** The newest article that is known; undefined before the first. */
  #lastId: number | undefined = undefined;
  /** As of the last reading. */
  #end: NumbersEnd | undefined;
  #nextMs = 0;
  #knownMs = -Infinity;
  #askedMs = -Infinity;
  #refreshing: Promise<void> | undefined;
  /** Whether the last reading failed, and was reported. */
  #isFailing = false;

  constructor(options: KnownNewsOptions) {
    this.#options = options;
  }

  /** The strongest score of a tone in the articles of the last hour that name the currency; 0 where none has it. */
  tone(currency: string, tone: Tone, nowMs: number): number | UnknownNews {
    return this.#unknown(nowMs) ?? this.#timeline.toneAt(currency, tone, nowMs);
  }

  /** The pair's largest move of the last hour after articles that name the currency, in percent; 0 where none was. */
  impact(currency: string, pair: string, nowMs: number): number | UnknownNews {
    return this.#unknown(nowMs) ?? this.#timeline.impactAt(currency, pair, nowMs) ?? "price_not_recorded";
  }

  #unknown(nowMs: number): UnknownNews | undefined {
    if (!this.#options.isFollowed()) return "no_source";
    if (!this.#refreshing && this.#nextMs <= nowMs) {
      this.#nextMs = nowMs + REFRESH_MS;
      this.refresh().catch((error: unknown) => {
        if (!this.#isFailing)
          this.#options.log.warn({ err: error }, "news: what conditions read could not be brought up to date");
        this.#isFailing = true;
      });
    }
    return nowMs - this.#knownMs > OLD_MS ? "warming_up" : undefined;
  }

  /** Reads what is new. One reading is in progress at a time. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { store, clock, languages } = this.#options;
    const nowMs = toMillis(clock.now());
    const end = await store.readEnd();
    if (this.#end && wentBack(this.#end, end)) this.#forgetAll();
    this.#end = end;
    this.#forget(nowMs - KEPT_MS);
    const isKnown = this.#lastId !== undefined && nowMs - this.#askedMs < IDLE_MS;
    let lastId = isKnown ? this.#lastId : undefined;
    lastId ??= await store.findLastSeenBefore(fromMillis(nowMs - KEPT_MS));
    this.#askedMs = nowMs;
    for (let batch = 0; ; batch++) {
      const seen = await store.listSeen(lastId, languages, BATCH);
      for (const article of seen) this.#timeline.addArticle(article);
      lastId = seen.at(-1)?.id ?? lastId;
      this.#lastId = lastId;
      if (seen.length < BATCH) break;
      // The rest would be missing from the answer: nothing is answered until it is there.
      if (batch + 1 === MAX_BATCHES) return;
    }
    const waiting = this.#waiting(nowMs);
    for (let from = 0; from < waiting.length; from += BATCH) {
      for (const move of await store.listMoves(waiting.slice(from, from + BATCH))) {
        this.#timeline.addMove(move);
        this.#measured.set(move.articleId, (this.#measured.get(move.articleId) ?? new Set()).add(move.seconds));
      }
    }
    this.#knownMs = nowMs;
    this.#isFailing = false;
  }

  /** Moves that may be measured by now, and are not known to be. */
  #waiting(nowMs: number): { articleId: number; seconds: number }[] {
    const waiting: { articleId: number; seconds: number }[] = [];
    for (const { id, impactMs } of this.#timeline.articles()) {
      if (impactMs === undefined) continue;
      const known = this.#measured.get(id);
      for (const seconds of HORIZONS) {
        const overMs = impactMs + seconds * SECOND_MS;
        // A move that ended an hour ago no longer counts, also where it is measured late.
        const counts = overMs <= nowMs && overMs > nowMs - HOUR_MS;
        if (counts && known?.has(seconds) !== true) waiting.push({ articleId: id, seconds });
      }
    }
    return waiting;
  }

  /** Articles that are known may be lost, and others may have their ids. Until it has read again, it knows nothing. */
  #forgetAll(): void {
    this.#timeline = new NewsTimeline();
    this.#measured.clear();
    this.#lastId = undefined;
    this.#knownMs = -Infinity;
  }

  #forget(beforeMs: number): void {
    this.#timeline.forget(beforeMs);
    const kept = new Set<number>();
    for (const { id } of this.#timeline.articles()) kept.add(id);
    for (const id of this.#measured.keys()) if (!kept.has(id)) this.#measured.delete(id);
  }
}
