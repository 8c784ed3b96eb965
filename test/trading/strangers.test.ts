/** No account learns of the things of another one by their ids, at any operation. */
import { expect, test } from "vitest";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { besideExamples, moneyAdmin } from "../support/money-admin.ts";
import { signed } from "../support/signed-trading.ts";
import { walkAsStranger } from "../support/strangers-table.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const running = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { treasurer, stranger } = await besideExamples(running, async () => ({
  treasurer: await moneyAdmin(running),
  stranger: await running.person("user"),
}));
const owner = await running.person("admin");
await furnish(running, owner.uid);

/** Kinds of staff answer about all accounts, or refuse the stranger whatever the id. */
const STAFF = new Set(["admin", "provenAdmin", "support", "public", "visitor"]);
/** One algorithm of the examples is published by then, and another is of the library. Competitions are for all. */
const EVERYBODYS = new Set([
  "algorithms.validateAlgorithm",
  "algorithms.unpublishAlgorithm",
  "algorithms.listConditions",
  "algorithms.listExecutions",
  "competitions.joinCompetition",
  "competitions.leaveCompetition",
]);

test("ids of another account are answered like ids that nothing has", async () => {
  const { problems, tried } = await walkAsStranger({
    world: {
      form: service.form,
      endpoints: tradingEndpoints,
      baseUrl: running.url,
      credentials: (_request, { auth }) => (auth === "provenAdmin" ? treasurer.session.headers : signed(owner.key)),
      refused: { malformed: () => ({}), expired: () => ({}), foreign: () => ({}) },
    },
    stranger: () => signed(stranger.key),
    isPublic: ({ auth, id }) => STAFF.has(auth) || EVERYBODYS.has(id),
  });
  expect(problems).toEqual([]);
  // As many as have an example that names something of its owner.
  expect(tried.length).toBeGreaterThanOrEqual(55);
});
