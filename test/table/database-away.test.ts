/**
 * While the database is away, every operation of every service is answered 503 and when to come back, or as if it were
 * there; and never by a bare 500, from which a caller learns nothing.
 */
import { describe, expect, test } from "vitest";
import { Type } from "typebox";
import { endpointFor, methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { json } from "../../src/kit/endpoint/output.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { takesIdempotencyKey } from "../../src/trading/idempotency/index.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import {
  playersExamples,
  registryExamples,
  replayExamples,
  tradingExamples,
  type ExampleWorld,
} from "../support/example-worlds.ts";
import { failingDatabase, type FailingDatabase } from "../support/failing-database.ts";
import { registryToyForm } from "./toy-registry.ts";

/** Changes of each service that a database which takes no writes does not stop, and why. */
const REGISTRY_NEEDS_NO_WRITE: Readonly<Record<string, string>> = {
  "publishing.validateServer": "says what is wrong with a document, and stores nothing",
  "sessions.endSession": "its example has no session to end",
};
const PLAYERS_NEEDS_NO_WRITE: Readonly<Record<string, string>> = {
  "sessions.endSession": "its example has no session to end",
};
const TRADING_NEEDS_NO_WRITE: Readonly<Record<string, string>> = {
  "signals.manageSubscriptions": "its example lists them",
  "strategies.stopAllStrategies": "no example's strategy runs",
};

/** An operation that commits, and then finds the database gone. */
async function startHalfway(method: "GET" | "POST") {
  const { db } = await testDatabase({ rooms: [] });
  await db.execute({ name: "create", text: "create table made (id int)" });
  const store = failingDatabase(db);
  const halfway = endpointFor<{ readonly commits: boolean }, { public: undefined }>()({
    id: "servers.goHalfway",
    method,
    path: "/halfway",
    auth: "public",
    summary: "Go halfway",
    input: {},
    output: json(Type.Object({})),
    errors: [],
    examples: [],
    async run({ commits }) {
      store.mood = "well";
      if (commits) await store.db.execute({ name: "make", text: "insert into made values (1)" });
      store.mood = "away";
      await store.db.query({ name: "look", text: "select 1 as one" });
      return {};
    },
  });
  const ask = async (commits: boolean): Promise<Response> => {
    const http = await buildHttp({
      services: [{ form: registryToyForm, endpoints: [halfway], deps: { commits } }],
      log: silentLog(),
      requestId: () => "req",
    });
    try {
      const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
      return await fetch(`${url}${registryToyForm.prefixes[0] ?? ""}/halfway`, { method });
    } finally {
      await http.close();
    }
  };
  return ask;
}

describe("a change that has committed something before the database went away", () => {
  test("is not said to have changed nothing, and its caller is not asked to come back blindly", async () => {
    const ask = await startHalfway("POST");
    expect((await ask(false)).status).toBe(503);
    const answer = await ask(true);
    expect(answer.status).toBe(500);
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(await answer.json()).toEqual({ error: "It was done or not" });
  });

  test("but a read may always be asked for again", async () => {
    const ask = await startHalfway("GET");
    expect((await ask(true)).status).toBe(503);
  });
});

async function failing(room: string): Promise<{ database: TestDatabase; store: FailingDatabase }> {
  const database = await testDatabase({ rooms: ["kit", room] });
  await migrateJobs(database.connection);
  const store = failingDatabase(database.db);
  return { database: { ...database, db: store.db }, store };
}

async function inMoods(
  store: FailingDatabase,
  world: ExampleWorld,
): Promise<{ readOnly: ReadonlySet<string>; away: ReadonlySet<string> }> {
  store.mood = "readOnly";
  const readOnly = await replayExamples(world, async (replay) => {
    store.mood = "well";
    await replay();
    store.mood = "readOnly";
  });
  store.mood = "away";
  const away = await replayExamples(world);
  store.mood = "well";
  expect([...readOnly.problems, ...away.problems]).toEqual([]);
  return { readOnly: readOnly.away, away: away.away };
}

describe("while the database is a standby, and while it is away", () => {
  test("the registry answers 503 to every change, and reads go on", async () => {
    const { database, store } = await failing("registry");
    const world = await registryExamples(database);
    const { readOnly, away } = await inMoods(store, world);
    const changes = withoutGet(registryEndpoints);
    expect(missing(changes, readOnly)).toEqual(Object.keys(REGISTRY_NEEDS_NO_WRITE).toSorted());
    expect(missing(changes, away)).toEqual(Object.keys(REGISTRY_NEEDS_NO_WRITE).toSorted());
    expect([...away].filter((id) => id.startsWith("servers.list"))).toEqual([]);
  });

  test("the lookup of players answers 503 where it needs the database, and what is in memory goes on", async () => {
    const { database, store } = await failing("players");
    const world = await playersExamples(database);
    const { readOnly, away } = await inMoods(store, world);
    expect(missing(withoutGet(playersEndpoints), readOnly)).toEqual(Object.keys(PLAYERS_NEEDS_NO_WRITE).toSorted());
    expect(away.size).toBeGreaterThan(0);
    expect([...away]).not.toContain("search.searchNames");
  });

  test("the trading platform answers 503 to every change", async () => {
    const { database, store } = await failing("trading");
    const world = await tradingExamples(database);
    const { readOnly } = await inMoods(store, world);
    const changes = (tradingEndpoints as readonly AnyEndpoint[]).filter(takesIdempotencyKey);
    expect(missing(changes, readOnly)).toEqual(Object.keys(TRADING_NEEDS_NO_WRITE).toSorted());
  });
});

/** The operations that change something, by their methods. */
function withoutGet(endpoints: readonly AnyEndpoint[]): readonly AnyEndpoint[] {
  return endpoints.filter((endpoint) => !methodsOf(endpoint).includes("GET"));
}

/** Those that have an example which succeeds, and were not answered 503. */
function missing(endpoints: readonly AnyEndpoint[], refused: ReadonlySet<string>): string[] {
  const tried = endpoints.filter(({ examples }) => examples.some(({ status = 200 }) => status < 400));
  return tried
    .map(({ id }) => id)
    .filter((id) => !refused.has(id))
    .toSorted();
}
