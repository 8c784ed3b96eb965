import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "../../../test/support/loopback-server.ts";
import { insertPlayersFixture, BIG_ID, STEAM_OF_ANNA } from "../../../test/support/players-fixture.ts";
import { presenceInSql } from "../../../test/support/presence-stores.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { jobRunner, migrateJobs, type JobRunner } from "../../kit/jobs/job-runner.ts";
import { silentLog } from "../../kit/log/log.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { fromMillis, plusMillis } from "../../kit/time/instant.ts";
import type { Transition } from "../presence/index.ts";
import { addWebhook } from "./index.ts";
import { webhookJobs, webhookSchedules } from "./jobs/index.ts";
import { playersWebhookStore } from "./sql/players-webhook-store.ts";
import { onBan, onTransitions, onTribeChanges } from "./sql/tell.ts";

const database = await testDatabase({ rooms: ["kit", "players"] });
const { db } = database;
const platform = testPlatform(database);
const webhooks = playersWebhookStore(db);
const webhookHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: platform.clock });
const deps = { webhooks, webhookHttp, sealer: platform.sealer, clock: platform.clock };

const BIG_ACCOUNT = "76561198000000107";
const WOLF = "76561198000000103";
const at = fromMillis(1_767_225_600_000);
const joined = (platformId: string, server = "island"): Transition => ({
  kind: "joined",
  platformId,
  name: `seen ${platformId.slice(-3)}`,
  server,
  at,
});

let receiver: LoopbackServer;
let runner: JobRunner;

beforeAll(async () => {
  await migrateJobs(database.connection);
  receiver = await loopbackServer((request, response) =>
    response.writeHead(request.path.startsWith("/api/webhooks/404/") ? 404 : 200).end(),
  );
  const jobs = webhookJobs.map((job) => ({ job, deps }));
  const { connection } = database;
  runner = jobRunner({ connection, jobs, schedules: webhookSchedules, log: silentLog(), pollMs: 50 });
  await runner.start();
});
afterAll(async () => {
  await runner.stop();
  await receiver.close();
  await webhookHttp.close();
});
beforeEach(async () => {
  for (const { id } of await webhooks.list()) await webhooks.remove(id);
  await db.execute({ name: "test.clear", text: "truncate players.accounts, players.tribes cascade" });
  await insertPlayersFixture(db);
  receiver.seen.length = 0;
});

const hook = (more: { pattern?: string; events?: string[] } = {}) => {
  const wanted = { url: `${receiver.url}/hook`, pattern: "*", events: ["join", "leave", "tribe", "ban"], ...more };
  return addWebhook({ ...platform, allowPrivateOutbound: ["127.0.0.1"], webhooks }, wanted);
};
const tell = (...transitions: Transition[]) => db.transaction((tx) => onTransitions(tx, transitions));
/** Texts of what was sent, in order, without ids. */
const told = async (count: number): Promise<string[]> => {
  await expect.poll(() => receiver.seen.length).toBe(count);
  const texts = receiver.seen.map(({ headers, body }) => [Number(headers["x-tripod-delivery"]), body] as const);
  return texts.sort(([one], [other]) => one - other).map(([, body]) => body.replace(/^\{"Id":"\d+",/, "{"));
};
const payloads = async () => (await webhooks.listDeliveries({ limit: 100 })).map(({ payload }) => payload).reverse();

describe("as a Discord channel", () => {
  const token = "a-secret_token-0123456789";
  const discord = (path: string) =>
    addWebhook(
      { ...platform, allowPrivateOutbound: ["127.0.0.1"], webhooks },
      { url: receiver.url + path, pattern: "*", events: ["join", "leave"], format: "discord" },
    );

  test("it gets a message without a signature, and its token is kept sealed", async () => {
    const { id, secret } = await discord(`/api/webhooks/123/${token}?wait=false`);
    expect(secret).toBeUndefined();
    const kept = await webhooks.find(id);
    expect(kept).toMatchObject({ format: "discord", url: `${receiver.url}/api/webhooks/123?wait=false` });
    expect(JSON.stringify(kept)).not.toContain(token);
    await tell(joined(STEAM_OF_ANNA));
    await expect.poll(() => receiver.seen.length).toBe(1);
    const [seen] = receiver.seen as [SeenRequest];
    expect(seen.path).toBe(`/api/webhooks/123/${token}?wait=false`);
    expect(seen.headers["x-tripod-signature"]).toBeUndefined();
    expect(JSON.parse(seen.body)).toEqual({
      content: "**Anna Rex** (seen 101, level 46) joined **island** <t:1767225600:R>",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
    await expect.poll(async () => (await webhooks.listDeliveries({ limit: 1 }))[0]?.deliveredAt).toBeTypeOf("number");
  });

  test("it is disabled when Discord no longer knows it", async () => {
    const { id } = await discord(`/api/webhooks/404/${token}`);
    await tell(joined(STEAM_OF_ANNA));
    await expect.poll(async () => (await webhooks.find(id))?.enabled).toBe(false);
    const last = async () => (await webhooks.listDeliveries({ limit: 1 }))[0];
    await expect.poll(last).toMatchObject({ lastStatus: 404, attempts: 1 });
  });

  test.each(["/api/webhooks/123", "/api/webhooks/x/short", `/other/123/${token}`, `/api/webhooks/123/${token}/slack`])(
    "%s is not an address of Discord",
    async (path) => {
      await expect(discord(path)).rejects.toThrow("The URL of a Discord webhook ends in /api/webhooks/");
    },
  );

  test("a format that is not known is refused with those that are", async () => {
    const wanted = { url: `${receiver.url}/x`, pattern: "*", events: ["join"], format: "slack" };
    const adding = addWebhook({ ...platform, allowPrivateOutbound: ["127.0.0.1"], webhooks }, wanted);
    await expect(adding).rejects.toThrow("Formats are signed, discord.");
  });
});

describe("a webhook receives", () => {
  test("of a join, with the player as lists show it, signed", async () => {
    const { secret = "" } = await hook();
    await tell(joined(STEAM_OF_ANNA));
    expect(await told(1)).toEqual([
      '{"Event":"join","At":"2026-01-01T00:00:00+00:00",' +
        '"Player":{"Id":101,"CharacterName":"Anna Rex","PlatformName":"annaplays","AvatarUrl":"","Level":46,"Online":true},' +
        `"PlatformId":"${STEAM_OF_ANNA}","Name":"seen 101","Server":"island","FromServer":null}`,
    ]);
    const [{ headers, body }] = receiver.seen as [SeenRequest];
    const timestamp = String(headers["x-tripod-timestamp"]);
    const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    expect(headers["x-tripod-signature"]).toBe(`v1=${expected}`);
    expect(headers["x-tripod-event"]).toBe("join");
    expect(JSON.parse(body).Id).toBe(headers["x-tripod-delivery"]);
  });

  test("of ids past 2^53, digit by digit", async () => {
    await hook();
    await tell(joined(BIG_ACCOUNT));
    expect((await told(1))[0]).toContain(`"Player":{"Id":${BIG_ID},`);
  });

  test("of a player without a known save", async () => {
    await hook();
    await tell(joined("76561198000009999"));
    expect((await told(1))[0]).toContain('"Player":null,"PlatformId":"76561198000009999","Name":"seen 999"');
  });

  test("of a move as a leave and a join that name each other's server", async () => {
    await hook();
    await tell({ ...joined(WOLF, "ragnarok"), kind: "moved", from: "island" });
    const [leave, join] = (await told(2)).map((text) => JSON.parse(text));
    expect(leave).toMatchObject({ Event: "leave", Server: "island", ToServer: "ragnarok" });
    expect(join).toMatchObject({ Event: "join", Server: "ragnarok", FromServer: "island" });
  });

  test("of a change of tribe", async () => {
    await hook();
    const change = { platformId: STEAM_OF_ANNA, characterName: "Anna Rex", at };
    await db.transaction((tx) =>
      onTribeChanges(tx, [
        { ...change, playerId: 101n, from: 5001, to: 7 },
        { ...change, playerId: 101n, from: 7, to: 7 },
        { ...change, playerId: 2n ** 63n - 1n, platformId: null, from: null, to: 5002 },
      ]),
    );
    const [one, other] = await told(2);
    expect(JSON.parse(one ?? "")).toMatchObject({
      Event: "tribe",
      Player: { Id: 101 },
      Name: "Anna Rex",
      FromTribe: { Id: 5001, Name: "Red Hawks" },
      ToTribe: { Id: 7, Name: "" },
    });
    expect(other).toContain('"Player":null,"PlatformId":"","Name":"Anna Rex","FromTribe":null,"ToTribe":{"Id":5002,');
  });

  test("of a ban, in the words of a profile", async () => {
    await hook();
    const none = { communityBanned: false, antiCheatBanned: false, numberOfAntiCheatBans: 0, daysSinceLastBan: 0 };
    const before = { ...none, numberOfGameBans: 0 };
    const after = { ...before, antiCheatBanned: true, numberOfAntiCheatBans: 1 };
    const members = ["antiCheatBanned", "numberOfAntiCheatBans"] as const;
    const change = { isFirst: false, members, before, after };
    await db.transaction((tx) => onBan(tx, { platformId: WOLF, at, change }));
    expect(JSON.parse((await told(1))[0] ?? "")).toMatchObject({
      Event: "ban",
      Player: { Id: 103 },
      IsFirst: false,
      Changed: ["AntiCheatBanned", "NumberOfAntiCheatBans"],
      Before: { AntiCheatBanned: false, NumberOfAntiCheatBans: 0, DaysSinceLastBan: 0 },
      After: { AntiCheatBanned: true, NumberOfAntiCheatBans: 1, CommunityBanned: false, NumberOfGameBans: 0 },
    });
  });

  test("only of what it asked for", async () => {
    await hook({ events: ["leave"] });
    await hook({ pattern: "server/ragnarok" });
    await hook({ pattern: "tribe/5002" });
    const { id } = await hook({ pattern: "tribe/5001", events: ["join"] });
    await tell(joined(STEAM_OF_ANNA), joined(WOLF));
    expect((await webhooks.listDeliveries({ limit: 10 })).map(({ webhookId }) => webhookId)).toEqual([id]);
  });

  test("nothing while it is disabled", async () => {
    const { id } = await hook();
    await webhooks.setEnabled(id, false);
    await tell(joined(WOLF));
    expect(await payloads()).toEqual([]);
  });

  test("nothing of a transaction that is undone", async () => {
    await hook();
    const undone = db.transaction(async (tx) => {
      await onTransitions(tx, [joined(WOLF)]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await payloads()).toEqual([]);
  });
});

test("presence sends joins in the transaction that writes them, once", async () => {
  const presence = await presenceInSql(db, { onTransitions });
  await hook();
  await presence.hold("island", 1);
  const open = { kind: "open", claim: "join", server: "island", name: "wolfy", startedAt: at } as const;
  const batch = { server: "island", fence: 1, number: 1, changes: [{ ...open, platformId: WOLF }] };
  await presence.store.apply(batch);
  await presence.store.apply(batch);
  expect((await told(1))[0]).toContain('"Name":"wolfy","Server":"island"');
});

test("a change costs one statement without listeners", async () => {
  const statements: string[] = [];
  await db.transaction((tx) =>
    onTransitions(
      {
        inTransaction: true,
        query: (statement) => {
          statements.push(statement.name);
          return tx.query(statement);
        },
        execute: (statement) => {
          statements.push(statement.name);
          return tx.execute(statement);
        },
      },
      [joined(WOLF), joined(STEAM_OF_ANNA)],
    ),
  );
  expect(statements).toEqual(["players.lockListeners"]);
});

test("a delivery names its person, so that it can be erased with them", async () => {
  await hook();
  await tell(joined(BIG_ACCOUNT), joined("76561198000009999"));
  const rows = await db.query<{ players: string; accounts: string[] }>({
    name: "test.subjects",
    text: "select player_ids::text as players, platform_ids as accounts from players.webhook_deliveries order by id",
  });
  expect(rows).toEqual([
    { players: `{${BIG_ID}}`, accounts: [BIG_ACCOUNT] },
    { players: "{}", accounts: ["76561198000009999"] },
  ]);
});

test("deliveries are kept as long as the settings say", async () => {
  const trim = webhookJobs[1];
  const run = (keptDays: number) => {
    const clock = { ...platform.clock, now: () => plusMillis(at, 10 * 86_400_000) };
    const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
    return trim.run({ ...deps, clock, keptDays }, {}, context);
  };
  await hook();
  await tell(joined(WOLF));
  await run(0);
  await run(11);
  expect(await payloads()).toHaveLength(1);
  await run(9);
  expect(await payloads()).toEqual([]);
});

test.each([
  ["a pattern without meaning", { pattern: "player/5" }],
  ["an unknown event", { events: ["joined"] }],
])("adding refuses %s", async (_what, wrong) => {
  await expect(hook(wrong)).rejects.toThrow(/must be|Events are/);
  expect(await webhooks.list()).toEqual([]);
});
