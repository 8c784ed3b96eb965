/** The promises that every operation of the lookup keeps, walked over its table. */
import { describe, expect, test } from "vitest";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { undeclaredErrors, unproducedErrors } from "../support/error-recorder.ts";
import { PLAYERS_HTTP_CODES } from "../support/http-codes.ts";
import { playersTableWorld } from "../support/players-table-world.ts";
import { documentedProblems } from "../support/documented-operations.ts";
import { ERRORS_OF_OTHER_TESTS } from "../support/errors-of-other-tests.ts";
import * as table from "../support/table-tests.ts";

const { running, world } = await playersTableWorld();
const { form } = world;

describe("the table of players", () => {
  test("has no contradictions", () => {
    expect(table.tableProblems(form, playersEndpoints)).toEqual([]);
  });

  test("has every documented operation, and marks all others as beyond the specification", () => {
    expect(documentedProblems("players", playersEndpoints)).toEqual([]);
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

  test("has produced the errors that it declares, but those that other tests show, and no other", () => {
    const unproduced = unproducedErrors(playersEndpoints, running.seenErrors);
    expect(unproduced.filter((line) => !ERRORS_OF_OTHER_TESTS["players"].includes(line))).toEqual([]);
    const declared = new Set(unproducedErrors(playersEndpoints, new Set()));
    expect(ERRORS_OF_OTHER_TESTS["players"].filter((line) => !declared.has(line))).toEqual([]);
    expect(undeclaredErrors(playersEndpoints, running.seenErrors, PLAYERS_HTTP_CODES)).toEqual([]);
  });

  test("has a valid OpenAPI document", async ({ skip }) => {
    expect(openApiProblems(form, playersEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, playersEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});
