/**
 * Best prices and trades as text, for the bus: a line for each, members separated by spaces. Numbers are written so that
 * they are read back exactly. Market ids are lower case letters and digits.
 */
import { shiftMs } from "./shared-time.ts";
import type { TopState, TopStateName } from "./top-state.ts";

/** Texts are ended at about this many characters: the bus carries 65,536 bytes, and a line has at most 300. */
export const MAX_TEXT = 60_000;

/** Characters that no id of a trade needs: spaces end a word, and other letters may take three bytes. */
const UNPRINTED = /[^!-~]/g;

const LETTERS: Readonly<Record<TopStateName, string>> = { none: "n", live: "l", stale: "s", crossed: "x" };
const STATES = new Map<string, TopStateName>([
  ["n", "none"],
  ["l", "live"],
  ["s", "stale"],
  ["x", "crossed"],
]);

/** @param aheadMs how far the clock of the sent times is ahead of ours */
export function writeTop(marketId: string, top: TopState, aheadMs = 0): string {
  const { state, bidPrice, bidQuantity, bidMs, askPrice, askQuantity, askMs, heardMs } = top;
  return `${marketId} ${LETTERS[state]} ${bidPrice} ${bidQuantity} ${bidMs} ${askPrice} ${askQuantity} ${askMs} ${shiftMs(heardMs, aheadMs)}\n`;
}

/**
 * Writes a line into best prices. Answers whether they have changed; undefined when the line is none.
 *
 * @param aheadMs how far the clock of the sent times is ahead of ours
 */
export function readTop(words: readonly string[], top: TopState, aheadMs = 0): boolean | undefined {
  const state = STATES.get(words[1] ?? "");
  const [bid, bidQuantity, bidMs, ask, askQuantity, askMs, heardMs] = words.slice(2).map(Number);
  const isWhole = words.length === 9 && words.slice(2).every((word) => word !== "" && Number.isFinite(Number(word)));
  if (!isWhole || state === undefined) return undefined;
  const isPriceChanged =
    bid !== top.bidPrice || bidQuantity !== top.bidQuantity || ask !== top.askPrice || askQuantity !== top.askQuantity;
  const isChanged = isPriceChanged || state !== top.state;
  top.bidPrice = bid ?? 0;
  top.bidQuantity = bidQuantity ?? 0;
  top.bidMs = bidMs ?? 0;
  top.askPrice = ask ?? 0;
  top.askQuantity = askQuantity ?? 0;
  top.askMs = askMs ?? 0;
  top.heardMs = shiftMs(heardMs ?? 0, -aheadMs);
  top.state = state;
  top.isTold = true;
  if (isPriceChanged) top.changes++;
  return isChanged;
}

/** @param sinceMs from when on trades may be missing, by our clock */
export function writeBreak(marketId: string, sinceMs: number, aheadMs = 0): string {
  return `${marketId} broke ${shiftMs(Math.floor(sinceMs), aheadMs)}\n`;
}

/** From when on trades of a market may be missing; undefined for the line of a trade. */
export function readBreak(words: readonly string[], aheadMs = 0): number | undefined {
  const sinceMs = Number(words[2]);
  return words.length === 3 && words[1] === "broke" && sinceMs >= 0 ? shiftMs(sinceMs, -aheadMs) : undefined;
}

export interface TradeWords {
  readonly id: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: "buy" | "sell";
  readonly atMs: number;
}

export function writeTrade(marketId: string, trade: TradeWords): string {
  const { id, price, quantity, takerSide, atMs } = trade;
  return `${marketId} ${takerSide} ${price} ${quantity} ${atMs} ${id.replace(UNPRINTED, "_").slice(0, 100)}\n`;
}

/** The trade of a line; undefined when it is none. */
export function readTrade(words: readonly string[]): TradeWords | undefined {
  const [, takerSide, price, quantity, atMs, id] = words;
  if (words.length !== 6 || id === undefined || (takerSide !== "buy" && takerSide !== "sell")) return undefined;
  const trade: TradeWords = { id, price: Number(price), quantity: Number(quantity), takerSide, atMs: Number(atMs) };
  return trade.price > 0 && trade.quantity > 0 && trade.atMs >= 0 ? trade : undefined;
}
