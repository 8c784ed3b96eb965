/** A flood of odd requests to every operation of the registry. */
import { expect, test } from "vitest";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { undeclaredErrors } from "../support/error-recorder.ts";
import { fuzzService } from "../support/fuzz.ts";
import { REGISTRY_HTTP_CODES } from "../support/http-codes.ts";
import { registryTableWorld } from "../support/registry-table-world.ts";
import { sampleSize } from "../support/sample-size.ts";

const { running, world } = await registryTableWorld();

test("odd requests break no promise and hang nowhere", async () => {
  const requests = sampleSize(4_000, 100_000);
  const { problems, statuses, succeeded } = await fuzzService({ world, requests, seed: 20_261_121 });
  expect(problems).toEqual([]);
  expect(undeclaredErrors(registryEndpoints, running.seenErrors, REGISTRY_HTTP_CODES)).toEqual([]);
  // It must have got through to what it tests.
  for (const id of ["servers.listServers", "servers.getVersion", "publishing.validateServer", "sync.exportServers"]) {
    expect(succeeded, id).toContain(id);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]));
});
