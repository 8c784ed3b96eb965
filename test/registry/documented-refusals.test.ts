/** What the OpenAPI document says that an operation refuses, and what it does refuse, are the same. */
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { loadDemoServers } from "../../src/registry/demo/index.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { testDatabase } from "../support/database.ts";
import { documentedStatuses } from "../support/documented-statuses.ts";
import { failingDatabase } from "../support/failing-database.ts";
import { registryWorld, type RegistryWorld } from "../support/registry-world.ts";
import { PATIENCE_MS } from "../support/wait-until.ts";

interface Sent {
  readonly query?: string;
  /** In the place of each part of the path that is a parameter. */
  readonly part?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** What makes an operation answer with a status, where it knows that status. */
interface Provocation {
  readonly status: number;
  readonly by: string;
  readonly change: (endpoint: AnyEndpoint) => Sent;
}

const nothing = (): Sent => ({});
const withQuery = (query: string) => (): Sent => ({ query });
const withType = (type: string) => ({ headers: { "content-type": type } });

const PROVOCATIONS: readonly Provocation[] = [
  { status: 400, by: "a NUL in the query", change: withQuery("x=%00") },
  { status: 401, by: "no credentials", change: () => ({ headers: { authorization: "" } }) },
  { status: 413, by: "a large body", change: () => ({ body: Buffer.alloc(1_100_000, " ") }) },
  { status: 415, by: "a body in another format", change: () => ({ ...withType("text"), body: Buffer.from("a,b") }) },
  {
    status: 415,
    by: "a compressed body",
    change: () => ({ headers: { "content-encoding": "gzip" }, body: gzipSync("{}") }),
  },
  { status: 422, by: "a body that does not fit", change: () => ({ body: Buffer.from("[]") }) },
  { status: 422, by: "a path that does not fit", change: () => ({ part: "x".repeat(300) }) },
  { status: 422, by: "parameters that do not fit", change: withQuery("limit=x&include_deleted=x") },
];

const database = await testDatabase({ rooms: ["kit", "registry"] });
await migrateJobs(database.connection);
const failing = failingDatabase(database.db);
const open = await registryWorld({ TRIPOD_REGISTRY_ANONYMOUS_AUTH: "on" }, { ...database, db: failing.db });
const secret = await registryWorld({ TRIPOD_REGISTRY_PRIVATE_READS: "on" });
const limited = await registryWorld(
  { TRIPOD_REGISTRY_REQUESTS_PER_MINUTE: "1" },
  undefined,
  [],
  memoryLimiter({ clock: systemClock() }),
);
const crowded = await registryWorld({}, undefined, [], undefined, {}, { bodies: { totalBytes: 0 } });
const token = await open.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 3_600 });
const secretToken = await secret.token({ publish: ["*"], edit: ["*"], admin: true, ttlSeconds: 3_600 });

beforeAll(() => loadDemoServers(open.registry.deps, silentLog()));

/** Statuses by operation, as the world's own document has them. */
function documentedIn({ registry }: RegistryWorld): ReadonlyMap<string, ReadonlySet<number>> {
  const [service] = registry.services;
  if (!service) throw new Error("the registry mounts its interface first");
  return documentedStatuses(openApi(service.form, registryEndpoints));
}

async function statusOf(world: RegistryWorld, endpoint: AnyEndpoint, signed: string, sent: Sent): Promise<number> {
  const example = endpoint.examples.find(({ status = 200 }) => status < 400) ?? endpoint.examples[0];
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(sent.part ?? example?.path?.[name] ?? "1"),
  );
  const shown = example?.body === undefined ? undefined : Buffer.from(JSON.stringify(example.body));
  const body = "body" in sent ? sent.body : shown;
  const { authorization, ...headers } = { authorization: `Bearer ${signed}`, ...sent.headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${world.url}/v0.1${path}${sent.query === undefined ? "" : `?${sent.query}`}`,
      {
        method: methodsOf(endpoint)[0],
        timeout: PATIENCE_MS,
        headers: {
          ...(authorization === "" ? {} : { authorization }),
          ...(body ? { "content-type": "application/json", "content-length": String(body.length) } : {}),
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.end(body);
  });
}

/** Where the document and the answers differ. */
async function differences(world: RegistryWorld, signed: string, { by, change }: Provocation): Promise<string[]> {
  const documented = documentedIn(world);
  const problems: string[] = [];
  for (const endpoint of registryEndpoints) {
    const answered = await statusOf(world, endpoint, signed, change(endpoint));
    const isDocumented = documented.get(endpoint.id)?.has(answered) ?? false;
    if (!isDocumented) problems.push(`${endpoint.id} answers ${answered} to ${by}, and its document does not say so`);
  }
  return problems;
}

/** Operations that answer with the status to one of these at least. */
async function refusing(world: RegistryWorld, signed: string, provocations: readonly Provocation[]): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of registryEndpoints) {
    for (const { status, change } of provocations) {
      if ((await statusOf(world, endpoint, signed, change(endpoint))) !== status) continue;
      found.push(endpoint.id);
      break;
    }
  }
  return found;
}

/** Operations whose document has the status, but for a refusal that only the operation's own rules make. */
function documenting(world: RegistryWorld, status: number): string[] {
  const [service] = world.registry.services;
  return registryEndpoints
    .filter((endpoint) => service?.form.refusals?.(endpoint).some(({ spec }) => spec.status === status))
    .map(({ id }) => id);
}

/** Operations whose document asks for the token. */
function signedIn({ registry }: RegistryWorld): string[] {
  const [service] = registry.services;
  if (!service) throw new Error("the registry mounts its interface first");
  return registryEndpoints
    .filter((endpoint) => {
      const { paths } = openApi(service.form, [endpoint]) as { paths: Record<string, Record<string, object>> };
      return JSON.stringify(paths).includes('"security":[{"token":[]}');
    })
    .map(({ id }) => id);
}

const isLogin = (id: string): boolean => /^(?:tokens\.exchange|sessions\.(?:begin|finish|poll|renew))/.test(id);

describe("the documented statuses of the registry", () => {
  test.each([400, 413, 415, 422])("name %d for exactly the operations that answer so", async (status) => {
    const provocations = PROVOCATIONS.filter((each) => each.status === status);
    expect(await refusing(open, token, provocations)).toEqual(documenting(open, status));
  });

  test.each(PROVOCATIONS)("hold whatever is answered to $by", async (provocation) => {
    expect(await differences(open, token, provocation)).toEqual([]);
  });

  test("name 401 for exactly the operations that need a token", async () => {
    const provocations = PROVOCATIONS.filter(({ status }) => status === 401);
    const asked = documenting(open, 401);
    expect(asked).toContain("publishing.publishServer");
    // Logins answer 401 to proofs that are not valid, whether there is a token or not.
    const answered = await refusing(open, token, provocations);
    expect(answered.filter((id) => !isLogin(id))).toEqual(asked);
  });

  test("name 401 for reads too where reads are private", async () => {
    const provocations = PROVOCATIONS.filter(({ status }) => status === 401);
    const answered = await refusing(secret, secretToken, provocations);
    expect(documenting(secret, 401)).toContain("servers.listServers");
    expect(answered.filter((id) => !isLogin(id))).toEqual(documenting(secret, 401));
    expect(signedIn(secret)).toEqual(documenting(secret, 401));
    expect(signedIn(open)).toEqual(documenting(open, 401));
  });

  test("name 429 for every operation where requests are counted", async () => {
    const spent = await limited.get("/v0.1/ping");
    expect(spent.status).toBe(200);
    const all = registryEndpoints.map(({ id }) => id);
    expect(await refusing(limited, token, [{ status: 429, by: "one request too many", change: nothing }])).toEqual(all);
    expect(documenting(limited, 429)).toEqual(all);
  });

  test("name 503 for exactly the operations that may need the database, or take a large body", async () => {
    failing.mood = "away";
    try {
      const away = { status: 503, by: "a database that is away", change: nothing };
      const busy = { status: 503, by: "many large bodies", change: () => ({ body: Buffer.alloc(20_000, " ") }) };
      const receiving = await refusing(crowded, token, [busy]);
      expect(receiving).toContain("publishing.validateServer");
      const answered = await refusing(open, token, [away]);
      const inOrder = registryEndpoints.map(({ id }) => id).filter((id) => [...answered, ...receiving].includes(id));
      expect(documenting(open, 503)).toEqual(expect.arrayContaining(inOrder));
      // A login reads the signing keys every few seconds, and most judge a proof before. The check of the program reads
      // only which tokens are revoked, as often. A sign-in of a browser does what a login does.
      const mayAnswer = (id: string): boolean =>
        isLogin(id) || id.startsWith("sessions.") || id === "system.checkProgram";
      expect(inOrder.filter((id) => !mayAnswer(id))).toEqual(documenting(open, 503).filter((id) => !mayAnswer(id)));
    } finally {
      failing.mood = "well";
    }
  });

  test("name 500 for every operation, since any program may fail", () => {
    const without = [...documentedIn(open)].filter(([, statuses]) => !statuses.has(500));
    expect(without).toEqual([]);
  });
});
