/** A trade has the fee that was paid, wherever it is told first: it is booked once, and with that fee. */
import ccxt from "ccxt";
import { describe, expect, test } from "vitest";
import { followedAt } from "./account-stream.ts";
import type { CcxtTrade } from "./library.ts";
import { fillOf, streamedFillOf } from "./orders.ts";

const NOBODY = { bySymbol: () => undefined };
const KNOWN = { marketId: "btcusdt", nowMs: 5000 };

interface Parser {
  number: unknown;
  setMarkets(markets: readonly object[]): unknown;
  parseTrade(message: object, market: object): CcxtTrade;
  parseOrder(message: object, market: object): object;
  orderToTrade(order: object): CcxtTrade;
  parseWsTrade(message: object, market: object): CcxtTrade;
}

/** The library's reader of an exchange with one market. */
function parser(code: "okx" | "gate" | "mexc", marketId: string) {
  const exchange = new ccxt.pro[code]() as unknown as Parser;
  exchange.number = String;
  const pair = { symbol: "BTC/USDT", base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" };
  const market = { id: marketId, ...pair, type: "spot", spot: true };
  exchange.setMarkets([market]);
  return { exchange, market };
}

/** Trades as exchanges document them: as their lists have them, and as their streams do. */
const TOLD = {
  okx: (charge: string) => {
    const { exchange, market } = parser("okx", "BTC-USDT");
    const common = { instId: "BTC-USDT", instType: "SPOT", ordId: "1", tradeId: "9", clOrdId: "ab1", side: "buy" };
    const trade = { ...common, fillPx: "100", fillSz: "1", execType: "T" };
    const order = { ordType: "limit", px: "100", sz: "1", accFillSz: "1", state: "filled", fillTime: "1621910749815" };
    const fees = { fillFee: charge, fillFeeCcy: "BTC", fee: charge, feeCcy: "BTC" };
    return {
      list: exchange.parseTrade({ ...trade, fee: charge, feeCcy: "BTC", ts: "1621910749815" }, market),
      stream: exchange.orderToTrade(exchange.parseOrder({ ...trade, ...order, ...fees }, market)),
    };
  },
  gate: (gtFee: string) => {
    const { exchange, market } = parser("gate", "BTC_USDT");
    const common = { id: "9", order_id: "1", currency_pair: "BTC_USDT", side: "buy", role: "taker" };
    const fees = { fee: gtFee === "0" ? "0.001" : "0", fee_currency: "BTC", point_fee: "0", gt_fee: gtFee };
    const message = { ...common, amount: "1", price: "100", create_time_ms: "1600000000000.0", ...fees };
    return { list: exchange.parseTrade(message, market), stream: exchange.parseTrade(message, market) };
  },
  mexc: (charge: string) => {
    const { exchange, market } = parser("mexc", "BTCUSDT");
    const list = { symbol: "BTCUSDT", id: "9", orderId: "1", price: "100", qty: "1", time: 1, isBuyer: true };
    const stream = { price: "100", quantity: "1", tradeType: 1, tradeId: "9", orderId: "1", time: 1 };
    return {
      list: exchange.parseTrade({ ...list, commission: charge, commissionAsset: "BTC" }, market),
      stream: exchange.parseWsTrade({ ...stream, feeAmount: charge, feeCurrency: "BTC" }, market),
    };
  },
};

describe("the fee of a trade", () => {
  test.each([
    ["okx", "-0.001", { currency: "BTC", amount: "0.001" }],
    // A rebate.
    ["okx", "0.0002", { currency: "BTC", amount: "-0.0002" }],
    ["okx", "0", { currency: "BTC", amount: "0" }],
    ["gate", "0", { currency: "BTC", amount: "0.001" }],
    ["gate", "0.02", { currency: "GT", amount: "0.02" }],
    ["mexc", "0.001", { currency: "BTC", amount: "0.001" }],
  ] as const)("at %s, where %s is told, is the same from the list and from the stream", (code, told, fee) => {
    const { list, stream } = TOLD[code](told);
    const fills = [fillOf(list, NOBODY, KNOWN), streamedFillOf(stream, NOBODY, { ...KNOWN, code })];
    expect(fills.map((fill) => [fill.id, fill.fee])).toEqual([
      ["9", fee],
      ["9", fee],
    ]);
  });

  test.each([true, false])("at mexc is told beside whether we made the market: %s", (isMaker) => {
    const { exchange, market } = parser("mexc", "BTCUSDT");
    const common = { price: "100", orderId: "1", time: 1 };
    const list = { ...common, symbol: "BTCUSDT", id: "9", qty: "1", isBuyer: true, isMaker };
    // Members that are false are not in its messages.
    const stream = { ...common, quantity: "1", tradeType: 1, tradeId: "9", ...(isMaker && { isMaker }) };
    const fills = [
      fillOf(exchange.parseTrade(list, market), NOBODY, KNOWN),
      streamedFillOf(exchange.parseWsTrade(stream, market), NOBODY, { ...KNOWN, code: "mexc" }),
    ];
    expect(fills.map((fill) => fill.isMaker)).toEqual([isMaker, isMaker]);
  });

  test.each([
    ["okx", true, ["watchOrders", "watchMyTrades"]],
    ["hitbtc", false, ["watchOrders"]],
    // Their streams do not tell it.
    ["kucoin", true, ["watchOrders"]],
    ["htx", true, ["watchOrders"]],
  ])("at %s is the stream's only where that tells it", (code, watchMyTrades, followed) => {
    expect(followedAt(code, { has: { watchMyTrades } })).toEqual(followed);
  });
});
