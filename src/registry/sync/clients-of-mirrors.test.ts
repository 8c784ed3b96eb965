/** Readers who follow this registry by `updated_since` find what it took in from elsewhere, whenever that had changed. */
import { beforeEach, describe, expect, test } from "vitest";
import { registryWorld, type RegistryWorld } from "../../../test/support/registry-world.ts";
import { serverResponseOf, streamOf } from "../../../test/support/server-responses.ts";
import { syncWorld } from "../../../test/support/sync-world.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { OFFICIAL_META } from "../servers/index.ts";
import { importServers } from "./import-servers.ts";

interface Shown {
  readonly server: { readonly name: string; readonly version: string };
  readonly _meta: Readonly<Record<string, { readonly updatedAt: string; readonly status: string }>>;
}

const sync = await syncWorld();
const OLD = "2024-03-01T00:00:00.5Z";

/** A reader who keeps what it has read, and asks for what is newer than the newest of it. */
class Follower {
  readonly copy = new Map<string, Shown>();
  since = "";

  /** Returns the new entries of this test, by name and version. */
  async follow(world: RegistryWorld, since = this.since): Promise<string[]> {
    const read: Shown[] = [];
    let cursor = "";
    do {
      const query = new URLSearchParams({
        limit: "2",
        ...(since ? { updated_since: since } : { include_deleted: "true" }),
      });
      if (cursor) query.set("cursor", cursor);
      const { json } = await world.get(`/v0.1/servers?${query.toString()}`);
      read.push(...(json.servers as Shown[]));
      cursor = json.metadata.nextCursor ?? "";
    } while (cursor);
    for (const entry of read) {
      this.copy.set(`${entry.server.name} ${entry.server.version}`, entry);
      const { updatedAt } = entry._meta[OFFICIAL_META] ?? { updatedAt: "" };
      if (updatedAt > this.since) this.since = updatedAt;
    }
    return read.filter(isOfThisTest).map(({ server }) => `${server.name} ${server.version}`);
  }
}

function isOfThisTest({ server }: Shown): boolean {
  return server.name.startsWith(sync.name(""));
}

function key(name: string, version = "1.0.0"): string {
  return `${sync.name(name)} ${version}`;
}

async function syncFully(): Promise<void> {
  sync.aheadMs += DAY_MS;
  expect(await sync.run()).toMatchObject({ kind: "synced", full: true });
}

async function exportOf(world: RegistryWorld): Promise<Shown[]> {
  const { text } = await world.get("/v0.1/export");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Shown);
}

let follower: Follower;
beforeEach(async () => {
  follower = new Follower();
  sync.upstream.entries = [sync.entry("a", {}, "0.9.0"), sync.entry("a"), sync.entry("b")];
  expect(await sync.run()).toMatchObject({ kind: "synced", counts: { imported: 3 } });
  await follower.follow(sync.world);
});

describe("a follower of a mirror", () => {
  test("sees a version that arrived after it had changed upstream, with the upstream's times", async () => {
    const late = sync.entry("late", { publishedAt: OLD });
    sync.upstream.entries.push(late);
    await syncFully();
    expect(await follower.follow(sync.world)).toContain(key("late"));
    expect(follower.copy.get(key("late"))).toEqual(late);
  });

  test("who asks by the time of its own last run sees it too, and nothing else", async () => {
    const ranAt = formatInstant(sync.clock.now());
    sync.aheadMs += 1;
    sync.upstream.entries.push(sync.entry("late", { publishedAt: OLD }));
    await syncFully();
    expect(await follower.follow(sync.world, ranAt)).toEqual([key("late")]);
    expect(await follower.follow(sync.world, formatInstant(sync.clock.now()))).toEqual([]);
  });

  test("sees a takedown, and its end, after which the version is as old as upstream", async () => {
    const token = await sync.world.token({ publish: ["*"] });
    const path = `/v0.1/servers/${encodeURIComponent(sync.name("b"))}/versions/1.0.0/status`;
    const set = async (status: string) => {
      expect(await sync.world.request("PATCH", path, { body: { status }, token })).toMatchObject({ status: 200 });
    };
    await set("deleted");
    await follower.follow(sync.world);
    expect(follower.copy.get(key("b"))?._meta[OFFICIAL_META]?.status).toBe("deleted");
    await set("active");
    await syncFully();
    await follower.follow(sync.world);
    const here = (await exportOf(sync.world)).filter(isOfThisTest);
    expect(here.map(({ server }) => follower.copy.get(`${server.name} ${server.version}`))).toEqual(here);
  });

  test("sees the same at every process: one that follows, and one that starts now", async () => {
    const beside = await registryWorld({}, sync.world.database);
    const ranAt = formatInstant(sync.clock.now());
    sync.aheadMs += 1;
    sync.upstream.entries.push(
      sync.entry("late", { publishedAt: OLD, isLatest: false }, "0.1.0"),
      sync.entry("late", { publishedAt: OLD }),
      sync.entry("a", { publishedAt: OLD, isLatest: false }, "0.8.0"),
    );
    await syncFully();
    await beside.registry.deps.model.catchUp();
    const later = await registryWorld({}, sync.world.database);
    for (const world of [sync.world, beside, later]) {
      expect(await new Follower().follow(world, ranAt)).toEqual([key("a", "0.8.0"), key("late", "0.1.0"), key("late")]);
    }
  });

  test("sees at every process also what has become the latest version since it arrived", async () => {
    const beside = await registryWorld({}, sync.world.database);
    const ranAt = formatInstant(sync.clock.now());
    sync.aheadMs += 1;
    const withLatest = (latest: string) =>
      ["0.1.0", "1.0.0"].map((version) =>
        sync.entry("late", { publishedAt: OLD, isLatest: version === latest }, version),
      );
    const { entries } = sync.upstream;
    sync.upstream.entries = [...entries, ...withLatest("1.0.0")];
    await syncFully();
    await beside.registry.deps.model.catchUp();
    // No version changes here: the flag is the server's.
    sync.upstream.entries = [...entries, ...withLatest("0.1.0")];
    await syncFully();
    await beside.registry.deps.model.catchUp();
    const latest = `/v0.1/servers/${encodeURIComponent(sync.name("late"))}/versions/latest`;
    for (const world of [sync.world, beside, await registryWorld({}, sync.world.database)]) {
      expect((await world.get(latest)).json.server.version).toBe("0.1.0");
      expect(await new Follower().follow(world, ranAt)).toEqual([key("late", "0.1.0"), key("late")]);
    }
  });
});

test("a follower sees what an operator imported as this registry's own, old as it is", async () => {
  const { servers, model } = sync.world.registry.deps;
  const entry = serverResponseOf(sync.name("own"), "1.0.0", { publishedAt: OLD, isLatest: true });
  const options = { as: "local", originName: "x", author: { method: "cli", subject: "test" } } as const;
  await importServers({ servers, model, clock: sync.clock, ids: sync.deps().ids }, streamOf([entry]), options);
  expect(await follower.follow(sync.world)).toContain(key("own"));
  expect(follower.copy.get(key("own"))).toEqual(entry);
});
