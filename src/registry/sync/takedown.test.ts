import { beforeEach, describe, expect, test } from "vitest";
import { syncWorld } from "../../../test/support/sync-world.ts";
import { DAY_MS } from "../../kit/time/spans.ts";

const sync = await syncWorld();
const token = await sync.world.token({ publish: ["*"] });
let upstreamHas: (...entries: (typeof sync.upstream.entries)[number][]) => void;

beforeEach(async () => {
  upstreamHas = (...entries) => {
    sync.upstream.entries = entries;
  };
  upstreamHas(sync.entry("a", {}, "0.9.0"), sync.entry("a"));
  expect(await sync.run()).toMatchObject({ kind: "synced", counts: { imported: 2 } });
});

function path(version?: string): string {
  const server = `/v0.1/servers/${encodeURIComponent(sync.name("a"))}`;
  return version === undefined ? `${server}/status` : `${server}/versions/${version}/status`;
}

async function set(version: string | undefined, body: object): Promise<void> {
  expect(await sync.world.request("PATCH", path(version), { body, token })).toMatchObject({ status: 200 });
}

/** Everything is read, as once a day. */
async function syncFully() {
  sync.aheadMs += DAY_MS;
  const outcome = await sync.run();
  expect(outcome).toMatchObject({ kind: "synced", full: true });
  return outcome;
}

describe("a takedown on a mirror", () => {
  test("outlasts every sync, and costs none a write", async () => {
    await set("1.0.0", { status: "deleted", statusMessage: "malware" });
    expect(await syncFully()).toMatchObject({ counts: { imported: 0, unchanged: 2 } });
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "deleted", statusMessage: "malware", isLatest: false });
    expect(sync.shown("a")).toMatchObject({ version: "0.9.0", isLatest: true });
  });

  test("by deletion outlasts every sync too", async () => {
    const url = `/v0.1/servers/${encodeURIComponent(sync.name("a"))}/versions/1.0.0`;
    expect(await sync.world.request("DELETE", url, { token })).toMatchObject({ status: 200 });
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "deleted" });
  });

  test("outlasts a change of the version upstream, whose document is taken", async () => {
    await set("1.0.0", { status: "deleted", statusMessage: "malware" });
    const before = sync.shown("a", "1.0.0");
    const changed = sync.entry("a", { updatedAt: "2026-01-01T00:00:00Z", statusMessage: "all is well" });
    changed.server.description = "now without malware";
    upstreamHas(sync.entry("a", {}, "0.9.0"), changed);
    expect(await sync.run()).toMatchObject({ counts: { imported: 1 } });
    const after = sync.shown("a", "1.0.0");
    expect(after?.body.toString()).toContain("now without malware");
    expect(after).toMatchObject({ status: "deleted", statusMessage: "malware" });
    expect(after?.statusChangedAt).toBe(before?.statusChangedAt);
    expect(after?.updatedAt).toBeGreaterThanOrEqual(before?.updatedAt ?? 0);
  });

  test("of a whole server lets new versions in, and keeps the old ones down", async () => {
    await set(undefined, { status: "deleted" });
    upstreamHas(
      sync.entry("a", {}, "0.9.0"),
      sync.entry("a", { isLatest: false }),
      sync.entry("a", { isLatest: true, updatedAt: "2026-01-01T00:00:00Z" }, "1.1.0"),
    );
    await syncFully();
    expect(sync.shown("a")).toMatchObject({ version: "1.1.0", status: "active", isLatest: true });
    expect(["0.9.0", "1.0.0"].map((version) => sync.shown("a", version)?.status)).toEqual(["deleted", "deleted"]);
  });

  test("of a whole server holds the versions that the upstream had deleted itself", async () => {
    upstreamHas(sync.entry("a", { status: "deleted", updatedAt: "2026-01-01T00:00:00Z" }, "0.9.0"), sync.entry("a"));
    await syncFully();
    await set(undefined, { status: "deleted" });
    upstreamHas(sync.entry("a", { updatedAt: "2026-02-01T00:00:00Z" }, "0.9.0"), sync.entry("a"));
    await syncFully();
    expect(sync.shown("a", "0.9.0")?.status).toBe("deleted");
  });

  test("lasts until it is lifted here, and then the upstream decides again", async () => {
    await set("1.0.0", { status: "deleted" });
    await syncFully();
    await set("1.0.0", { status: "active" });
    await syncFully();
    expect(sync.shown("a")).toMatchObject({ version: "1.0.0", status: "active", isLatest: true });
    upstreamHas(sync.entry("a", {}, "0.9.0"), sync.entry("a", { status: "deprecated", statusMessage: "old" }));
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "deprecated", statusMessage: "old" });
  });

  test("that only deprecates gives way to a deletion upstream, and counts again after it", async () => {
    await set("1.0.0", { status: "deprecated", statusMessage: "use another" });
    upstreamHas(sync.entry("a", {}, "0.9.0"), sync.entry("a", { status: "deleted", statusMessage: "gone" }));
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "deleted", statusMessage: "gone" });
    upstreamHas(sync.entry("a", {}, "0.9.0"), sync.entry("a"));
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "deprecated", statusMessage: "use another" });
  });
});
