import { expect, test } from "vitest";
import { describeAppliedSaves, measureApplyingSaves } from "../../../bench/players/apply-saves.ts";
import { savesWorld } from "../../../test/support/save-batches.ts";

const world = await savesWorld();

test("5,000 profiles are applied whole, and a restart with nothing changed writes nothing", async ({ annotate }) => {
  const measured = await measureApplyingSaves(world.db);
  await annotate(describeAppliedSaves(measured));
  expect(measured.unchangedBatches).toBe(0);
  expect(
    await world.rows(`select (select count(*) from players.players where is_present) as players,
      (select count(*) from players.accounts) as accounts,
      (select count(*) from players.names where until is null) as names,
      (select count(*) from players.names) as all_names,
      (select count(*) from players.memberships) as memberships,
      (select count(*) from players.tribes where is_present) as tribes,
      (select count(*) from players.tribe_log) as lines,
      (select count(*) from players.save_files) as files`),
  ).toEqual([
    {
      players: 5_000,
      accounts: 5_000,
      names: 10_000,
      all_names: 10_000,
      memberships: 5_000,
      tribes: 250,
      lines: 25_000,
      files: 5_250,
    },
  ]);
});
