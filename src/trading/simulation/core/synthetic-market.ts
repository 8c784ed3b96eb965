/**
 * Invented prices: a path for every currency, computed for any moment from a seed alone, so that the past, the present
 * and a second run agree. Sums of smooth noise over periods from half a second to seven weeks, each as strong as its
 * period's root, wander as prices do. What happens within ten minutes is calm or wild, by regimes that last from
 * minutes to hours. All currencies share a part of their way.
 */
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { mixSeeds, seedOf } from "./seeded-numbers.ts";

/** How a currency's price in US dollars wanders. */
export interface CurrencyPath {
  readonly currency: string;
  /** The price around which it wanders. */
  readonly around: number;
  /** Deviation in a year, as a fraction. 0 does not move. */
  readonly volatility: number;
  /** The part of it that is everybody's, from 0 to 1. */
  readonly shared: number;
}

/** How one venue's prices differ from the others'. */
export interface VenuePath {
  readonly seed: number;
  /** How long it takes to follow, in milliseconds. */
  readonly lagMs: number;
  /** How far it strays at most, as a fraction of the price. */
  readonly stray: number;
}

/** A price in quote units at a moment in milliseconds. */
export type PriceAt = (atMs: number) => number;

const SHORTEST_MS = 500;
const OCTAVES = 24;
/** Shorter periods are subject to regimes. */
const CALM_OCTAVE = Math.log2(600_000 / SHORTEST_MS);
const YEAR_MS = 365 * DAY_MS;

/** The price of one currency in another on a venue. */
export function pricePath(seed: number, base: CurrencyPath, quote: CurrencyPath, venue: VenuePath): PriceAt {
  const everybody = mixSeeds(seed, seedOf("everybody"));
  const baseSeed = mixSeeds(seed, seedOf(base.currency));
  const quoteSeed = mixSeeds(seed, seedOf(quote.currency));
  const straySeed = mixSeeds(mixSeeds(venue.seed, baseSeed), quoteSeed);
  const shared = base.volatility * base.shared - quote.volatility * quote.shared;
  const ownBase = base.volatility * (1 - base.shared);
  const ownQuote = quote.volatility * (1 - quote.shared);
  const around = base.around / quote.around;
  return (atMs) => {
    const thenMs = atMs - venue.lagMs;
    const wildness = wildnessAt(everybody, thenMs);
    const way =
      shared * wander(everybody, thenMs, wildness) +
      ownBase * wander(baseSeed, thenMs, wildness) -
      ownQuote * wander(quoteSeed, thenMs, wildness);
    return around * Math.exp(way) * (1 + venue.stray * strayAt(straySeed, atMs));
  };
}

/** How wild it is: about 1, from a third to three. */
function wildnessAt(seed: number, atMs: number): number {
  return Math.exp(0.8 * noise(seed, 101, atMs, 3 * HOUR_MS) + 0.5 * noise(seed, 102, atMs, HOUR_MS / 3));
}

/** A way whose deviation in a year is about 1. */
function wander(seed: number, atMs: number, wildness: number): number {
  let way = 0;
  let periodMs = SHORTEST_MS;
  for (let octave = 0; octave < OCTAVES; octave++, periodMs *= 2) {
    const strength = Math.sqrt(periodMs / YEAR_MS) * (octave < CALM_OCTAVE ? wildness : 1);
    way += strength * noise(seed, octave, atMs, periodMs);
  }
  return way;
}

/** Where a venue is between its extremes, from -1 to 1: away for seconds, and for minutes. */
function strayAt(seed: number, atMs: number): number {
  return (
    0.25 * noise(seed, 201, atMs, 7000) + 0.3 * noise(seed, 202, atMs, 45_000) + 0.45 * noise(seed, 203, atMs, 400_000)
  );
}

/** Smooth between random values from -1 to 1 that stand a period apart. */
function noise(seed: number, kind: number, atMs: number, periodMs: number): number {
  const place = atMs / periodMs;
  const before = Math.floor(place);
  const part = place - before;
  const series = mixSeeds(seed, kind);
  const from = mixSeeds(series, before) / 2_147_483_648;
  const to = mixSeeds(series, before + 1) / 2_147_483_648;
  return from + (to - from) * part * part * (3 - 2 * part);
}
