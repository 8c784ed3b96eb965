/** The registry's metrics move with what happens. */
import { expect, test } from "vitest";
import { answered } from "../../test/support/fake-upstream.ts";
import { syncWorld } from "../../test/support/sync-world.ts";
import { testPlatform } from "../../test/support/test-platform.ts";
import { createMetrics } from "../kit/metrics/metrics.ts";
import { GivenUpDeliveries } from "../kit/webhooks/given-up.ts";
import { plusMillis } from "../kit/time/instant.ts";
import { MINUTE_MS } from "../kit/time/spans.ts";
import { addRegistryMetrics } from "./metrics.ts";
import { FAILURE_REASONS } from "./sync/index.ts";
import { addWebhook } from "./webhooks/index.ts";

const sync = await syncWorld();
const { world } = sync;

/** Each look is as if a minute had gone by since the one before. */
function reader() {
  let looks = 0;
  const clock = { now: () => plusMillis(sync.clock.now(), looks * MINUTE_MS) };
  const { model } = world.registry.deps;
  const metrics = createMetrics({ process: false });
  const { webhooks } = world.registry;
  addRegistryMetrics(metrics, { model, sync: sync.deps(), webhooks, givenUp: new GivenUpDeliveries(), clock });
  return async (name: string): Promise<number | undefined> => {
    looks++;
    const line = (await metrics.text()).split("\n").find((each) => each.startsWith(`tripod_registry_${name} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
  };
}

test("a publication is counted, and its delivery waits until it arrives or is given up", async () => {
  const read = reader();
  const [servers = 0, versions = 0] = [await read("servers"), await read("versions")];
  expect(await read('webhook_deliveries{state="waiting"}')).toBe(0);
  const platform = { ...testPlatform(world.database), allowPrivateOutbound: ["127.0.0.1"] };
  const { webhooks } = world.registry;
  await addWebhook({ ...platform, webhooks }, { url: "http://127.0.0.1:9/hook", pattern: "*", events: ["published"] });
  await world.publish({ name: "com.example/counted", description: "Counted.", version: "1.0.0" });
  await world.publish({ name: "com.example/counted", description: "Counted.", version: "2.0.0" });
  expect(await read("servers")).toBe(servers + 1);
  expect(await read("versions")).toBe(versions + 2);
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
});

test("the last error of a mirror is shown by its reason until a run works", async () => {
  const read = reader();
  const errors = async () => {
    const values = await Promise.all(
      FAILURE_REASONS.map((reason) => read(`mirror_error{origin="upstream",reason="${reason}"}`)),
    );
    return Object.fromEntries(FAILURE_REASONS.map((reason, place) => [reason, values[place]]));
  };
  const none = { unreachable: 0, credentials: 0, login: 0, status: 0, answer: 0, internal: 0 };
  await sync.run();
  expect(await errors()).toEqual(none);
  sync.upstream.misbehave = (_query, response) => answered(response.writeHead(403).end());
  await sync.run();
  expect(await errors()).toEqual({ ...none, credentials: 1 });
  sync.upstream.misbehave = (_query, response) => answered(response.writeHead(503).end());
  await sync.run();
  expect(await errors()).toEqual({ ...none, status: 1 });
  sync.upstream.misbehave = (_query, response) => answered(response.end("<p>moved</p>"));
  await sync.run();
  expect(await errors()).toEqual({ ...none, answer: 1 });
  sync.upstream.forget();
  await sync.run();
  expect(await errors()).toEqual(none);
  await sync.upstream.close();
  await sync.run();
  expect(await errors()).toEqual({ ...none, unreachable: 1 });
});

test("a mirror grows older until it is read, and counts its failures", async () => {
  const read = reader();
  expect(await read('mirror_age_seconds{origin="upstream"}')).toBeUndefined();
  expect(await read('mirror_failures{origin="upstream"}')).toBeUndefined();
  await sync.run();
  expect(await read('mirror_failures{origin="upstream"}')).toBe(0);
  const age = (await read('mirror_age_seconds{origin="upstream"}')) ?? -1;
  expect(age).toBeGreaterThan(0);
  expect(await read('mirror_age_seconds{origin="upstream"}')).toBeGreaterThan(age);
  // It does not answer any more.
  await sync.upstream.close();
  await sync.run();
  expect(await read('mirror_failures{origin="upstream"}')).toBe(1);
});
