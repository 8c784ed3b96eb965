/** Books of exchanges whose streams begin with a snapshot are known again after their connection broke or said nothing. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { giveMarkets } from "../../../../test/support/unmodified-library.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { systemClock, type Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Market } from "../port.ts";
import type { MarketCatalog } from "./catalog.ts";
import type { ExchangeGate } from "./gate.ts";
import { loadCcxt, type CcxtExchange } from "./library.ts";
import { quirksOf } from "./quirks.ts";
import { MarketStream } from "./stream.ts";

/** Of one side: price and quantity. */
interface Levels {
  readonly bid: readonly [number, number];
  readonly ask: readonly [number, number];
}

interface Protocol {
  readonly marketId: string;
  /** What is sent for a message that asks for a book; nothing for others. */
  answer(asked: Record<string, unknown>, book: Levels): readonly object[];
}

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  bitfinex: {
    marketId: "tBTCUSD",
    answer: ({ event, channel, symbol }, { bid, ask }) =>
      event === "subscribe" && channel === "book"
        ? [
            { event: "subscribed", channel, chanId: 7, symbol, prec: "P0", freq: "F0", len: "25", pair: "BTCUSD" },
            [
              7,
              [
                [bid[0], 1, bid[1]],
                [ask[0], 1, -ask[1]],
              ],
            ],
          ]
        : [],
  },
  deribit: {
    marketId: "BTC_USD",
    answer: ({ id, params }, { bid, ask }) => {
      const channel = (params as { channels?: string[] } | undefined)?.channels?.[0];
      const data = {
        type: "snapshot",
        timestamp: 1_700_000_000_000,
        instrument_name: "BTC_USD",
        change_id: 1,
        bids: [["new", ...bid]],
        asks: [["new", ...ask]],
      };
      return channel?.startsWith("book.") === true
        ? [
            { jsonrpc: "2.0", id, result: [channel] },
            { jsonrpc: "2.0", method: "subscription", params: { channel, data } },
          ]
        : [];
    },
  },
};

/** An exchange that has one book, and sends it to those who ask. */
async function venue({ answer }: Protocol) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const state = { book: { bid: [100, 1], ask: [101, 2] } as Levels, asked: 0, isDumb: false };
  sockets.on("connection", (socket: WebSocket) => {
    socket.on("message", (data) => {
      const answers = answer(JSON.parse((data as Buffer).toString()) as Record<string, unknown>, state.book);
      if (answers.length > 0) state.asked++;
      if (!state.isDumb) for (const each of answers) socket.send(JSON.stringify(each));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends all connections; whether the other side has noticed is not known then. */
    drop: async () => {
      const closed = [...sockets.clients].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets.clients) socket.terminate();
      await Promise.all(closed);
    },
  };
}

const MARKET: Market = {
  id: "btcusd",
  symbol: "BTC/USD",
  base: "BTC",
  quote: "USD",
  type: "spot",
  isActive: true,
  tickSize: "1",
  stepSize: "1",
  minAmount: "1",
  minNotional: "0",
  makerFee: 0,
  takerFee: 0,
  contractSize: "1",
};

/** Follows the market of the venue at `url` until the test is over. */
async function followed(code: string, { marketId: id }: Protocol, url: string, clock: Clock) {
  const maker = await loadCcxt(code);
  const makeExchange = (): CcxtExchange => {
    const exchange = maker.make({ clock, address: url });
    const listed = { id, symbol: MARKET.symbol, base: "BTC", quote: "USD", baseId: "BTC", quoteId: "USD" };
    const market = { ...listed, type: "spot", spot: true, active: true, precision: {}, limits: {}, info: {} };
    giveMarkets(exchange, [market]);
    return exchange;
  };
  const sink = new RecordedMarket();
  const stream = new MarketStream(
    {
      clock,
      log: silentLog(),
      random: () => 0,
      gate: { nowMs: () => toMillis(clock.now()), happened: () => {} } as unknown as ExchangeGate,
      catalog: { ensure: () => Promise.resolve(), isRead: true, find: () => MARKET } as unknown as MarketCatalog,
      errors: maker.errors,
      rest: makeExchange(),
      makeExchange,
      prepare: async (exchange) => void (await exchange.loadHttpProxyAgent?.()),
      release: () => {},
      hasChecksums: false,
      keepsBooks: quirksOf(code).keepsBooks === true,
      askedDepth: (levels) => levels,
    },
    [MARKET.id],
    sink,
  );
  onTestFinished(() => stream.stop());
  return { sink, stream };
}

test.each(Object.entries(PROTOCOLS))("of %s, followed at that time or not", async (code, protocol) => {
  const { url, state, drop } = await venue(protocol);
  const { sink, stream } = await followed(code, protocol, url, systemClock());
  await waitUntil(() => expect(sink.read(MARKET.id, 10)).toEqual({ bids: [[100, 1]], asks: [[101, 2]] }));
  state.book = { bid: [98, 3], ask: [99, 4] };
  await drop();
  await waitUntil(() => expect(sink.words).toContain(`${MARKET.id} lost disconnected`));
  await waitUntil(() => expect(sink.read(MARKET.id, 10)).toEqual({ bids: [[98, 3]], asks: [[99, 4]] }));
  stream.replace([]);
  state.book = { bid: [96, 5], ask: [97, 6] };
  await drop();
  stream.replace([MARKET.id]);
  await waitUntil(() => expect(sink.read(MARKET.id, 10)).toEqual({ bids: [[96, 5]], asks: [[97, 6]] }));
});

test.each(Object.entries(PROTOCOLS))("of %s, after a question without an answer", async (code, protocol) => {
  const { url, state } = await venue(protocol);
  const clock = manualClock();
  state.isDumb = true;
  const { sink } = await followed(code, protocol, url, clock);
  await waitUntil(async () => {
    await clock.advance(100);
    expect(state.asked).toBe(1);
  });
  state.isDumb = false;
  await waitUntil(async () => {
    await clock.advance(1000);
    expect(sink.read(MARKET.id, 10)).toEqual({ bids: [[100, 1]], asks: [[101, 2]] });
  });
  expect(state.asked).toBe(2);
});
