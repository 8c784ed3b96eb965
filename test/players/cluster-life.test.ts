/** Half a day of a small cluster under a clock that the test moves, two days in a soak, compared with a plain model at every step. */
import { expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../src/kit/time/spans.ts";
import { arkCluster } from "../support/ark-cluster.ts";
import { ClusterLife } from "../support/cluster-life.ts";
import { expectView } from "../support/life-check.ts";
import { playScenes, SCENES, starOf } from "../support/life-script.ts";
import { MEMORY_POLL_MS, MemoryLookup } from "../support/memory-lookup.ts";
import { sampleSize } from "../support/sample-size.ts";

const STEP_MS = 300_000;
/** The short life has every scene too, six steps apart. */
const STEPS = sampleSize(6 * (SCENES.length + 1), (2 * DAY_MS) / STEP_MS);
/** A server that was away is asked again after a minute at the latest, and then at the next poll. */
const TOLERANCE_MS = 60_000 + 2 * MEMORY_POLL_MS;

test("the life of a cluster is shown as it was, whatever goes wrong", async () => {
  const ark = await arkCluster({ seed: 3 });
  onTestFinished(() => ark.stop());
  const lookup = new MemoryLookup(ark.cluster, ark.clock);
  onTestFinished(() => lookup.kill());
  const life = new ClusterLife(ark, lookup, {
    stepMs: STEP_MS,
    check: (model, turn) => expectView(lookup.view, model, { toleranceMs: TOLERANCE_MS, every: 8, turn }),
  });
  const star = starOf(life);
  await lookup.start();

  await playScenes(life, STEPS);
  await expectView(lookup.view, life.model, { toleranceMs: TOLERANCE_MS });

  expect(lookup.faults()).toEqual([]);
  expect(lookup.refused).toBeGreaterThan(0);
  const chance = ["a player came for the first time", "a player joined", "a player left", "a player travelled"];
  expect([...life.happened].sort()).toEqual([...chance, "a file is torn", ...SCENES.map(({ name }) => name)].sort());
  const names = (await lookup.view.names(String(star.id))).map(({ kind, name }) => `${kind} ${name}`);
  expect(names.filter((name) => name.startsWith("platform"))).toEqual(
    [star.platformName, "Former Self", star.platformName].map((name) => `platform ${name}`),
  );
  expect(names.filter((name) => name.startsWith("character")).slice(-3)).toEqual(
    [star.characterName, "Another Face", star.characterName].map((name) => `character ${name}`),
  );
});
