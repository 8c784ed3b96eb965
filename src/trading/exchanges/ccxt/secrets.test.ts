/** No key, secret or signature gets into a failure, the log or the health, whatever goes wrong. */
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANSWERS } from "../../../../test/support/binance-loopback/faults.ts";
import type { RequestFault } from "../../../../test/support/binance-loopback/faults.ts";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { createLog } from "../../../kit/log/log.ts";
import type { OrderSink } from "../port.ts";

let opened: CcxtWorld | undefined;
let lines: string;
let printed: string;

beforeEach(() => {
  lines = "";
  printed = "";
  // When asked for verbose output, the library prints everything itself.
  for (const method of ["log", "warn", "error", "info", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => (printed += inspect(words)));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
});

/** @param timeoutMs of every request: short only where an answer never comes, since the machine may be busy */
async function open(timeoutMs = 60_000): Promise<CcxtWorld> {
  const stream = { write: (text: string) => (lines += text) };
  opened = await ccxtWorld({ log: createLog({ level: "debug", format: "json", stream }), timeoutMs });
  return opened;
}

const FAULTS: readonly RequestFault[] = [
  { kind: "lost", when: "before", how: "close" },
  { kind: "lost", when: "before", how: "silence" },
  { kind: "lost", when: "after", how: "half" },
  ANSWERS.unavailable,
  ANSWERS.internalError,
  // An exchange that repeats what it was sent.
  {
    kind: "answer",
    status: 400,
    body: { code: -1100, msg: `Illegal: apiKey=${CREDENTIALS.token}&signature=${"ab".repeat(32)}` },
  },
  { kind: "answer", status: 502, body: `<p>No ${CREDENTIALS.token} with ${CREDENTIALS.secret} here</p>` },
  { kind: "answer", status: 500, body: { headers: { "X-MBX-APIKEY": CREDENTIALS.token, cookie: CREDENTIALS.secret } } },
  { kind: "answer", status: 200, body: `${CREDENTIALS.secret} {"signature":"${"ab".repeat(32)}"}` },
  {
    kind: "answer",
    status: 403,
    body: `denied: ${encodeURIComponent(CREDENTIALS.token)}?signature=${"ab".repeat(32)}`,
  },
  { kind: "answer", status: 429, retryAfterS: 0, body: { code: -1003, msg: `Too many: ${CREDENTIALS.token}` } },
  { kind: "answer", status: 418, body: { code: -1003, msg: `Banned: ${CREDENTIALS.token}` } },
];

test.each(FAULTS)("%j", async (fault) => {
  const world = await open(fault.kind === "lost" && fault.how === "silence" ? 2_000 : undefined);
  const account = world.exchange.account(CREDENTIALS);
  await world.exchange.markets();
  await account.balances();
  const sink: OrderSink = { order: () => {}, fill: () => {}, resynced: () => {} };
  const stream = await account.watch(sink);
  const order = { marketId: "btcusdt", clientOrderId: "quiet1", side: "buy", type: "limit" } as const;
  const requests: [path: string, request: () => Promise<unknown>][] = [
    ["/api/v3/account", () => account.balances()],
    ["/api/v3/order", () => account.place({ ...order, amount: "0.01", price: "50000" })],
    ["/api/v3/order", () => account.find(order)],
    ["/api/v3/order", () => account.cancel(order)],
    ["/sapi/v1/account/apiRestrictions", () => account.permissions()],
  ];
  const failures: unknown[] = [];
  for (const [path, request] of requests) {
    world.loopback.faults.plan({ fault, count: 1, path });
    await request().catch((error: unknown) => failures.push(error));
    world.loopback.faults.heal();
  }
  world.loopback.faults.dropSockets("all");
  await stream.stop();
  expect(failures.length).toBeGreaterThan(0);
  const told = inspect([failures, world.exchange.health()], { depth: 10, showHidden: true }) + lines;
  expect(told).toContain("ExchangeFailure");
  for (const secret of [CREDENTIALS.token, CREDENTIALS.secret, "ab".repeat(32), "signature=ab"]) {
    expect(told).not.toContain(secret);
  }
  expect(told).not.toMatch(/signature=[0-9a-f]{8}/);
  expect(printed).toBe("");
});

test("an exchange's message to one customer is not in the health that all can read", async () => {
  const world = await open();
  const account = world.exchange.account(CREDENTIALS);
  await world.exchange.markets();
  await account.balances();
  world.loopback.faults.plan({
    fault: { kind: "answer", status: 502, body: "Dear Ms Example, you owe us 12" },
    count: 1,
  });
  await expect(account.balances()).rejects.toThrow("Ms Example");
  expect(world.exchange.health()).toMatchObject({ state: "degraded", reason: "The exchange answers with status 502" });
  expect(lines).not.toContain("Example");
});
