import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { Catalogue } from "./catalogue.ts";
import { cataloguePage, type ListFilters, type PagePosition } from "./catalogue-page.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Entry } from "./entry.ts";
import type { ServerStatus } from "./status.ts";
import { latestOf } from "./version-order.ts";
import type { ServerChange, VersionRecord } from "./version-record.ts";

/** One write: a version of a server gets this content. */
const write = fc.record({
  server: fc.constantFrom("com.a/x", "com.a/X_y", "com.b/weather", "io.c/we%ther", "io.c/weather.two", "io.d/z"),
  version: fc.constantFrom("1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.1", "2.0.0+b", "next"),
  status: fc.constantFrom<ServerStatus>("active", "deprecated", "deleted"),
  at: fc.integer({ min: 1, max: 40 }),
  arrivedAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  description: fc.constantFrom("Forecasts", "Storms and WEATHER", "Nothing"),
  packages: fc.constantFrom<string[]>([], ["npm"], ["pypi", "npm"]),
  remote: fc.boolean(),
});
const writes = fc.array(write, { maxLength: 40 });

const filters: fc.Arbitrary<ListFilters> = fc.record(
  {
    search: fc.constantFrom("we", "weather", "%", "_", "X", "x_Y", "forecasts", "zzz", "a/x"),
    searchIn: fc.constantFrom<"name" | "all">("name", "all"),
    version: fc.constantFrom("latest", "1.0.0", "next"),
    updatedSince: fc.integer({ min: 0, max: 40 }).map((at) => at as Instant),
    includeDeleted: fc.boolean(),
    registryType: fc.constantFrom("npm", "PyPI", "oci"),
    kind: fc.constantFrom<"remote" | "local">("remote", "local"),
    status: fc.constantFrom<ServerStatus>("active", "deprecated", "deleted"),
    sort: fc.constantFrom<"name" | "updated">("name", "updated"),
  },
  { requiredKeys: [] },
);

describe("the catalogue", () => {
  test("changes one by one lead to what a load from the start gives", () => {
    fc.assert(
      fc.property(writes, (list) => {
        const history = changesOf(list);
        const followed = new Catalogue();
        for (const change of history.changes) expect(followed.apply(change)).toBe(true);
        const loaded = loadedFrom(history.whole);
        expect(everything(followed)).toEqual(everything(loaded));
        expect(followed.byUpdate.map(identity)).toEqual(loaded.byUpdate.map(identity));
        expect(followed.byChangeHere.map(identity)).toEqual(loaded.byChangeHere.map(identity));
        expect(followed.versionCount).toBe(loaded.versionCount);
      }),
    );
  });

  test("a change that does not join is refused and alters nothing; the whole server then repairs it", () => {
    fc.assert(
      fc.property(writes, fc.nat(), (list, lost) => {
        const history = changesOf(list);
        fc.pre(history.changes.length > 1);
        const missing = history.changes[lost % history.changes.length] as ServerChange;
        const followed = new Catalogue();
        for (const change of history.changes) {
          if (change === missing || followed.apply(change)) continue;
          followed.replace(history.whole.get(change.name) as ServerChange);
        }
        followed.replace(history.whole.get(missing.name) as ServerChange);
        expect(everything(followed)).toEqual(everything(loadedFrom(history.whole)));
      }),
    );
  });

  test("pages hold every matching version once, in order, and the last one has no next", () => {
    fc.assert(
      fc.property(writes, filters, fc.integer({ min: 1, max: 7 }), (list, wanted, limit) => {
        const { whole } = changesOf(list);
        const catalogue = loadedFrom(whole);
        const right = naiveList(whole, wanted).map(identity);
        // Before the words are indexed, half way, and after.
        do expect(walk(catalogue, wanted, limit).map(identity)).toEqual(right);
        while (catalogue.indexSome(2));
      }),
      { numRuns: 500 },
    );
  });

  test("exactly one version of each server is the latest", () => {
    fc.assert(
      fc.property(writes, (list) => {
        const catalogue = loadedFrom(changesOf(list).whole);
        for (const server of catalogue.servers) {
          expect(server.entries.filter((entry) => entry.isLatest)).toEqual([server.latest]);
          const meta = server.entries.map((entry) => JSON.parse(entry.body.toString())._meta);
          expect(JSON.stringify(meta).split('"isLatest":true').length - 1).toBe(1);
        }
      }),
    );
  });
});

/** Every page, each asked for with the cursor of the one before after a trip through its text. */
function walk(catalogue: Catalogue, wanted: ListFilters, limit: number): Entry[] {
  const rows: Entry[] = [];
  let after: PagePosition | undefined;
  for (;;) {
    const page = cataloguePage(catalogue, wanted, limit, after);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    rows.push(...page.entries);
    if (!page.next) return rows;
    expect(page.entries.length).toBe(limit);
    const cursor = decodeCursor(encodeCursor({ filters: wanted, after: page.next }));
    expect(cursor).toEqual({ filters: wanted, after: page.next });
    after = cursor?.after;
  }
}

/** The obvious way: everything, filtered as documented, sorted. */
function naiveList(whole: ReadonlyMap<string, ServerChange>, wanted: ListFilters): Entry[] {
  const all = loadedFrom(whole).servers.flatMap((server) => server.entries);
  const text = wanted.search?.toLowerCase();
  const rows = all.filter((entry) => {
    const document = JSON.parse(entry.body.toString()).server;
    if (entry.status === "deleted") {
      const shown = wanted.includeDeleted || wanted.updatedSince !== undefined || wanted.status === "deleted";
      if (!shown) return false;
    }
    if (wanted.version === "latest" && !entry.isLatest) return false;
    if (wanted.version !== undefined && wanted.version !== "latest" && entry.version !== wanted.version) return false;
    const changedAt = Math.max(
      entry.updatedAt,
      whole.get(entry.serverName)?.versions.find(({ version }) => version === entry.version)?.arrivedAt ?? 0,
    );
    if (wanted.updatedSince !== undefined && changedAt <= wanted.updatedSince) return false;
    if (wanted.status !== undefined && entry.status !== wanted.status) return false;
    const types = (document.packages ?? []).map((each: { registryType: string }) => each.registryType);
    if (wanted.registryType !== undefined && !types.includes(wanted.registryType.toLowerCase())) return false;
    if (wanted.kind === "remote" && !document.remotes) return false;
    if (wanted.kind === "local" && types.length === 0) return false;
    if (text === undefined) return true;
    const inName = entry.serverName.toLowerCase().includes(text);
    return inName || (wanted.searchIn === "all" && document.description.toLowerCase().includes(text));
  });
  const byKey = (one: Entry, other: Entry): number => (identity(one) < identity(other) ? -1 : 1);
  if (wanted.sort !== "updated") return rows.sort(byKey);
  return rows.sort((one, other) => other.updatedAt - one.updatedAt || byKey(other, one));
}

function changesOf(list: readonly (typeof write extends fc.Arbitrary<infer Write> ? Write : never)[]) {
  const whole = new Map<string, ServerChange>();
  const changes: ServerChange[] = [];
  for (const each of list) {
    const record: VersionRecord = {
      serverName: each.server,
      version: each.version,
      status: each.status,
      statusMessage: null,
      statusChangedAt: each.at as Instant,
      publishedAt: 1 as Instant,
      updatedAt: each.at as Instant,
      arrivedAt: each.arrivedAt as Instant | undefined,
      document: JSON.stringify({
        name: each.server,
        description: each.description,
        version: each.version,
        ...(each.packages.length > 0 ? { packages: each.packages.map((registryType) => ({ registryType })) } : {}),
        ...(each.remote ? { remotes: [{ type: "sse", url: "https://example.com" }] } : {}),
      }),
      extraMeta: null,
    };
    const before = whole.get(each.server);
    const versions = [...(before?.versions ?? []).filter(({ version }) => version !== each.version), record];
    const latestVersion = latestOf(versions)?.version ?? each.version;
    const revision = (before?.revision ?? 0) + 1;
    changes.push({ name: each.server, revision, latestVersion, versions: [record] });
    whole.set(each.server, { name: each.server, revision, latestVersion, versions });
  }
  return { changes, whole };
}

function loadedFrom(whole: ReadonlyMap<string, ServerChange>): Catalogue {
  const catalogue = new Catalogue();
  catalogue.load(whole.values());
  return catalogue;
}

function everything(catalogue: Catalogue): string[] {
  return catalogue.servers.flatMap((server) => server.entries.map((entry) => entry.body.toString()));
}

function identity(entry: Entry): string {
  return `${entry.serverName}\u0000${entry.version}`;
}
