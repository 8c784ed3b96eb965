/**
 * The venues that run where no exchange is connected. Their prices wander around figures that were made up once; nothing
 * in them comes from an exchange, and their names say so.
 */
import { DAY_SECONDS } from "../../kit/time/spans.ts";
import type { Market } from "../exchanges/index.ts";
import { formatAmount } from "../../kit/money/amount.ts";
import { mixSeeds, seedOf } from "./core/seeded-numbers.ts";
import { pricePath, type CurrencyPath } from "./core/synthetic-market.ts";
import type { MarketPlan } from "./core/venue-market.ts";
import { openVenue, type Venue } from "./venue.ts";
import { withoutTrailing } from "../../kit/text/without-trailing.ts";

/** By how lively its markets are: a price to wander around, deviation in a year, turnover at a level in dollars. */
const BASES: Readonly<Record<string, readonly [around: number, volatility: number, perLevel: number, steps: number]>> =
  {
    BTC: [64_000, 0.55, 22_000, 9],
    ETH: [3_100, 0.7, 15_000, 7.5],
    SOL: [145, 0.95, 8_000, 5],
    XRP: [0.62, 0.8, 7_000, 3.5],
    DOGE: [0.13, 1, 4_000, 2],
    ADA: [0.45, 0.85, 3_500, 1.6],
    LTC: [82, 0.75, 3_500, 1],
    LINK: [14.5, 0.9, 3_000, 1],
    AVAX: [32, 0.95, 2_500, 0.8],
    DOT: [6.4, 0.85, 2_500, 0.8],
    TRX: [0.12, 0.6, 2_000, 0.7],
    BCH: [440, 0.8, 2_000, 0.7],
    UNI: [8.8, 0.95, 1_500, 0.6],
    ATOM: [8.2, 0.9, 1_500, 0.6],
    XLM: [0.11, 0.8, 1_200, 0.5],
    ETC: [25, 0.85, 1_200, 0.5],
  };

const QUOTES: Readonly<Record<string, CurrencyPath>> = {
  USD: { currency: "USD", around: 1, volatility: 0, shared: 0 },
  USDT: { currency: "USDT", around: 1, volatility: 0.004, shared: 0 },
  EUR: { currency: "EUR", around: 1.08, volatility: 0.07, shared: 0 },
};

interface VenueStyle {
  readonly code: string;
  readonly name: string;
  readonly makerFee: number;
  readonly takerFee: number;
  readonly lagMs: number;
  readonly stray: number;
  readonly halfSpread: number;
  /** How lively and how deep it is beside the first. */
  readonly size: number;
  /** Bases by quote currency; a number means so many of the first. */
  readonly pairs: Readonly<Record<string, number | readonly string[]>>;
}

const VENUES: readonly VenueStyle[] = [
  {
    code: "simalpha",
    name: "Alpha (simulated)",
    makerFee: 0.001,
    takerFee: 0.001,
    lagMs: 0,
    stray: 0.0008,
    halfSpread: 0.00008,
    size: 1,
    pairs: {
      USDT: 16,
      BTC: ["ETH", "SOL", "XRP", "LTC", "LINK", "DOGE"],
      EUR: ["BTC", "ETH", "SOL", "XRP"],
      ETH: ["SOL"],
    },
  },
  {
    code: "simbeta",
    name: "Beta (simulated)",
    makerFee: 0.0016,
    takerFee: 0.0026,
    lagMs: 700,
    stray: 0.0014,
    halfSpread: 0.00015,
    size: 0.6,
    pairs: { USD: 12, EUR: ["BTC", "ETH", "XRP", "LTC"], BTC: ["ETH", "XRP", "LTC"], USDT: ["BTC", "ETH"] },
  },
  {
    code: "simgamma",
    name: "Gamma (simulated)",
    makerFee: 0.0008,
    takerFee: 0.001,
    lagMs: 1500,
    stray: 0.0018,
    halfSpread: 0.00012,
    size: 0.7,
    pairs: { USDT: 14, BTC: ["ETH", "SOL", "BCH", "ETC"] },
  },
  {
    code: "simdelta",
    name: "Delta (simulated)",
    makerFee: 0,
    takerFee: 0.0005,
    lagMs: 3000,
    stray: 0.0024,
    halfSpread: 0.0002,
    size: 0.35,
    pairs: { USDT: 8, USD: ["BTC", "ETH", "SOL"], BTC: ["ETH"] },
  },
];

/** The codes of the venues. */
export const SIMULATED_CODES: readonly string[] = VENUES.map(({ code }) => code);

/** The four venues, not yet begun. The same seed and start give the same world. */
export function simulatedWorld({ seed, startMs }: { readonly seed: number; readonly startMs: number }): Venue[] {
  return VENUES.map((style) =>
    openVenue({ code: style.code, name: style.name, seed, startMs, markets: plans(style, seed) }),
  );
}

function plans(style: VenueStyle, seed: number): MarketPlan[] {
  return Object.entries(style.pairs).flatMap(([quote, bases]) => {
    const names = typeof bases === "number" ? Object.keys(BASES).slice(0, bases) : bases;
    return names.map((base) => marketPlan(style, seed, base, quote));
  });
}

function marketPlan(style: VenueStyle, seed: number, base: string, quote: string): MarketPlan {
  const [, , perLevel, steps] = BASES[base] ?? [1, 0, 1000, 1];
  const basePath = currencyPath(base);
  const quotePath = currencyPath(quote);
  // Pairs without a dollar are traded less.
  const part = style.size * (quote.startsWith("USD") ? 1 : 0.4);
  const stepsPerSecond = Math.max(0.3, steps * part);
  const price = basePath.around / quotePath.around;
  const levelAmount = (perLevel * part) / basePath.around;
  const venueSeed = mixSeeds(seed, seedOf(style.code));
  const takers = 0.18;
  const dayVolume = stepsPerSecond * DAY_SECONDS * takers * levelAmount * 0.5 * price;
  return {
    market: market(style, base, quote, basePath.around, price, dayVolume),
    priceAt: pricePath(seed, basePath, quotePath, { seed: venueSeed, lagMs: style.lagMs, stray: style.stray }),
    stepsPerSecond,
    levelAmount,
    halfSpread: style.halfSpread,
    takers,
  };
}

function currencyPath(currency: string): CurrencyPath {
  const [around = 1, volatility = 0] = BASES[currency] ?? [];
  return QUOTES[currency] ?? { currency, around, volatility, shared: 0.6 };
}

function market(
  style: VenueStyle,
  base: string,
  quote: string,
  dollars: number,
  price: number,
  volume24h: number,
): Market {
  const stepSize = powerOfTen(-1 - Math.floor(Math.log10(dollars)));
  const least: Readonly<Record<string, string>> = { BTC: "0.0001", ETH: "0.002" };
  return {
    id: `${base}${quote}`.toLowerCase(),
    symbol: `${base}/${quote}`,
    base,
    quote,
    type: "spot",
    isActive: true,
    tickSize: powerOfTen(Math.floor(Math.log10(price)) - 5),
    stepSize,
    minAmount: stepSize,
    minNotional: least[quote] ?? "5",
    makerFee: style.makerFee,
    takerFee: style.takerFee,
    contractSize: "1",
    volume24h: Math.round(volume24h),
  };
}

/** As decimal text without needless zeros; not below the smallest unit. */
function powerOfTen(exponent: number): string {
  const units = 10n ** BigInt(Math.max(0, exponent + 8));
  return withoutTrailing(withoutTrailing(formatAmount(units), "0"), ".");
}
