/** The unmodified library signs and sends what our table says of each exchange. */
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "../../../kit/log/log.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { RateBudget } from "../core/rate-budget.ts";
import { ExchangeGate } from "./gate.ts";
import { newAttempt, newPace, privateContext } from "./gate-context.ts";
import { loadCcxt } from "./library.ts";
import { quirksOf } from "./quirks.ts";
import { PATIENCE_MS } from "../../../../test/support/wait-until.ts";

interface Seen {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: URLSearchParams;
}

let server: Server;
let at = "";
let seen: Seen[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({ url: new URL(request.url ?? "", at), headers: request.headers, body: new URLSearchParams(body) });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => server.close());

/** The server's view of an order that may arrive for this long. */
async function ordered(code: string, path: string, api: unknown, leftMs?: number): Promise<Seen> {
  seen = [];
  const clock = systemClock();
  const maker = await loadCcxt(code);
  const credentials = { token: "key", secret: "c2VjcmV0", password: "word" };
  const exchange = maker.make({ clock, credentials, address: at });
  const context = privateContext(credentials, newPace());
  const notAfterMs = leftMs === undefined ? {} : { notAfterMs: Date.now() + leftMs };
  context.attempt = newAttempt(notAfterMs);
  const budget = new RateBudget(100);
  const { orderExpiry } = quirksOf(code);
  new ExchangeGate({ clock, log: silentLog(), budget, timeoutMs: PATIENCE_MS, orderExpiry }).guard(exchange, context);
  await exchange.fetch2(path, api, "POST", { symbol: "X" }).catch(() => {});
  const [one] = seen;
  if (!one) throw new Error("nothing was sent");
  return one;
}

test.each([
  ["binance", "order", "private", ({ body }: Seen) => body.get("recvWindow")],
  ["binanceus", "order", "private", ({ body }: Seen) => body.get("recvWindow")],
  ["binanceusdm", "order", "fapiPrivate", ({ body }: Seen) => body.get("recvWindow")],
  ["bybit", "v5/order/create", "private", ({ headers }: Seen) => headers["x-bapi-recv-window"]],
  ["mexc", "order", ["spot", "private"], ({ url }: Seen) => url.searchParams.get("recvWindow")],
] as const)("%s gets a receive window", async (code, path, api, read) => {
  const window = Number(read(await ordered(code, path, api, 1_500)));
  expect(window).toBeGreaterThan(0);
  expect(window).toBeLessThanOrEqual(1_500);
  expect(read(await ordered(code, path, api))).toBe("5000");
});

test.each([
  ["okx", "trade/order", "private", ({ headers }: Seen) => Number(headers["exptime"])],
  ["gate", "orders", ["private", "spot"], ({ headers }: Seen) => Number(headers["x-gate-exptime"])],
  ["kraken", "AddOrder", "private", ({ body }: Seen) => Date.parse(body.get("deadline") ?? "")],
  ["phemex", "spot/orders", "private", ({ headers }: Seen) => Number(headers["x-phemex-request-expiry"]) * 1000],
] as const)("%s gets the last moment", async (code, path, api, read) => {
  const lastMs = Date.now() + 4_000;
  const told = read(await ordered(code, path, api, 4_000));
  expect(told).toBeGreaterThan(lastMs - 2_000);
  expect(told).toBeLessThanOrEqual(Date.now() + 4_000);
});

test("an exchange that takes no expiry gets none", async () => {
  const { url, body, headers } = await ordered("bitget", "v2/spot/trade/place-order", ["private", "spot"], 1_000);
  const text = `${url.href} ${body.toString()} ${JSON.stringify(headers)}`;
  expect(text).not.toMatch(/recv|exptime|deadline|expiry/i);
});
