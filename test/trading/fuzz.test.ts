/** Odd requests to every operation, as the owner of something and as a stranger: nothing breaks and nothing leaks. */
import { expect, test } from "vitest";
import { createLog } from "../../src/kit/log/log.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { undeclaredErrors } from "../support/error-recorder.ts";
import { TRADING_HTTP_CODES } from "../support/http-codes.ts";
import { fuzzService } from "../support/fuzz.ts";
import type { TestWorld } from "../support/test-world.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { household } from "../support/trading-household.ts";
import { signed } from "../support/signed-trading.ts";
import { tradingWorld } from "../support/trading-world.ts";

/** `npm run soak -- trading-fuzz` sends more. */
const REQUESTS = Number(process.env["TRIPOD_TEST_FUZZ_REQUESTS"] ?? 2_000);
const SEED = 20_261_121;

const lines: string[] = [];
const log = createLog({ level: "debug", format: "json", stream: { write: (line) => lines.push(line) } });
const running = await tradingWorld({ settings: EXAMPLE_SETTINGS, log });
const [service] = running.trading.services;
if (!service) throw new Error("the platform mounts its interface");
const { form } = service;
const { owner, stranger, ids, privateTexts, secrets } = await household(running, (uid) =>
  addKey(running.platform, running.trading.deps.apiKeys, uid, {
    label: "member",
    access: "full_access",
    allowBearer: false,
  }),
);

function worldOf(key: MadeKey): TestWorld {
  return {
    form,
    endpoints: tradingEndpoints,
    baseUrl: running.url,
    credentials: () => signed(key),
    refused: {
      malformed: () => ({ key: key.key }),
      expired: () => ({ key: key.key }),
      foreign: () => signed({ key: key.key, secret: "0".repeat(64) }),
    },
  };
}

const timeout = REQUESTS * 20 + 300_000;

test("a stranger breaks nothing and sees nothing of another account", { timeout }, async () => {
  const { problems, statuses, succeeded } = await fuzzService({
    world: worldOf(stranger.key),
    requests: REQUESTS / 2,
    seed: SEED,
    forbidden: [...privateTexts, ...secrets],
    ids: [...ids.values()],
  });
  expect(problems).toEqual([]);
  for (const id of ["support.listTickets", "exchanges.listKeys", "wallets.listBalances"]) {
    expect(succeeded, id).toContain(id);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 422]));
  const { text } = await running.ask("GET", "exchange-api-keys/list", { key: owner.key });
  expect(text).toContain(privateTexts[0]);
});

test("an owner breaks nothing and is shown no secret", { timeout }, async () => {
  const { problems, succeeded } = await fuzzService({
    world: worldOf(owner.key),
    requests: REQUESTS / 2,
    seed: SEED + 1,
    forbidden: secrets,
  });
  expect(problems).toEqual([]);
  for (const id of ["support.listTickets", "exchanges.listKeys", "subaccounts.subaccountList"]) {
    expect(succeeded, id).toContain(id);
  }
});

test("no operation answers an error that it does not declare", () => {
  expect(undeclaredErrors(tradingEndpoints, running.seenErrors, TRADING_HTTP_CODES)).toEqual([]);
});

test("the log holds no secret", () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
