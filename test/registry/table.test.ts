/** The promises that every operation of the registry keeps, walked over its table. */
import { describe, expect, test } from "vitest";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { wellKnownEndpoints } from "../../src/registry/tokens/endpoints/index.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { registryTableWorld } from "../support/registry-table-world.ts";
import { undeclaredErrors, unproducedErrors } from "../support/error-recorder.ts";
import { REGISTRY_HTTP_CODES } from "../support/http-codes.ts";
import { requestOf, send } from "../support/test-world.ts";
import { documentedProblems } from "../support/documented-operations.ts";
import { ERRORS_OF_OTHER_TESTS } from "../support/errors-of-other-tests.ts";
import * as table from "../support/table-tests.ts";

const { running, world, brief } = await registryTableWorld();
const { form } = world;

describe("the registry's table", () => {
  test("has no contradictions", () => {
    expect(table.tableProblems(form, registryEndpoints)).toEqual([]);
  });

  test("has every documented operation, and marks all others as beyond the specification", () => {
    expect(documentedProblems("registry", registryEndpoints)).toEqual([]);
  });

  test("has one endpoint a file, named like it", () => {
    expect(table.fileProblems([...registryEndpoints, ...wellKnownEndpoints], "src/registry")).toEqual([]);
  });

  test("lets nobody write without a valid token", async () => {
    const stillGood = async (): Promise<boolean> => {
      const answer = await running.request("POST", "/v0.1/publish", { body: {}, token: brief });
      return answer.status !== 401;
    };
    await expect.poll(stillGood).toBe(false);
    expect(await table.authProblems(world)).toEqual([]);
  });

  test("has examples that parse", () => {
    expect(table.exampleProblems(form, registryEndpoints)).toEqual([]);
  });

  test("keeps the promises of its examples", async () => {
    expect(await table.replayProblems(world)).toEqual([]);
  });

  test("refuses in its own form", async () => {
    expect(await table.refusalProblems(world)).toEqual([]);
  });

  test("refuses a name or version that cannot be decoded, wherever one is in the path", async () => {
    for (const endpoint of registryEndpoints) {
      const [example] = endpoint.examples;
      for (const name of ["serverName", "version"].filter((each) => endpoint.path.includes(`:${each}`))) {
        for (const text of ["%zz", "a%00"]) {
          const path = { serverName: "io.example/weather", version: "1.0.0", ...example?.path, [name]: text };
          const request = requestOf(world, endpoint, { ...example, path });
          const answer = await send(world, request, await world.credentials(request, endpoint));
          expect([endpoint.id, text, answer.status]).toEqual([endpoint.id, text, 400]);
        }
      }
    }
  });

  test("has produced the errors that it declares, but those that other tests show, and no other", () => {
    const unproduced = unproducedErrors(registryEndpoints, running.seenErrors);
    expect(unproduced.filter((line) => !ERRORS_OF_OTHER_TESTS["registry"].includes(line))).toEqual([]);
    const declared = new Set(unproducedErrors(registryEndpoints, new Set()));
    expect(ERRORS_OF_OTHER_TESTS["registry"].filter((line) => !declared.has(line))).toEqual([]);
    expect(undeclaredErrors(registryEndpoints, running.seenErrors, REGISTRY_HTTP_CODES)).toEqual([]);
  });

  test("has a valid OpenAPI document", async ({ skip }) => {
    expect(openApiProblems(form, registryEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, registryEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});
