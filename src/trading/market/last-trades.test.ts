import { expect, test } from "vitest";
import { LastTrades } from "./last-trades.ts";

const listing = { index: 3 } as never;

function tradesOf() {
  const trades = new LastTrades();
  let id = 0;
  const trade = (count = 1): void => {
    for (let at = 0; at < count; at++) {
      trades.push(listing, { id: String(++id), price: 1, quantity: 1, takerSide: "buy", atMs: id });
    }
  };
  return { trades, trade };
}

test("a break stays between the trades that it was told between, as long as the earlier ones are kept", () => {
  const { trades, trade } = tradesOf();
  trade(2);
  trades.noteBreak(listing, 10);
  trade(97);
  trades.noteBreak(listing, 20);
  trade();
  expect(trades.breaks(listing)).toEqual([
    { sinceMs: 10, place: 2 },
    { sinceMs: 20, place: 99 },
  ]);
  trade();
  expect(trades.breaks(listing)).toEqual([
    { sinceMs: 10, place: 1 },
    { sinceMs: 20, place: 98 },
  ]);
  trade();
  expect(trades.breaks(listing)).toEqual([{ sinceMs: 20, place: 97 }]);
  trade(97);
  expect(trades.breaks(listing)).toEqual([]);
});

test("of breaks without a trade between them, the first counts; before all trades nothing is missing", () => {
  const { trades, trade } = tradesOf();
  trades.noteBreak(listing, 5);
  expect(trades.breaks(listing)).toEqual([]);
  trade();
  trades.noteBreak(listing, 10);
  trades.noteBreak(listing, 20);
  expect(trades.breaks(listing)).toEqual([{ sinceMs: 10, place: 1 }]);
  expect(trades.breaks({ index: 4 })).toEqual([]);
});
