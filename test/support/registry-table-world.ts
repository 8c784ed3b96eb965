import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { beforeAll } from "vitest";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { loadDemoServers } from "../../src/registry/demo/index.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";
import { HOUR_MS } from "../../src/kit/time/spans.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { registryWorld, type RegistryWorld } from "./registry-world.ts";
import { undocumentedStatus } from "./documented-statuses.ts";
import type { Sign, TestWorld } from "./test-world.ts";

/** The webhook and the token that examples name. The servers are published afterwards, so that there are deliveries. */
async function furnish({ registry }: RegistryWorld): Promise<void> {
  const createdAt = systemClock().now();
  await registry.deps.webhooks.add({
    id: "whk_example",
    url: "https://hooks.example.com/tripod",
    format: "signed",
    sealedSecret: "",
    events: ["published"],
    pattern: "*",
    createdAt,
    enabled: true,
  });
  const token = { tokenId: "tok_example", subject: "example", permissions: [], revokedAt: null };
  await registry.deps.change({ actor: { method: "operator", subject: "test" }, requestId: "req_test" }, (stores) =>
    stores.tokens.addOperatorToken({ ...token, issuedAt: createdAt, expiresAt: plusMillis(createdAt, HOUR_MS) }),
  );
}

/** The registry with invented servers, as tests of its whole table walk it. */
export async function registryTableWorld(): Promise<{ running: RegistryWorld; world: TestWorld; brief: string }> {
  const running = await registryWorld();
  const [service] = running.registry.services;
  if (!service) throw new Error("the registry mounts its interface first");
  const { form } = service;

  const good = await running.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 3_600 });
  const brief = await running.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 1 });
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
      // The same claims under a signature by none of our keys.
      foreign: bearer(`${good.slice(0, good.lastIndexOf(".") + 1)}${"A".repeat(86)}`),
    },
    statusProblem: undocumentedStatus(openApi(form, registryEndpoints)),
  };
  beforeAll(async () => {
    await furnish(running);
    await loadDemoServers(running.registry.deps, silentLog());
  });
  return { running, world, brief };
}
