/** Requests to exchanges as spans. */
import { afterAll, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import type { EndedSpan } from "../../../kit/traces/otlp.ts";
import { recordTraces } from "../../../kit/traces/record-traces.ts";

const spans: EndedSpan[] = [];
const traces = recordTraces({
  share: 1,
  clock: systemClock(),
  random: systemRandom(),
  onEnd: (span) => spans.push(span),
});
const world = await ccxtWorld();
afterAll(() => world.close());

test("an order is a span below the work that sends it, without its amounts and keys", async () => {
  const exchange = await world.connect({ traces });
  const account = exchange.account(CREDENTIALS);
  const order = { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01234", price: "10000.5" } as const;
  await traces.run({ name: "the work", kind: "internal" }, () =>
    account.place({ ...order, clientOrderId: "mine0000000001" }),
  );
  const placed = spans.find(({ name }) => name === "binance POST order");
  const work = spans.find(({ name }) => name === "the work");
  expect(placed).toMatchObject({
    kind: "client",
    traceId: work?.traceId,
    parentSpanId: work?.spanId,
    attributes: { "http.request.method": "POST", "tripod.exchange": "binance" },
  });
  const shown = JSON.stringify(spans);
  for (const secret of ["0.01234", "10000.5", "mine0000000001", CREDENTIALS.token, "signature"]) {
    expect(shown).not.toContain(secret);
  }
  await account.close();
});
