/** A key that cannot be imported holds up no other, whatever is wrong with it. */
import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { marketOf } from "../../../test/support/scripted-exchange.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { ExchangeFailure, type ExchangeAccount, type Fill } from "../exchanges/index.ts";
import { ImportDesk, type ImportDeskDeps } from "./import-desk.ts";
import type { DueKey, ImportEnd, KeyMarket } from "./import-work.ts";

const KEY: DueKey = { keyId: 7, ownerUid: 1, uid: 1, exchange: "binance", sinceMs: null, codes: [] };

/** The notes of one run about the key, where its credentials do not open, or where its account cannot be made. */
async function endOf(fails: "credentials" | "account"): Promise<ImportEnd[]> {
  const ends: ImportEnd[] = [];
  let released = 0;
  const refuse = (): never => {
    throw new Error("a text of the inside");
  };
  const deps: ImportDeskDeps = {
    work: {
      listDue: async () => [KEY],
      begin: async () => 3,
      listMarkets: async () => [],
      save: async () => 0,
      end: async (_key, _fence, end) => {
        ends.push(end);
      },
    },
    hold: async () => ({
      fence: 1,
      signal: new AbortController().signal,
      release: async () => {
        released++;
      },
    }),
    exchanges: [{ code: "binance", account: refuse, has: {} }],
    exchangeKeys: {
      findCredentials: async () => (fails === "credentials" ? refuse() : { token: "t", secret: "s" }),
    },
    market: { listings: () => [] },
    clock: manualClock(),
    log: keptLog(),
  };
  await new ImportDesk(deps).run(new AbortController().signal);
  expect(released).toBe(1);
  return ends;
}

test("credentials that do not open end the run as failed, so that the key waits for its interval", async () => {
  expect(await endOf("credentials")).toMatchObject([
    { id: 3, state: "failed", errors: ["The key's credentials cannot be read"] },
  ]);
});

test("an error of the inside ends it too, and its text is not shown", async () => {
  expect(await endOf("account")).toMatchObject([{ id: 3, state: "failed", errors: ["It could not be finished here"] }]);
});

const NOW_MS = Math.floor(toMillis(manualClock().now()));

interface Account {
  readonly key?: Partial<DueKey>;
  readonly known?: readonly KeyMarket[];
  /** Pairs that were listed at any time, and those of them that the exchange lists no more. */
  readonly pairs: readonly string[];
  readonly gone?: readonly string[];
  readonly fillsMs?: number;
  readonly fills?: readonly Fill[];
}

/** The markets that a run asks about, what it keeps of each, and its end. */
async function runOf({ key = {}, known = [], pairs, gone = [], fillsMs, fills = [] }: Account) {
  const asked: string[] = [];
  const kept = new Map<string, number | undefined>();
  const ends: ImportEnd[] = [];
  const account: Pick<ExchangeAccount, "balances" | "fills" | "close"> = {
    balances: async () => [],
    fills: async (marketId, { sinceMs = 0 }) => {
      asked.push(marketId);
      if (gone.includes(marketId)) throw new ExchangeFailure("rejected", "unknownMarket", "There is no such market");
      return fills.filter((fill) => fill.marketId === marketId && fill.atMs >= sinceMs);
    },
    close: async () => {},
  };
  const listings = pairs.map((symbol, index) => {
    const market = marketOf(symbol);
    return { index, code: `binance-${market.id}`, exchange: "binance", market, firstSeenMs: 0, lastSeenMs: 0 };
  });
  const due: DueKey = { ...KEY, codes: listings.map(({ code }) => code), ...key };
  await new ImportDesk({
    work: {
      listDue: async () => [due],
      begin: async () => 3,
      listMarkets: async () => known,
      save: async (_key, _fence, { marketId, trades, completeMs }) => {
        kept.set(marketId, completeMs);
        return trades.length;
      },
      end: async (_key, _fence, end) => void ends.push(end),
    },
    hold: async () => ({ fence: 1, signal: new AbortController().signal, release: async () => {} }),
    exchanges: [{ code: "binance", account: () => account as ExchangeAccount, has: { fillsMs } }],
    exchangeKeys: { findCredentials: async () => ({ token: "t", secret: "s" }) },
    market: { listings: () => listings },
    clock: manualClock(),
    log: keptLog(),
  }).run(new AbortController().signal);
  const [end] = ends;
  if (!end) throw new Error("the run did not end");
  return { asked, kept, end };
}

test("markets that are listed no more hold up none of the others, and are named", async () => {
  const gone = ["aausdt", "bbusdt", "ccusdt", "ddusdt"];
  const { asked, kept, end } = await runOf({
    pairs: ["AA/USDT", "BB/USDT", "CC/USDT", "DD/USDT", "BTC/USDT"],
    gone,
    key: { codes: ["aausdt", "bbusdt", "ccusdt", "ddusdt", "btcusdt", "nowhere"].map((id) => `binance-${id}`) },
  });
  expect(asked).toEqual([...gone, "btcusdt"]);
  // Also those are kept, so that they wait behind the others the next time.
  expect([...kept.keys()]).toEqual(asked);
  expect(end).toMatchObject({ state: "completed", completeMs: NOW_MS - 90 * DAY_MS });
  expect(end.errors).toEqual([
    "binance-nowhere: there is no such market",
    ...gone.map((id) => `binance-${id}: it is not listed any more, so its trades cannot be read`),
  ]);
});

test("an import is complete since what was asked for, or since what its exchange still tells", async () => {
  const sinceMs = NOW_MS - 400 * DAY_MS;
  const pairs = ["BTC/USDT"];
  expect((await runOf({ pairs, key: { sinceMs } })).end.completeMs).toBe(sinceMs);
  const told = { pairs, key: { sinceMs }, fillsMs: 30 * DAY_MS };
  const { kept, end } = await runOf(told);
  expect([end.completeMs, kept.get("btcusdt")]).toEqual([NOW_MS - 30 * DAY_MS, NOW_MS - 30 * DAY_MS]);

  const market = { marketId: "btcusdt", askedMs: NOW_MS - DAY_MS, untilMs: NOW_MS - DAY_MS };
  const completeMs = NOW_MS - 200 * DAY_MS;
  expect((await runOf({ ...told, known: [{ ...market, completeMs }] })).end.completeMs).toBe(completeMs);
  // After a pause that is longer than what the exchange tells, it begins again.
  const long = { ...market, askedMs: NOW_MS - 50 * DAY_MS, untilMs: NOW_MS - 50 * DAY_MS, completeMs };
  expect((await runOf({ ...told, known: [long] })).end.completeMs).toBe(NOW_MS - 30 * DAY_MS);
  // Imported by a version that did not keep it.
  expect((await runOf({ ...told, known: [{ ...market, completeMs: null }] })).end.completeMs).toBeNull();
});

test("a market that is gone, and has no turn in a run, does not make the others incomplete", async () => {
  const pairs = Array.from({ length: 51 }, (_, index) => `A${String(index)}/USDT`);
  const completeMs = NOW_MS - 5 * DAY_MS;
  const known = pairs.map((pair, index): KeyMarket => {
    const read = { marketId: marketOf(pair).id, askedMs: NOW_MS - DAY_MS, untilMs: NOW_MS - DAY_MS, completeMs };
    return index === 50 ? { ...read, askedMs: NOW_MS, untilMs: 0, completeMs: null } : read;
  });
  const { asked, end } = await runOf({ pairs, known, key: { codes: [], sinceMs: completeMs } });
  expect(asked).toHaveLength(50);
  expect(end).toMatchObject({ state: "completed", completeMs, errors: [] });
});

test("an import that leaves something out for now is not called complete", async () => {
  const pairs = Array.from({ length: 52 }, (_, index) => `A${String(index)}/USDT`);
  const { asked, end } = await runOf({ pairs });
  expect(asked).toHaveLength(50);
  expect(end).toMatchObject({
    state: "completed",
    completeMs: null,
    errors: ["2 more markets are read by the next runs"],
  });

  const fill: Fill = {
    id: "7",
    exchangeOrderId: "1",
    clientOrderId: "",
    marketId: "btcusdt",
    side: "buy",
    price: "0",
    amount: "1",
    fee: undefined,
    isMaker: false,
    atMs: NOW_MS - DAY_MS,
  };
  const broken = await runOf({ pairs: ["BTC/USDT"], fills: [fill] });
  expect(broken.end).toMatchObject({
    imported: 0,
    completeMs: null,
    errors: ["binance-btcusdt: a trade without an id, a price or an amount is left out"],
  });
});
