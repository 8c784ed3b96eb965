/** The settings of the market: members of the trading section. */
import { Type } from "typebox";
import { readMarketChoice } from "./core/choose-markets.ts";

/** Properties to be spread into the settings of trading. */
export const marketSettings = {
  exchanges: Type.Refine(
    Type.String({
      maxLength: 2_000,
      pattern: "^\\s*([a-z0-9_]+(:[a-z0-9_]+)?\\s*(,\\s*[a-z0-9_]+(:[a-z0-9_]+)?\\s*)*)?$",
      default: "simulated",
      description:
        "Which exchanges are connected, separated by commas: `binance,kraken` live, `paper:binance` with live prices and " +
        "simulated orders, `simulated` for exchanges that are made up and need no network. Empty for none.",
    }),
    (text) => exchangesProblem(text) === undefined,
    (text) => exchangesProblem(text) ?? "",
  ),
  pairs: Type.Refine(
    Type.String({
      maxLength: 20_000,
      default: "top:200",
      description:
        "Which pairs are followed on each exchange: `all`, `top:200` for those with the largest volume, or a list such as " +
        "`BTC/USDT,ETH/BTC`. `all` and `top` mean spot markets.",
    }),
    (text) => pairsProblem(text) === undefined,
    (text) => pairsProblem(text) ?? "",
  ),
  bookWindowTicks: Type.Integer({
    minimum: 16,
    maximum: 65_536,
    default: 256,
    description:
      "Ticks around the best price at which a book is changed fastest; 8 bytes each, on both sides of every book.",
  }),
  bookMaxLevels: Type.Integer({
    minimum: 100,
    maximum: 100_000,
    default: 1_000,
    description: "Levels that are kept on each side of a book.",
  }),
  leaseSeconds: Type.Integer({
    minimum: 3,
    maximum: 600,
    default: 15,
    description:
      "Where several processes share a database: how long one that does not answer keeps its exchanges, in seconds. " +
      "Then another one connects in its place.",
  }),
  opportunityLifeDays: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 30,
    description: "How long it is kept how long opportunities lived, in days.",
  }),
};

/** Exchanges of the setting: `paper` trades on paper at a live one's prices. */
export interface ExchangeChoice {
  readonly code: string;
  readonly isPaper: boolean;
}

/** Reads the setting `exchanges`. Whether such an exchange exists is checked when it is opened. */
export function readExchangeChoice(text: string): ExchangeChoice[] {
  return wordsOf(text).map((word) => {
    const [first = "", second] = word.split(":");
    return second === undefined ? { code: first, isPaper: false } : { code: second, isPaper: first === "paper" };
  });
}

/**
 * The problem of the setting `exchanges`, in words that follow its name; undefined when it can be used. A mistyped `paper`
 * must not connect the live exchange.
 */
export function exchangesProblem(text: string): string | undefined {
  const words = wordsOf(text);
  const wrong = words.find((word) => word.includes(":") && !word.startsWith("paper:"));
  if (wrong !== undefined) return `must have paper: before an exchange, or nothing: "${shown(wrong)}" is neither`;
  const repeated = words.find((word, at) => words.indexOf(word) < at);
  return repeated === undefined ? undefined : `must name each exchange once: "${shown(repeated)}" is there twice`;
}

/** The problem of the setting `pairs`. The platform would follow nothing by a text that names neither a choice nor a pair. */
export function pairsProblem(text: string): string | undefined {
  const choice = readMarketChoice(text);
  if (choice.kind === "all" || (choice.kind === "top" && choice.count > 0)) return undefined;
  const words = wordsOf(text);
  const wrong = words.find((word) => !mayBePair(word.toLowerCase()));
  if (wrong === undefined && words.length > 0) return undefined;
  const says = "must be all, top: and a number, or pairs such as BTC/USDT";
  return wrong === undefined ? says : `${says}: "${shown(wrong)}" is none of them`;
}

function mayBePair(word: string): boolean {
  if (word === "all" || word === "top" || word.startsWith("top:")) return false;
  if (word.startsWith("top") && /^\d+$/.test(word.slice("top".length))) return false;
  return !word.includes(";") && !/\s/.test(word);
}

function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Enough to be found again in the setting. */
function shown(word: string): string {
  return word.slice(0, 40);
}
