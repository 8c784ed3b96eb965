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

  test.each([
    ["of the latest version", "1.0.0", "0.9.0"],
    ["of a whole server", undefined, "1.0.0"],
  ])(
    "%s leaves latest to the highest version that is left, also one that comes alone",
    async (_what, version, left) => {
      await set(version, { status: "deleted" });
      expect(sync.shown("a")).toMatchObject({ version: left });
      const known = [sync.entry("a", {}, "0.9.0"), sync.entry("a")];
      const other = sync.entry("b", { updatedAt: "2026-01-01T00:00:00Z" });
      upstreamHas(...known, other);
      await sync.run();
      // The changes alone are read: the upstream's flag is on the version that is down here, which is not among them.
      const fix = sync.entry("a", { isLatest: false, updatedAt: "2026-02-01T00:00:00Z" }, "0.9.1");
      upstreamHas(...known, fix, other);
      expect(await sync.run()).toMatchObject({ full: false, counts: { imported: 1, unchanged: 1 } });
      expect(sync.shown("a")).toMatchObject({ version: "0.9.1", status: "active", isLatest: true });
    },
  );

  test("of a whole server holds the versions that the upstream had deleted itself", async () => {
    upstreamHas(sync.entry("a", { status: "deleted", updatedAt: "2026-01-01T00:00:00Z" }, "0.9.0"), sync.entry("a"));
    await syncFully();
    await set(undefined, { status: "deleted" });
    upstreamHas(sync.entry("a", { updatedAt: "2026-02-01T00:00:00Z" }, "0.9.0"), sync.entry("a"));
    await syncFully();
    expect(sync.shown("a", "0.9.0")?.status).toBe("deleted");
  });

  test.each([
    ["of a version", "1.0.0", "deleted", undefined],
    ["of a version, with the same message", "1.0.0", "deprecated", "gone"],
    ["of the latest version", "latest", "deprecated", "gone"],
    ["of a whole server", undefined, "deleted", undefined],
    ["of a whole server, with the same message", undefined, "deprecated", "gone"],
  ] as const)("%s holds the upstream's finished work", async (_what, version, status, statusMessage) => {
    const message = statusMessage === undefined ? {} : { statusMessage };
    const done = { status, ...message, updatedAt: "2026-01-01T00:00:00Z" } as const;
    upstreamHas(sync.entry("a", done, "0.9.0"), sync.entry("a", done));
    await syncFully();
    const before = sync.shown("a", "1.0.0")?.body.toString();
    const trail = async (): Promise<number> => (await sync.world.registry.deps.audit.list({ limit: 1000 })).length;
    const entries = await trail();
    await set(version, { status, ...message });
    expect(sync.shown("a", "1.0.0")?.body.toString(), "readers see no change").toBe(before);
    expect(await trail()).toBe(entries + 1);
    const again = await sync.world.request("PATCH", path(version), { body: { status, ...message }, token });
    expect(again, "it is held already").toMatchObject({ status: 400 });

    const back = { updatedAt: "2026-02-01T00:00:00Z" };
    upstreamHas(sync.entry("a", back, "0.9.0"), sync.entry("a", back));
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status, statusMessage: statusMessage ?? null });
    if (version === undefined) expect(sync.shown("a", "0.9.0")).toMatchObject({ status });

    await set(version === undefined ? undefined : "1.0.0", { status: "active" });
    upstreamHas(sync.entry("a", done, "0.9.0"), sync.entry("a", done));
    await syncFully();
    upstreamHas(sync.entry("a", back, "0.9.0"), sync.entry("a", back));
    await syncFully();
    expect(sync.shown("a", "1.0.0")).toMatchObject({ status: "active" });
  });

  test("is refused as no change where the version belongs to this registry or is active", async () => {
    for (const version of ["1.0.0", undefined]) {
      const answer = await sync.world.request("PATCH", path(version), { body: { status: "active" }, token });
      expect(answer).toMatchObject({ status: 400 });
    }
    upstreamHas(sync.entry("a", { status: "deleted" }, "0.9.0"), sync.entry("a"));
    await syncFully();
    const body = { status: "active", statusMessage: "no" };
    expect(await sync.world.request("PATCH", path("0.9.0"), { body, token })).toMatchObject({ status: 400 });
    upstreamHas(sync.entry("a", {}, "0.9.0"), sync.entry("a"));
    await syncFully();
    expect(sync.shown("a", "0.9.0"), "a refused request holds nothing").toMatchObject({ status: "active" });
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
