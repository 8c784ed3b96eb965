/** What processes of an installation share of exchanges. */
import { afterAll, expect, test } from "vitest";
import { inProcessBus } from "../kit/bus/in-process-bus.ts";
import { systemRandom } from "../kit/ids/ids.ts";
import { silentLog } from "../kit/log/log.ts";
import { systemClock } from "../kit/time/clock.ts";
import { testDatabase } from "../../test/support/database.ts";
import { RecordedMarket } from "../../test/support/exchange-contract/recorded-market.ts";
import { openExchanges } from "./build-exchanges.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const log = silentLog();
const bus = inProcessBus(log);
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** The exchanges of one process. */
async function open(node: string, redisUrl: string | undefined) {
  const platform = { db, node, bus, redisUrl, clock: systemClock(), random: systemRandom(), log };
  const exchanges = await openExchanges(platform, {
    exchanges: "simulated",
    exchangeAddresses: {},
    exchangeClientAddress: "",
  });
  closing.push(() => Promise.all(exchanges.map((exchange) => exchange.close())));
  const [first] = exchanges;
  if (!first) throw new Error("there is no exchange");
  return first;
}

test("processes with Redis trade in one simulated world: an order of one stands in the book of the other", async () => {
  const [host, guest] = [await open("host", "redis://127.0.0.1"), await open("guest", "redis://127.0.0.1")];
  host.watch(["btcusdt"], new RecordedMarket());
  const account = guest.account({ token: "ann", secret: "" });
  await account.place({
    marketId: "btcusdt",
    clientOrderId: "a1",
    side: "buy",
    type: "limit",
    amount: "1",
    price: "100",
  });
  const { bids } = await host.book("btcusdt", 1000);
  expect(Array.from(bids).slice(-2)).toEqual([100, 1]);
  const { bids: shown } = await guest.book("btcusdt", 1000);
  expect(shown).toContain(100);
});

test("a process without Redis has a simulated world of its own", async () => {
  const alone = await open("alone", undefined);
  const account = alone.account({ token: "bob", secret: "" });
  expect(await account.openOrders()).toEqual([]);
});
