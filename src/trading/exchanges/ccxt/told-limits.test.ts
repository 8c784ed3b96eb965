/** Limits that an exchange tells in an answer of status 200. */
import { expect, onTestFinished, test } from "vitest";
import { ccxtAt, ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";

const LIMITED = { kind: "unavailable", reason: "rateLimited" };
const TOO_MANY = { code: -1003, msg: "Too many requests; please use the websocket for live updates." };

test.each([
  ["kraken", { error: ["EAPI:Rate limit exceeded"] }],
  ["kraken", { error: ["EGeneral:Too many requests"] }],
  ["bybit", { retCode: 10006, retMsg: "Too many visits!", result: {}, retExtInfo: {}, time: 1 }],
  ["okx", { code: "50011", msg: "Requests too frequent.", data: [] }],
])("%s is left alone for five seconds after %j", async (code, body) => {
  const server = await loopbackServer((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  const clock = manualClock();
  const exchange = await ccxtAt(server.url, { code, clock });
  onTestFinished(async () => {
    await exchange.close();
    await server.close();
  });
  await expect(exchange.ping()).rejects.toMatchObject(LIMITED);
  expect(exchange.stoppedMs?.()).toBe(5_000);
  expect(exchange.health().reason).toBe("The exchange asks for fewer requests");
  const next = expect(exchange.ping()).rejects.toMatchObject(LIMITED);
  await clock.advance(4_999);
  expect(server.seen).toHaveLength(1);
  await clock.advance(1);
  await next;
  expect(server.seen).toHaveLength(2);
});

test("a limit that was told to one key stops that key, and nobody else", async () => {
  const other = { token: "loopbackKey0002", secret: "loopbackSecret0002" };
  const clock = manualClock();
  const accounts = [CREDENTIALS, other].map(({ token, secret }) => ({
    apiKey: token,
    secret,
    balances: { USDT: "1000" },
  }));
  const { exchange, loopback, close } = await ccxtWorld({ clock, accounts });
  onTestFinished(close);
  await exchange.markets();
  const path = "/api/v3/account";
  const asked = (): number => loopback.requests.filter((request) => request.path === path).length;
  const [limited, second, free] = [
    exchange.account(CREDENTIALS),
    exchange.account(CREDENTIALS),
    exchange.account(other),
  ];
  loopback.faults.plan({ path, fault: { kind: "answer", status: 200, body: TOO_MANY } });
  await expect(limited.balances()).rejects.toMatchObject(LIMITED);
  expect([exchange.stoppedMs?.(), exchange.health().state]).toEqual([0, "ok"]);
  const later = [limited.balances(), second.balances()];
  expect(await free.balances()).not.toEqual([]);
  expect((await exchange.book("btcusdt", 5)).bids.length).toBeGreaterThan(0);
  expect(asked()).toBe(2);
  await clock.advance(4_999);
  expect(asked()).toBe(2);
  await clock.advance(1);
  await waitUntil(() => expect(asked()).toBe(4));
  expect((await Promise.all(later)).every((balances) => balances.length > 0)).toBe(true);
});
