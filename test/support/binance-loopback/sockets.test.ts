/** The streams of the loopback exchange by a plain WebSocket: what Binance's documentation promises of them. */
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startBinanceLoopback, type BinanceLoopback, type LoopbackOptions } from "./loopback.ts";
import { restCaller } from "./signed-fetch.ts";

const CREDENTIALS = { apiKey: "key", secret: "secret" };
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "50000" };

type Message = Readonly<Record<string, unknown>>;

interface Listener {
  readonly socket: WebSocket;
  readonly messages: Message[];
  /** The first message that fits, of those that came or will come. */
  first(fits: (message: Message) => boolean): Promise<Message>;
  send(message: object): void;
}

let exchange: BinanceLoopback;
const open: WebSocket[] = [];

beforeEach(() => start({}));
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await exchange.close();
});

async function start(options: LoopbackOptions): Promise<void> {
  exchange = await startBinanceLoopback({
    accounts: [{ ...CREDENTIALS, balances: { BTC: "10", USDT: "1000000" } }],
    flushEveryMs: 0,
    ...options,
  });
}

async function listen(path: string): Promise<Listener> {
  const socket = new WebSocket(exchange.url.replace("http", "ws") + path);
  open.push(socket);
  const messages: Message[] = [];
  const waiting: { fits: (message: Message) => boolean; resolve: (message: Message) => void }[] = [];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8")) as Message;
    messages.push(message);
    for (const each of waiting) if (each.fits(message)) each.resolve(message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    messages,
    first(fits) {
      const found = messages.find(fits);
      return found
        ? Promise.resolve(found)
        : new Promise((resolve) => {
            waiting.push({ fits, resolve });
          });
    },
    send: (message) => socket.send(JSON.stringify(message)),
  };
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.once("close", resolve);
  });

describe("the depth stream", () => {
  test("numbers its events without holes, and with a snapshot they make the book", async () => {
    const { messages } = await listen("/ws/btcusdt@depth@100ms");
    exchange.world.trade(50);
    const { body } = await restCaller(exchange.url, CREDENTIALS).get("/api/v3/depth?symbol=BTCUSDT&limit=5000");
    const snapshot = body as unknown as { lastUpdateId: number; bids: string[][]; asks: string[][] };
    exchange.world.trade(50);
    const truth = exchange.book("BTCUSDT");
    await expect.poll(() => messages.at(-1)?.u).toBe(truth.sequence);

    for (const [index, { U }] of messages.entries()) {
      if (index > 0) expect(U).toBe(Number(messages[index - 1]?.u) + 1);
    }
    const [bids, asks] = [snapshot.bids, snapshot.asks].map(
      (levels) => new Map(levels.map(([p, q]) => [Number(p), Number(q)])),
    );
    for (const { u, b, a } of messages) {
      if (Number(u) <= snapshot.lastUpdateId) continue;
      for (const [side, changes] of [
        [bids, b],
        [asks, a],
      ] as const) {
        for (const [price, quantity] of changes as string[][]) {
          if (Number(quantity) === 0) side?.delete(Number(price));
          else side?.set(Number(price), Number(quantity));
        }
      }
    }
    const sorted = (side: Map<number, number> | undefined, sign: number) =>
      [...(side ?? [])].toSorted(([one], [other]) => sign * (one - other));
    expect([sorted(bids, -1), sorted(asks, 1)]).toEqual([truth.bids, truth.asks]);
  });

  test("has a gap, a double, a delay or silence when told so", async () => {
    const { messages } = await listen("/ws/btcusdt@depth@100ms");
    exchange.faults.swallowDepth(1, "BTCUSDT");
    exchange.world.trade(2);
    await expect.poll(() => messages.length).toBe(1);
    exchange.faults.duplicates = 1;
    exchange.world.trade(1);
    await expect.poll(() => messages.length).toBe(3);
    expect(messages[2]).toEqual(messages[1]);
    exchange.faults.isMute = true;
    exchange.world.trade(3);
    exchange.faults.isMute = false;
    exchange.faults.messageDelayMs = 30;
    exchange.world.trade(1);
    exchange.faults.messageDelayMs = 0;
    exchange.world.trade(1);
    await expect.poll(() => messages.length).toBe(5);
    expect(Number(messages[3]?.U)).toBeGreaterThan(Number(messages[2]?.u) + 1);
    expect(messages[4]?.U).toBe(Number(messages[3]?.u) + 1);
  });
});

describe("subscriptions", () => {
  test("come and go, are listed, and wrong ones are refused", async () => {
    const listener = await listen("/ws");
    listener.send({ method: "SUBSCRIBE", params: ["btcusdt@trade", "btcusdt@bookTicker"], id: 1 });
    expect(await listener.first(({ id }) => id === 1)).toEqual({ result: null, id: 1 });
    exchange.world.trade(20);
    expect(await listener.first(({ e }) => e === "trade")).toMatchObject({ s: "BTCUSDT" });
    expect(await listener.first(({ e, b }) => e === undefined && b !== undefined)).toMatchObject({ s: "BTCUSDT" });
    listener.send({ method: "UNSUBSCRIBE", params: ["btcusdt@trade"], id: 2 });
    listener.send({ method: "LIST_SUBSCRIPTIONS", id: 3 });
    expect(await listener.first(({ id }) => id === 3)).toEqual({ result: ["btcusdt@bookTicker"], id: 3 });
    listener.send({ method: "SUBSCRIBE", params: ["what is this"], id: 4 });
    expect(await listener.first(({ id }) => id === 4)).toMatchObject({ error: { code: 2 } });
  });

  test("of a combined stream are named in each message", async () => {
    const listener = await listen("/stream?streams=btcusdt@aggTrade/ethusdt@depth5@100ms");
    exchange.world.trade(20);
    expect(await listener.first(({ stream }) => stream === "btcusdt@aggTrade")).toMatchObject({
      data: { e: "aggTrade" },
    });
    const partial = await listener.first(({ stream }) => stream === "ethusdt@depth5@100ms");
    expect((partial.data as { bids: unknown[] }).bids).toHaveLength(5);
  });

  test("candles and tickers come once a second, and a finished candle says so", async () => {
    const listener = await listen("/ws/btcusdt@kline_1m/btcusdt@ticker/!miniTicker@arr");
    await exchange.world.run(70_000, { movesTime: true });
    const done = await listener.first(({ k }) => (k as { x?: boolean } | undefined)?.x === true);
    expect(done).toMatchObject({ e: "kline", k: { i: "1m" } });
    expect(await listener.first(({ e }) => e === "24hrTicker")).toMatchObject({ s: "BTCUSDT" });
    expect(await listener.first((message) => Array.isArray(message))).toHaveLength(3);
  });

  test("more than five messages a second end the connection", async () => {
    const { socket, send } = await listen("/ws");
    const ended = closed(socket);
    for (let id = 0; id < 6; id++) send({ method: "LIST_SUBSCRIPTIONS", id });
    expect(await ended).toBe(1008);
  });
});

describe("the user stream", () => {
  test("sends orders and balances by listen key until it is dropped", async () => {
    const { signed } = restCaller(exchange.url, CREDENTIALS);
    const { listenKey } = (await signed("POST", "/api/v3/userDataStream")).body as unknown as { listenKey: string };
    expect((await signed("PUT", "/api/v3/userDataStream", { listenKey })).status).toBe(200);
    const listener = await listen(`/ws/${listenKey}`);
    await signed("POST", "/api/v3/order", { ...ORDER, newClientOrderId: "mine" });
    await signed("DELETE", "/api/v3/order", { symbol: "BTCUSDT", origClientOrderId: "mine" });
    expect(await listener.first(({ x }) => x === "CANCELED")).toMatchObject({ C: "mine", X: "CANCELED" });
    expect(listener.messages[0]).toMatchObject({ e: "executionReport", x: "NEW", X: "NEW", c: "mine", C: "" });
    expect(listener.messages[1]).toMatchObject({
      e: "outboundAccountPosition",
      B: [
        { a: "BTC", f: "10.00000000" },
        { a: "USDT", f: "999500.00000000", l: "500.00000000" },
      ],
    });
    expect((await signed("DELETE", "/api/v3/userDataStream", { listenKey })).status).toBe(200);
    expect((await signed("PUT", "/api/v3/userDataStream", { listenKey })).body).toMatchObject({ code: -1125 });
  });

  test("tells each fill with its fee, to taker and maker, by signature over the WebSocket API", async () => {
    const listener = await listen("/ws-api/v3");
    const sign = (parameters: Record<string, string | number>) => {
      const payload = Object.keys(parameters)
        .toSorted()
        .map((name) => `${name}=${parameters[name] ?? ""}`)
        .join("&");
      return { ...parameters, signature: createHmac("sha256", CREDENTIALS.secret).update(payload).digest("hex") };
    };
    const now = { apiKey: CREDENTIALS.apiKey, timestamp: Date.now() };
    listener.send({ id: "1", method: "userDataStream.subscribe.signature", params: sign(now) });
    const { result } = await listener.first(({ id }) => id === "1");
    const { subscriptionId } = result as { subscriptionId: number };
    const market = { symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "0.05", newClientOrderId: "sold" };
    listener.send({ id: "2", method: "order.place", params: sign({ ...now, ...market }) });
    expect(await listener.first(({ id }) => id === "2")).toMatchObject({ status: 200, result: { status: "FILLED" } });
    const of = (message: Message) => (message.subscriptionId === subscriptionId ? (message.event as Message) : {});
    const filled = of(await listener.first((message) => of(message).X === "FILLED"));
    expect(filled).toMatchObject({ x: "TRADE", c: "sold", m: false, N: "USDT", z: "0.05000000" });
    expect(Number(filled.n)).toBeGreaterThan(0);
    listener.send({ id: "3", method: "order.place", params: { ...now, ...market, signature: "00" } });
    expect(await listener.first(({ id }) => id === "3")).toMatchObject({ status: 400, error: { code: -1022 } });
  });
});

describe("connections", () => {
  test("are dropped by kind, all in a crash, and refused in maintenance", async () => {
    const { signed } = restCaller(exchange.url, CREDENTIALS);
    const { listenKey } = (await signed("POST", "/api/v3/userDataStream")).body as unknown as { listenKey: string };
    const [market, user] = [await listen("/ws/btcusdt@trade"), await listen(`/ws/${listenKey}`)];
    const marketClosed = closed(market.socket);
    expect(exchange.faults.dropSockets("market")).toBe(1);
    expect(await marketClosed).toBe(1006);
    expect(user.socket.readyState).toBe(WebSocket.OPEN);
    const userClosed = closed(user.socket);
    await exchange.crash();
    expect(await userClosed).toBe(1006);
    await exchange.restart();
    exchange.faults.isMaintained = true;
    await expect(listen("/ws/btcusdt@trade")).rejects.toThrow("503");
    exchange.faults.heal();
    await listen("/ws/btcusdt@trade");
  });

  test("are asked whether they live, and ended when they are dead", async () => {
    await exchange.close();
    // Time enough to answer in, also on a busy machine.
    await start({ pingEveryMs: 1_000 });
    const { socket } = await listen("/ws");
    let pings = 0;
    socket.on("ping", () => pings++);
    await expect.poll(() => pings).toBeGreaterThan(1);
    socket.pong = () => {};
    const dead = new WebSocket(exchange.url.replace("http", "ws") + "/ws", { autoPong: false });
    open.push(dead);
    expect(await closed(dead)).toBe(1006);
  });
});
