/** What a process has compiled when it answers its first request: a schema compiled within one holds up all others. */
import { Ajv } from "ajv";
import { afterAll, expect, test, vi } from "vitest";
import { SCHEMA_VERSIONS, schemaUri } from "../../src/registry/publishing/core/server-json-schema.ts";

// As in a process that has just started: test files share what was compiled.
vi.resetModules();
const { registryWorld } = await import("../support/registry-world.ts");
const compile = vi.spyOn(Ajv.prototype, "compile");
afterAll(() => compile.mockRestore());
const world = await registryWorld();

test("no request compiles a schema, whatever it asks to be validated", async () => {
  const compiled = compile.mock.calls.length;
  expect(compiled).toBeGreaterThan(SCHEMA_VERSIONS.length);
  const large = Array.from({ length: 20_001 }, () => 1);
  const documents = [
    {},
    { name: 1, remotes: large },
    ...SCHEMA_VERSIONS.map((version) => ({
      $schema: schemaUri(version),
      name: "io.example/first",
      description: "First.",
      version: "1.0.0",
      repository: {},
    })),
  ];
  for (const body of documents) expect((await world.request("POST", "/v0.1/validate", { body })).status).toBe(200);
  expect(compile.mock.calls.length).toBe(compiled);
});
