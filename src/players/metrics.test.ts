/** The lookup's metrics move with what happens. */
import { expect, test } from "vitest";
import { playersWorld } from "../../test/support/players-world.ts";
import { testPlatform } from "../../test/support/test-platform.ts";
import { createMetrics } from "../kit/metrics/metrics.ts";
import { plusMillis } from "../kit/time/instant.ts";
import { MINUTE_MS } from "../kit/time/spans.ts";
import { GivenUpDeliveries } from "../kit/webhooks/given-up.ts";
import { addPlayersMetrics } from "./metrics.ts";
import { addWebhook } from "./webhooks/index.ts";
import { playersWebhookStore } from "./webhooks/sql/players-webhook-store.ts";
import { onTransitions } from "./webhooks/sql/tell.ts";

const world = await playersWorld();
const platform = testPlatform(world.database);
const givenUp = new GivenUpDeliveries();
const webhooks = givenUp.watch(playersWebhookStore(world.database.db));

/** Each look is as if a minute had gone by since the one before. */
function reader() {
  let looks = 0;
  const clock = { now: () => plusMillis(platform.clock.now(), looks * MINUTE_MS) };
  const metrics = createMetrics({ process: false });
  addPlayersMetrics(metrics, { model: world.players.deps.model, webhooks, givenUp, clock });
  return async (name: string): Promise<number | undefined> => {
    looks++;
    const line = (await metrics.text()).split("\n").find((each) => each.startsWith(`tripod_players_${name} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
  };
}

test("the service counts its directory's players and tribes", async () => {
  const { directory } = world.players.deps.model;
  expect(directory.players.size).toBeGreaterThan(0);
  const metrics = createMetrics({ process: false });
  world.players.metrics(metrics);
  const lines = (await metrics.text()).split("\n");
  expect(lines).toContain(`tripod_players_directory{kind="players"} ${directory.players.size}`);
  expect(lines).toContain(`tripod_players_directory{kind="tribes"} ${directory.tribes.size}`);
});

test("a delivery waits until it arrives or is given up", async () => {
  const read = reader();
  expect(await read('webhook_deliveries{state="waiting"}')).toBe(0);
  expect(await read("webhook_given_up")).toBe(0);
  const hook = { url: "http://127.0.0.1:9/hook", pattern: "*", events: ["join"] };
  await addWebhook({ ...platform, allowPrivateOutbound: ["127.0.0.1"], webhooks }, hook);
  const joined = ["76561198000000103", "76561198000000107"].map((platformId) => ({
    kind: "joined" as const,
    platformId,
    name: "Wolf",
    server: "island",
    at: platform.clock.now(),
  }));
  await world.database.db.transaction((tx) => onTransitions(tx, joined));
  expect(await read('webhook_deliveries{state="waiting"}')).toBe(2);
  const [first, second] = await webhooks.listDeliveries({ limit: 2 });
  const at = platform.clock.now();
  await webhooks.recordAttempt(first?.id ?? 0, {
    at,
    status: 204,
    error: null,
    outcome: "delivered",
    revision: first?.revision ?? "",
  });
  await webhooks.recordAttempt(second?.id ?? 0, {
    at,
    status: 410,
    error: "answered 410",
    outcome: "gaveUp",
    revision: second?.revision ?? "",
  });
  expect(await read('webhook_deliveries{state="waiting"}')).toBe(0);
  expect(await read('webhook_deliveries{state="given_up"}')).toBe(1);
  expect(await read("webhook_given_up")).toBe(1);
});
