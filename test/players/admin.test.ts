/** What admins change over HTTP: keys, webhooks and people, each with its line in the audit trail. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MAX_WEBHOOKS } from "../../src/kit/webhooks/store.ts";
import { playersWorld } from "../support/players-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const world = await playersWorld();
const { db } = world.platform;

const ask = (method: string, path: string, body?: unknown, key: string | null = world.keys.admin) =>
  world.get(path, key, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
const trail = async () =>
  ((await ask("GET", "/Audit")).json as { Action: string; Subject: string; Detail: unknown; KeyName: string }[]).map(
    ({ Action, Subject, Detail, KeyName }) => [KeyName, Action, Subject, Detail],
  );
const digest = (of: string) => createHash("sha256").update(of).digest("hex");

test("a key is shown once, is let in, is limited, and is refused when it is disabled or revoked", async () => {
  const made = await ask("POST", "/Keys", { Name: "Bot", Scope: "history", Expires: "30d" });
  expect(made.status).toBe(201);
  const { Id: id, Key: key } = made.json as { Id: string; Key: string };
  expect((await world.get("/Online", key)).status).toBe(200);
  expect((await ask("GET", "/Keys", undefined, key)).json.Error.Code).toBe("keys_insufficient_scope");

  const listed = await ask("GET", "/Keys");
  expect(listed.text).not.toContain(key);
  expect(listed.json.find((each: { Id: string }) => each.Id === id)).toMatchObject({
    Name: "Bot",
    Hint: key.slice(0, 8),
    Scope: "history",
    Standing: "inForce",
    Limits: null,
  });

  const limits = { Limits: { Requests: 5, WindowSeconds: 1 }, Expires: "never" };
  expect((await ask("PATCH", `/Key/${id}`, limits)).json).toMatchObject({ ...limits, Expires: null });
  expect((await ask("PATCH", `/Key/${id}`, { Limits: null, Expires: "2030-02-31" })).json.Error.Code).toBe(
    "keys_invalid",
  );
  expect((await ask("GET", "/Keys")).json.find((each: { Id: string }) => each.Id === id).Limits).not.toBeNull();

  expect((await ask("PATCH", `/Key/${id}`, { Enabled: false })).json.Standing).toBe("disabled");
  await waitUntil(async () => expect((await world.get("/Online", key)).status).toBe(403));
  expect((await ask("DELETE", `/Key/${id}`)).json).toEqual({ Id: id });
  await waitUntil(async () => expect((await world.get("/Online", key)).status).toBe(401));
  expect((await ask("DELETE", `/Key/${id}`)).status).toBe(404);

  expect((await trail()).filter(([, , subject]) => subject === id)).toEqual([
    ["a", "key.revoke", id, {}],
    ["a", "key.edit", id, { Enabled: false }],
    ["a", "key.edit", id, limits],
    ["a", "key.create", id, { name: "Bot", scope: "history" }],
  ]);
});

test("a member that a body does not have is refused, and nothing is made", async () => {
  const key = { Name: "Slip", Scope: "read", Expires: "1d" };
  const webhook = { Url: "https://hooks.example.com/slip" };
  for (const [path, body, name] of [
    ["/Keys", { ...key, limits: { Requests: 1, WindowSeconds: 1 } }, "limits"],
    ["/Keys", { ...key, Limits: { Requests: 1, WindowSeconds: 1, Per: 1 } }, "Per"],
    ["/Webhooks", { ...webhook, events: ["ban"] }, "events"],
    ["/Webhooks", { ...webhook, pattern: "tribe/5001" }, "pattern"],
  ] as const) {
    const { status, json } = await ask("POST", path, body);
    expect([status, json.Error.Code]).toEqual([400, "http_invalid_input"]);
    expect(json.Error.Message).toContain(`must not have ${name}`);
  }
  expect((await ask("GET", "/Keys")).text).not.toContain("Slip");
  expect((await ask("GET", "/Webhooks")).text).not.toContain("slip");
});

test("a key below admin changes nothing, and neither does the word of a demo", async () => {
  world.players.keyring.admitGuest("look-around");
  const before = (await ask("GET", "/Keys")).json.length;
  const wanted = { Name: "x", Scope: "admin", Expires: "never" };
  for (const key of [world.keys.read, world.keys.history]) {
    expect((await ask("POST", "/Keys", wanted, key)).json.Error.Code).toBe("keys_insufficient_scope");
  }
  expect((await ask("POST", "/Keys", wanted, "look-around")).json.Error.Code).toBe("keys_guest");
  expect((await ask("GET", "/Keys", undefined, "look-around")).json).toHaveLength(before);
});

test("a webhook that would never be notified is refused, and one that names an event twice has it once", async () => {
  const added = (wanted: object) => ask("POST", "/Webhooks", { Url: "https://hooks.example.com/never", ...wanted });
  for (const wanted of [
    { Pattern: "server/island", Events: ["ban"] },
    { Pattern: "server/island", Events: ["tribe", "ban"] },
    { Pattern: "tribe/2147483648" },
  ]) {
    const { status, json } = await added(wanted);
    expect([status, json.Error.Code]).toEqual([400, "webhooks_invalid"]);
  }
  expect((await ask("GET", "/Webhooks")).text).not.toContain("never");
  const { json } = await added({ Pattern: "tribe/2147483647", Events: ["leave", "join", "leave"] });
  expect(json.Events).toEqual(["leave", "join"]);
  expect((await ask("DELETE", `/Webhook/${json.Id}`)).status).toBe(200);
});

test("there are as many webhooks as each event can be looked up for, and no more", async () => {
  await db.execute({
    name: "test.insertWebhooks",
    text: `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at)
      select 'whk_many' || n, 'https://hooks.example.com/', '', '{ban}', '*', now() from generate_series(1, ${MAX_WEBHOOKS}) n`,
  });
  const lines = (await trail()).length;
  const refused = await ask("POST", "/Webhooks", { Url: "https://hooks.example.com/one-more" });
  expect(refused).toMatchObject({ status: 400, json: { Error: { Code: "webhooks_invalid" } } });
  expect(refused.json.Error.Message).toBe(`There are ${MAX_WEBHOOKS} webhooks already. Remove unused ones.`);
  expect(await trail()).toHaveLength(lines);
  expect((await ask("GET", "/Webhooks")).json).toHaveLength(MAX_WEBHOOKS);
  await db.execute({ name: "test.removeWebhooks", text: "delete from players.webhooks where id like 'whk_many%'" });
});

test("a webhook is added, told of nothing while it is disabled, and removed with its deliveries", async () => {
  const made = await ask("POST", "/Webhooks", { Url: "https://hooks.example.com/a/secret/path", Events: ["ban"] });
  expect(made).toMatchObject({ status: 201, json: { Pattern: "*", Events: ["ban"], Format: "signed", Enabled: true } });
  const { Id: id, Secret: secret } = made.json as { Id: string; Secret: string };
  const listed = await ask("GET", "/Webhooks");
  expect(listed.json.map((each: { Id: string }) => each.Id)).toEqual([id]);
  expect(listed.text).not.toContain(secret);

  const token = "a-secret_token-0123456789";
  const url = `https://discord.com/api/webhooks/123/${token}`;
  const discord = await ask("POST", "/Webhooks", { Url: url, Format: "discord", Pattern: "server/island" });
  expect(discord.json).toMatchObject({ Secret: null, Url: "https://discord.com/api/webhooks/123", Format: "discord" });
  expect((await ask("POST", "/Webhooks", { Url: "https://example.com", Format: "discord" })).status).toBe(400);

  expect((await ask("PATCH", `/Webhook/${id}`, { Enabled: false })).json.Enabled).toBe(false);
  await db.execute({
    name: "test.insertDelivery",
    text: `insert into players.webhook_deliveries (webhook_id, event, payload, created_at, gave_up_at, last_error)
      values ($1, 'ban', '{"Event":"ban"}', now(), now(), 'answered 500')`,
    values: [id],
  });
  const [delivery] = (await ask("GET", `/Webhooks/Deliveries?webhook=${id}`)).json;
  expect(delivery).toMatchObject({
    Webhook: id,
    State: "givenUp",
    LastError: "answered 500",
    Payload: '{"Event":"ban"}',
  });
  const again = await ask("POST", `/Webhooks/Delivery/${delivery.Number}/Redeliver`);
  expect(again.json).toMatchObject({ Number: delivery.Number, State: "waiting" });
  const jobs = await db.query<{ count: number }>({
    name: "test.countDeliveryJobs",
    text: "select count(*) as count from graphile_worker.jobs where task_identifier = 'players.deliverWebhook'",
  });
  expect(jobs[0]?.count).toBe(1);

  expect((await ask("DELETE", `/Webhook/${id}`)).status).toBe(200);
  expect((await ask("GET", `/Webhooks/Deliveries?webhook=${id}`)).json).toEqual([]);
  const lines = await trail();
  expect(lines.find(([, action, subject]) => action === "webhook.create" && subject === id)?.[3]).toEqual({
    host: "hooks.example.com",
    events: ["ban"],
    pattern: "*",
  });
  expect(JSON.stringify(lines)).not.toMatch(/secret/);
});

test("an id that is far too long is refused as an id, whatever its length", async () => {
  for (const length of [100, 5_000, 15_000]) {
    const { status, json } = await ask("POST", `/Person/${"y".repeat(length)}/Erase`, { Confirm: "y" });
    expect([length, status, json.Error.Code]).toEqual([length, 400, "http_invalid_input"]);
  }
});

test("a player is opted out and erased only where the name or id is typed again", async () => {
  const optOut = (confirm: string, optedOut = true) =>
    ask("POST", "/Player/103/OptOut", { OptedOut: optedOut, Confirm: confirm });
  expect((await optOut("darkwolf")).json.Error.Code).toBe("person_not_confirmed");
  expect((await ask("GET", "/Person/103")).json.Players).toEqual([
    { Id: 103, CharacterName: "DarkWolf", OptedOut: false },
  ]);
  expect((await optOut("DarkWolf")).json.Players[0].OptedOut).toBe(true);
  expect((await optOut("103", false)).json.Players[0].OptedOut).toBe(false);

  const erase = (confirm: string) => ask("POST", "/Person/76561198000000103/Erase", { Confirm: confirm });
  expect((await erase("Anna Rex")).status).toBe(400);
  expect((await world.get("/Player/103")).status).toBe(200);
  expect((await erase("DarkWolf")).json).toMatchObject({ Players: 1 });
  await waitUntil(async () => expect((await world.get("/Player/103")).status).toBe(404));
  expect((await erase("76561198000000103")).json).toMatchObject({ Players: 0 });

  const people = (await trail()).filter(([, action]) => String(action).startsWith("person."));
  expect(people).toEqual([
    ["a", "person.erase", digest("account:76561198000000103"), {}],
    ["a", "person.erase", digest("account:76561198000000103"), {}],
    ["a", "person.optOut", digest("player:103"), { isOptedOut: false }],
    ["a", "person.optOut", digest("player:103"), { isOptedOut: true }],
  ]);
});

test("the trail can only be added to, and is read page by page", async () => {
  for (const text of ["update players.audit set detail = '{}'", "delete from players.audit"]) {
    const changed = db.execute({ name: `test.${text.slice(0, 6)}Audit`, text });
    await expect(changed).rejects.toThrow("was refused by PostgreSQL (P0001)");
  }
  const all = (await ask("GET", "/Audit")).json as { Number: number }[];
  const first = (await ask("GET", "/Audit?limit=2")).json as { Number: number }[];
  const second = (await ask("GET", `/Audit?limit=1000&before=${first[1]?.Number}`)).json;
  expect([...first, ...second]).toEqual(all);
});
