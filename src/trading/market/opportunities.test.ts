import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { ArbitrageChannel } from "../push/channels/arbitrage-channel.ts";
import { liveMarket } from "./live-market.ts";

const VENUES = ["one", "two", "three", "four", "five"];
const SYMBOLS = ["BTC/USDT", "BTC/USDC", "ETH/USDT", "ETH/BTC", "DOGE/EUR"];
/** Prices that differ by parts of a percent, and sometimes by more than an opportunity can. */
const MIDDLES: Readonly<Record<string, number>> = { btcusdt: 60_000, btcusdc: 60_000, ethusdt: 3_000, ethbtc: 0.05 };

async function world() {
  const exchanges = VENUES.map((code) => {
    return new ScriptedExchange(
      code,
      SYMBOLS.map((symbol) => marketOf(symbol, { tickSize: "0.00001" })),
    );
  });
  const clock = manualClock();
  const market = liveMarket({ exchanges, clock, log: silentLog(), pairs: "all", readEveryMs: 3_600_000 });
  void market.start();
  onTestFinished(() => market.stop());
  await clock.advance(VENUES.length * 1_000);
  return { exchanges, clock, view: market.view };
}

interface Pushed {
  readonly bid: number;
  readonly ask: number;
}

/** Compares every pushed book with every other one of its pair. */
function bruteForce(books: ReadonlyMap<string, Pushed>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [buy, { ask }] of books) {
    for (const [sell, { bid }] of books) {
      const percent = ((bid - ask) / ask) * 100;
      const isPair = buy !== sell && buy.split("-")[1] === sell.split("-")[1];
      if (isPair && percent > 0 && percent <= 10) found.set(`${buy}+${sell}`, percent);
    }
  }
  return found;
}

const push = fc.record({
  venue: fc.nat(VENUES.length - 1),
  symbol: fc.nat(SYMBOLS.length - 1),
  away: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -90, max: 90 }) }, fc.integer({ min: -3_000, max: 3_000 })),
  width: fc.integer({ min: 1, max: 20 }),
  isLost: fc.boolean(),
});

test("every pair of venues with a return is an opportunity, the highest first, as a brute force over the books finds them", async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(push, { minLength: 30, maxLength: 80 }), async (pushes) => {
      const { exchanges, clock, view } = await world();
      const channel = new ArbitrageChannel(view);
      const books = new Map<string, Pushed>();
      for (const [at, { venue, symbol, away, width, isLost }] of pushes.entries()) {
        const id = (SYMBOLS[symbol] ?? "").replace("/", "").toLowerCase();
        const code = `${VENUES[venue]}-${id}`;
        const says = exchanges[venue]?.says;
        const middle = (MIDDLES[id] ?? 0.1) * (1 + away / 10_000);
        const book = { bid: Number(middle.toFixed(8)), ask: Number((middle * (1 + width / 10_000)).toFixed(8)) };
        if (isLost && at % 4 === 0) {
          says?.lost(id, "gap");
          books.delete(code);
        } else {
          says?.book(id, bookOf(book.bid, book.ask));
          books.set(code, book);
        }
        await clock.advance(0);
        const expected = bruteForce(books);
        // Between currencies that mean the same money, rates decide: the property of `Arbitrage` covers them.
        const shown = view.opportunities(Infinity).filter(({ buy, sell }) => buy.market.quote === sell.market.quote);
        const percents = shown.map(({ returnPercent }) => returnPercent);
        expect(
          new Map(shown.map(({ buy, sell, returnPercent }) => [`${buy.code}+${sell.code}`, returnPercent])),
        ).toEqual(new Map([...expected].map(([pair, percent]) => [pair, expect.closeTo(percent, 6)])));
        expect(percents).toEqual(percents.toSorted((one, other) => other - one));
        most = Math.max(most, shown.length);
      }
      channel.refresh();
      expect(channel.news.s.map(([code]) => code)).toEqual(
        view.opportunities(Infinity).map(({ buy, sell }) => `${buy.code}+${sell.code}`),
      );
    }),
    { numRuns: 30 },
  );
  expect(most).toBeGreaterThan(SYMBOLS.length);
});
