/** Readings of everything that take several runs. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { answered, fakeUpstream, sendJson, type FakeUpstream } from "../../../test/support/fake-upstream.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { registryConfig, registryWorld } from "../../../test/support/registry-world.ts";
import { serverResponseOf } from "../../../test/support/server-responses.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { formatInstant, plusMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { SyncState } from "./store.ts";
import { syncStore } from "./sql/sync-store.ts";
import { syncOnce, type SyncOutcome } from "./sync-once.ts";

const world = await registryWorld();
const { ids, random } = testPlatform(world.database);
const { servers, model } = world.registry.deps;
const syncHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: systemClock() });
afterAll(() => syncHttp.close());
const store = syncStore(world.database.db);

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
});
afterEach(() => upstream.close());

function entry(name: string, more: Parameters<typeof serverResponseOf>[2] = {}) {
  return serverResponseOf(`io.test${tests}/${name}`, "1.0.0", { isLatest: true, ...more });
}

function shown(name: string) {
  return model.catalogue.findVersion(`io.test${tests}/${name}`, "latest");
}

function run(): Promise<SyncOutcome> {
  const config = registryConfig({ TRIPOD_REGISTRY_SYNC_URL: upstream.url });
  const { db } = world.database;
  const deps = { servers, model, db, sync: store, syncHttp, clock, ids, random, log: keptLog(), config };
  return syncOnce(deps, new AbortController().signal, { force: true });
}

async function state(): Promise<SyncState> {
  const found = await store.readState(`${upstream.url}/v0.1`);
  if (!found) throw new Error("the upstream was never followed");
  return found;
}

const fail: FakeUpstream["misbehave"] = (_query, response) => answered(response.writeHead(500).end());

describe("a reading of everything that is interrupted", () => {
  /** The versions of two transactions, and of a third that is not full. */
  const MANY = 1_300;
  const PAGE = 50;
  const name = (at: number): string => `many${String(at).padStart(4, "0")}`;
  const cursors = (): (string | undefined)[] => upstream.queries().map(({ cursor }) => cursor);
  /** The list has `MANY` servers in pages of `PAGE`, and none from this page on. */
  function fillUntil(page: number): void {
    upstream.entries = Array.from({ length: MANY }, (_, at) => entry(name(at)));
    upstream.pageSize = PAGE;
    upstream.misbehave = (query, response, request) =>
      Number(query.get("cursor") ?? 0) >= page * PAGE && fail(query, response, request);
  }

  test("goes on with the first page that is not written, and ends as one", async () => {
    fillUntil(24);
    const startedAt = clock.now();
    expect(await run()).toMatchObject({ kind: "failed" });
    const { unfinished, lastFullAt } = await state();
    expect(lastFullAt).toBeNull();
    expect(unfinished).toMatchObject({ place: { cursor: String(20 * PAGE) }, pages: 20 });
    upstream.forget();
    aheadMs = 10 * MINUTE_MS;
    expect(await run()).toMatchObject({ kind: "synced", full: true, counts: { imported: 300 } });
    expect(upstream.queries()[0]).toEqual({ limit: "100", include_deleted: "true", cursor: String(20 * PAGE) });
    for (let at = 0; at < MANY; at++) expect(shown(name(at))).toBeDefined();
    const after = await state();
    expect(after.unfinished).toBeNull();
    // What has changed since it began is asked for next.
    expect(after.lastFullAt).toBeGreaterThanOrEqual(startedAt);
    expect(after.lastFullAt).toBeLessThan(plusMillis(startedAt, 10 * MINUTE_MS));
  });

  test("does not keep the mirror from the changes since its beginning", async () => {
    fillUntil(24);
    await run();
    upstream.forget();
    const changed = formatInstant(plusMillis(clock.now(), MINUTE_MS));
    aheadMs = 2 * MINUTE_MS;
    fillUntil(24);
    upstream.entries[MANY - 1] = entry(name(MANY - 1), { updatedAt: changed });
    expect(await run()).toMatchObject({ kind: "failed" });
    expect(shown(name(MANY - 1))).toBeDefined();
    expect(shown(name(MANY - 2))).toBeUndefined();
    expect(await state()).toMatchObject({ lastFullAt: null, unfinished: { pages: 20 } });
  });

  test.each([400, 404, 422, 500])(
    "begins again where the upstream answers %i to its page, and gives the first one",
    async (status) => {
      fillUntil(24);
      await run();
      upstream.forget();
      const gone = String(20 * PAGE);
      let isKnown = false;
      upstream.misbehave = (query, response) => {
        if (query.get("cursor") === null) isKnown = true;
        return query.get("cursor") === gone && !isKnown && answered(response.writeHead(status).end());
      };
      expect(await run()).toMatchObject({ kind: "synced", full: true, counts: { imported: 300, unchanged: 1_000 } });
      expect([...new Set(cursors())].slice(0, 3)).toEqual([gone, undefined, String(PAGE)]);
    },
  );

  test("keeps its place while the upstream is away, and asks for nothing else where that is to be left alone", async () => {
    fillUntil(24);
    await run();
    const { unfinished } = await state();
    upstream.misbehave = fail;
    await run();
    expect(await state()).toMatchObject({ unfinished });
    upstream.forget();
    upstream.misbehave = (_query, response) => answered(response.writeHead(429, { "retry-after": "7200" }).end());
    await run();
    expect(await state()).toMatchObject({ unfinished });
    expect(cursors()).toEqual([String(20 * PAGE)]);
  });

  test("begins again when its place is a day old", async () => {
    fillUntil(24);
    await run();
    upstream.forget();
    aheadMs = 25 * 60 * MINUTE_MS;
    expect(await run()).toMatchObject({ kind: "synced", counts: { imported: 300, unchanged: 1_000 } });
    expect(cursors()[0]).toBeUndefined();
  });

  test.each([
    ["holds what a database refuses", "\u0000\ud800", "20"],
    ["is too long to be kept", "x".repeat(5_000), undefined],
  ])("goes on as far as it can where the cursor %s", async (_, suffix, kept) => {
    fillUntil(24);
    upstream.misbehave = (query, response) => {
      const page = Number.parseInt(query.get("cursor") ?? "0", 10);
      if (page >= 24) return answered(response.writeHead(500).end());
      const list = upstream.entries.slice(page * PAGE, (page + 1) * PAGE);
      return answered(sendJson(response, { servers: list, metadata: { nextCursor: `${page + 1}${suffix}` } }));
    };
    await run();
    expect(shown(name(999))).toBeDefined();
    expect((await state()).unfinished?.place.cursor).toBe(kept && `${kept}${suffix}`);
  });

  test("needs no more than 45 minutes at a time of a slow upstream, and comes to its end", async () => {
    fillUntil(MANY);
    upstream.misbehave = () => {
      aheadMs += 2 * MINUTE_MS;
      return false;
    };
    expect(await run()).toEqual({ kind: "failed", reason: "the upstream's pages did not end within 45 minutes" });
    expect(await run()).toMatchObject({ kind: "synced", full: true });
    expect(shown(name(MANY - 1))).toBeDefined();
  });
});
