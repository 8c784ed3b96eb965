import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { marketCluster, topOf } from "../../../../test/support/market-cluster.ts";
import { bookOf } from "../../../../test/support/scripted-exchange.ts";
import type { MarketView } from "../../market/index.ts";
import { PriceChannel } from "./price-channel.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

function follow(view: MarketView, code: string, level: number) {
  const listing = view.listing(code);
  if (!listing) throw new Error(`there is no ${code}`);
  const channel = new PriceChannel("asks", view, listing, "asks", level);
  const told: (string | undefined)[] = [];
  const refresh = (): void => {
    if (channel.refresh()) told.push(channel.data() ?? channel.remark());
  };
  refresh();
  if (channel.wakenBy === "top") view.onTop(refresh);
  else view.onDepth(refresh);
  return told;
}

describe("a level below the best", () => {
  test("of a book that another process keeps is `best-only`, not `empty`", async () => {
    const { process, mirror, until } = marketCluster(db, "pc1");
    const keeper = process("a");
    await until(() => keeper.exchange.watched !== undefined);
    keeper.exchange.says.book("btcusdt", bookOf(99, 101));
    const follower = mirror();
    await until(() => topOf(follower, "pc1-btcusdt")?.state === "live");
    expect(follow(keeper.view, "pc1-btcusdt", 2)).toEqual([',"state":"empty"']);
    expect(follow(follower.view, "pc1-btcusdt", 2)).toEqual([',"state":"best-only"']);
    expect(follow(follower.view, "pc1-btcusdt", 1)).toEqual(["[101,1,0]"]);
  });

  test("loses its price when the book is lost or silent, and when the keeper of the book is", async () => {
    const { process, mirror, until } = marketCluster(db, "pc2");
    const keeper = process("a");
    await until(() => keeper.exchange.watched !== undefined);
    const twoLevels = { bids: [99, 1], asks: [101, 1, 102, 5], sequence: 0, atMs: 0 };
    keeper.exchange.says.book("btcusdt", twoLevels);
    const follower = mirror();
    await until(() => topOf(follower, "pc2-btcusdt")?.state === "live");
    const told = follow(keeper.view, "pc2-btcusdt", 2);
    const toldByFollower = follow(follower.view, "pc2-btcusdt", 2);
    expect(told).toEqual([expect.stringContaining("[102,5,")]);
    keeper.exchange.says.lost("btcusdt", "gap");
    await until(() => told.length === 2 && toldByFollower.length === 2);
    expect([told[1], toldByFollower[1]]).toEqual([',"state":"stale"', ',"state":"stale"']);
    keeper.exchange.says.book("btcusdt", twoLevels);
    await until(() => told.length === 3 && toldByFollower.length === 3);
    expect(toldByFollower[2]).toBe(',"state":"best-only"');
    // No more reports of the book arrive.
    await until(() => told.length === 4);
    expect(told[3]).toBe(',"state":"stale"');
  });
});
