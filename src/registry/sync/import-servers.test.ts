import { describe, expect, test } from "vitest";
import { registryWorld, serverPath } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { serverResponseOf, streamOf } from "../../../test/support/server-responses.ts";
import { nameBounds } from "../audit/index.ts";
import { OFFICIAL_META } from "../servers/index.ts";
import type { ImportCounts, ImportProblem } from "./import-report.ts";
import { importServers, type ImportOptions } from "./import-servers.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const world = await registryWorld();
const platform = testPlatform(world.database);
const { servers, model, audit } = world.registry.deps;
const deps = { servers, model, clock: platform.clock, ids: platform.ids };

async function take(
  items: readonly unknown[],
  options: Partial<ImportOptions> = {},
): Promise<{ counts: ImportCounts; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = [];
  const counts = await importServers(deps, streamOf(items), {
    as: "mirror",
    originName: "elsewhere",
    author: { method: "cli", subject: "test" },
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  return { counts, problems };
}

async function versionsOf(name: string): Promise<Record<string, string>> {
  const answer = await world.get(serverPath(name, "/versions?include_deleted=true"));
  const list = answer.json as {
    servers: { server: { version: string }; _meta: Record<string, { status: string; isLatest: boolean }> }[];
  };
  return Object.fromEntries(
    list.servers.map(({ server, _meta }) => {
      const official = _meta[OFFICIAL_META];
      return [server.version, `${official?.status}${official?.isLatest === true ? " latest" : ""}`];
    }),
  );
}

const nothing: ImportCounts = { imported: 0, unchanged: 0, skipped: 0, problems: 0 };

describe("an import", () => {
  test("shows what it took in, byte for byte, at once", async () => {
    const sent = serverResponseOf("io.a/bytes", "1.0.0", {
      isLatest: true,
      status: "deprecated",
      statusMessage: "Use b.",
      updatedAt: "2025-10-02T03:04:05.678901Z",
      server: {
        title: "Ä \u2028 \\u0000 🌦",
        packages: [{ registryType: "wish", identifier: "w", transport: { type: "stdio" }, zeros: 1e21 }],
      },
      meta: { "com.example/rating": { stars: 5 } },
    });
    expect((await take([sent])).counts).toEqual({ ...nothing, imported: 1 });
    const answer = await world.get(serverPath("io.a/bytes", "/versions/1.0.0"));
    expect(answer.text).toBe(JSON.stringify(sent));
  });

  test("writes nothing for what is there already", async () => {
    const items = [serverResponseOf("io.a/same", "1.0.0"), serverResponseOf("io.a/same", "1.1.0", { isLatest: true })];
    await take(items);
    const before = model.catalogue.revisionOf("io.a/same");
    expect((await take(items)).counts).toEqual({ ...nothing, unchanged: 2 });
    expect((await servers.readServer("io.a/same"))?.revision).toBe(before);
    expect(await audit.list({ names: nameBounds("io.a/same"), limit: 10 })).toHaveLength(1);
  });

  test("writes only what differs, and keeps versions that it does not name", async () => {
    await take([serverResponseOf("io.a/part", "1.0.0", { isLatest: true }), serverResponseOf("io.a/part", "1.1.0")]);
    const changed = serverResponseOf("io.a/part", "1.0.0", {
      status: "deleted",
      statusMessage: "gone",
      isLatest: true,
    });
    const added = serverResponseOf("io.a/part", "0.9.0");
    expect((await take([changed, added])).counts).toEqual({ ...nothing, imported: 2 });
    expect(await versionsOf("io.a/part")).toEqual({ "0.9.0": "active", "1.0.0": "deleted latest", "1.1.0": "active" });
  });

  test("reports each entry that it cannot keep, and takes the others", async () => {
    const { counts, problems } = await take([
      serverResponseOf("io.a/bad", "1.0.0", { status: "lost" }),
      { nonsense: true },
      serverResponseOf("io.a/bad", "1.1.0"),
      serverResponseOf("io.a/bad", "1.2.0", { server: { title: "\u0000" } }),
    ]);
    expect(counts).toEqual({ ...nothing, imported: 1, problems: 3 });
    expect(problems.map(({ kind, version }) => [kind, version])).toEqual([
      ["bad", "1.0.0"],
      ["bad", undefined],
      ["bad", "1.2.0"],
    ]);
    expect(await versionsOf("io.a/bad")).toEqual({ "1.1.0": "active latest" });
  });

  test("groups the versions of a server wherever they stand in an unordered source", async () => {
    await take([
      serverResponseOf("io.b/one", "1.0.0"),
      serverResponseOf("io.b/two", "1.0.0", { isLatest: true }),
      serverResponseOf("io.b/one", "0.5.0", { isLatest: true }),
    ]);
    expect(await versionsOf("io.b/one")).toEqual({ "0.5.0": "active latest", "1.0.0": "active" });
    expect(model.catalogue.revisionOf("io.b/one")).toBe(1);
  });

  test("keeps of a version that comes twice the one that changed last", async () => {
    const twice = (updatedAt: string, title: string) =>
      serverResponseOf("io.b/twice", "1.0.0", { updatedAt, server: { title } });
    const old = twice("2025-10-01T00:00:00Z", "old");
    const { counts, problems } = await take([old, twice("2025-10-03T00:00:00Z", "new"), old, old]);
    expect(counts.imported).toBe(1);
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(["altered"]));
    expect((await world.get(serverPath("io.b/twice", "/versions/latest"))).json.server.title).toBe("new");
  });

  test("leaves a line in the trail for each server that it changed", async () => {
    await take([serverResponseOf("io.b/trail", "1.0.0"), serverResponseOf("io.b/trail", "2.0.0", { isLatest: true })]);
    await take([serverResponseOf("io.b/trail", "2.0.1", { isLatest: true })]);
    const rows = await audit.list({ names: nameBounds("io.b/trail"), limit: 10 });
    expect(rows).toMatchObject([
      { action: "import", version: "2.0.1", author: { method: "cli", subject: "test" } },
      { action: "import", version: null, detail: { origin: "elsewhere", versions: 2, latestVersion: "2.0.0" } },
    ]);
  });

  test("is followed by other processes", async () => {
    const other = await registryWorld({}, world.database);
    await take([serverResponseOf("io.b/told", "1.0.0", { isLatest: true }), serverResponseOf("io.b/told", "2.0.0")]);
    await other.registry.deps.model.catchUp(PATIENCE_MS);
    expect(other.registry.deps.model.catalogue.find("io.b/told")?.latest.version).toBe("1.0.0");
    // No version changes with this, only which of them is the latest.
    await take([serverResponseOf("io.b/told", "1.0.0"), serverResponseOf("io.b/told", "2.0.0", { isLatest: true })]);
    await other.registry.deps.model.catchUp(PATIENCE_MS);
    const path = serverPath("io.b/told", "/versions?include_deleted=true");
    expect((await other.get(path)).text).toBe((await world.get(path)).text);
    expect(other.registry.deps.model.catalogue.find("io.b/told")?.latest.version).toBe("2.0.0");
  });

  test("stops between two transactions on request, and keeps its writes", async () => {
    const stop = new AbortController();
    const items = Array.from({ length: 1_200 }, (_, index) => serverResponseOf(`io.stop/s${index}`, "1.0.0"));
    const onProgress = (): void => stop.abort(new Error("enough"));
    await expect(take(items, { onProgress, signal: stop.signal })).rejects.toThrow("enough");
    expect(model.catalogue.servers.filter(({ name }) => name.startsWith("io.stop/"))).toHaveLength(500);
    expect((await take(items)).counts).toEqual({ ...nothing, imported: 700, unchanged: 500 });
  });

  test("tells after each transaction which servers are written, and not those of which more comes", async () => {
    const items = ["a", "b", "a"].map((name, at) => serverResponseOf(`io.part/${name}`, `1.0.${at}`));
    const told: (readonly string[])[] = [];
    await take(items, { ordered: true, onProgress: (_, written) => told.push(written) });
    expect(told).toEqual([["io.part/b"], ["io.part/a"]]);
  });

  test("keeps no more than 10,000 versions of a server: the newest, and the flag", async () => {
    const at = (index: number) => new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString();
    const items = Array.from({ length: 10_002 }, (_, index) =>
      serverResponseOf("io.many/one", `1.0.${index}`, { publishedAt: at(index), isLatest: index === 5 }),
    );
    const { counts, problems } = await take(items);
    expect(counts).toEqual({ ...nothing, imported: 10_000, problems: 2 });
    expect(problems.map(({ version }) => version)).toEqual(["1.0.0", "1.0.1"]);
    expect(model.catalogue.find("io.many/one")?.latest.version).toBe("1.0.5");
    const more = await take([serverResponseOf("io.many/one", "2.0.0", { isLatest: true })]);
    expect(more.counts).toEqual({ ...nothing, problems: 1 });
    expect(model.catalogue.find("io.many/one")?.latest.version).toBe("1.0.5");
  });
});
