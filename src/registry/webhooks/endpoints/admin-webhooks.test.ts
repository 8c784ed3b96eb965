/** Webhooks over HTTP: the command line's functions, for admins with a browser. */
import { expect, test } from "vitest";
import { registryWorld } from "../../../../test/support/registry-world.ts";

const world = await registryWorld();
const token = await world.token({ admin: true });
const ask = (method: string, path: string, body?: object) =>
  world.request(method, `/v0.1/admin/${path}`, { token, ...(body ? { body } : {}) });
const publish = (name: string) => world.publish({ name, description: "Told.", version: "1.0.0" });

test("a webhook is added, disabled, enabled and removed, with its key shown once and a row of the trail each", async () => {
  const made = await ask("POST", "webhooks", { url: "https://hooks.example.com/secret-path", pattern: "com.told/*" });
  expect(made.status).toBe(201);
  const { secret, ...webhook } = made.json;
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(webhook).toMatchObject({ pattern: "com.told/*", events: ["published", "edited", "status"], enabled: true });
  expect((await ask("GET", "webhooks")).json).toEqual({ webhooks: [webhook] });

  await publish("com.told/aa");
  await publish("com.other/aa");
  await publish("com.told/bb");
  const page = (await ask("GET", `deliveries?webhook=${webhook.id}&limit=1`)).json;
  expect(page.deliveries).toMatchObject([{ event: "published", state: "waiting", payload: { server: "com.told/bb" } }]);
  const rest = (await ask("GET", `deliveries?limit=1&cursor=${page.metadata.nextCursor}`)).json;
  expect([rest.deliveries[0].payload.server, rest.metadata]).toEqual(["com.told/aa", { count: 1 }]);

  expect((await ask("PATCH", `webhooks/${webhook.id}`, { enabled: false })).json).toEqual({
    ...webhook,
    enabled: false,
  });
  await publish("com.told/cc");
  expect((await ask("GET", "deliveries")).json.metadata.count).toBe(2);
  expect((await ask("PATCH", `webhooks/${webhook.id}`, { enabled: true })).json).toEqual(webhook);

  const { id } = page.deliveries[0];
  expect((await ask("POST", `deliveries/${id}/redeliver`)).json).toMatchObject({ id, state: "waiting" });
  const jobs = await world.database.db.query<{ count: number }>({
    name: "test.countDeliveryJobs",
    text: "select count(*) as count from graphile_worker.jobs where key = $1",
    values: [`registry.deliverWebhook ${id}`],
  });
  expect(jobs).toEqual([{ count: 1 }]);

  expect((await ask("DELETE", `webhooks/${webhook.id}`)).json).toEqual({ id: webhook.id });
  expect((await ask("GET", "deliveries")).json.deliveries).toEqual([]);
  expect((await ask("DELETE", `webhooks/${webhook.id}`)).status).toBe(404);

  const trail = await ask("GET", "audit?actor=test&limit=100");
  const actions = trail.json.entries.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action.startsWith("webhook."))).toEqual([
    "webhook.delete",
    "webhook.redeliver",
    "webhook.edit",
    "webhook.edit",
    "webhook.create",
  ]);
  expect(trail.text).not.toMatch(new RegExp(`secret-path|${secret}`));
});

test.each([
  ["plain http", { url: "http://hooks.example.com/" }],
  ["an address of clouds' credentials", { url: "https://169.254.169.254/hook" }],
  ["a password in its URL", { url: "https://joe:hunter2@hooks.example.com/" }],
  ["an unknown event", { url: "https://hooks.example.com/", events: ["erased"] }],
])("a webhook with %s is refused with a sentence, and none is kept", async (_what, body) => {
  const refused = await ask("POST", "webhooks", body);
  expect([refused.status, refused.json.error]).toEqual([422, expect.stringMatching(/^validation failed: /)]);
  expect((await ask("GET", "webhooks")).json.webhooks).toEqual([]);
});
