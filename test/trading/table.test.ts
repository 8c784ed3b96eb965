/** The promises that every operation of the trading platform keeps, walked over its table. */
import { describe, expect, test } from "vitest";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { lintOpenApi, openApiProblems } from "../support/openapi-lint.ts";
import { besideExamples, moneyAdmin } from "../support/money-admin.ts";
import { undeclaredErrors, unproducedErrors } from "../support/error-recorder.ts";
import { TRADING_HTTP_CODES } from "../support/http-codes.ts";
import { documentedOperations } from "../support/documented-operations.ts";
import { ERRORS_OF_OTHER_TESTS } from "../support/errors-of-other-tests.ts";
import * as table from "../support/table-tests.ts";
import type { TestWorld } from "../support/test-world.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { signed } from "../support/signed-trading.ts";
import { tradingWorld } from "../support/trading-world.ts";

const running = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { form } = service;
const treasurer = await besideExamples(running, () => moneyAdmin(running));
const admin = await running.person("admin");
await furnish(running, admin.uid);

const usedUp = await running.useOnce(admin.key);

const world: TestWorld = {
  form,
  endpoints: tradingEndpoints,
  baseUrl: running.url,
  credentials: (_request, { auth }) => (auth === "provenAdmin" ? treasurer.session.headers : signed(admin.key)),
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

  test("has produced the errors that it declares, but those that other tests show, and no other", () => {
    const unproduced = unproducedErrors(tradingEndpoints, running.seenErrors);
    expect(unproduced.filter((line) => !ERRORS_OF_OTHER_TESTS["trading"].includes(line))).toEqual([]);
    const declared = new Set(unproducedErrors(tradingEndpoints, new Set()));
    expect(ERRORS_OF_OTHER_TESTS["trading"].filter((line) => !declared.has(line))).toEqual([]);
    expect(undeclaredErrors(tradingEndpoints, running.seenErrors, TRADING_HTTP_CODES)).toEqual([]);
  });

  test("has a valid OpenAPI document", async ({ skip }) => {
    expect(openApiProblems(form, tradingEndpoints)).toEqual([]);
    const problems = await lintOpenApi(openApi(form, tradingEndpoints));
    if (problems === undefined) skip("the linter is not installed, or too slow here");
    expect(problems).toEqual([]);
  });
});

describe("every documented operation", () => {
  const byPath = new Map(tradingEndpoints.map((each) => [each.path.slice(1), each]));
  const operations = documentedOperations("trading");

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

  test("refuses a stranger without a key with 2001 where it needs one", async () => {
    for (const { path, needsKey, methods } of operations) {
      const answer = await running.ask(methods.includes("POST") ? "POST" : "GET", path);
      if (needsKey) expect([path, answer.status, answer.json.data.code]).toEqual([path, 401, 2001]);
      else expect([path, answer.json.data.code]).not.toEqual([path, 2001]);
      expect(answer.json.meta.auth_required, path).toBe(needsKey);
    }
  });

  test("names exactly what is missing when it is called with nothing", async () => {
    for (const { path, required: listed } of operations) {
      // Blank or left out, a template is called like its strategy.
      const required = listed.filter((name) => path !== "strategy/save-template" || name !== "label");
      if (required.length === 0) continue;
      const answer = await running.ask("POST", path, { key: admin.key });
      expect([path, answer.status, answer.json.data.code]).toEqual([path, 422, 1440]);
      expect([path, new Set(answer.json.data.missing_parameters)]).toEqual([path, new Set(required)]);
      expect(answer.json.missing_parameters).toEqual(answer.json.data.missing_parameters);
    }
  });
});

test("no operation answers that the part which it needs is not built yet", () => {
  const unfinished = (tradingEndpoints as readonly AnyEndpoint[]).filter(({ errors }) =>
    errors.some(({ spec }) => spec.code === "5101" || spec.code === "5102"),
  );
  expect(unfinished.map(({ id }) => id)).toEqual([]);
});
