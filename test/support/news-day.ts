/** A day of prices on a tape, and of articles that were written in it, for tests of what prices did after articles. */
import { fromMillis, toMillis } from "../../src/kit/time/instant.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kit/time/spans.ts";
import { naivePriceChange } from "../../src/trading/news/core/impact.naive.ts";
import type { PairImpact } from "../../src/trading/news/core/impact.ts";
import type { ImpactDue } from "../../src/trading/news/store.ts";
import { openTape } from "../../src/trading/tape/index.ts";
import { tapeMarket } from "./tape-market.ts";
import { TAPE_OPTIONS } from "./tape-world.ts";

/** The day of the articles. Trades are recorded from eight days before it, best prices from its beginning. */
export const NEWS_DAY = Date.parse("2026-03-10T00:00:00Z");
const START = NEWS_DAY - 8 * DAY_MS;
const END = NEWS_DAY + DAY_MS + 3 * HOUR_MS;
const STEP_MS = 20_000;

export const DAY_CODES = ["alpha-btcusdt", "beta-btcusdt", "alpha-ethusdt", "beta-ltcusdt"] as const;
/** Nothing is known of this market for an hour and a half of the day. */
const SILENT = { code: "alpha-ethusdt", fromMs: NEWS_DAY + 5 * HOUR_MS, toMs: NEWS_DAY + 6.5 * HOUR_MS };

interface PriceRow {
  readonly ms: number;
  readonly bid: number;
  readonly ask: number;
}

interface TradeRow {
  readonly ms: number;
  readonly price: number;
  readonly quantity: number;
}

export interface DayPrices {
  /** By market. */
  readonly tops: ReadonlyMap<string, readonly PriceRow[]>;
  readonly trades: ReadonlyMap<string, readonly TradeRow[]>;
}

/** Records the days into a folder, and answers the input of a naive recomputation. */
export async function recordNewsDay(dataDir: string): Promise<DayPrices> {
  const tops = new Map<string, PriceRow[]>(DAY_CODES.map((code) => [code, []]));
  const trades = new Map<string, TradeRow[]>(DAY_CODES.map((code) => [code, []]));
  const prices = new Map<string, number>(DAY_CODES.map((code, at) => [code, 100 * (at + 1)]));
  let nowMs = START;
  const clock = { ...systemClock(), now: () => fromMillis(nowMs), every: () => undefined };
  const market = tapeMarket(DAY_CODES, clock);
  const tape = openTape({ dataDir, market, clock, ...TAPE_OPTIONS });
  tape.start();
  let state = 7;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const tell = (code: string, at: number): void => {
    const isSilent = code === SILENT.code && nowMs >= SILENT.fromMs && nowMs < SILENT.toMs;
    const step = Math.round((random() - 0.5) * 40) || 1;
    const price = Math.round((prices.get(code) ?? 0) * 100 + step) / 100;
    prices.set(code, price);
    const row = isSilent ? { bid: 0, ask: 0 } : { bid: price - 0.01, ask: price + 0.01 };
    if (nowMs >= NEWS_DAY) {
      market.set(code, row);
      tops.get(code)?.push({ ms: nowMs, ...row });
    }
    if (random() > 0.4) return;
    market.trade(code, { price, quantity: at + 1 });
    trades.get(code)?.push({ ms: nowMs, price, quantity: at + 1 });
  };
  for (; nowMs < END; nowMs += nowMs < NEWS_DAY ? MINUTE_MS : STEP_MS) {
    for (const [at, code] of DAY_CODES.entries()) tell(code, at);
    if (nowMs % (4 * HOUR_MS) === 0) await tape.flush();
  }
  await tape.flush();
  await tape.maintain();
  await tape.stop();
  return { tops, trades };
}

/** The obvious version of the whole: it looks at every row of every day. */
export function naiveImpacts(
  { tops, trades }: DayPrices,
  { impactAt, seconds, codes }: Pick<ImpactDue, "impactAt" | "seconds" | "codes">,
): Record<string, Pick<PairImpact, "status" | "before" | "after" | "difference" | "usual" | "z">> {
  const fromMs = toMillis(impactAt);
  const hourMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
  const volumeOf = (code: string): number =>
    (trades.get(code) ?? [])
      .filter(({ ms }) => ms >= hourMs - DAY_MS && ms < hourMs)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const found: ReturnType<typeof naiveImpacts> = {};
  for (const pair of new Set(codes.map((code) => code.split("-")[1] ?? ""))) {
    const markets = codes.filter((code) => code.endsWith(`-${pair}`));
    const columns = markets.map((code) => {
      const rows = tops.get(code) ?? [];
      return {
        volume: volumeOf(code),
        tops: {
          count: rows.length,
          ms: rows.map(({ ms }) => ms),
          bid: rows.map(({ bid }) => bid),
          ask: rows.map(({ ask }) => ask),
        },
      };
    });
    const change = naivePriceChange(columns, fromMs, fromMs + seconds * 1_000, MINUTE_MS);
    if (!change) {
      found[pair] = { status: "no recorded price", before: "", after: "", difference: "", usual: null, z: null };
      continue;
    }
    const [largest = ""] = markets.toSorted((one, other) => volumeOf(other) - volumeOf(one));
    const usual = naiveUsual(trades.get(largest) ?? [], hourMs, seconds);
    found[pair] = {
      status: "compiled",
      ...change,
      usual: usual?.toFixed(8) ?? null,
      z: naiveZ(change.difference, usual),
    };
  }
  return found;
}

function naiveUsual(trades: readonly TradeRow[], hourMs: number, seconds: number): number | undefined {
  const endOf = (ms: number): number => (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;
  const moves: number[] = [];
  for (let day = 1; day <= 7; day++) {
    const startMs = hourMs - day * DAY_MS;
    const near = trades.filter(({ ms }) => ms > startMs - HOUR_MS && ms < startMs + 3 * HOUR_MS);
    /** The price of the last trade in a minute that was over by then, if that is not long ago. */
    const closeAt = (atMs: number): number | undefined => {
      const last = near.findLast(({ ms }) => endOf(ms) <= atMs);
      return last && endOf(last.ms) >= atMs - 10 * MINUTE_MS ? last.price : undefined;
    };
    for (let at = startMs; at < startMs + HOUR_MS; at += 10 * MINUTE_MS) {
      const [before, after] = [closeAt(at), closeAt(at + seconds * 1_000)];
      if (before !== undefined && after !== undefined) moves.push(Math.abs(after - before));
    }
  }
  if (moves.length < 10) return undefined;
  const sorted = moves.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

function naiveZ(difference: string, usual: number | undefined): number | null {
  if (usual === undefined || usual <= 0) return null;
  // Stored as JSON, which has no zero below zero.
  return Math.round((Number(difference) / (usual / 0.6745)) * 100) / 100 + 0;
}

/** When the articles of the day were published: every forty minutes, at no round time. */
export function articleTimesOfDay(): number[] {
  return Array.from({ length: 36 }, (_, at) => NEWS_DAY + at * 40 * MINUTE_MS + 12_345 + at * 777);
}
