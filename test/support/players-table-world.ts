import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { undocumentedStatus } from "./documented-statuses.ts";
import { insertAdminFixture } from "./players-fixture.ts";
import { playersWorld, type PlayersWorld } from "./players-world.ts";
import type { Sign, TestWorld } from "./test-world.ts";

/** The lookup with invented players, as tests of its whole table walk it. */
export async function playersTableWorld(): Promise<{ running: PlayersWorld; world: TestWorld }> {
  const running = await playersWorld();
  await insertAdminFixture(running.database.db);
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
    statusProblem: undocumentedStatus(openApi(form, playersEndpoints)),
  };
  return { running, world };
}
