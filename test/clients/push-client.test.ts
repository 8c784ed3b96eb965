/** The TypeScript client's push against a platform that runs, with a break in between. */
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  session,
  signed,
  tradingClient,
  withBook,
  type Book,
  type Push,
  type PushMessage,
  type PushOptions,
} from "../../clients/typescript/src/trading.ts";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { bookOf, marketOf, ScriptedExchange } from "../support/scripted-exchange.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const one = new ScriptedExchange("one", [marketOf("BTC/USDT", { tickSize: "0.01" })]);
const world = await tradingWorld({
  settings: { TRIPOD_TRADING_PUSH_PUBLIC_PACE_MS: "0" },
  exchanges: [one],
});
const { key } = await world.person();
const socketOf: PushOptions = { WebSocket };

let ask = 101;
let beat: NodeJS.Timeout | undefined;
beforeAll(async () => {
  await waitUntil(() => expect(one.watched).toBeDefined());
  const setBook = (): void => one.says.book("btcusdt", bookOf(100, ask, { atMs: Date.now() }));
  setBook();
  beat = setInterval(setBook, 250);
});
afterAll(() => clearInterval(beat));

const CHANNEL = "asks/one-btcusdt-1";

const refusalOf = (push: Push, channel: string): Promise<unknown> =>
  push
    .messages([channel])
    .next()
    .catch((error: unknown) => error);

describe("the push", () => {
  test("begins with a snapshot, tells of changes, and begins again after a break", async () => {
    const proxy = await breakingProxy(world.url);
    const states: string[] = [];
    const push = tradingClient({ baseUrl: proxy.url }).push({
      ...socketOf,
      onState: (state) => void states.push(state),
    });
    onTestFinished(() => push.close());
    const heard: PushMessage<typeof CHANNEL>[] = [];
    const end = push.follow(CHANNEL, (message) => void heard.push(message));
    await waitUntil(() => expect(heard.at(-1)?.data?.[0]).toBe(101));
    expect(heard[0]?.seq).toBe(1);
    ask = 102;
    await waitUntil(() => expect(heard.at(-1)?.data?.[0]).toBe(102));
    proxy.breakAll();
    ask = 103;
    await waitUntil(() => expect(heard.at(-1)?.data?.[0]).toBe(103));
    expect(heard.filter(({ seq }) => seq === 1).length).toBeGreaterThan(1);
    expect(states).toEqual(["open", "lost", "open"]);
    end();
    const { length } = heard;
    ask = 104;
    const others: unknown[] = [];
    push.follow(CHANNEL, (message) => void others.push(message));
    await waitUntil(() => expect(others.length).toBeGreaterThan(0));
    expect(heard).toHaveLength(length);
  });

  test("begins again after a message that is none of the push", async () => {
    let isFirst = true;
    /** Something between says a word of its own, once. */
    class Garbled extends WebSocket {
      constructor(url: string) {
        super(url);
        if (isFirst) this.once("open", () => this.emit("message", Buffer.from("<html>"), false));
        isFirst = false;
      }
    }
    const states: unknown[] = [];
    const push = tradingClient({ baseUrl: world.url }).push({
      WebSocket: Garbled,
      onState: (...state) => void states.push(state),
    });
    onTestFinished(() => push.close());
    let heard = 0;
    push.follow(CHANNEL, () => heard++);
    await waitUntil(() => expect(heard).toBeGreaterThan(0));
    expect(states).toContainEqual(["lost", "a message that is not one of the push"]);
  });

  test("tells books, which a program holds whole", async () => {
    const push = tradingClient({ baseUrl: world.url }).push(socketOf);
    onTestFinished(() => push.close());
    let book: Book | null = null;
    push.follow("book/one-btcusdt", ({ data }) => (book = withBook(book, data)));
    await waitUntil(() =>
      expect(book).toMatchObject({ kind: "snapshot", levels: 10, asks: [[ask, 1]], bids: [[100, 1]] }),
    );
    ask += 1;
    await waitUntil(() => expect(book).toMatchObject({ kind: "snapshot", asks: [[ask, 1]], bids: [[100, 1]] }));
  });

  test("gives a second follower of a channel a snapshot too", async () => {
    const push = tradingClient({ baseUrl: world.url }).push(socketOf);
    onTestFinished(() => push.close());
    const [first, second]: [PushMessage[], PushMessage[]] = [[], []];
    push.follow(CHANNEL, (message) => void first.push(message));
    await waitUntil(() => expect(first.length).toBeGreaterThan(0));
    push.follow(CHANNEL, (message) => void second.push(message));
    await waitUntil(() => expect(second[0]).toMatchObject({ seq: 1, data: expect.any(Array) }));
  });

  test("is read in a loop, which ends by close", async () => {
    const push = tradingClient({ baseUrl: world.url, auth: signed(key) }).push(socketOf);
    const seen = new Set<string>();
    for await (const message of push.messages([CHANNEL, "system/status"])) {
      seen.add(message.channel);
      if (seen.size === 2) push.close();
    }
    expect([...seen].toSorted()).toEqual([CHANNEL, "system/status"]);
    expect(() => push.follow(CHANNEL, () => {})).toThrow("closed");
  });

  test("holds no connection when nothing is followed, and opens one again for the next channel", async () => {
    const sockets: WebSocket[] = [];
    class Kept extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    }
    const states: string[] = [];
    const push = tradingClient({ baseUrl: world.url }).push({
      WebSocket: Kept,
      onState: (state) => void states.push(state),
    });
    onTestFinished(() => push.close());
    let heard: PushMessage[] = [];
    const follow = (channel: string): (() => void) => push.follow(channel, (message) => void heard.push(message));
    const end = follow(CHANNEL);
    await waitUntil(() => expect(heard[0]).toMatchObject({ channel: CHANNEL, seq: 1 }));
    // Another channel at once: it is the same connection.
    end();
    const endOther = follow("system/status");
    await waitUntil(() => expect(heard.at(-1)).toMatchObject({ channel: "system/status" }));
    expect(sockets).toHaveLength(1);
    endOther();
    await waitUntil(() => expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED]));
    expect(states).toEqual(["open", "lost"]);
    heard = [];
    follow(CHANNEL);
    await waitUntil(() => expect(heard[0]).toMatchObject({ channel: CHANNEL, seq: 1 }));
    // A channel that is refused is not followed either.
    expect(await refusalOf(push, "strategy/999999")).toMatchObject({ code: 2001 });
    expect(states).toEqual(["open", "lost", "open"]);
  });

  test("shows its key before it follows a private channel, and throws what is refused", async () => {
    const auth = signed(key);
    const push = tradingClient({ baseUrl: world.url, auth }).push(socketOf);
    onTestFinished(() => push.close());
    // It is known who asks: the strategy is not there. Without a key the answer is that one is needed.
    await expect(push.messages(["strategy/999999"]).next()).rejects.toMatchObject({
      kind: "refused",
      operation: "push",
    });
    const stranger = tradingClient({ baseUrl: world.url }).push(socketOf);
    onTestFinished(() => stranger.close());
    await expect(stranger.messages(["strategy/999999"]).next()).rejects.toMatchObject({ code: 2001 });
  });

  test("of a session shows a ticket on each connection, and ends when the session does", async () => {
    const { uid } = await world.person();
    const user = await world.trading.deps.accounts.find(uid);
    const proxy = await breakingProxy(world.url);
    const client = tradingClient({ baseUrl: proxy.url, auth: session() });
    // Before the login it follows what is public.
    const visitor = client.push(socketOf);
    onTestFinished(() => visitor.close());
    await expect(visitor.messages([CHANNEL]).next()).resolves.toMatchObject({ value: { channel: CHANNEL } });
    await expect(visitor.messages(["strategy/999999"]).next()).rejects.toMatchObject({ code: 2001 });
    await client.sessions.login({ login: user?.username ?? "", password: "Long-enough-1" });
    const push = client.push(socketOf);
    onTestFinished(() => push.close());
    const heard: PushMessage[] = [];
    const ended = new Promise<Error>((resolve) => {
      push.follow(CHANNEL, (message) => void heard.push(message), resolve);
    });
    for (const times of [1, 2]) {
      await expect(push.messages(["strategy/999999"]).next()).rejects.toMatchObject({ code: 2300 });
      await waitUntil(() => expect(heard.filter(({ seq }) => seq === 1).length).toBeGreaterThanOrEqual(times));
      if (times === 1) proxy.breakAll();
    }
    await client.sessions.logout();
    expect(await ended).toMatchObject({ code: 2000, message: expect.stringContaining("session") });
  });

  test("follows a private channel that is asked for while the ticket is on its way", async () => {
    const { uid } = await world.person();
    const user = await world.trading.deps.accounts.find(uid);
    let told: Promise<unknown> | undefined;
    const askedMeanwhile: typeof fetch = async (input, init) => {
      // The socket is open, and the server does not know yet who asks.
      if (new Request(input).url.endsWith("/session/push-ticket")) told ??= refusalOf(push, "strategy/999999");
      return fetch(input, init);
    };
    const client = tradingClient({ baseUrl: world.url, auth: session(), fetch: askedMeanwhile });
    await client.sessions.login({ login: user?.username ?? "", password: "Long-enough-1" });
    const push = client.push(socketOf);
    onTestFinished(() => push.close());
    await push.messages([CHANNEL]).next();
    // It is known who asks: the strategy is not there. Without a ticket the answer is that a key is needed.
    expect(await told).toMatchObject({ code: 2300 });
  });

  test("ends with the error of a key that is not valid", async () => {
    const auth = signed({ ...key, secret: "0".repeat(64) });
    const push = tradingClient({ baseUrl: world.url, auth }).push(socketOf);
    await expect(push.messages([CHANNEL, "arbitrage"]).next()).rejects.toMatchObject({ code: 2000 });
  });

  test("ends by the caller's signal, with its reason", async () => {
    const push = tradingClient({ baseUrl: world.url }).push(socketOf);
    onTestFinished(() => push.close());
    const leaving = new AbortController();
    const messages = push.messages([CHANNEL], { signal: leaving.signal });
    await messages.next();
    leaving.abort(new Error("enough"));
    await expect(
      (async () => {
        for await (const _ of messages);
      })(),
    ).rejects.toThrow("enough");
  });
});
