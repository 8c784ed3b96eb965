import { describe, expect, test } from "vitest";
import { examineServer } from "./examine-server.ts";
import type { ValidationPolicy } from "./core/validate-server.ts";
import type { ServerDetail } from "../servers/index.ts";
import { schemaUri } from "./core/server-json-schema.ts";

const open: ValidationPolicy = { schemaPolicy: { required: false, older: "allow" }, namespacePolicy: "any" };
const minimal: ServerDetail = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } };
const withPackage = (members: object): Partial<ServerDetail> => ({ packages: [npm, { ...npm, ...members }] });

describe("examining a description", () => {
  const $schema = schemaUri("2025-12-11");

  test("finds nothing wrong with a minimal one", () => {
    expect(examineServer({ $schema, ...minimal }, open)).toEqual({ valid: true, issues: [] });
  });

  test("drops an empty websiteUrl, as publishing does", () => {
    expect(examineServer({ $schema, ...minimal, websiteUrl: "" }, open)).toEqual({ valid: true, issues: [] });
  });

  test("says how the address of a repository is written", () => {
    const messages = ["github", "gitlab"].map((source) => {
      const repository = { source, url: `git@${source}.com:a/b` };
      return examineServer({ $schema, ...minimal, repository }, open).issues.map(({ message }) => message);
    });
    expect(messages).toEqual([
      ["invalid repository URL: a github repository is written https://github.com/OWNER/NAME"],
      ["invalid repository URL: a gitlab repository is written https://gitlab.com/GROUP/NAME"],
    ]);
  });

  test("says once what rules and schema both refuse", () => {
    const { valid, issues } = examineServer({ ...minimal, ...withPackage({ version: "latest" }) }, open);
    expect(valid).toBe(false);
    expect(issues).toEqual([expect.objectContaining({ type: "semantic", path: "packages[1].version" })]);
  });

  test("applies the schema that is named", () => {
    const packages = [{ registryType: "oci", identifier: "a", transport: { type: "stdio" } }];
    const $older = schemaUri("2025-09-29");
    expect(examineServer({ $schema, ...minimal, packages }, open).valid).toBe(true);
    expect(examineServer({ $schema: $older, ...minimal, packages }, open)).toEqual({
      valid: false,
      issues: [expect.objectContaining({ type: "schema", path: "packages[0].version" })],
    });
  });

  test("calls a document invalid whose _meta publishing would refuse", () => {
    const oversized = examineServer({ ...minimal, _meta: { "com.example/x": "x".repeat(5000) } }, open);
    expect(oversized).toEqual({
      valid: false,
      issues: [expect.objectContaining({ reference: "invalid-publisher-meta" })],
    });
    const unnamed = examineServer({ ...minimal, _meta: { note: 1 } }, open);
    expect(unnamed).toEqual({
      valid: false,
      issues: [expect.objectContaining({ reference: "meta-name-not-kept", path: '_meta["note"]' })],
    });
  });

  test("says everything that is wrong with a document of the wrong shape, each place once", () => {
    const { valid, issues } = examineServer(
      {
        name: 7,
        version: "latest",
        websiteUrl: "http://example.com",
        repository: null,
        serverType: "x",
        _meta: { note: 1 },
        packages: [
          { registry_type: "npm", identifier: "x", transport: { type: "stdio" } },
          { registryType: "npm", identifier: "a b", transport: { type: "stdio" } },
        ],
        remotes: [{ type: "sse", url: "http://example.com" }, "nothing"],
      },
      { ...open, namespacePolicy: "match" },
    );
    expect(valid).toBe(false);
    const said = issues.filter(({ severity }) => severity === "error").map(({ type, path }) => `${type} ${path}`);
    expect(said.toSorted()).toEqual([
      "schema description",
      "schema name",
      "schema packages[0].registryType",
      "schema packages[0].registry_type",
      "schema remotes[1]",
      "schema repository",
      "schema serverType",
      'semantic _meta["note"]',
      "semantic packages[1].identifier",
      "semantic remotes[0].url",
      "semantic version",
      "semantic websiteUrl",
    ]);
    const misspelled = issues.find(({ path }) => path === "packages[0].registry_type");
    expect(misspelled?.message).toContain("it is spelled packages[0].registryType");
  });

  test.each<[string, Record<string, unknown>]>([
    ["is empty", {}],
    ["has a million wrong values", { ...minimal, packages: Array.from({ length: 250_000 }, () => 0) }],
    [
      "is nested deeply",
      { ...minimal, packages: JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown },
    ],
    [
      "has the name of a prototype",
      JSON.parse('{"__proto__":{"name":"a.b/c"},"constructor":1}') as Record<string, unknown>,
    ],
  ])("answers a document that %s with at least one error", (_what, document) => {
    const { valid, issues } = examineServer(document, { ...open, schemaPolicy: { required: true, older: "warn" } });
    expect(valid).toBe(false);
    expect(issues.length).toBeLessThanOrEqual(500);
    expect(issues.every(({ message, reference }) => message !== "" && reference !== "")).toBe(true);
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      "of its form",
      { ...minimal, packages: Array.from({ length: 120 }, () => 0) },
      "21 more issues of the document's form are not listed",
    ],
    [
      "of the form of a very large document",
      { ...minimal, packages: Array.from({ length: 25_000 }, () => 0) },
      "the document has more than 20000 values: only the first issue of its form is listed",
    ],
    [
      "of the schema",
      {
        ...minimal,
        packages: Array.from({ length: 10 }, () => ({
          ...npm,
          runtimeArguments: Array.from({ length: 12 }, () => ({ type: "positional" })),
        })),
      },
      "20 more issues of the JSON schema are not listed",
    ],
    [
      "of names in _meta",
      { ...minimal, _meta: Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`x${at}`, 1])) },
      "5 more issues of names in _meta are not listed",
    ],
  ])("says that it leaves out issues %s", (_what, document, message) => {
    const { issues } = examineServer(document, open);
    expect(issues.filter(({ reference }) => reference === "more-issues").map((issue) => issue.message)).toEqual([
      message,
    ]);
  });

  test("judges by all issues, and lists 500, the last of which says how many are left out", () => {
    const environmentVariables = Array.from({ length: 100 }, (_, index) => ({ name: `V${index}`, value: "{a} {b}" }));
    const packages = Array.from({ length: 10 }, () => ({ ...npm, environmentVariables }));
    const { valid, issues } = examineServer({ ...minimal, packages }, open);
    expect([valid, issues.length]).toEqual([true, 500]);
    expect(issues.at(-1)).toMatchObject({
      severity: "info",
      reference: "more-issues",
      message: "1501 more issues are not listed",
    });
  });
});
