/** A technical indicator in the name of a condition: `rsi_14_1h`, `bb_20_2p5_upper_1h`, `obv_1h`. */

/** Lengths of candles that an indicator can be computed from. */
export const INDICATOR_INTERVALS = ["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"] as const;

export type IndicatorInterval = (typeof INDICATOR_INTERVALS)[number];

export interface IndicatorRef {
  readonly name: string;
  /** In the order of the indicator's table; the rest has its default. */
  readonly parameters: readonly number[];
  /** Which of its lines; empty for an indicator with one. */
  readonly line: string;
  readonly interval: IndicatorInterval;
}

/** The indicators that can be named. The table of the indicators area fits. */
export type IndicatorCatalog = ReadonlyMap<string, CatalogIndicator>;

export interface CatalogIndicator {
  readonly parameters: readonly { readonly minimum: number; readonly maximum: number; readonly isWhole: boolean }[];
  /** Names of its lines; empty for an indicator with one. */
  readonly lines: readonly string[];
}

/** Longer texts name nothing, in characters. */
const MAX_LENGTH = 100;

/** A point would end a service's parameter, so `2p5` means 2.5. */
const NUMBER = /^(\d{1,6})(?:p(\d{1,6}))?$/;

/**
 * Reads name, parameters, line and interval. Where one indicator's name begins another's, the longest counts.
 *
 * @returns undefined for what names no indicator of the catalog with parameters in their bounds
 */
export function readIndicator(text: string, catalog: IndicatorCatalog): IndicatorRef | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = text.split("_");
  const interval = INDICATOR_INTERVALS.find((each) => each === words.at(-1));
  if (interval === undefined) return undefined;
  for (let length = words.length - 1; length > 0; length--) {
    const name = words.slice(0, length).join("_");
    const indicator = catalog.get(name);
    const rest = indicator && readRest(words.slice(length, -1), indicator);
    if (rest) return { name, ...rest, interval };
  }
  return undefined;
}

/** The text of an indicator; `readIndicator` of it is the indicator again. */
export function formatIndicator({ name, parameters, line, interval }: IndicatorRef): string {
  const numbers = parameters.map((value) => String(value).replace(".", "p"));
  return [name, ...numbers, ...(line === "" ? [] : [line]), interval].join("_");
}

function readRest(
  words: readonly string[],
  { parameters: bounds, lines }: CatalogIndicator,
): { readonly parameters: readonly number[]; readonly line: string } | undefined {
  const parameters: number[] = [];
  for (const word of words) {
    const value = numberIn(word);
    if (value === undefined) break;
    const bound = bounds[parameters.length];
    if (!bound || value < bound.minimum || value > bound.maximum) return undefined;
    if (bound.isWhole && !Number.isInteger(value)) return undefined;
    parameters.push(value);
  }
  const line = words.slice(parameters.length).join("_");
  const isLine = lines.length === 0 ? line === "" : lines.includes(line);
  return isLine ? { parameters, line } : undefined;
}

/** Only the spelling that `formatIndicator` writes: `14`, not `014`. */
function numberIn(word: string): number | undefined {
  const match = NUMBER.exec(word);
  if (!match) return undefined;
  const value = Number(`${match[1]}.${match[2] ?? "0"}`);
  return String(value).replace(".", "p") === word ? value : undefined;
}
