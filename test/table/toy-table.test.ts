/** The tests of whole tables, proved on the toys: they find nothing there, and find what is planted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { json } from "../../src/kit/endpoint/output.ts";
import { errorRecorder, recordedIn, undeclaredErrors, unproducedErrors } from "../support/error-recorder.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { documentProblems } from "../support/openapi-problems.ts";
import * as table from "../support/table-tests.ts";
import type { DeclaredError } from "../../src/kit/errors/catalogue.ts";
import { playersToyErrors, playersToyHttpErrors } from "./toy-players.ts";
import { registryToyHttpErrors } from "./toy-registry.ts";
import { startToys, toyWorlds, type Toys } from "./toy-services.ts";
import { tradingToyHttpErrors } from "./toy-trading.ts";

const folder = mkdtempSync(join(tmpdir(), "tripod-table-"));
const recorder = errorRecorder(join(folder, "errors"));

/** Answers what it does not promise, to whom it should not. */
const planted: AnyEndpoint = {
  id: "Planted",
  method: ["GET", "DELETE"],
  path: "/Player/:number",
  auth: "nobodyKnows",
  summary: " ",
  input: { path: Type.Object({ id: Type.String() }), body: Type.Object({}) },
  output: json(Type.Object({ Right: Type.Boolean() })),
  errors: [playersToyErrors.notFound, playersToyErrors.notFound],
  examples: [],
  run: () => ({ Right: "no" }),
};
const misbehaving: AnyEndpoint = {
  ...planted,
  id: "planted.tellAll",
  method: "GET",
  path: "/Planted",
  auth: "key",
  summary: "Tells",
  input: { query: Type.Object({ n: Type.Integer() }) },
  examples: [
    { name: "wrong input", query: { n: "x" } },
    { name: "unknown parameter", query: { m: "1" } },
    { name: "wrong answer", query: { n: "1" } },
    { name: "wrong status", query: { n: "1" }, status: 404 },
  ],
};

let toys: Toys;
let worlds: ReturnType<typeof toyWorlds>;
beforeAll(async () => {
  const extra = { players: [misbehaving] };
  toys = await startToys({
    extra,
    checkOutputs: false,
    adapt: (form) => ({
      ...recorder.watch(form),
      authenticate: (credentials, endpoint) =>
        endpoint.id === misbehaving.id ? undefined : form.authenticate(credentials, endpoint),
    }),
  });
  worlds = toyWorlds(toys.url);
});
afterAll(async () => {
  await toys.close();
  rmSync(folder, { recursive: true, force: true });
});

const containing = (text: string): unknown => expect.stringContaining(text);

const HTTP_CODES = {
  registry: codesOf(registryToyHttpErrors),
  players: codesOf(playersToyHttpErrors),
  trading: codesOf(tradingToyHttpErrors),
};

function codesOf(errors: Readonly<Record<string, DeclaredError>>): string[] {
  return Object.values(errors).map(({ spec }) => spec.code);
}

describe.each(["registry", "players", "trading"] as const)("the %s toy", (name) => {
  const world = () => worlds[name];

  test("has a table without contradictions", () => {
    expect(table.tableProblems(world().form, world().endpoints)).toEqual([]);
  });
  test("lets nobody in without a valid credential", async () => {
    expect(await table.authProblems(world())).toEqual([]);
  });
  test("has examples that parse", () => {
    expect(table.exampleProblems(world().form, world().endpoints)).toEqual([]);
  });
  test("keeps the promises of its examples", async () => {
    expect(await table.replayProblems(world())).toEqual([]);
  });
  test("refuses in its own form", async () => {
    expect(await table.refusalProblems(world())).toEqual([]);
  });
  test("has produced every error that it declares, and no other", () => {
    expect(unproducedErrors(world().endpoints, recorder.seen)).toEqual([]);
    expect(undeclaredErrors(world().endpoints, recorder.seen, HTTP_CODES[name])).toEqual([]);
  });
  test("has a valid OpenAPI document", () => {
    expect(openApiProblems(world().form, world().endpoints)).toEqual([]);
  });
  test("has an OpenAPI document that Redocly's linter likes", async ({ skip }) => {
    const problems = await lintOpenApi(openApi(world().form, world().endpoints));
    if (problems === undefined) skip("@redocly/cli is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});

describe("what is planted is found", () => {
  test("in a table", () => {
    const { form, endpoints } = worlds.players;
    expect(table.tableProblems(form, [...endpoints, planted, planted])).toEqual([
      "the id Planted is there twice",
      "GET /player/: is there twice",
      "DELETE /player/: is there twice",
      ...Array.from({ length: 2 }, () => [
        "Planted: its id is not area.verbNoun",
        "Planted: its path names number, its input id",
        "Planted: a GET has no body",
        "Planted: it has no summary",
        "Planted: it has no example",
        "Planted: nothing says how nobodyKnows is proved",
        "Planted: it declares players.notFound twice",
      ]).flat(),
    ]);
  });

  test("where files and ids differ", () => {
    const area = join(folder, "service/system/endpoints");
    mkdirSync(area, { recursive: true });
    writeFileSync(join(area, "get-status.ts"), "export const getStatus = 1;");
    writeFileSync(join(area, "index.ts"), "");
    const ids = (...all: string[]) => all.map((id) => ({ ...planted, id }));
    expect(table.fileProblems(ids("system.getStatus"), join(folder, "service"))).toEqual([]);
    writeFileSync(join(area, "get-state.ts"), "export const getStatus = 1;");
    writeFileSync(join(area, "forgotten.ts"), "");
    expect(
      table.fileProblems(ids("system.getStatus", "system.getState", "system.ping"), join(folder, "service")),
    ).toEqual([
      "system/endpoints/get-state.ts does not export getState",
      "system.ping is not in system/endpoints/ping.ts",
      "system/endpoints/forgotten.ts is in no table",
    ]);
  });

  test("where anybody is let in", async () => {
    const problems = await table.authProblems({ ...worlds.players, endpoints: [misbehaving] });
    expect(problems).toHaveLength(4);
    expect(problems[0]).toBe("planted.tellAll: GET /Planted?n=x with a missing credential is answered 400");
  });

  test("in examples", async () => {
    const { form } = worlds.players;
    expect(table.exampleProblems(form, [misbehaving])).toEqual([
      'planted.tellAll, example "wrong input": its input is refused: query n must be integer',
      'planted.tellAll, example "unknown parameter": there is no parameter m',
    ]);
    expect(await table.replayProblems({ ...worlds.players, endpoints: [misbehaving] })).toEqual([
      expect.stringContaining('"wrong input" promises 200 and is answered 400'),
      expect.stringContaining('"unknown parameter" promises 200 and is answered 400'),
      expect.stringContaining('"wrong answer": /Right must be boolean'),
      expect.stringContaining('"wrong status" promises 404 and is answered 200'),
    ]);
  });

  test("where refusals are in another form", async () => {
    const other = {
      ...worlds.registry,
      form: { ...worlds.registry.form, errorSchema: worlds.players.form.errorSchema },
    };
    const problems = await table.refusalProblems(other);
    expect(problems).toContainEqual(expect.stringContaining("must have required properties Error"));
  });

  test("where errors are declared and never produced, or the other way round", () => {
    const { endpoints } = worlds.registry;
    const seen = new Set([
      "servers.getServer servers.notFound",
      "servers.getServer servers.gone",
      "- http.unknownPath",
    ]);
    expect(unproducedErrors(endpoints, seen)).toEqual([
      "servers.publishServer servers.duplicate",
      "servers.deleteServer servers.notFound",
    ]);
    expect(undeclaredErrors(endpoints, seen, [])).toEqual(["servers.getServer servers.gone"]);
    expect(recordedIn(join(folder, "errors"))).toEqual(recorder.seen);
  });

  test("in an OpenAPI document", () => {
    const document = openApi(worlds.registry.form, worlds.registry.endpoints);
    expect([...new Set(documentProblems({ ...document, components: {} }))]).toEqual([
      "post /v0.1/servers: the security scheme token is not declared",
      "delete /v0.1/servers/{name}: the security scheme token is not declared",
      "#/components/schemas/ToolServer leads nowhere",
      "#/components/schemas/Error leads nowhere",
    ]);
    const operation = {
      operationId: "same",
      parameters: [
        { name: "other", in: "path", schema: { type: "text" } },
        { name: "other", in: "path" },
      ],
      responses: { 200: {}, "2xx": { description: "" } },
    };
    expect(documentProblems({ openapi: "3.0.1", paths: { "a/{name}": { get: operation, got: operation } } })).toEqual([
      "openapi is not 3.1",
      "info lacks title or version",
      "the path a/{name} does not begin with a slash",
      expect.stringContaining("the parameter name is not declared"),
      ...["other is not in the path", "other is not in the path", "is optional", "declared twice"].map(containing),
      ...["its 200 is not described", "2xx is not a status", "got a/{name}: there is no such method"].map(containing),
      "got a/{name}: its id same is not its own",
      expect.stringContaining("the parameter name is not declared"),
      ...["other is not in the path", "other is not in the path", "is optional", "declared twice"].map(containing),
      ...["its 200 is not described", "2xx is not a status"].map(containing),
      containing("get a/{name}, parameter other: data/type must be"),
      "get a/{name}, parameter other: there is no schema",
      containing("got a/{name}, parameter other: data/type must be"),
      "got a/{name}, parameter other: there is no schema",
    ]);
  });
});
