/** Our schemas against the published ones: on the same documents, and on thousands of damaged ones, both must agree. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { Ajv } from "ajv";
import type { ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { damaged, inSnakeCase, seededRandom, everything } from "./damaged-documents.ts";
import { schemaIssues } from "./schema-rules.ts";
import { SCHEMA_VERSIONS, schemaUri } from "./server-json-schema.ts";
import type { SchemaVersion } from "./server-json-schema.ts";

const shared = new URL("../../../../../shared/contracts/registry/", import.meta.url);
const present = existsSync(shared);

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
    ["2025-12-11", { websiteUrl: "/docs" }, "websiteUrl", "must be an absolute URI"],
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

describe.skipIf(!present)("against the published schemas", () => {
  const published = new Map<SchemaVersion, ValidateFunction>();
  const documents: unknown[] = [];

  beforeAll(() => {
    for (const version of SCHEMA_VERSIONS) {
      const ajv = new Ajv({ strict: false, logger: false });
      ajvFormats.default(ajv);
      published.set(version, ajv.compile(readJson(`schemas/${version}.server.schema.json`) as object));
    }
    const dump = readJson("data/registry-dump-2025-11.trimmed.json") as { servers: { server: object }[] };
    documents.push(everything, ...dump.servers.map(({ server }) => server));
    for (const folder of ["data/official-examples/valid/", "data/official-examples/invalid/"]) {
      for (const file of readdirSync(new URL(folder, shared))) documents.push(readJson(folder + file));
    }
  });

  test.each(SCHEMA_VERSIONS)("%s agrees on real documents", (version) => {
    expect(documents.filter((document) => differs(version, document))).toEqual([]);
  });

  test.each(SCHEMA_VERSIONS)("%s agrees on damaged documents", (version) => {
    const random = seededRandom(Number(version.replaceAll("-", "")));
    const rich = documents.filter((document) => JSON.stringify(document).length > 900);
    const rounds = 1200;
    const candidates = Array.from({ length: rounds }, (_, round) => {
      const chosen = round % 3 === 0 ? everything : rich[random(rich.length)];
      return damaged(version === "2025-07-09" ? inSnakeCase(chosen) : chosen, random);
    });
    expect(candidates.filter((document) => differs(version, document))).toEqual([]);
    // Both outcomes must be common, or the comparison shows nothing.
    const accepted = candidates.filter((document) => schemaIssues(document, version).length === 0).length;
    expect(accepted).toBeGreaterThan(rounds / 10);
    expect(accepted).toBeLessThan((rounds * 9) / 10);
  });

  function differs(version: SchemaVersion, document: unknown): boolean {
    return (published.get(version)?.(document) === true) !== (schemaIssues(document, version).length === 0);
  }
});

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, shared), "utf8"));
}
