import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { answered, fakeUpstream, sendJson, type FakeUpstream } from "../../../test/support/fake-upstream.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { registryConfig, registryWorld } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { serverResponseOf } from "../../../test/support/server-responses.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { formatInstant, plusMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { nameBounds } from "../audit/index.ts";
import { serverStore } from "../servers/sql/server-store.ts";
import type { SyncState } from "./store.ts";
import { syncStore } from "./sql/sync-store.ts";
import { syncOnce, type SyncOutcome, type SyncRunDeps } from "./sync-once.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const world = await registryWorld();
const platform = testPlatform(world.database);
const { servers, model, audit } = world.registry.deps;
const syncHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: systemClock() });
afterAll(() => syncHttp.close());

/** How far the test has moved its clock. */
let aheadMs = 0;
const clock = {
  ...systemClock(),
  now: () => plusMillis(systemClock().now(), aheadMs),
  sleep: async () => undefined,
};

let upstream: FakeUpstream;
let tests = 0;
beforeEach(async () => {
  tests++;
  aheadMs = 0;
  upstream = await fakeUpstream();
  upstream.entries = [entry("a"), entry("b", {}, "0.9.0"), entry("b"), entry("c"), entry("d")];
});
afterEach(() => upstream.close());

function entry(name: string, more: Parameters<typeof serverResponseOf>[2] = {}, version = "1.0.0") {
  return serverResponseOf(`io.test${tests}/${name}`, version, { isLatest: version === "1.0.0", ...more });
}

function shown(name: string, version = "latest") {
  return model.catalogue.findVersion(`io.test${tests}/${name}`, version);
}

function syncDeps(over: Partial<SyncRunDeps> = {}): SyncRunDeps {
  const config = registryConfig({ TRIPOD_REGISTRY_SYNC_URL: upstream.url });
  const { ids, random } = platform;
  return {
    servers,
    model,
    db: world.database.db,
    sync: syncStore(world.database.db),
    syncHttp,
    clock,
    ids,
    random,
    log: keptLog(),
    config,
    ...over,
  };
}

function run({ force = true, deps = syncDeps(), signal = new AbortController().signal } = {}): Promise<SyncOutcome> {
  return syncOnce(deps, signal, { force });
}

async function state(): Promise<SyncState> {
  const found = await syncStore(world.database.db).readState(`${upstream.url}/v0.1`);
  if (!found) throw new Error("the upstream was never followed");
  return found;
}

const fail: FakeUpstream["misbehave"] = (_query, response) => answered(response.writeHead(500).end());
const failFrom =
  (from: number): FakeUpstream["misbehave"] =>
  (query, response, page) =>
    page >= from && fail(query, response, page);

describe("following an upstream", () => {
  test("reads everything first, and then what has changed since the last change but a minute", async () => {
    upstream.entries.push(entry("e", { updatedAt: "2025-10-05T00:00:00.123456Z" }));
    expect(await run()).toMatchObject({ kind: "synced", full: true, pages: 2, counts: { imported: 6 } });
    upstream.forget();
    upstream.entries[0] = entry("a", { updatedAt: "2025-10-06T00:00:00Z", status: "deleted", statusMessage: "gone" });
    expect(await run()).toMatchObject({ kind: "synced", full: false, counts: { imported: 1, unchanged: 1 } });
    expect(upstream.queries()[0]).toMatchObject({ updated_since: "2025-10-04T23:59:00.123456Z" });
    expect(shown("a")).toMatchObject({ status: "deleted", statusMessage: "gone" });
    expect(formatInstant((await state()).lastUpdatedAt ?? (0 as never))).toBe("2025-10-06T00:00:00Z");
  });

  test("mirrors changes also while one page of the whole cannot be had", async () => {
    await run();
    aheadMs = 24 * 60 * MINUTE_MS;
    upstream.forget();
    upstream.entries.push(entry("new", { updatedAt: "2025-10-06T00:00:00Z" }));
    upstream.misbehave = (query, response, page) => !query.has("updated_since") && failFrom(2)(query, response, page);
    expect(await run()).toEqual({ kind: "failed", reason: "the upstream answered 500" });
    expect(shown("new")).toBeDefined();
    const { lastError, failures, lastUpdatedAt, lastFullAt } = await state();
    expect({ lastError, failures }).toEqual({ lastError: "the upstream answered 500", failures: 1 });
    expect(formatInstant(lastUpdatedAt ?? (0 as never))).toBe("2025-10-06T00:00:00Z");
    upstream.misbehave = () => false;
    expect(await run()).toMatchObject({ kind: "synced", full: true });
    expect((await state()).lastFullAt).toBeGreaterThan(lastFullAt ?? 0);
  });

  test("mirrors changes also of an upstream that is too slow to be read as a whole", async () => {
    await run();
    aheadMs = 24 * 60 * MINUTE_MS;
    upstream.entries.push(entry("new", { updatedAt: "2025-10-06T00:00:00Z" }));
    upstream.misbehave = (query) => {
      if (!query.has("updated_since")) aheadMs += 30 * MINUTE_MS;
      return false;
    };
    expect(await run()).toEqual({ kind: "failed", reason: "the upstream's pages did not end within 45 minutes" });
    expect(shown("new")).toBeDefined();
  });

  test("marks what it wrote with the upstream's name, in the server's row and in the trail", async () => {
    await run({ deps: syncDeps({ config: { ...syncDeps().config, syncOriginName: "official" } }) });
    expect(await servers.inTransaction(async (tx) => (await tx.lock(`io.test${tests}/a`))?.origin)).toBe("official");
    const [row] = await audit.list({ names: nameBounds(`io.test${tests}/a`), limit: 1 });
    expect(row).toMatchObject({ action: "import", author: { method: "sync", subject: `${upstream.url}/v0.1` } });
  });

  test("reads everything once a day, for what an upstream forgot to tell", async () => {
    await run();
    upstream.entries.push(entry("late", { updatedAt: "2024-01-01T00:00:00Z" }));
    expect(await run()).toMatchObject({ full: false });
    expect(shown("late")).toBeUndefined();
    aheadMs = 24 * 60 * MINUTE_MS;
    expect(await run()).toMatchObject({ full: true, counts: { imported: 1 } });
    expect(shown("late")).toBeDefined();
  });

  test("never removes what the upstream no longer has", async () => {
    await run();
    upstream.entries = [];
    aheadMs = 25 * 60 * MINUTE_MS;
    expect(await run()).toMatchObject({ kind: "synced", full: true, counts: { imported: 0 } });
    expect(shown("a")?.status).toBe("active");
  });

  test("is not led astray by a change in the future", async () => {
    upstream.entries.push(entry("future", { updatedAt: "2199-01-01T00:00:00Z" }));
    await run();
    upstream.entries.push(entry("now", { updatedAt: formatInstant(clock.now()) }));
    await run();
    expect(shown("now")).toBeDefined();
  });

  test("reports odd entries and takes the others", async () => {
    upstream.entries.push(entry("odd", { status: "lost" }));
    const log = keptLog();
    expect(await run({ deps: syncDeps({ log }) })).toMatchObject({ counts: { imported: 5, problems: 1 } });
    const told = log.entries.filter(({ level }) => level === "warn");
    expect(told.map(({ fields }) => fields["server"])).toEqual([`io.test${tests}/odd`]);
  });

  test("does without an upstream", async () => {
    expect(await run({ deps: syncDeps({ config: registryConfig() }) })).toEqual({ kind: "off" });
  });
});

describe("an outage", () => {
  test("in the middle of the pages leaves the position where it was, and the next run makes up for it", async () => {
    await run();
    const before = await state();
    upstream.forget();
    upstream.entries = upstream.entries.map(({ server }) =>
      serverResponseOf(server.name, server.version, { isLatest: true, updatedAt: "2025-11-01T00:00:00Z" }),
    );
    upstream.misbehave = failFrom(2);
    expect(await run()).toEqual({ kind: "failed", reason: "the upstream answered 500" });
    expect(await state()).toMatchObject({
      lastUpdatedAt: before.lastUpdatedAt,
      lastSuccessAt: before.lastSuccessAt,
      lastError: "the upstream answered 500",
      failures: 1,
    });
    upstream.forget();
    expect(await run()).toMatchObject({ kind: "synced", full: false });
    for (const { server } of upstream.entries) {
      expect(formatInstant(model.catalogue.findVersion(server.name, server.version)?.updatedAt ?? (0 as never))).toBe(
        "2025-11-01T00:00:00Z",
      );
    }
    expect(await state()).toMatchObject({ lastError: null, failures: 0 });
  });

  test("during the first run leaves it a first run", async () => {
    upstream.misbehave = failFrom(2);
    await run();
    upstream.forget();
    expect(await run()).toMatchObject({ kind: "synced", full: true });
    expect(model.catalogue.find(`io.test${tests}/b`)?.entries).toHaveLength(2);
  });

  test("makes the next runs wait, longer each time but never more than an hour", async () => {
    upstream.misbehave = fail;
    const waitsMs: number[] = [];
    for (let failures = 0; failures < 8; failures++) {
      await run();
      waitsMs.push(((await state()).nextAttemptAt ?? 0) / 1000 - clock.now() / 1000);
    }
    const fullMs = [5, 10, 20, 40, 60, 60, 60, 60].map((minutes) => minutes * MINUTE_MS);
    for (const [index, waitMs] of waitsMs.entries()) {
      expect(waitMs).toBeGreaterThan((fullMs[index] ?? 0) / 2 - MINUTE_MS / 2);
      expect(waitMs).toBeLessThanOrEqual(fullMs[index] ?? 0);
    }
  });

  test("of which the upstream says how long it lasts is waited for", async () => {
    upstream.misbehave = (_query, response) => answered(response.writeHead(503, { "retry-after": "7200" }).end());
    await run();
    aheadMs = 119 * MINUTE_MS;
    expect(await run({ force: false })).toEqual({ kind: "notDue" });
    aheadMs = 121 * MINUTE_MS;
    upstream.forget();
    expect(await run({ force: false })).toMatchObject({ kind: "synced" });
  });
});

describe("a run", () => {
  test("is due after the interval, and not before", async () => {
    await run({ force: false });
    expect(await run({ force: false })).toEqual({ kind: "notDue" });
    aheadMs = 4 * MINUTE_MS;
    expect(await run({ force: false })).toEqual({ kind: "notDue" });
    aheadMs = 5 * MINUTE_MS;
    expect(await run({ force: false })).toMatchObject({ kind: "synced" });
  });

  test("is one at a time, however many processes want it", async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => run({ force: false })));
    expect(outcomes.filter(({ kind }) => kind === "synced")).toHaveLength(1);
    expect(upstream.seen).toHaveLength(2);
  });

  test("that is stopped ends, and the next one does the whole again", async () => {
    const stop = new AbortController();
    upstream.misbehave = (_query, _response, page) => {
      if (page === 2) stop.abort(new Error("the process is stopping"));
      return page === 2;
    };
    expect(await run({ signal: stop.signal })).toEqual({ kind: "failed", reason: "the process is stopping" });
    upstream.forget();
    expect(await run()).toMatchObject({ kind: "synced", full: true });
    expect(shown("d")).toBeDefined();
  });

  test("that dies holds up the others no longer than its lease, and leaves nothing half done", async () => {
    const dying = world.database.open();
    const store = serverStore(dying, "dying", async () => undefined);
    upstream.entries.push(...Array.from({ length: 600 }, (_, index) => entry(`many${index}`)));
    upstream.pageSize = 550;
    upstream.misbehave = (_query, response, page) => {
      // Its connections are gone before it can say so, as when a process is killed.
      if (page === 2) void dying.close().then(() => sendJson(response, { servers: [], metadata: {} }));
      return page === 2;
    };
    await run({ deps: syncDeps({ servers: store, model: undefined, db: dying, sync: syncStore(dying) }) });
    expect(await run()).toEqual({ kind: "held" });
    expect(await state()).toMatchObject({ lastUpdatedAt: null, lastSuccessAt: null });

    await world.database.db.execute({
      name: "test.expireLease",
      text: "update kit.leases set expires_at = clock_timestamp() where name = 'registry.sync'",
    });
    upstream.forget();
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: "synced", full: true, counts: { problems: 0 } });
    await model.catchUp(PATIENCE_MS);
    for (const { server } of upstream.entries)
      expect(model.catalogue.findVersion(server.name, server.version)).toBeDefined();
  });

  test("writes nothing when nothing has changed", async () => {
    await run();
    const revisions = () => upstream.entries.map(({ server }) => model.catalogue.revisionOf(server.name));
    const before = revisions();
    aheadMs = 25 * 60 * MINUTE_MS;
    expect(await run()).toMatchObject({ full: true, counts: { imported: 0, unchanged: 5 } });
    expect(revisions()).toEqual(before);
  });
});
