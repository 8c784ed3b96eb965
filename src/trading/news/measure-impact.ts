/** Measures what prices did after an article, from the tape alone. */
import { LRUCache } from "lru-cache";
import { toMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import {
  COMPILED,
  NO_PRICE,
  priceChange,
  usualMove,
  zValue,
  type MinuteCloses,
  type PairImpact,
  type RecordedMarketTops,
} from "./core/impact.ts";
import { minutesOfDays, volumeByHours, type ReadMinutes } from "./minutes-of-days.ts";
import { CARRY_MS, pricesNear } from "./prices-near.ts";
import type { ImpactData, ImpactDue } from "./store.ts";

/** Articles of an hour that began this long ago are not measured as they come any more. */
const LATE_MS = 3 * HOUR_MS;

/**
 * Rows that another process has not written yet, or has written on another machine, are waited for: that process may measure the
 * article in one of the next runs. After this time there are none.
 */
const PATIENCE_MS = 3 * HOUR_MS;
/** For how long it counts that rows are not there yet. */
const LACK_KEPT_MS = 5 * SECOND_MS;

const USUAL_DAYS = 7;
const MAX_KEPT = 2_000;

/** Undefined while the prices may not be on the tape yet. */
export type MeasureImpact = (due: ImpactDue) => Promise<ImpactData | undefined>;

/** @param settledMs until when the tape is whole by now */
export function measureImpact(
  tape: Pick<Tape, "tops" | "candles" | "hasRecorded">,
  symbolOf: (code: string) => string,
  settledMs: () => number,
): MeasureImpact {
  const lacks = new LRUCache<string, number>({ max: MAX_KEPT, ttl: LACK_KEPT_MS });
  /** What is not there at a moment is not there after it. */
  const isWritten = async (code: string, atMs: number): Promise<boolean> => {
    if (settledMs() - atMs > PATIENCE_MS) return true;
    if (atMs >= (lacks.get(code) ?? Number.POSITIVE_INFINITY)) return false;
    const isThere = await tape.hasRecorded(code, atMs);
    if (!isThere) lacks.set(code, atMs);
    return isThere;
  };
  const topsNear = pricesNear(tape, settledMs, isWritten);
  const ofDays = minutesOfDays(tape);
  /** The common part of all articles of an hour. */
  const volumes = new LRUCache<string, Promise<number>>({ max: MAX_KEPT });
  const usuals = new LRUCache<string, Promise<number | undefined>>({ max: MAX_KEPT });
  const days = new LRUCache<string, Promise<MinuteCloses[]>>({ max: MAX_KEPT / 10 });

  /** Late, whole days are read: the next articles are of the same days. At once, no more than is needed. */
  const minutesFor = (hourMs: number): ReadMinutes =>
    settledMs() - hourMs > LATE_MS ? ofDays : (code, fromMs, toMs) => tape.candles(code, "1m", fromMs, toMs);

  const volumeOf = (code: string, hourMs: number): Promise<number> =>
    kept(volumes, `${code} ${hourMs}`, async () =>
      volumeByHours(await minutesFor(hourMs)(code, hourMs - DAY_MS, hourMs)),
    );

  const closesOf = (code: string, hourMs: number): Promise<MinuteCloses[]> =>
    kept(days, `${code} ${hourMs}`, () =>
      Promise.all(
        startsOf(hourMs).map((startMs) =>
          minutesFor(hourMs)(code, startMs - HOUR_MS, startMs + 2 * HOUR_MS + MINUTE_MS),
        ),
      ),
    );

  const usualOf = (code: string, hourMs: number, seconds: number): Promise<number | undefined> =>
    kept(usuals, `${code} ${hourMs} ${seconds}`, async () =>
      usualMove(await closesOf(code, hourMs), startsOf(hourMs), seconds),
    );

  async function marketOf(code: string, fromMs: number, toMs: number): Promise<RecordedMarketTops> {
    const [before, after] = await Promise.all([topsNear(code, fromMs), topsNear(code, toMs)]);
    const volume = await volumeOf(code, hourOf(fromMs));
    const tops = {
      count: before.count + after.count,
      ms: both(before.ms, after.ms),
      bid: both(before.bid, after.bid),
      ask: both(before.ask, after.ask),
    };
    return { tops, volume };
  }

  async function pairImpact(codes: readonly string[], fromMs: number, seconds: number): Promise<PairImpact> {
    const toMs = fromMs + seconds * SECOND_MS;
    const markets = await Promise.all(codes.map((code) => marketOf(code, fromMs, toMs)));
    const pair = symbolOf(codes[0] ?? "");
    const change = priceChange(markets, fromMs, toMs, CARRY_MS);
    if (!change) return { status: NO_PRICE, pair, before: "", after: "", difference: "", usual: null, z: null };
    const largest = markets.reduce((best, each, at) => (each.volume > (markets[best]?.volume ?? 0) ? at : best), 0);
    const usual = await usualOf(codes[largest] ?? "", hourOf(fromMs), seconds);
    return {
      status: COMPILED,
      pair,
      ...change,
      usual: usual?.toFixed(8) ?? null,
      z: zValue(change.difference, usual) ?? null,
    };
  }

  return async ({ impactAt, seconds, codes }) => {
    const toMs = toMillis(impactAt) + seconds * SECOND_MS;
    for (const code of codes) if (!(await isWritten(code, toMs))) return undefined;
    const pairs = new Map<string, string[]>();
    for (const code of codes) {
      const pair = code.slice(code.indexOf("-") + 1);
      pairs.set(pair, [...(pairs.get(pair) ?? []), code]);
    }
    const data: Record<string, PairImpact> = {};
    for (const [pair, ofPair] of pairs) data[pair] = await pairImpact(ofPair, toMillis(impactAt), seconds);
    return data;
  };
}

function both(before: ArrayLike<number>, after: ArrayLike<number>): number[] {
  return [...Array.from(before), ...Array.from(after)];
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** The beginning of the same hour on each of the days before. */
function startsOf(hourMs: number): number[] {
  return Array.from({ length: USUAL_DAYS }, (_, day) => hourMs - (day + 1) * DAY_MS);
}

function kept<Value>(cache: LRUCache<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}
