/** What one run settles, in which order, and that a rate that cannot be asked for delays nothing. */
import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";

import { settleTrades, type SettleTradesDeps } from "./settle-trades.ts";
import type { UnratedTrade } from "./store.ts";

const NOW_MS = 1_767_225_600_000;

const unrated = (id: number, quote: string): UnratedTrade => ({
  id,
  exchange: "binance",
  isReal: true,
  side: "buy",
  base: "BTC",
  quote,
  price: "1",
  amount: "1",
  feeCurrency: null,
  feeAmount: 0n,
  atMs: NOW_MS,
  tries: 0,
});

function settling(trades: readonly UnratedTrade[], changes: Partial<SettleTradesDeps> = {}) {
  const done: string[] = [];
  const clock = manualClock(NOW_MS);
  let isHeld = false;
  const deps: SettleTradesDeps = {
    tradeBooks: {
      countTrades: async ({ isReal }) => {
        if (isReal) done.push("count");
        return 0;
      },
    },
    rateStore: {
      listUnrated: async () => trades,
      saveRates: async ({ id }, { quoteUsd }) => {
        done.push(`${id}: ${quoteUsd}`);
      },
      listUncounted: async () => [1],
    },
    dueBook: {
      listDebtors: async () => [1],
      collect: async () => {
        done.push("collect");
        return 0;
      },
    },
    usdRates: { at: ({ currency }) => (currency === "USDT" ? "1" : undefined) },
    pastRates: {
      find: async ({ currency }) => {
        if (currency === "ODD") throw new Error("the tape is busy");
        return "2";
      },
    },
    holdSettling: async () => {
      if (isHeld) return undefined;
      isHeld = true;
      const release = async () => {
        isHeld = false;
      };
      return { signal: new AbortController().signal, release };
    },
    clock,
    log: keptLog(),
    ...changes,
  };
  return { done, clock, deps, run: () => settleTrades(deps, new AbortController().signal) };
}

test("a rate that cannot be asked for is one that is not known yet, and holds up no other trade", async () => {
  const { done, run } = settling([unrated(1, "ODD"), unrated(2, "ODD"), unrated(3, "NIX")]);
  await run();
  expect(done.slice(-3)).toEqual(["1: null", "2: null", "3: 2"]);
});

test("nothing is asked where the rate is known already", async () => {
  const asked: string[] = [];
  const find = ({ currency }: { readonly currency: string }) => {
    asked.push(currency);
    return Promise.reject(new Error("the tape is busy"));
  };
  const { done, run } = settling([unrated(1, "USDT")], { pastRates: { find } });
  await run();
  expect([asked, done.at(-1)]).toEqual([[], "1: 1"]);
});

test("trades are counted and dues taken first; rates that take long are left to the next run", async () => {
  const trades = [unrated(1, "NIX"), unrated(2, "NAX"), unrated(3, "NUX")];
  const { done, run, clock } = settling(trades, {
    pastRates: {
      find: async () => {
        await clock.advance(40_000);
        return "2";
      },
    },
  });
  await run();
  expect(done).toEqual(["count", "collect", "1: 2", "2: 2"]);
});

test("one run at a time, and one that is stopped waits for no exchange", async () => {
  const stop = new AbortController();
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const find = () => {
    asked();
    return new Promise<string>(() => undefined);
  };
  const { done, deps, run } = settling([unrated(1, "NIX")], { pastRates: { find } });
  const first = settleTrades(deps, stop.signal);
  await isAsked;
  await run();
  expect(done).toEqual(["count", "collect"]);
  stop.abort();
  await first;
  expect(done).toEqual(["count", "collect"]);
  // The lease is free again.
  expect(await deps.holdSettling(stop.signal)).toBeDefined();
});
