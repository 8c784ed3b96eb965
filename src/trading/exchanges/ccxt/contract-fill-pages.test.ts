/** Trades in contracts that an exchange lists in another way than those at spot. */
import { expect, test } from "vitest";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { giveMarkets, libraryAt } from "../../../../test/support/unmodified-library.ts";
import { askPage, fillPagesOf, listTrades, type AskPage } from "./fill-pages.ts";
import type { CcxtTrade } from "./library.ts";

test("trades in contracts at Phemex are read behind its newest two hundred, which may be of other markets", async () => {
  const symbol = "BTC/USDT:USDT";
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
  // The oldest 210 are ours; 250 of another market came after them.
  const trades = Array.from({ length: 460 }, (_, index) => ({
    createdAt: nowMs - (460 - index) * 1_000,
    symbol: index < 210 ? "BTCUSDT" : "ETHUSDT",
    currency: "USDT",
    action: 1,
    tradeType: 1,
    execQtyRq: "0.01",
    execPriceRp: "1271.9",
    side: 1,
    orderQtyRq: "0.78",
    priceRp: "1271.9",
    execValueRv: "12.719",
    feeRateRr: "0.0001",
    execFeeRv: "0.0012719",
    ordType: 2,
    execId: `e${index}`,
    execStatus: 6,
  }));
  // As its manual says: market, currency, offset and limit. It knows no times.
  const server = await loopbackServer(({ path }, response) => {
    const asked = new URL(path, "http://localhost").searchParams;
    const [offset, limit] = [Number(asked.get("offset")), Number(asked.get("limit") ?? 20)];
    const page = trades
      .filter((each) => !asked.has("symbol") || each.symbol === asked.get("symbol"))
      .toReversed()
      .slice(offset, offset + Math.min(limit, 200));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ code: 0, msg: "OK", data: page }));
  });
  try {
    const exchange = await libraryAt("phemex", server.url);
    const linear = { swap: true, contract: true, linear: true, contractSize: 1, settle: "USDT", settleId: "USDT" };
    const precision = { price: 0.01, amount: 0.0001 };
    giveMarkets(
      exchange,
      ["BTC", "ETH"].map((base) => ({
        id: `${base}USDT`,
        symbol: `${base}/USDT:USDT`,
        base,
        quote: "USDT",
        baseId: base,
        quoteId: "USDT",
        type: "swap",
        ...linear,
        active: true,
        precision,
        limits: {},
        info: {},
      })),
    );
    const pages = fillPagesOf("phemex", symbol);
    const ask: AskPage = (...page) => askPage(exchange, pages, page);
    const list = (range: Parameters<typeof listTrades>[2]) => listTrades(ask, symbol, range, { pages, nowMs });
    const ids = (from: number, to: number) => trades.slice(from, to).map(({ execId }) => execId);
    const idsOf = (found: readonly CcxtTrade[]) => found.map(({ id }) => id);
    expect(idsOf(await list({ sinceMs: nowMs - 1_000_000, limit: 1_000 }))).toEqual(ids(0, 210));
    expect(idsOf(await list({ sinceMs: trades[205]?.createdAt ?? 0, limit: 3 }))).toEqual(ids(205, 208));
    expect(idsOf(await list({ limit: 205 }))).toEqual(ids(5, 210));
    expect(idsOf(await list({ untilMs: trades[1]?.createdAt ?? 0, limit: 5 }))).toEqual(ids(0, 2));
  } finally {
    await server.close();
  }
});
