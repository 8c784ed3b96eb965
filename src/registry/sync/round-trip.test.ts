/** A round trip changes nothing: a dump of a public registry, an export, and the import of that export. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registryDumps, type DumpedServer } from "../../../test/support/registry-dumps.ts";
import { Compile } from "typebox/compile";
import { registryWorld, type RegistryWorld } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { collect, serverResponseOf, streamOf } from "../../../test/support/server-responses.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { outbound, type Outbound } from "../../kit/outbound/outbound.ts";
import { latestAfter, OFFICIAL_META, serverResponse } from "../servers/index.ts";
import { exportLines } from "./export-lines.ts";
import type { ImportCounts } from "./import-report.ts";
import { importServers } from "./import-servers.ts";
import { operatorHost } from "./settings.ts";
import { openSource } from "./sources/open-source.ts";

interface Response {
  readonly server: { readonly name: string; readonly version: string };
  readonly _meta: Readonly<
    Record<string, { publishedAt: string; updatedAt: string; status: string; isLatest: boolean }>
  >;
}

const source = await registryWorld();
const copy = await registryWorld();
const { clock, ids, random } = testPlatform(source.database);
let http: Outbound;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  http = outbound({ allowPrivate: operatorHost(source.url), userAgent: "test", clock });
});
afterAll(async () => {
  await http.close();
  await folder.remove();
});

function take(world: RegistryWorld, items: AsyncIterable<unknown>, ordered: boolean): Promise<ImportCounts> {
  const { servers, model } = world.registry.deps;
  const author = { method: "cli", subject: "test" };
  return importServers({ servers, model, clock, ids }, items, { as: "local", originName: "x", author, ordered });
}

async function takeFrom(world: RegistryWorld, target: string): Promise<ImportCounts> {
  const { items, ordered } = await openSource({ outbound: http, clock, random }, target);
  return take(world, items, ordered);
}

const exportOf = async (world: RegistryWorld): Promise<string> => (await world.get("/v0.1/export")).text;
const nothing: ImportCounts = { imported: 0, unchanged: 0, skipped: 0, problems: 0 };

describe("a registry of our own making", () => {
  beforeAll(async () => {
    const odd = { title: "Ä \u2028 \\u0000 🌦", "10": 1, "2": { a: [] } };
    await take(
      source,
      streamOf([
        serverResponseOf("io.z/last", "1.0.0", { isLatest: true, meta: { "com.example/x": { 1: "é" } } }),
        serverResponseOf("io.a/first", "10.0.0", { status: "deleted", statusMessage: "gone" }),
        serverResponseOf("io.a/first", "9.0.0", {
          isLatest: true,
          server: odd,
          updatedAt: "2025-12-31T23:59:59.999999Z",
        }),
        serverResponseOf("io.A/case", "1.0.0", {
          isLatest: true,
          status: "deprecated",
          publishedAt: "1999-01-01T00:00:00Z",
        }),
      ]),
      false,
    );
  });

  test("is exported as one entry a line, deleted ones too, by name and version", async () => {
    const answer = await source.get("/v0.1/export");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(answer.text.endsWith("}\n")).toBe(true);
    const lines = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Response);
    const validator = Compile(serverResponse);
    expect(lines.filter((line) => !validator.Check(line))).toEqual([]);
    expect(lines.map(({ server }) => `${server.name} ${server.version}`)).toEqual([
      "io.A/case 1.0.0",
      "io.a/first 10.0.0",
      "io.a/first 9.0.0",
      "io.z/last 1.0.0",
    ]);
  });

  test("is imported from its export, and is the same then", async () => {
    const counts = await takeFrom(copy, `${source.url}/v0.1/export`);
    expect(counts).toEqual({ ...nothing, imported: 4 });
    expect(await exportOf(copy)).toBe(await exportOf(source));
  });

  test("is imported from a file of any form, and is the same then", async () => {
    const lines = await exportOf(source);
    const entries = lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    const texts = {
      "a.ndjson": lines,
      "b.json": JSON.stringify(entries),
      "c.json": JSON.stringify({ servers: entries }, null, 2),
    };
    for (const [name, text] of Object.entries(texts)) {
      await writeFile(join(folder.path, name), text);
      expect(await takeFrom(copy, join(folder.path, name))).toEqual({ ...nothing, unchanged: 4 });
    }
  });

  test("is imported from its list, page by page, and is the same then", async () => {
    expect(await takeFrom(copy, source.url)).toEqual({ ...nothing, unchanged: 4 });
    expect(await takeFrom(copy, `${source.url}/v0.1/`)).toEqual({ ...nothing, unchanged: 4 });
  });
});

test("an export shows one state, whatever changes while it is read", async () => {
  const { model } = source.registry.deps;
  const many = Array.from({ length: 300 }, (_, index) =>
    serverResponseOf(`io.state/s${index}`, "1.0.0", { isLatest: true, server: { title: "x".repeat(900) } }),
  );
  await take(source, streamOf(many), false);
  const before = Buffer.concat(await collect(exportLines(model.catalogue)));
  const running = exportLines(model.catalogue);
  const first = await running.next();
  await take(
    source,
    streamOf(many.map((entry) => serverResponseOf(entry.server.name, "1.1.0", { isLatest: true }))),
    false,
  );
  const rest = await collect(running);
  expect(rest.length).toBeGreaterThan(2);
  expect(Buffer.concat([first.value as Buffer, ...rest]).equals(before)).toBe(true);
  expect((await exportOf(source)).length).toBeGreaterThan(before.length);
});

describe.each(registryDumps)("$name", ({ servers: dump }) => {
  const ours = (response: DumpedServer) =>
    source.registry.deps.model.catalogue.findVersion(response.server.name, response.server.version);

  beforeAll(async () => {
    const file = join(folder.path, "dump.json");
    await writeFile(file, JSON.stringify({ servers: dump }));
    expect(await takeFrom(source, file)).toEqual({ ...nothing, imported: dump.length });
  });

  test("is kept field by field, in a database and in the catalogue that is built from it", async () => {
    const anew = await registryWorld({}, source.database);
    for (const given of dump) {
      const { server, _meta } = given;
      const expected = { statusChangedAt: _meta[OFFICIAL_META]?.publishedAt, ..._meta[OFFICIAL_META] };
      for (const world of [source, anew]) {
        const entry = world.registry.deps.model.catalogue.findVersion(server.name, server.version);
        const shown = JSON.parse(entry?.body.toString() ?? "null") as Response | null;
        expect(shown).toEqual({ server, _meta: { [OFFICIAL_META]: expected } });
      }
    }
  });

  test("has its flags where we would compute them", () => {
    const names = new Set(dump.map(({ server }) => server.name));
    for (const name of names) {
      const entries = source.registry.deps.model.catalogue.find(name)?.entries ?? [];
      expect(entries.filter(({ isLatest }) => isLatest).map(({ version }) => version)).toEqual([
        latestAfter(entries, []),
      ]);
    }
    expect(dump.filter((given) => ours(given)?.isLatest !== given._meta[OFFICIAL_META]?.isLatest)).toEqual([]);
  });

  test("is exported and imported into another registry without any difference", async () => {
    await takeFrom(copy, `${source.url}/v0.1/export`);
    const text = await exportOf(source);
    expect(text.split("\n").length).toBeGreaterThan(dump.length);
    expect(await exportOf(copy)).toBe(text);
  });
});
