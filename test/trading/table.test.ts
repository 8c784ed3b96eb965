/** The promises that every operation of the trading platform keeps, walked over its table. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { methodsOf } from "../../src/kit/endpoint/endpoint.ts";
import { isPending } from "../../src/trading/pending.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import * as table from "../support/table-tests.ts";
import type { TestWorld } from "../support/test-world.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { signed } from "../support/signed-trading.ts";
import { tradingWorld } from "../support/trading-world.ts";

const running = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { form } = service;
const admin = await running.person("admin");
await furnish(running, admin.uid);

const usedUp = await running.useOnce(admin.key);

const world: TestWorld = {
  form,
  endpoints: tradingEndpoints,
  baseUrl: running.url,
  credentials: () => signed(admin.key),
  refused: {
    malformed: () => ({ key: admin.key.key }),
    // Its nonce was used up before.
    expired: () => ({ key: admin.key.key, authorization: usedUp }),
    foreign: () => signed({ key: admin.key.key, secret: "0".repeat(64) }),
  },
};

describe("the platform's table", () => {
  test("has no contradictions", () => {
    expect(table.tableProblems(form, tradingEndpoints, true)).toEqual([]);
  });

  test("has one endpoint a file, named like it", () => {
    expect(table.fileProblems(tradingEndpoints, "src/trading")).toEqual([]);
  });

  test("lets nobody in without a valid key where one is needed", async () => {
    expect(await table.authProblems(world)).toEqual([]);
  });

  test("has examples that parse", () => {
    expect(table.exampleProblems(form, tradingEndpoints)).toEqual([]);
  });

  test("keeps the promises of its examples", async () => {
    expect(await table.replayProblems(world)).toEqual([]);
  });

  test("refuses in its own form", async () => {
    expect(await table.refusalProblems(world)).toEqual([]);
  });

  test("has a valid OpenAPI document", { timeout: 60_000 }, async ({ skip }) => {
    expect(openApiProblems(form, tradingEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, tradingEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});

const LIST = "../shared/contracts/trading/endpoints.tsv";

interface Documented {
  readonly path: string;
  readonly methods: readonly string[];
  readonly required: string[];
  readonly needsKey: boolean;
}

function documentedOperations(): Documented[] {
  const [, ...lines] = readFileSync(LIST, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, , methods = "", path = "", required = "", , auth = ""] = line.split("\t");
    const names =
      required === "-"
        ? []
        : required
            .replace(/\([^)]*\)/g, "")
            .split(";")
            .map((each) => each.trim());
    return {
      path: path.trim(),
      methods: methods.split("+"),
      // What has a default is taken as that.
      required: names.filter((name) => !/^\w+=/.test(name)).map((name) => /^\w+/.exec(name)?.[0] ?? name),
      needsKey: auth === "yes",
    };
  });
}

describe.skipIf(!existsSync(LIST))("every documented operation (skipped where the list of them is not at hand)", () => {
  const byPath = new Map(tradingEndpoints.map((each) => [each.path.slice(1), each]));
  const operations = existsSync(LIST) ? documentedOperations() : [];

  test("is there, with GET and POST, and is marked as documented", () => {
    for (const { path } of operations) {
      const endpoint = byPath.get(path);
      expect(endpoint, path).toBeDefined();
      expect([...methodsOf(endpoint as (typeof tradingEndpoints)[number])].sort(), path).toEqual(["GET", "POST"]);
      expect(endpoint && "beyondSpec" in endpoint, path).toBe(false);
    }
    const paths = new Set(operations.map(({ path }) => path));
    expect(paths.size).toBe(179);
    for (const each of tradingEndpoints)
      if (!paths.has(each.path.slice(1))) expect(each).toHaveProperty("beyondSpec", true);
  });

  test("refuses a stranger without a key with 2001 where it needs one", { timeout: 60_000 }, async () => {
    for (const { path, needsKey, methods } of operations) {
      const answer = await running.ask(methods.includes("POST") ? "POST" : "GET", path);
      if (needsKey) expect([path, answer.status, answer.json.data.code]).toEqual([path, 401, 2001]);
      else expect([path, answer.json.data.code]).not.toEqual([path, 2001]);
      expect(answer.json.meta.auth_required, path).toBe(needsKey);
    }
  });

  test("names exactly what is missing when it is called with nothing", { timeout: 60_000 }, async () => {
    for (const { path, required } of operations) {
      if (required.length === 0) continue;
      // Blank or left out, a template is called like its strategy.
      if (path === "strategy/save-template") required.splice(required.indexOf("label"), 1);
      const answer = await running.ask("POST", path, { key: admin.key });
      expect([path, answer.status, answer.json.data.code]).toEqual([path, 422, 1440]);
      expect([path, new Set(answer.json.data.missing_parameters)]).toEqual([path, new Set(required)]);
      expect(answer.json.missing_parameters).toEqual(answer.json.data.missing_parameters);
    }
  });
});

/** May only become smaller: what has answered once does not stop. */
const MOST_PENDING = 73;

test("operations that wait for the market or the engine become fewer", () => {
  const pending = tradingEndpoints.filter(isPending);
  expect(pending.length).toBeLessThanOrEqual(MOST_PENDING);
});
