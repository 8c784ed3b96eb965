/** Whole books in a process that another one is connected for: as deep, as new, and only as long as they are needed. */
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { marketCluster, topOf } from "../../../test/support/market-cluster.ts";
import { marketOf } from "../../../test/support/scripted-exchange.ts";
import { silentLog } from "../../kit/log/log.ts";
import { MirrorBooks } from "./feed/mirror-books.ts";
import { booksTopic, wantedTopic } from "./feed/topics.ts";
import { MarketState } from "./market-state.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const cluster = (code: string) => marketCluster(db, code);

const LEVELS = { bids: [99, 1, 98, 2, 97, 3], asks: [100, 1, 101, 0.1 + 0.2, 102, 3], sequence: 0, atMs: 5 };

describe("a process that needs whole books", () => {
  /** One that is connected, and one that follows it. */
  async function pair(code: string) {
    const world = cluster(code);
    const first = world.process("a");
    await world.until(() => first.exchange.watched !== undefined);
    const second = world.process("b");
    first.exchange.says.book("btcusdt", LEVELS);
    first.exchange.says.book("ethusdt", LEVELS);
    await world.until(() => topOf(second, `${code}-ethusdt`)?.state === "live");
    const depth = (of: Pick<typeof first, "view">, id = "btcusdt", levels = 100) => {
      const listing = of.view.listing(`${code}-${id}`);
      if (!listing) throw new Error("it is there");
      return of.view.depth(listing, levels);
    };
    return { ...world, first, second, depth };
  }

  test("are sent by the connected process, to the last digit, as long as they are needed", async () => {
    const { first, second, depth, until, pass } = await pair("b1");
    expect(depth(second).isWhole).toBe(false);
    const unfollow = second.view.follow("b1-btcusdt");
    const again = second.view.follow("b1-btcusdt");
    await until(() => depth(second).isWhole);
    expect(depth(second)).toEqual(depth(first));
    expect(depth(second)).toMatchObject({ asks: LEVELS.asks });
    expect(depth(second, "ethusdt").isWhole).toBe(false);
    // Behind the best prices, and then these.
    first.exchange.says.change("btcusdt", { bids: [97, 0], asks: [103, 7], sequence: 0, atMs: 6 });
    await pass(500);
    expect(depth(second)).toEqual(depth(first));
    expect(depth(second).bids).toEqual([99, 1, 98, 2]);
    first.exchange.says.change("btcusdt", { bids: [99.5, 1], asks: [], sequence: 0, atMs: 7 });
    await pass(100);
    expect(depth(second)).toEqual(depth(first));
    expect(topOf(second, "b1-btcusdt")).toMatchObject({ bidPrice: 99.5 });
    unfollow();
    unfollow();
    await pass(2_000);
    expect(depth(second).isWhole).toBe(true);
    again();
    await pass(100);
    expect(depth(second)).toEqual({ isWhole: false, bids: [99.5, 1], asks: [100, 1] });
  });

  test("has them as long as they are sent, and again from the next that is connected", async () => {
    const { first, second, process, depth, until, pass } = await pair("b2");
    const third = process("c");
    await until(() => topOf(third, "b2-btcusdt")?.state === "live");
    third.view.follow("b2-btcusdt");
    await until(() => depth(third).isWhole);
    // Nothing changes for long.
    await pass(20_000);
    expect(depth(third)).toEqual(depth(first));
    await first.stop();
    await until(() => second.exchange.watched !== undefined || third.exchange.watched !== undefined);
    const next = second.exchange.watched ? second : third;
    next.exchange.says.book("btcusdt", { ...LEVELS, bids: [90, 1, 89, 1] });
    await until(() => topOf(third, "b2-btcusdt")?.bidPrice === 90 && depth(third).isWhole);
    expect(depth(third)).toMatchObject({ bids: [90, 1, 89, 1] });
  });

  test("drops them when the one that is connected falls silent", async () => {
    const { first, second, depth, until, clock } = await pair("b3");
    second.view.follow("b3-btcusdt");
    await until(() => depth(second).isWhole);
    await first.stop();
    await clock.advance(7_000);
    expect(second.exchange.watched !== undefined || !depth(second).isWhole).toBe(true);
  });
});

test("a process drops the books of which it may have missed a change, and asks for them at once", async () => {
  const { bus, clock } = cluster("b4");
  const log = silentLog();
  const state = new MarketState({ clock, log });
  state.addExchange({ code: "b4", name: "b4", kind: "simulated" }, { state: "ok", reason: "", sinceMs: 0 });
  state.readListings("b4", [marketOf("BTC/USDT")]);
  const listing = state.listing("b4-btcusdt");
  if (!listing) throw new Error("it is there");
  const asked: string[] = [];
  onTestFinished(bus.subscribe(wantedTopic("b4"), (text) => asked.push(text)));
  const books = new MirrorBooks("b4", { state, bus, owner: "me" });
  onTestFinished(books.start());
  const unfollow = state.follow("b4-btcusdt");
  const tell = async (fence: number, number: number, bid: number): Promise<void> => {
    void bus.publish(booksTopic("b4"), `#${fence} ${number}\nbtcusdt 5 1 ${bid} 1 200 1\n`);
    await clock.advance(300);
  };
  const bids = () => state.depth(listing, 5).bids;
  await clock.advance(300);
  await tell(7, 1, 100);
  expect(bids()).toEqual([100, 1]);
  asked.length = 0;
  await tell(7, 2, 101);
  expect([bids(), asked]).toEqual([[101, 1], []]);
  // Text after a gap is new; other books may not be.
  await tell(7, 4, 102);
  expect([bids(), asked]).toEqual([[102, 1], ["me\nbtcusdt"]]);
  // Of one whose time is over.
  await tell(6, 5, 50);
  expect(bids()).toEqual([102, 1]);
  books.noteFence(8);
  expect(state.depth(listing, 5).isWhole).toBe(false);
  await tell(8, 1, 103);
  expect(bids()).toEqual([103, 1]);
  await clock.advance(5_001);
  books.watch();
  expect(state.depth(listing, 5).isWhole).toBe(false);
  unfollow();
  books.watch();
  await clock.advance(300);
  expect(asked.at(-1)).toBe("me");
});
