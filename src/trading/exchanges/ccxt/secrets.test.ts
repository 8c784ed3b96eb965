/** No key, secret or signature gets into a failure, the log or the health, whatever goes wrong. */
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ANSWERS } from "../../../../test/support/binance-loopback/faults.ts";
import type { RequestFault } from "../../../../test/support/binance-loopback/faults.ts";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { createLog } from "../../../kit/log/log.ts";
import type { OrderSink } from "../port.ts";

let world: CcxtWorld;
let lines: string;

beforeEach(async () => {
  lines = "";
  const stream = { write: (text: string) => (lines += text) };
  world = await ccxtWorld({ log: createLog({ level: "debug", format: "json", stream }), timeoutMs: 300 });
});
afterEach(() => world.close());

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
];

test.each(FAULTS)("%j", async (fault) => {
  const account = world.exchange.account(CREDENTIALS);
  await world.exchange.markets();
  await account.balances();
  const sink: OrderSink = { order: () => {}, fill: () => {}, resynced: () => {} };
  const stream = await account.watch(sink);
  const order = { marketId: "btcusdt", clientOrderId: "quiet1", side: "buy", type: "limit" } as const;
  const requests = [
    () => account.balances(),
    () => account.place({ ...order, amount: "0.01", price: "50000" }),
    () => account.find(order),
    () => account.cancel(order),
    () => account.permissions(),
  ];
  const failures: unknown[] = [];
  for (const request of requests) {
    world.loopback.faults.plan({ fault, count: 1 });
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
});
