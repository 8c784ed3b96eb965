/** A simulated venue that two processes share. */
import { afterEach, describe, expect, test } from "vitest";
import { inProcessBus } from "../../../kit/bus/in-process-bus.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { systemClock, type Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { exchangeContract } from "../../../../test/support/exchange-contract/exchange-contract.ts";
import { othersPlace, QUIET, quietVenue } from "../../../../test/support/exchange-contract/quiet-venue.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { seatsOf } from "../../../../test/support/simulated-accounts.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import type { Exchange, NewOrder, OrderSink } from "../port.ts";
import { venueRequestStore } from "../sql/venue-request-store.ts";
import { Hosting, sharedVenue } from "./shared-venue.ts";
import { simulatedExchange } from "./simulated-exchange.ts";
import type { LocalVenue } from "./venue-host.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const bus = inProcessBus(silentLog());
const opened: Exchange[] = [];
let cases = 0;

afterEach(async () => {
  for (const exchange of opened.splice(0)) await exchange.close();
});

/** The venue as one process has it. Its market moves by orders of the test only. */
function openVenue(code: string, clock: Clock = systemClock(), changed: (local: LocalVenue) => void = () => {}) {
  const venue = quietVenue(toMillis(clock.now()));
  const hosting = new Hosting();
  const isAwake = (): boolean => hosting.isHost;
  const local = simulatedExchange(venue, { clock, seats: seatsOf(db, code, clock), isAwake });
  changed(local);
  const log = silentLog();
  const exchange = sharedVenue(local, hosting, { requests: venueRequestStore(db), bus, clock, log });
  opened.push(exchange);
  return { venue, exchange };
}

const ids = [QUIET.marketId, QUIET.otherMarketId];
const rest: NewOrder = {
  marketId: QUIET.marketId,
  clientOrderId: "rest1",
  side: "buy",
  type: "limit",
  amount: "1",
  price: "990",
};
const cross: NewOrder = { ...rest, clientOrderId: "cross1", side: "sell" };

exchangeContract("a simulated venue that another process hosts", () => {
  const clock = manualClock();
  const code = `simshared${++cases}`;
  const host = openVenue(code, clock);
  const guest = openVenue(code, clock);
  host.exchange.watch([], new RecordedMarket());
  const { exchange } = host;
  const close = async (): Promise<void> => {
    await guest.exchange.close();
    await host.exchange.close();
  };
  return Promise.resolve({
    // Its market comes to the guest by the platform's own feed.
    exchange: {
      code: exchange.code,
      name: exchange.name,
      kind: exchange.kind,
      has: exchange.has,
      markets: () => guest.exchange.markets(),
      book: (marketId, depth) => guest.exchange.book(marketId, depth),
      trades: (marketId, limit) => guest.exchange.trades(marketId, limit),
      candles: (marketId, range) => guest.exchange.candles(marketId, range),
      watch: (marketIds, sink) => exchange.watch(marketIds, sink),
      health: () => guest.exchange.health(),
      ping: () => guest.exchange.ping(),
      account: (credentials) => guest.exchange.account(credentials),
      close,
    },
    ...QUIET,
    credentials: { token: "contract", secret: "contract" },
    othersPlace: (order) => Promise.resolve(othersPlace(host.venue, order)),
    settle: () => clock.advance(60),
    close,
  });
});

describe("two processes", () => {
  test("trade with each other in one book, and both see it", async () => {
    const code = `simshared${++cases}`;
    const [host, guest] = [openVenue(code).exchange, openVenue(code).exchange];
    host.watch(ids, new RecordedMarket());
    const ann = guest.account({ token: "ann", secret: "" });
    const bob = host.account({ token: "bob", secret: "" });
    await ann.place(rest);
    expect(Array.from((await host.book(QUIET.marketId, 10)).bids).slice(0, 2)).toEqual([990, 1]);
    expect((await guest.book(QUIET.marketId, 10)).bids).toEqual(Array.from((await host.book(QUIET.marketId, 10)).bids));
    expect(await bob.place({ ...cross, amount: "0.25" })).toMatchObject({ state: "filled" });
    expect(await ann.find(rest)).toMatchObject({ state: "open", filled: "0.25000000" });
    expect(await ann.fills(QUIET.marketId, { limit: 10 })).toMatchObject([{ amount: "0.25000000", isMaker: true }]);
  });

  test("have one and the same account, whichever of them is asked", async () => {
    const code = `simshared${++cases}`;
    const [host, guest] = [openVenue(code).exchange, openVenue(code).exchange];
    host.watch(ids, new RecordedMarket());
    const there = guest.account({ token: "cid", secret: "" });
    const here = host.account({ token: "cid", secret: "" });
    await Promise.all([there.place(rest), here.place({ ...rest, clientOrderId: "rest2" })]);
    const open = await here.openOrders();
    expect(open.map((each) => each.clientOrderId).toSorted()).toEqual(["rest1", "rest2"]);
    expect(await there.openOrders()).toEqual(open);
    await expect(there.place({ ...rest, clientOrderId: "rest2" })).rejects.toMatchObject({ reason: "duplicate" });
    expect(await there.balances()).toEqual(await here.balances());
  });

  test("a watch in the process that does not host the venue hears of its order when it is filled", async () => {
    const code = `simshared${++cases}`;
    const [host, guest] = [openVenue(code), openVenue(code).exchange];
    host.exchange.watch(ids, new RecordedMarket());
    const dan = guest.account({ token: "dan", secret: "" });
    const heard: string[] = [];
    const sink: OrderSink = {
      order: ({ state }) => heard.push(state),
      fill: ({ amount }) => heard.push(amount),
      resynced: () => heard.push("look"),
    };
    const watch = await dan.watch(sink);
    await dan.place(rest);
    othersPlace(host.venue, { side: "sell", price: "990", amount: "1" });
    await waitUntil(() => {
      expect(heard).toContain("filled");
      expect(heard).toContain("1.00000000");
    });
    expect(heard[0]).toBe("look");
    await watch.stop();
  });

  test("a watch in the other process hears of its orders also where the host could not follow the account at first", async () => {
    const code = `simshared${++cases}`;
    let failures = 1;
    const host = openVenue(code, systemClock(), (local) => {
      const accountNamed = local.accountNamed.bind(local);
      const unwatched = { watch: () => Promise.reject(new Error("the account is elsewhere")) };
      Object.assign(local, {
        accountNamed: (name: string) => Object.assign(accountNamed(name), failures-- > 0 && unwatched),
      });
    });
    const guest = openVenue(code).exchange;
    host.exchange.watch(ids, new RecordedMarket());
    const jon = guest.account({ token: "jon", secret: "" });
    const heard: string[] = [];
    const watch = await jon.watch({
      order: ({ state }) => heard.push(state),
      fill: ({ amount }) => heard.push(amount),
      resynced: () => heard.push("look"),
    });
    await jon.place(rest);
    expect(await jon.find(rest)).toMatchObject({ state: "open" });
    othersPlace(host.venue, { side: "sell", price: "990", amount: "1" });
    await waitUntil(() => expect(heard).toContain("filled"));
    await watch.stop();
  });

  test("a watch that began while the other process was the host goes on when this one is", async () => {
    const code = `simshared${++cases}`;
    const [first, second] = [openVenue(code).exchange, openVenue(code)];
    const hosted = first.watch(ids, new RecordedMarket());
    const ivy = second.exchange.account({ token: "ivy", secret: "" });
    const heard: string[] = [];
    const watch = await ivy.watch({
      order: ({ state }) => heard.push(state),
      fill: ({ amount }) => heard.push(amount),
      resynced: () => heard.push("look"),
    });
    await ivy.place(rest);
    await hosted.stop();
    second.exchange.watch(ids, new RecordedMarket());
    expect(await ivy.find(rest)).toMatchObject({ state: "open" });
    othersPlace(second.venue, { side: "sell", price: "990", amount: "1" });
    await waitUntil(() => {
      expect(heard).toContain("filled");
      expect(heard).toContain("1.00000000");
    });
    await watch.stop();
  });

  test("orders go on in the other one when the host no longer follows the market", async () => {
    const code = `simshared${++cases}`;
    const [first, second] = [openVenue(code), openVenue(code)];
    const watch = first.exchange.watch(ids, new RecordedMarket());
    const eve = second.exchange.account({ token: "eve", secret: "" });
    const here = first.exchange.account({ token: "eve", secret: "" });
    await eve.place(rest);
    await watch.stop();
    second.exchange.watch(ids, new RecordedMarket());
    expect(await eve.find(rest)).toMatchObject({ state: "open" });
    // The books of the first process are empty again.
    othersPlace(first.venue, { side: "sell", price: "990", amount: "1" });
    expect(await here.find(rest)).toMatchObject({ state: "open" });
    othersPlace(second.venue, { side: "sell", price: "990", amount: "1" });
    expect(await here.find(rest)).toMatchObject({ state: "filled" });
  });
});

describe("without a host", () => {
  test("an order whose time is over was not sent, and no later host places it", async () => {
    const code = `simshared${++cases}`;
    const clock = manualClock();
    const [guest, later] = [openVenue(code, clock).exchange, openVenue(code, clock).exchange];
    const fay = guest.account({ token: "fay", secret: "" });
    const placed = fay.place(rest, { notAfterMs: toMillis(clock.now()) + 1 }).catch((error: unknown) => error);
    await waitUntil(async () => {
      await clock.advance(1_000);
      expect(await Promise.race([placed, Promise.resolve("waiting")])).toMatchObject({
        kind: "unavailable",
        reason: "maintenance",
      });
    });
    later.watch(ids, new RecordedMarket());
    expect(await later.account({ token: "fay", secret: "" }).find(rest)).toBeUndefined();
  });

  test("an order that a host has taken and not answered is unknown, and can be looked up at the next host", async () => {
    const code = `simshared${++cases}`;
    const clock = manualClock();
    const [guest, later] = [openVenue(code, clock).exchange, openVenue(code, clock).exchange];
    const gus = guest.account({ token: "gus", secret: "" });
    const placed = gus.place(rest).catch((error: unknown) => error);
    // A host that dies at once.
    await waitUntil(async () => expect(await venueRequestStore(db).take(guest.code, 10)).toHaveLength(1));
    await waitUntil(async () => {
      await clock.advance(5_000);
      expect(await Promise.race([placed, Promise.resolve("waiting")])).toMatchObject({
        kind: "unknown",
        reason: "timeout",
      });
    });
    later.watch(ids, new RecordedMarket());
    expect(await gus.find(rest)).toBeUndefined();
  });

  test("a request is given to one process, though two take themselves for the host", async () => {
    const code = `simshared${++cases}`;
    const store = venueRequestStore(db);
    await store.ask(code, { account: "key-x", question: { about: "balances" } }, 60_000);
    const taken = await Promise.all([store.take(code, 10), store.take(code, 10), venueRequestStore(db).take(code, 10)]);
    expect(taken.flat()).toHaveLength(1);
  });
});
