import { afterEach, describe, expect, test } from "vitest";
import { pairs, RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { simulatedWorld } from "../../simulation/index.ts";
import type { Exchange } from "../port.ts";
import { simulatedExchange } from "./simulated-exchange.ts";

const opened: Exchange[] = [];

afterEach(async () => {
  for (const exchange of opened.splice(0)) await exchange.close();
});

function open(latencyMs = 0): { clock: ReturnType<typeof manualClock>; exchange: Exchange } {
  const clock = manualClock();
  const [venue] = simulatedWorld({ seed: 3, startMs: toMillis(clock.now()) });
  if (!venue) throw new Error("missing venue");
  const exchange = simulatedExchange(venue, { clock, latencyMs });
  opened.push(exchange);
  return { clock, exchange };
}

describe("a simulated exchange", () => {
  test("sends books and changes that add up to its own, on every market, as time passes", async () => {
    const { clock, exchange } = open();
    const ids = (await exchange.markets()).map((market) => market.id);
    const sink = new RecordedMarket();
    exchange.watch(ids, sink);
    for (let second = 0; second < 5; second++) {
      await clock.advance(1000);
      for (const id of ids) {
        const { bids, asks } = await exchange.book(id, 15);
        expect(sink.read(id, 15), id).toEqual({ bids: pairs(bids), asks: pairs(asks) });
      }
    }
    expect(sink.tradesOf.size).toBeGreaterThan(5);
    expect(sink.words.some((word) => word.includes("lost"))).toBe(false);
  });

  test("sends at most one change of a market each tick", async () => {
    const { clock, exchange } = open();
    const sink = new RecordedMarket();
    exchange.watch(["btcusdt"], sink);
    await clock.advance(50);
    sink.words.length = 0;
    await clock.advance(1000);
    const changes = sink.words.filter((word) => word === "btcusdt change").length;
    expect(changes).toBeGreaterThan(2);
    expect(changes).toBeLessThanOrEqual(20);
  });

  test("gives the same token the same account, and every account its demonstration money once", async () => {
    const { exchange } = open();
    const balanceOf = async (token: string): Promise<string | undefined> => {
      const balances = await exchange.account({ token, secret: "" }).balances();
      return balances.find((each) => each.currency === "BTC")?.free;
    };
    const order = { marketId: "btcusdt", side: "sell", type: "market", amount: "1" } as const;
    await exchange.account({ token: "ann", secret: "" }).place({ ...order, clientOrderId: "a1" });
    expect(await balanceOf("ann")).toBe("9.00000000");
    expect(await balanceOf("ann")).toBe("9.00000000");
    expect(await balanceOf("bob")).toBe("10.00000000");
  });

  test("answers after the latency that it was given", async () => {
    const { clock, exchange } = open(80);
    let answered = false;
    const ping = exchange.ping().then((ms) => {
      answered = true;
      return ms;
    });
    await clock.advance(79);
    expect(answered).toBe(false);
    await clock.advance(1);
    expect(await ping).toBe(80);
  });

  test("shows an order of a customer in its book, and fills it when the market comes to it", async () => {
    const { clock, exchange } = open();
    const { bids } = await exchange.book("btcusdt", 1);
    const best = bids[0] ?? 0;
    const account = exchange.account({ token: "ann", secret: "" });
    const order = { marketId: "btcusdt", clientOrderId: "mine1", side: "buy", type: "limit", amount: "0.5" } as const;
    const report = await account.place({ ...order, price: best.toFixed(1) });
    expect(report.state).toBe("open");
    const book = await exchange.book("btcusdt", 1);
    expect(book.bids[0]).toBe(best);
    expect(book.bids[1]).toBeGreaterThanOrEqual(0.5 + (bids[1] ?? 0) - 1e-9);
    for (let minute = 0; minute < 30; minute++) {
      await clock.advance(60_000);
      if ((await account.find(order))?.state === "filled") break;
    }
    expect((await account.find(order))?.state).toBe("filled");
    expect((await account.fills("btcusdt", { limit: 10 })).every((fill) => fill.isMaker)).toBe(true);
  });
});
