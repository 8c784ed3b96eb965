import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { silentLog } from "../../kit/log/log.ts";
import { AccountTurns } from "../account-turns.ts";
import type { Caller } from "../caller.ts";
import { FollowedFeeds } from "./followed-feeds.ts";

const caller = { uid: 7, ownerUid: 7, rights: undefined } as Caller;

/** Feeds of one account, whose reads end when the test lets them. */
async function followed(ids: readonly number[], isNamed: boolean) {
  const clock = manualClock();
  const reads: number[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const read = async ({ id }: { readonly id: number }): Promise<string> => {
    reads.push(id);
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return String(id);
  };
  const turns = new AccountTurns({ places: 4, placesOfAccount: 2 });
  const feeds = new FollowedFeeds({ read, clock, log: silentLog(), bus: undefined, turns, isNamed });
  for (const id of ids) (await feeds.find(String(id), caller))?.onChange(() => undefined);
  await clock.advance(200);
  reads.length = 0;
  isHeld = true;
  return { feeds, clock, reads, waiting };
}

describe("a hint that orders have changed", () => {
  test("reads the feeds that it names, and no other of the account", async () => {
    const { feeds, clock, reads } = await followed([1, 2, 3], true);
    feeds.tell(7, [2, 90]);
    feeds.tell(8, [3]);
    await clock.advance(50);
    expect(reads).toEqual([2]);
  });

  test("reads all feeds of the account where other ids than those of hints are followed", async () => {
    const { feeds, clock, reads } = await followed([1, 2], false);
    feeds.tell(7, [90]);
    await clock.advance(50);
    expect(reads).toEqual([1, 2]);
  });

  test("reads a few feeds at the same time, and the others in turn", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const { feeds, clock, reads, waiting } = await followed(ids, true);
    feeds.tell(7, ids);
    await clock.advance(50);
    expect(reads).toHaveLength(2);
    while (waiting.length > 0) {
      for (const end of waiting.splice(0)) end();
      await clock.advance(1);
      expect(waiting.length).toBeLessThanOrEqual(2);
    }
    expect(reads.toSorted((one, other) => one - other)).toEqual(ids);
  });
});

test("without a hint, three hundred feeds of as many accounts are read again within fifteen seconds", async () => {
  const clock = manualClock();
  const told = new Set<number>();
  let text = "before";
  const turns = new AccountTurns({ places: 4, placesOfAccount: 2 });
  const read = () => Promise.resolve(text);
  const feeds = new FollowedFeeds({ read, clock, log: silentLog(), bus: undefined, turns, isNamed: false });
  for (let account = 1; account <= 300; account++) {
    const who = { uid: account, ownerUid: account, rights: undefined } as Caller;
    (await feeds.find("1", who))?.onChange(() => told.add(account));
  }
  await clock.advance(200);
  feeds.start();
  text = "after";
  for (let elapsedMs = 0; elapsedMs < 15_000; elapsedMs += 50) await clock.advance(50);
  feeds.stop();
  expect(told.size).toBe(300);
});
