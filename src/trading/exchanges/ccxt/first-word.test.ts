/** A market whose first word does not come: what the library is made to forget, and which connections are ended. */
import { describe, expect, test } from "vitest";
import { forgetAsked } from "./first-word.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtExchange } from "./library.ts";

function connection(url: string, asked: readonly string[], waiting: readonly string[]): CcxtClient {
  const byHash = (hashes: readonly string[]) => Object.fromEntries(hashes.map((hash) => [hash, true]));
  return { url, subscriptions: byHash(asked), futures: byHash(waiting) } as unknown as CcxtClient;
}

function forget(clients: readonly CcxtClient[], used: readonly CcxtClient[]): readonly string[] {
  const killed: string[] = [];
  const exchange = {
    clients: Object.fromEntries(clients.map((each) => [each.url, each])),
    market: () => ({ id: "BTC_USD", symbol: "BTC/USD" }),
  } as unknown as CcxtExchange;
  const kill = ({ url }: CcxtClient): void => void killed.push(url);
  forgetAsked(exchange, "BTC/USD", (client) => used.includes(client), kill);
  return killed;
}

describe("a book that was asked for and never came", () => {
  test("ends the connection that it was asked over, and no other", () => {
    const other = connection("other", ["book.eth_usd"], ["book.eth_usd"]);
    const answered = connection("answered", ["book.btc_usd"], []);
    expect(forget([connection("own", ["book.btc_usd"], ["book.btc_usd"]), other, answered], [])).toEqual(["own"]);
  });

  test("is forgotten where its connection serves other markets, and those are not, nor are its trades", () => {
    const shared = connection(
      "shared",
      ["book:BTC/USD", "trades:BTC/USD", "ticker:ETH/USD"],
      ["book:BTC/USD", "ticker:ETH/USD"],
    );
    expect(forget([shared], [shared])).toEqual([]);
    expect(Object.keys(shared.subscriptions)).toEqual(["trades:BTC/USD", "ticker:ETH/USD"]);
  });
});
