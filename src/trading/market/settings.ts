/** The settings of the market: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the settings of trading. */
export const marketSettings = {
  exchanges: Type.String({
    maxLength: 2_000,
    pattern: "^\\s*([a-z0-9_]+(:[a-z0-9_]+)?\\s*(,\\s*[a-z0-9_]+(:[a-z0-9_]+)?\\s*)*)?$",
    default: "simulated",
    description:
      "Which exchanges are connected, separated by commas: `binance,kraken` live, `paper:binance` with live prices and " +
      "simulated orders, `simulated` for exchanges that are made up and need no network. Empty for none.",
  }),
  pairs: Type.String({
    maxLength: 20_000,
    default: "top:200",
    description:
      "Which pairs are followed on each exchange: `all`, `top:200` for those with the largest volume, or a list such as " +
      "`BTC/USDT,ETH/BTC`. `all` and `top` mean spot markets.",
  }),
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
  const words = text.split(",").map((word) => word.trim());
  return words.flatMap((word) => {
    const [first = "", second] = word.split(":");
    if (first === "") return [];
    return [second === undefined ? { code: first, isPaper: false } : { code: second, isPaper: first === "paper" }];
  });
}
