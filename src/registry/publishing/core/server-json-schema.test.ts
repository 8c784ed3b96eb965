/** Our schemas against the published ones: on the same documents, and on thousands of damaged ones, both must agree. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { damaged, inSnakeCase, seededRandom, everything } from "../../../../test/support/damaged-documents.ts";
import { inventedDump, registryDumps } from "../../../../test/support/registry-dumps.ts";
import { PUBLISHED_VERDICTS } from "../../../../test/support/published-verdicts.ts";
import { schemaIssues } from "./schema-rules.ts";
import { SCHEMA_VERSIONS, schemaUri } from "./server-json-schema.ts";
import type { SchemaVersion } from "./server-json-schema.ts";

const shared = new URL("../../../../../shared/contracts/registry/", import.meta.url);
const DAMAGED = 1_200;
const made = new Map<SchemaVersion, readonly unknown[]>();

const minimal = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } };

describe("the schema of each version", () => {
  test.each(SCHEMA_VERSIONS)("%s takes the smallest document", (version) => {
    expect(schemaIssues({ $schema: schemaUri(version), ...minimal }, version)).toEqual([]);
  });

  test.each<[SchemaVersion, object, path: string, message: string]>([
    ["2025-12-11", { packages: [{ ...npm, transport: { type: "sse" } }] }, "packages[0].transport.url", "is required"],
    [
      "2025-12-11",
      { packages: [{ ...npm, transport: { type: "x" } }] },
      "packages[0].transport.type",
      "must be one of",
    ],
    ["2025-12-11", { packages: [{ ...npm, transport: undefined }] }, "packages[0].transport", "is required"],
    ["2025-12-11", { packages: [{ ...npm, version: "latest" }] }, "packages[0].version", "must not be 'latest'"],
    [
      "2025-12-11",
      { packages: [{ ...npm, packageArguments: [{ type: "positional" }] }] },
      "packages[0].packageArguments[0].valueHint",
      "is required",
    ],
    [
      "2025-12-11",
      { packages: [{ ...npm, runtimeArguments: [{ type: "named" }] }] },
      "packages[0].runtimeArguments[0].name",
      "is required",
    ],
    ["2025-12-11", { remotes: [{ type: "stdio" }] }, "remotes[0].type", "must be one of streamable-http, sse"],
    ["2025-12-11", { remotes: [{ type: "sse", url: "ftp://a" }] }, "remotes[0].url", "must match pattern"],
    [
      "2025-12-11",
      { websiteUrl: "/docs" },
      "websiteUrl",
      "must be an absolute URI, with braces and letters outside ASCII percent-encoded",
    ],
    ["2025-09-29", { packages: [{ ...npm, color: 1 }] }, "packages[0].color", "is not known in this version"],
    ["2025-07-09", { packages: [npm] }, "packages[0].registry_type", "is required"],
    ["2025-09-16", { status: "yanked" }, "status", "must be one of active, deprecated, deleted"],
  ])("%s points at the member of %j", (version, members, path, message) => {
    const issues = schemaIssues(JSON.parse(JSON.stringify({ ...minimal, ...members })), version);
    expect(issues).toContainEqual(
      expect.objectContaining({
        path,
        message: expect.stringContaining(message) as string,
        type: "schema",
        severity: "error",
        reference: expect.stringMatching(/^#\/definitions\/\w+\//) as string,
      }),
    );
  });
});

describe.each(SCHEMA_VERSIONS)("the rules of %s", (version) => {
  test("accept what the published schema accepts, of an invented registry and of damaged documents", () => {
    const found = verdictsOf(documentsOf(version), (document) => schemaIssues(document, version).length === 0);
    expect(found).toBe(PUBLISHED_VERDICTS[version]);
  });

  test("meet both outcomes often, or the comparison shows nothing", () => {
    const documents = documentsOf(version);
    const accepted = documents.filter((document) => schemaIssues(document, version).length === 0).length;
    expect(accepted).toBeGreaterThan(documents.length / 10);
    expect(accepted).toBeLessThan((documents.length * 9) / 10);
  });
});

/** The published schemas, and the documents that come with them, are not part of the project. */
describe.each(existsSync(shared) ? SCHEMA_VERSIONS : [])("the published schema of %s", (version) => {
  const ajv = new Ajv({ strict: false, logger: false });
  ajvFormats.default(ajv);
  const published = ajv.compile(readJson(`schemas/${version}.server.schema.json`) as object);

  test("gives the verdicts that are kept in the project", () => {
    const found = verdictsOf(documentsOf(version), (document) => published(document));
    expect(found).toBe(PUBLISHED_VERDICTS[version]);
  });

  test("agrees with the rules on the documents of others, whole and damaged", () => {
    const folders = ["data/official-examples/valid/", "data/official-examples/invalid/"];
    const documents: unknown[] = folders.flatMap((folder) =>
      readdirSync(new URL(folder, shared)).map((file) => readJson(folder + file)),
    );
    documents.push(...registryDumps.flatMap(({ servers }) => servers.map(({ server }) => server)));
    const random = seededRandom(Number(version.replaceAll("-", "")));
    const rich = documents.filter((document) => JSON.stringify(document).length > 900);
    for (let round = 0; round < DAMAGED; round++) {
      const chosen = rich[random(rich.length)];
      documents.push(damaged(version === "2025-07-09" ? inSnakeCase(chosen) : chosen, random));
    }
    const differing = documents.filter(
      (document) => published(document) !== (schemaIssues(document, version).length === 0),
    );
    expect(differing).toEqual([]);
  });
});

/** Documents of our own making, the same at every run: some of an invented registry, and damaged ones. */
function documentsOf(version: SchemaVersion): readonly unknown[] {
  const known = made.get(version);
  if (known) return known;
  const inItsSpelling = (document: unknown): unknown => (version === "2025-07-09" ? inSnakeCase(document) : document);
  const random = seededRandom(Number(version.replaceAll("-", "")));
  const whole = [everything, ...inventedDump.servers.slice(0, 200).map(({ server }) => server)];
  const documents = whole.map(inItsSpelling);
  for (let round = 0; round < DAMAGED; round++) {
    const chosen = round % 2 === 0 ? everything : whole[random(whole.length)];
    documents.push(damaged(inItsSpelling(chosen), random));
  }
  made.set(version, documents);
  return documents;
}

/** One bit for each document, in base64. */
function verdictsOf(documents: readonly unknown[], accepts: (document: unknown) => boolean): string {
  const bits = Buffer.alloc(Math.ceil(documents.length / 8));
  for (const [at, document] of documents.entries()) {
    if (accepts(document)) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return bits.toString("base64");
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, shared), "utf8"));
}
