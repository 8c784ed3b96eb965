/** The life of a small cluster, shortened, read by the real service and asked for over HTTP. */
import { test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { testDatabase } from "../support/database.ts";
import { SCENES } from "../support/life-script.ts";
import { expectServedLife } from "../support/served-life.ts";

const { connection } = await testDatabase({ rooms: ["kit", "players"] });
await migrateJobs(connection);

test("what is served of a cluster is what happens there, whatever goes wrong", async () => {
  await expectServedLife({
    connection,
    seed: 7,
    stepMs: 240_000,
    steps: 3 * (SCENES.length + 1),
    leapMs: 20_000,
    every: 8,
  });
});
