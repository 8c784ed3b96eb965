/** Whole services whose examples can be replayed while something below them is broken. */
import { silentLog } from "../../src/kit/log/log.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { loadDemoServers } from "../../src/registry/demo/index.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey } from "../../src/trading/operator.ts";
import type { Limiter } from "../../src/kit/limits/limiter.ts";
import type { TestDatabase } from "./database.ts";
import { besideExamples, moneyAdmin, numbersFrom } from "./money-admin.ts";
import { insertAdminFixture } from "./players-fixture.ts";
import { playersWorld } from "./players-world.ts";
import { registryWorld } from "./registry-world.ts";
import { requestOf, send, shapeProblem, type TestWorld } from "./test-world.ts";
import { EXAMPLE_SETTINGS, furnish } from "./trading-examples.ts";
import { tradingWorld } from "./trading-world.ts";

export type ExampleWorld = Omit<TestWorld, "refused">;

/** A Redis that the services share, and what counts in it. */
export interface SharedRedis {
  readonly redisUrl?: string;
  readonly limiter?: Limiter;
}

/** A registry with the demo's servers. Call it within a test or at the top level of a file, as the others. */
export async function registryExamples(database: TestDatabase, shared: SharedRedis = {}): Promise<ExampleWorld> {
  const running = await registryWorld({}, database, [], shared.limiter);
  await loadDemoServers(running.registry.deps, silentLog());
  const [service] = running.registry.services;
  if (!service) throw new Error("the registry mounts its interface first");
  const token = await running.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 3_600 });
  const credentials = () => ({ authorization: `Bearer ${token}` });
  return { form: service.form, endpoints: registryEndpoints, baseUrl: running.url, credentials };
}

export async function playersExamples(database: TestDatabase, shared: SharedRedis = {}): Promise<ExampleWorld> {
  const running = await playersWorld({ database, ...sharing(shared) });
  await insertAdminFixture(database.db);
  const [service] = running.players.services;
  if (!service) throw new Error("the lookup mounts its interface first");
  const credentials = () => ({ authorization: running.keys.admin });
  return { form: service.form, endpoints: playersEndpoints, baseUrl: running.url, credentials };
}

export async function tradingExamples(database: TestDatabase, shared: SharedRedis = {}): Promise<ExampleWorld> {
  const running = await tradingWorld({ settings: EXAMPLE_SETTINGS, database, ...sharing(shared) });
  const [service] = running.trading.services;
  if (!service) throw new Error("the platform mounts its interface");
  const treasurer = await besideExamples(running, () => moneyAdmin(running));
  const { uid } = await running.person("admin");
  await furnish(running, uid);
  // Nonces are written down: a bearer key comes as far as the operation itself.
  const rights = { label: "bearer", access: "full_access", allowBearer: true } as const;
  // Examples revoke the key that is made next, so this one is numbered apart.
  await numbersFrom(running, 2_000_002, 4101);
  const bearer = await addKey(running.platform, running.trading.deps.apiKeys, uid, rights);
  await numbersFrom(running, 2_000_002, 5002);
  const credentials: TestWorld["credentials"] = (_request, { auth }) =>
    auth === "provenAdmin" ? treasurer.session.headers : { authorization: `Bearer ${bearer?.key}.${bearer?.secret}` };
  return { form: service.form, endpoints: tradingEndpoints, baseUrl: running.url, credentials };
}

function sharing({ redisUrl, limiter }: SharedRedis) {
  return { ...(redisUrl === undefined ? {} : { platform: { redisUrl } }), ...(limiter ? { limiter } : {}) };
}

/**
 * Replays every example that succeeds otherwise. Answers what is wrong, and which operations said that something is away, and
 * which were asked too often. With `repaired`, each example is replayed a second time, within it: later examples name what
 * earlier ones make.
 */
export async function replayExamples(
  world: ExampleWorld,
  repaired?: (replay: () => Promise<unknown>) => Promise<unknown>,
): Promise<{ problems: string[]; away: Set<string>; limited: string[] }> {
  const problems: string[] = [];
  const away = new Set<string>();
  const limited: string[] = [];
  for (const endpoint of world.endpoints) {
    for (const example of endpoint.examples.filter(({ status = 200 }) => status < 400)) {
      const request = requestOf({ ...world, refused: NONE }, endpoint, example);
      const ask = async () => send({ ...world, refused: NONE }, request, await world.credentials(request, endpoint));
      const answer = await ask();
      await repaired?.(ask);
      const at = `${endpoint.id}, example "${example.name}"`;
      if (answer.status === 429) limited.push(at);
      if (answer.status < 500 || answer.status === 501) continue;
      away.add(endpoint.id);
      const shape = shapeProblem(world.form, endpoint, answer);
      if (answer.status !== 503) problems.push(`${at} is answered ${answer.status}: ${answer.body.toString()}`);
      else if (!(Number(answer.headers.get("retry-after")) > 0)) problems.push(`${at} does not say when to come back`);
      else if (shape !== undefined) problems.push(`${at}: ${shape}`);
    }
  }
  return { problems, away, limited };
}

const nothing = () => ({});
const NONE = { malformed: nothing, expired: nothing, foreign: nothing };
