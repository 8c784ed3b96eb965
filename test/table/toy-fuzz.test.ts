/** The toys hold under 500 requests each of every kind, and the fuzzer finds what is planted. */
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { json } from "../../src/kit/endpoint/output.ts";
import { fuzzService } from "../support/fuzz.ts";
import { startToys, toyWorlds, type Toys } from "./toy-services.ts";

const endpoint = endpointFor<unknown, { public: undefined }>();

/** Trips over quotes in a text, as a query that is put together by hand does. */
const careless = endpoint({
  id: "planted.careless",
  method: "GET",
  path: "/planted/careless",
  auth: "public",
  summary: "Careless",
  input: { query: Type.Object({ text: Type.String() }) },
  output: json(Type.Object({ text: Type.String() })),
  errors: [],
  examples: [],
  run: (_deps, { input }) => JSON.parse(`{"text":"${input.query.text}"}`) as { text: string },
});

/** Now and then answers a number where it promises a text. */
const forgetful = endpoint({
  id: "planted.forgetful",
  method: "POST",
  path: "/planted/forgetful",
  auth: "public",
  summary: "Forgetful",
  input: { body: Type.Object({ n: Type.Integer({ minimum: 0, maximum: 9 }) }) },
  output: json(Type.Object({ text: Type.String() })),
  errors: [],
  examples: [],
  run: (_deps, { input: { body } }) => ({ text: (body.n === 7 ? 7 : "fine") as string }),
});

const silent = endpoint({
  ...careless,
  id: "planted.silent",
  path: "/planted/silent",
  input: { query: Type.Object({ text: Type.String() }) },
  run: () => new Promise<{ text: string }>(() => {}),
});

let toys: Toys;
beforeAll(async () => {
  toys = await startToys({
    extra: { registry: [careless, forgetful, silent] },
    checkOutputs: false,
    limiter: {
      consume: () => ({
        allowed: true,
        limit: 1,
        remaining: 1,
        resetSeconds: 1,
        retryAfterSeconds: 1,
        isBanned: false,
      }),
    },
  });
});
afterAll(() => toys.close());

describe.each(["registry", "players", "trading"] as const)("the %s toy", (name) => {
  test("answers 500 requests of every kind as it promises", async () => {
    const world = toyWorlds(toys.url)[name];
    const { problems, statuses, succeeded } = await fuzzService({ world, requests: 500, seed: 20_250_101 });
    expect(problems).toEqual([]);
    // It must have reached what it tests: every endpoint, and refusals of many kinds.
    expect([...succeeded].sort()).toEqual(world.endpoints.map(({ id }) => id).sort());
    expect(Object.keys(statuses).length).toBeGreaterThan(4);
  });
});

test("a planted failure, a planted wrong shape and a planted silence are found", async () => {
  const world = toyWorlds(toys.url).registry;
  const found = async (planted: typeof careless | typeof forgetful, requests: number, requestMs = 120_000) => {
    const { problems } = await fuzzService({ world: { ...world, endpoints: [planted] }, requests, requestMs, seed: 1 });
    return problems[0];
  };
  expect(await found(careless, 200)).toMatch(/^planted\.careless: GET .*: answered 500/);
  expect(await found(forgetful, 300)).toMatch(/^planted\.forgetful: POST .*\/text must be string/);
  expect(await found(silent, 3, 500)).toMatch(/^planted\.silent: .*: no answer within/);
});

test("the same seed makes the same requests", async () => {
  const world = toyWorlds(toys.url).registry;
  const planted = { world: { ...world, endpoints: [careless] }, requests: 100, seed: 5, concurrency: 1 };
  const [one, two] = [await fuzzService(planted), await fuzzService(planted)];
  expect(one.problems.length).toBeGreaterThan(0);
  expect(two).toEqual(one);
});
