/** The promises that every operation of the lookup keeps, walked over its table, and a flood of odd requests. */
import { describe, expect, test } from "vitest";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { fuzzService } from "../support/fuzz.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { playersWorld } from "../support/players-world.ts";
import * as table from "../support/table-tests.ts";
import type { Sign, TestWorld } from "../support/test-world.ts";

const running = await playersWorld();
const [service] = running.players.services;
if (!service) throw new Error("the lookup mounts its interface first");
const { form } = service;
const { keys } = running;

const scopeKey = (_request: unknown, { auth }: AnyEndpoint) => ({
  authorization: auth === "admin" ? keys.admin : auth === "history" ? keys.history : keys.read,
});
const authorization =
  (value: string): Sign =>
  () => ({ authorization: value });
const world: TestWorld = {
  form,
  endpoints: playersEndpoints,
  baseUrl: running.url,
  credentials: scopeKey,
  refused: {
    malformed: authorization("Basic Z29vZDpnb29k"),
    expired: authorization(keys.expired),
    foreign: authorization("tpk_a-key-of-another-house"),
  },
};

describe("the table of players", () => {
  test("has no contradictions", () => {
    expect(table.tableProblems(form, playersEndpoints)).toEqual([]);
  });

  test("has one endpoint a file, named like it", () => {
    expect(table.fileProblems([...playersEndpoints], "src/players")).toEqual([]);
  });

  test("lets nobody in without a key that is in force", async () => {
    expect(await table.authProblems(world)).toEqual([]);
  });

  test("has examples that parse", () => {
    expect(table.exampleProblems(form, playersEndpoints)).toEqual([]);
  });

  test("keeps the promises of its examples", async () => {
    expect(await table.replayProblems(world)).toEqual([]);
  });

  test("refuses in its own form", async () => {
    expect(await table.refusalProblems(world)).toEqual([]);
  });

  test("has a valid OpenAPI document", { timeout: 30_000 }, async ({ skip }) => {
    expect(openApiProblems(form, playersEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, playersEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});

test("20,000 odd requests break no promise and hang nowhere", { timeout: 180_000 }, async () => {
  const { problems, statuses, succeeded } = await fuzzService({ world, requests: 20_000, seed: 20_261_121 });
  expect(problems).toEqual([]);
  // It must have got through to what it tests.
  for (const id of ["search.searchNames", "profiles.getPlayer", "presence.listOnline", "system.exportPlayers"]) {
    expect(succeeded, id).toContain(id);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});
