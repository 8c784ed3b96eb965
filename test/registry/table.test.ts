/** The promises that every operation of the registry keeps, walked over its table, and a flood of odd requests. */
import { beforeAll, describe, expect, test } from "vitest";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { wellKnownEndpoints } from "../../src/registry/tokens/endpoints/index.ts";
import { loadDemoServers } from "../../src/registry/demo/index.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { fuzzService } from "../support/fuzz.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { registryWorld } from "../support/registry-world.ts";
import * as table from "../support/table-tests.ts";
import type { Sign, TestWorld } from "../support/test-world.ts";

const running = await registryWorld();
const [service] = running.registry.services;
if (!service) throw new Error("the registry mounts its interface first");
const { form } = service;

const good = await running.token({ publish: ["*"], edit: ["*"], ttlSeconds: 3_600 });
const brief = await running.token({ publish: ["*"], edit: ["*"], ttlSeconds: 1 });
const bearer =
  (token: string): Sign =>
  () => ({ authorization: `Bearer ${token}` });
const world: TestWorld = {
  form,
  endpoints: registryEndpoints,
  baseUrl: running.url,
  credentials: bearer(good),
  refused: {
    malformed: () => ({ authorization: "Basic Z29vZDpnb29k" }),
    expired: bearer(brief),
    // The same words under a signature that no key of ours made.
    foreign: bearer(`${good.slice(0, good.lastIndexOf(".") + 1)}${"A".repeat(86)}`),
  },
};

beforeAll(() => loadDemoServers(running.registry.deps, silentLog()));

describe("the registry's table", () => {
  test("has no contradictions", () => {
    expect(table.tableProblems(form, registryEndpoints)).toEqual([]);
  });

  test("has one endpoint a file, named like it", () => {
    expect(table.fileProblems([...registryEndpoints, ...wellKnownEndpoints], "src/registry")).toEqual([]);
  });

  test("lets nobody write without a valid token", async () => {
    const stillGood = async (): Promise<boolean> => {
      const answer = await running.request("POST", "/v0.1/publish", { body: {}, token: brief });
      return answer.status !== 401;
    };
    await expect.poll(stillGood, { timeout: 5_000 }).toBe(false);
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

  test("has a valid OpenAPI document", { timeout: 30_000 }, async ({ skip }) => {
    expect(openApiProblems(form, registryEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, registryEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});

test("20,000 odd requests break no promise and hang nowhere", { timeout: 180_000 }, async () => {
  const { problems, statuses, succeeded } = await fuzzService({ world, requests: 20_000, seed: 20_261_121 });
  expect(problems).toEqual([]);
  // It must have got through to what it tests.
  for (const id of ["servers.listServers", "servers.getVersion", "publishing.validateServer", "sync.exportServers"]) {
    expect(succeeded, id).toContain(id);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]));
});
