import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playersConfig } from "../../test/support/players-world.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { systemClock } from "../kit/time/clock.ts";
import { playersTrials } from "./trials.ts";

const home = await temporaryFolder();
afterAll(() => home.remove());

test("a cluster's file that is named and not there is refused, with what makes it", async () => {
  const file = join(home.path, "cluster.yaml");
  const platform = { clock: systemClock(), allowPrivateOutbound: [], proxyRules: undefined } as never;
  const trial = playersTrials(platform, playersConfig({ TRIPOD_PLAYERS_CLUSTER_FILE: file }))[0];
  await expect(trial?.run(new AbortController().signal)).rejects.toThrow(
    `TRIPOD_PLAYERS_CLUSTER_FILE names ${file}, which is not there, so no game server is read. Correct the name, or make the file with \`tripod players add-server\`.`,
  );
});
