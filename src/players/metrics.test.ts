/** The lookup's metrics move with what happens. */
import { expect, test } from "vitest";
import { playersWorld } from "../../test/support/players-world.ts";
import { createMetrics } from "../kit/metrics/metrics.ts";

const world = await playersWorld();
const metrics = createMetrics({ process: false });
world.players.metrics(metrics);

async function read(name: string): Promise<number | undefined> {
  const line = (await metrics.text()).split("\n").find((each) => each.startsWith(`tripod_players_${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

test("the directory's players and tribes are counted, and deliveries that wait", async () => {
  const { directory } = world.players.deps.model;
  expect(await read('directory{kind="players"}')).toBe(directory.players.size);
  expect(await read('directory{kind="tribes"}')).toBe(directory.tribes.size);
  expect(directory.players.size).toBeGreaterThan(0);
  expect(await read('webhook_deliveries{state="waiting"}')).toBe(0);
});
