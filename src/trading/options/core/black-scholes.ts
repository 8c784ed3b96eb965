/**
 * European options by Black and Scholes ("The Pricing of Options and Corporate Liabilities", 1973), without dividends:
 * price, greeks, and the volatility that a price implies.
 */

export type OptionType = "call" | "put";

/** The inputs of a price, except the volatility. */
export interface OptionTerms {
  readonly type: OptionType;
  /** Price of what the option is on. */
  readonly underlying: number;
  readonly strike: number;
  /** Years until it ends. */
  readonly years: number;
  /** Interest a year without risk, continuously compounded: 0.05 is five percent. */
  readonly rate: number;
}

export interface Greeks {
  /** Change of the price with the underlying. */
  readonly delta: number;
  /** Change of delta with the underlying. */
  readonly gamma: number;
  /** Change of the price with the volatility, for 1.00 of it. */
  readonly vega: number;
  /** Change of the price with time, for one year. */
  readonly theta: number;
  /** Change of the price with the rate, for 1.00 of it. */
  readonly rho: number;
}

/** The price of an option at this volatility (a year: 0.2 is twenty percent). */
export function optionPrice(terms: OptionTerms, volatility: number): number {
  const { type, underlying, strike, years, rate } = terms;
  const discounted = strike * Math.exp(-rate * years);
  const { d1, d2 } = distances(terms, volatility);
  return type === "call"
    ? underlying * normalCdf(d1) - discounted * normalCdf(d2)
    : discounted * normalCdf(-d2) - underlying * normalCdf(-d1);
}

export function greeksOf(terms: OptionTerms, volatility: number): Greeks {
  const { type, underlying, strike, years, rate } = terms;
  const { d1, d2 } = distances(terms, volatility);
  const sign = type === "call" ? 1 : -1;
  const discounted = strike * Math.exp(-rate * years);
  const density = normalPdf(d1);
  const root = Math.sqrt(years);
  return {
    delta: type === "call" ? normalCdf(d1) : normalCdf(d1) - 1,
    gamma: density / (underlying * volatility * root),
    vega: underlying * density * root,
    theta: (-underlying * density * volatility) / (2 * root) - sign * rate * discounted * normalCdf(sign * d2),
    rho: sign * years * discounted * normalCdf(sign * d2),
  };
}

export interface ImpliedVolatility {
  readonly volatility: number;
  readonly iterations: number;
  /** False where the price hardly depends on the volatility, so that many would do. */
  readonly converged: boolean;
}

/** Beyond these no market quotes. */
const MIN_VOLATILITY = 1e-6;
const MAX_VOLATILITY = 50;
const MAX_ITERATIONS = 200;

/**
 * The volatility at which the option is worth `price`: Newton's steps, and halving of the interval where a step would
 * leave it or the price is too flat. Undefined where no volatility gives that price: below the value at once
 * (`max(S - K·e^-rt, 0)` for a call) or above the highest possible.
 */
export function impliedVolatility(terms: OptionTerms, price: number): ImpliedVolatility | undefined {
  let low = MIN_VOLATILITY;
  let high = MAX_VOLATILITY;
  const scale = Math.max(terms.underlying, terms.strike);
  const tolerance = scale * 1e-15;
  if (price < optionPrice(terms, low) - tolerance || price > optionPrice(terms, high) + tolerance) return undefined;
  let volatility = firstGuess(terms, price);
  for (let iterations = 1; iterations <= MAX_ITERATIONS; iterations++) {
    const error = optionPrice(terms, volatility) - price;
    if (error > 0) high = volatility;
    else low = volatility;
    const { vega } = greeksOf(terms, volatility);
    const newton = volatility - error / vega;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - volatility) <= 1e-12 * Math.max(1, volatility)) {
      return { volatility: next, iterations, converged: vega > scale * 1e-9 };
    }
    volatility = next;
  }
  return { volatility, iterations: MAX_ITERATIONS, converged: false };
}

/** Brenner and Subrahmanyam's, exact for an option at the money; kept within sensible bounds. */
function firstGuess({ underlying, years }: OptionTerms, price: number): number {
  const guess = (Math.sqrt((2 * Math.PI) / years) * price) / underlying;
  return Math.min(Math.max(guess, 0.01), 5);
}

function distances({ underlying, strike, years, rate }: OptionTerms, volatility: number): { d1: number; d2: number } {
  const spread = volatility * Math.sqrt(years);
  const d1 = (Math.log(underlying / strike) + rate * years) / spread + spread / 2;
  return { d1, d2: d1 - spread };
}

function normalPdf(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * The normal distribution, to about 1e-15: Hart's rational approximation of 1968 as given by G. West, "Better
 * approximations to cumulative normal functions" (2005).
 */
export function normalCdf(x: number): number {
  const distance = Math.abs(x);
  if (distance > 37) return x > 0 ? 1 : 0;
  const weight = Math.exp((-distance * distance) / 2);
  let tail: number;
  if (distance < 7.071_067_811_865_47) {
    tail = (weight * polynomial(NUMERATOR, distance)) / polynomial(DENOMINATOR, distance);
  } else {
    let fraction = distance + 0.65;
    for (let term = 4; term >= 1; term--) fraction = distance + term / fraction;
    tail = weight / fraction / Math.sqrt(2 * Math.PI);
  }
  return x > 0 ? 1 - tail : tail;
}

/** Highest power first. */
const NUMERATOR = [
  3.526_249_659_989_11e-2, 0.700_383_064_443_688, 6.373_962_203_531_65, 33.912_866_078_383, 112.079_291_497_871,
  221.213_596_169_931, 220.206_867_912_376,
];
const DENOMINATOR = [
  8.838_834_764_831_84e-2, 1.755_667_163_182_64, 16.064_177_579_207, 86.780_732_202_946_1, 296.564_248_779_674,
  637.333_633_378_831, 793.826_512_519_948, 440.413_735_824_752,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}
