/** Feeds that look only on command, on a test's database; stopped after each test. */
import { afterEach } from "vitest";
import { ChangeFeed, type Change, type ChangeFeedOptions } from "../../src/kit/sql/change-feed.ts";
import type { Database, Transaction } from "../../src/kit/sql/database.ts";
import { appendChanges, INSERT_INTO_OUTBOX } from "../../src/kit/sql/outbox.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { keptLog } from "./kept-log.ts";

export function manualFeeds(db: Database) {
  const clock = systemClock();
  const feeds: ChangeFeed[] = [];
  afterEach(async () => {
    await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  });

  function feedOf(options: Partial<ChangeFeedOptions> = {}) {
    const log = keptLog();
    const onLost = async () => {
      throw new Error("lost");
    };
    const feed = new ChangeFeed({ db, topics: ["t"], clock, log, pollMs: 3_600_000, onLost, ...options });
    feeds.push(feed);
    const changes: Change[] = [];
    const apply = async (batch: readonly Change[]): Promise<void> => void changes.push(...batch);
    return { feed, log, changes, apply, seen: () => changes.map((change) => change.payload) };
  }

  async function startedFeed(options: Partial<ChangeFeedOptions> = {}) {
    const all = feedOf(options);
    all.feed.start(await all.feed.position(), all.apply);
    return all;
  }

  const append =
    (...payloads: unknown[]) =>
    (tx: Transaction) =>
      appendChanges(tx, "test", "t", payloads);
  const publish = (...payloads: unknown[]) => db.transaction(append(...payloads));

  /** Appends this many changes at once. */
  const many = (topic: string, count: number) =>
    db.execute({
      name: "many",
      text: `${INSERT_INTO_OUTBOX} select 'test', $1, to_jsonb(n) from generate_series(1, $2::int) n`,
      values: [topic, count],
    });

  return { clock, feedOf, startedFeed, append, publish, many };
}
