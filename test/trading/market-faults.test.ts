import { describe, expect, test } from "vitest";
import type { MarketSink } from "../../src/trading/exchanges/index.ts";
import { runMarketFaults } from "../support/market-faults/run-market-faults.ts";

const EVERY = 40;

describe("a market that follows an exchange at which everything goes wrong", () => {
  test("has the exchange's own books after every fault, and serves nothing as fresher than it is", async () => {
    // Each kind of fault once; `npm run soak -- market-faults` lets them come again and again for ten minutes.
    const { problems, figures } = await runMarketFaults({ simulatedMs: 0, seed: 5, markets: 5 });
    expect(problems).toEqual([]);
    expect(figures.gaps).toBeGreaterThan(0);
    expect(figures.resyncs).toBeGreaterThanOrEqual(figures.gaps);
    // The faults were met: every way to lose a book, and every refusal.
    expect(Object.keys(figures.losses).sort()).toEqual(["disconnected", "gap", "silent"]);
    expect(Object.keys(figures.answers)).toEqual(["200", "400", "418", "429", "500", "503"]);
  });

  const FALSE: readonly [string, string, (sink: MarketSink) => MarketSink][] = [
    ["a change that nobody tells of", "the exchange never had", withoutSomeChanges],
    ["changes that are told when they are old", "ms ago is served as of", withOldChanges],
  ];
  test.each(FALSE)("would be found out for %s", async (_, problem, falsify) => {
    const kinds = ["doubled messages"];
    const { problems } = await runMarketFaults({
      simulatedMs: 3_000,
      seed: 6,
      markets: 3,
      kinds,
      falsify,
      settlesWithinMs: 1_000,
    });
    expect(problems.filter((each) => each.includes(problem)).length).toBeGreaterThan(0);
  });
});

function withoutSomeChanges(sink: MarketSink): MarketSink {
  let changes = 0;
  return falsified(sink, (marketId, change) => {
    if (++changes % EVERY !== 0) sink.change(marketId, change);
  });
}

function withOldChanges(sink: MarketSink): MarketSink {
  const kept: Parameters<MarketSink["change"]>[] = [];
  return falsified(sink, (...change) => {
    const old = kept.push(change) > EVERY ? kept.shift() : undefined;
    if (old) sink.change(...old);
  });
}

function falsified(sink: MarketSink, change: MarketSink["change"]): MarketSink {
  return {
    book: (...word) => sink.book(...word),
    change,
    trade: (...word) => sink.trade(...word),
    lost: (...word) => sink.lost(...word),
    health: (...word) => sink.health(...word),
  };
}
