/**
 * The news as conditions know them at a moment: everything first seen and measured by then, and nothing later. So a
 * strategy finds the same whether it is asked live, or of a time that is over.
 */
import { HOUR_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import type { ToneScore } from "./tone.ts";
import type { Tone } from "./tone-lexicon.ts";

/** An article counts for this long after it was first seen, and its price move for as long after that. */
const COUNTS_MS = HOUR_MS;

/** An article as it was when it was first seen. */
export interface SeenArticle {
  /** Rises in the order in which articles are seen. */
  readonly id: number;
  readonly seenMs: number;
  /** From when on its effect is measured; undefined for one that is not. */
  readonly impactMs: number | undefined;
  /** Codes of the currencies that it names. */
  readonly currencies: readonly string[];
  readonly tones: readonly ToneScore[];
}

/** The prices after an article over one time. */
export interface MeasuredMove {
  readonly articleId: number;
  readonly seconds: number;
  /** When that was found out. */
  readonly measuredMs: number;
  /** Percent by pair id; null for a pair without a recorded price. */
  readonly percents: ReadonlyMap<string, number | null>;
}

/** A value in force from one moment until another: each change of it is known beforehand. */
interface InForce {
  value: number | null;
  fromMs: number;
  untilMs: number;
}

/** A value that counts from one moment until another. */
interface Counted {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: number | null;
}

class CurrencyNews {
  /** In the order of their ids. */
  readonly articles: SeenArticle[] = [];
  readonly moves: (MeasuredMove & { readonly fromMs: number; readonly untilMs: number })[] = [];
  readonly tones = new Map<Tone, InForce>();
  readonly impacts = new Map<string, InForce>();
}

export class NewsTimeline {
  readonly #byCurrency = new Map<string, CurrencyNews>();
  readonly #articles = new Map<number, SeenArticle>();

  /** How many articles it holds. */
  get size(): number {
    return this.#articles.size;
  }

  articles(): Iterable<SeenArticle> {
    return this.#articles.values();
  }

  /** The same article again changes nothing: what it said first counts. */
  addArticle(article: SeenArticle): void {
    if (this.#articles.has(article.id)) return;
    this.#articles.set(article.id, article);
    for (const currency of new Set(article.currencies)) {
      const news = this.#byCurrency.get(currency) ?? new CurrencyNews();
      this.#byCurrency.set(currency, news);
      news.articles.push(article);
      news.tones.clear();
    }
  }

  /** Of an article that was added; any other changes nothing. */
  addMove(move: MeasuredMove): void {
    const article = this.#articles.get(move.articleId);
    if (article?.impactMs === undefined) return;
    const overMs = article.impactMs + move.seconds * SECOND_MS;
    // Nothing is known before the article was seen, nor before the price was looked at.
    const fromMs = Math.max(article.seenMs, overMs, move.measuredMs);
    for (const currency of new Set(article.currencies)) {
      const news = this.#byCurrency.get(currency);
      news?.moves.push({ ...move, fromMs, untilMs: overMs + COUNTS_MS });
      news?.impacts.clear();
    }
  }

  /**
   * The strongest score of a tone in the articles that were first seen in the last hour and name the currency. 0 where none
   * has it.
   */
  toneAt(currency: string, tone: Tone, nowMs: number): number {
    const news = this.#byCurrency.get(currency);
    if (!news) return 0;
    let known = news.tones.get(tone);
    if (!known || nowMs < known.fromMs || nowMs >= known.untilMs) {
      known = inForceAt(tonesIn(news.articles, tone), nowMs);
      news.tones.set(tone, known);
    }
    return known.value ?? 0;
  }

  /**
   * The largest move of a pair, up or down and in percent of the price before, of those that were measured after
   * articles that name the currency and that ended in the last hour. 0 without such moves; undefined where none of
   * them has a price.
   */
  impactAt(currency: string, pair: string, nowMs: number): number | undefined {
    const news = this.#byCurrency.get(currency);
    if (!news) return 0;
    let known = news.impacts.get(pair);
    if (!known || nowMs < known.fromMs || nowMs >= known.untilMs) {
      known = inForceAt(movesIn(news, pair), nowMs);
      news.impacts.set(pair, known);
    }
    return known.value ?? undefined;
  }

  /** Forgets articles that were first seen before, with what was measured after them. */
  forget(beforeMs: number): void {
    for (const [id, { seenMs }] of this.#articles) if (seenMs < beforeMs) this.#articles.delete(id);
    for (const [currency, news] of this.#byCurrency) {
      cutTo(news.articles, ({ id }) => this.#articles.has(id));
      cutTo(news.moves, ({ articleId }) => this.#articles.has(articleId));
      if (news.articles.length === 0) this.#byCurrency.delete(currency);
    }
  }
}

function* tonesIn(articles: readonly SeenArticle[], tone: Tone): Iterable<Counted> {
  for (const { seenMs, tones } of articles) {
    const score = tones.find((each) => each.tone === tone)?.score;
    if (score !== undefined) yield { fromMs: seenMs, untilMs: seenMs + COUNTS_MS, value: score };
  }
}

function* movesIn({ moves }: CurrencyNews, pair: string): Iterable<Counted> {
  for (const { fromMs, untilMs, percents } of moves) {
    const value = percents.get(pair);
    if (value !== undefined) yield { fromMs, untilMs, value };
  }
}

/** The strongest of what counts at a moment, and how long that stays so. 0 without any; null where none has a value. */
function inForceAt(all: Iterable<Counted>, nowMs: number): InForce {
  const found: InForce = { value: 0, fromMs: -Infinity, untilMs: Infinity };
  let [counted, valued] = [0, 0];
  for (const { fromMs, untilMs, value } of all) {
    if (untilMs <= fromMs) continue;
    for (const edgeMs of [fromMs, untilMs]) {
      if (edgeMs <= nowMs) found.fromMs = Math.max(found.fromMs, edgeMs);
      else found.untilMs = Math.min(found.untilMs, edgeMs);
    }
    if (fromMs > nowMs || untilMs <= nowMs) continue;
    counted++;
    if (value === null) continue;
    valued++;
    if (isStronger(value, found.value ?? 0)) found.value = value;
  }
  if (counted > 0 && valued === 0) found.value = null;
  return found;
}

/** Of a rise and a fall of the same size the rise counts, in whatever order they came. */
function isStronger(one: number, other: number): boolean {
  return Math.abs(one) > Math.abs(other) || (Math.abs(one) === Math.abs(other) && one > other);
}

function cutTo<Each>(list: Each[], isKept: (each: Each) => boolean): void {
  let kept = 0;
  for (const each of list) if (isKept(each)) list[kept++] = each;
  list.length = kept;
}
