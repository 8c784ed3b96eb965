/** OKX numbers its changes anew after maintenance: each one names the number before it, and that link is what counts. */
import { expect, test } from "vitest";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { tapBooks } from "./book-tap.ts";
import { loadCcxt, type CcxtBook } from "./library.ts";
import { marketsOf } from "./market-of.ts";
import { WatchedMarket } from "./watched-market.ts";

const LISTED = {
  id: "BTC-USDT",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  spot: true,
  active: true,
  precision: { price: 0.1, amount: 0.001 },
  limits: {},
};

interface Update {
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
  readonly seqId: number;
  readonly prevSeqId: number;
}

async function followed() {
  const exchange = (await loadCcxt("okx")).make({ clock: systemClock() });
  const okx = exchange as unknown as {
    setMarkets(markets: object[]): void;
    handleOrderBook(client: object, message: object): void;
  };
  okx.setMarkets([LISTED]);
  const taps = tapBooks(exchange);
  const [market] = marketsOf({ precisionMode: 4, markets: { [LISTED.symbol]: LISTED } }, {}, ["spot"]);
  if (!market) throw new Error("the market is left out");
  const sink = new RecordedMarket();
  const watched = new WatchedMarket(market, sink, 0);
  const refused: string[] = [];
  const client = {
    subscriptions: { [`books:${LISTED.symbol}`]: true },
    resolve: (book: CcxtBook) => void watched.bookHeard(book, taps.get(book), 0),
    reject: ({ name }: Error) => void refused.push(name),
  };
  const arg = { channel: "books", instId: LISTED.id };
  const tell = (action: "snapshot" | "update", update: Update): void =>
    okx.handleOrderBook(client, { arg, action, data: [{ ...update, ts: "1700000000000" }] });
  return { tell, refused, words: sink.words, bids: () => sink.read(market.id, 5)?.bids };
}

const bid = (price: string, quantity: string): readonly string[] => [price, quantity, "0", "1"];

test("a change whose number is lower is told where it follows the one before, and not where a link is missing", async () => {
  const { tell, refused, words, bids } = await followed();
  tell("snapshot", { bids: [bid("100", "1")], asks: [bid("101", "1")], prevSeqId: -1, seqId: 1_000 });
  tell("update", { bids: [bid("100", "0"), bid("99", "2")], asks: [], prevSeqId: 1_000, seqId: 3 });
  tell("update", { bids: [bid("99.5", "4")], asks: [], prevSeqId: 3, seqId: 4 });
  expect(bids()).toEqual([
    [99.5, 4],
    [99, 2],
  ]);
  expect([words, refused]).toEqual([["btcusdt book", "btcusdt change", "btcusdt change"], []]);
  tell("update", { bids: [bid("98", "1")], asks: [], prevSeqId: 6, seqId: 7 });
  expect([words.length, refused]).toEqual([3, ["InvalidNonce"]]);
});
