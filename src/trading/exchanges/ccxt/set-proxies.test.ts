import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ccxtAt,
  ccxtWorld,
  CREDENTIALS,
  HASTY_TIMEOUT_MS,
  type CcxtWorld,
} from "../../../../test/support/ccxt-loopback.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { tunnelProxy, type TunnelProxy } from "../../../../test/support/tunnel-proxy.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { proxyRules, type ProxyRules } from "../../../kit/outbound/proxy-rules.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import type { Exchange } from "../port.ts";
import { loadCcxt } from "./library.ts";

/** A name that only the proxy knows. */
const HOST = "exchange.test";
const ORDER = { marketId: "btcusdt", clientOrderId: "p1", side: "buy", type: "limit", amount: "0.01" } as const;

let world: CcxtWorld;
let proxy: TunnelProxy;
let exchange: Exchange | undefined;
beforeEach(async () => {
  [world, proxy] = await Promise.all([ccxtWorld(), tunnelProxy()]);
});
afterEach(async () => {
  await exchange?.close();
  exchange = undefined;
  proxy.close();
  await world.close();
});

/** The exchange by its name, as a process with these variables connects it. */
async function named(variables?: Parameters<typeof rules>[0], secure?: string): Promise<Exchange> {
  const address = secure ?? `http://${HOST}:${new URL(world.loopback.url).port}`;
  // Nobody answers behind the tunnel.
  const timeout = secure === undefined ? {} : { timeoutMs: HASTY_TIMEOUT_MS };
  exchange = await ccxtAt(address, { proxyRules: rules(variables), ...timeout });
  return exchange;
}

function rules(variables: Readonly<Record<string, string>> = {}): ProxyRules {
  const address = `http://user:p%40ss@127.0.0.1:${proxy.port}`;
  return proxyRules({ HTTP_PROXY: address, HTTPS_PROXY: address, ...variables });
}

const asked = (): string[] => [...new Set(proxy.asked.map(({ what }) => what))];
const there = (): string => `CONNECT ${HOST}:${new URL(world.loopback.url).port}`;

describe("an exchange behind the operator's proxy", () => {
  test("is asked for markets and orders through it, with the proxy's own credentials", async () => {
    const connected = await named();
    const account = connected.account(CREDENTIALS);
    expect(await account.place({ ...ORDER, price: "50000" })).toMatchObject({ state: "open" });
    expect(await account.cancel(ORDER)).toMatchObject({ state: "canceled" });
    expect(asked()).toEqual([there()]);
    const credentials = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(new Set(proxy.asked.map(({ headers }) => headers["proxy-authorization"]))).toEqual(new Set([credentials]));
  });

  test("sends its books through it, by a websocket", async () => {
    const sink = new RecordedMarket();
    const watch = (await named()).watch(["btcusdt"], sink);
    await waitUntil(() => expect(sink.read("btcusdt", 1)?.bids).toHaveLength(1));
    const requests = proxy.asked.length;
    await watch.stop();
    expect(asked()).toEqual([there()]);
    expect(requests).toBeGreaterThan(1);
  });

  test("is asked by https, and by encrypted websockets, through a tunnel", async () => {
    const connected = await named({ HTTP_PROXY: "" }, `https://${HOST}`);
    await expect(connected.markets()).rejects.toMatchObject({ kind: "unavailable" });
    expect(asked()).toEqual([`CONNECT ${HOST}:443`]);
    proxy.asked.length = 0;
    const { make } = await loadCcxt("binance");
    const library = make({ clock: systemClock(), proxyRules: rules({ HTTP_PROXY: "" }) });
    const failed = new Promise<unknown>((resolve) => {
      const { onError } = library;
      library.onError = (client, error) => {
        onError.call(library, client, error);
        resolve(error);
      };
    });
    const stream = library.client(`wss://${HOST}/ws`);
    void stream.connect().catch(() => undefined);
    expect(await failed).toMatchObject({ message: expect.stringContaining("Proxy connection ended") });
    await library.close();
    expect(asked()).toEqual([`CONNECT ${HOST}:443`]);
  });

  test("that NO_PROXY names is asked directly", async () => {
    await expect((await named({ NO_PROXY: HOST })).markets()).rejects.toMatchObject({ kind: "unavailable" });
    expect(proxy.asked).toEqual([]);
  });

  test("fails with its tunnel when the proxy drops tunnels, and opens none again for it", async () => {
    const connected = await named();
    await connected.markets();
    proxy.fails = "drops";
    proxy.asked.length = 0;
    await expect(connected.account(CREDENTIALS).openOrders()).rejects.toMatchObject({ kind: "unavailable" });
    const opened = proxy.asked.length;
    expect(opened).toBeLessThan(5);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(proxy.asked.length).toBeLessThan(opened + 5);
    proxy.fails = undefined;
    expect(await connected.account(CREDENTIALS).openOrders()).toEqual([]);
  });

  test("gets no order when the proxy refuses, and the order is known not to be there", async () => {
    const connected = await named();
    await connected.markets();
    await connected.ping();
    proxy.refuses = true;
    const account = connected.account(CREDENTIALS);
    await expect(account.place({ ...ORDER, price: "50000" })).rejects.toMatchObject({ kind: "unavailable" });
    expect(asked()).toEqual([there()]);
  });
});
