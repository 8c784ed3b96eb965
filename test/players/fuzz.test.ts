/** A flood of odd requests to every operation of the lookup. */
import { expect, test } from "vitest";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { undeclaredErrors } from "../support/error-recorder.ts";
import { fuzzService } from "../support/fuzz.ts";
import { PLAYERS_HTTP_CODES } from "../support/http-codes.ts";
import { playersTableWorld } from "../support/players-table-world.ts";
import { sampleSize } from "../support/sample-size.ts";

const { running, world } = await playersTableWorld();

test("odd requests break no promise and hang nowhere", async () => {
  const requests = sampleSize(4_000, 100_000);
  const { problems, statuses, succeeded } = await fuzzService({ world, requests, seed: 20_261_121 });
  expect(problems).toEqual([]);
  expect(undeclaredErrors(playersEndpoints, running.seenErrors, PLAYERS_HTTP_CODES)).toEqual([]);
  // It must have got through to what it tests.
  for (const id of ["search.searchNames", "profiles.getPlayer", "presence.listOnline", "system.exportPlayers"]) {
    expect(succeeded, id).toContain(id);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});
