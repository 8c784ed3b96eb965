/** A flood of questions about playtimes is answered, and does not fill the database. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { fromMillis, plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { readingDeps } from "../build-stores.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const now = fromMillis(1_767_225_600_000);
const RANKS = "players.longestPlaytimes";

test("playtimes are read one question at a time, and once for all who wait for the same", async () => {
  let [running, most, asked] = [0, 0, 0];
  const watched = watchedDatabase(db, {
    before: ({ name }) => {
      if (name === RANKS) most = Math.max(most, ++running);
    },
  });
  const counting: typeof watched = {
    ...watched,
    async query(statement) {
      const rows = await watched.query(statement);
      if (statement.name === RANKS) [running, asked] = [running - 1, asked + 1];
      return rows as never;
    },
  };
  const { profiles } = readingDeps(counting);
  const questions = Array.from({ length: 60 }, (_, index) =>
    profiles.leaderboard("playtime", 20, plusMillis(now, -(1 + (index % 6)) * DAY_MS), now),
  );
  expect(await Promise.all(questions)).toEqual(questions.map(() => []));
  expect(most).toBe(1);
  expect(asked).toBe(6);
  // Nobody is shown what was read before.
  await profiles.leaderboard("playtime", 20, plusMillis(now, -DAY_MS), now);
  expect(asked).toBe(7);
});

test("a question that fails keeps no other back", async () => {
  const failing = watchedDatabase(db, {
    before: ({ name, values }) => {
      if (name === RANKS && values?.[0] === 1) throw new Error("refused");
    },
  });
  const { profiles } = readingDeps(failing);
  const [failed, answered] = await Promise.allSettled([
    profiles.leaderboard("playtime", 1, now, now),
    profiles.leaderboard("playtime", 2, now, now),
  ]);
  expect([failed.status, answered.status]).toEqual(["rejected", "fulfilled"]);
  await expect(profiles.leaderboard("level", 2, now, now)).resolves.toEqual([]);
});
