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
import { Waiting } from "../../clients/typescript/src/push-channels.ts";
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

describe("messages that wait for a slow reader", () => {
  const message = (channel: string, seq: number, data: unknown) => ({ channel, seq, ms: seq, data }) as PushMessage;

  test("are the newest of each channel, in the order of their channels", () => {
    const waiting = new Waiting();
    waiting.put(message("asks/a-b-1", 1, [1, 1, 1]));
    waiting.put(message("arbitrage", 1, { p: null, s: [] }));
    waiting.put(message("asks/a-b-1", 2, [2, 1, 1]));
    expect(waiting.take()).toMatchObject({ channel: "asks/a-b-1", seq: 2, data: [2, 1, 1] });
    expect(waiting.take()).toMatchObject({ channel: "arbitrage" });
    expect(waiting.take()).toBeUndefined();
  });

  test("are the whole of a book that has changed again", () => {
    const waiting = new Waiting();
    const book = (kind: string, asks: unknown, bids: unknown, time: number) => ({ kind, asks, bids, time });
    waiting.put(
      message(
        "book/a-b",
        1,
        book(
          "snapshot",
          [[11, 1]],
          [
            [10, 1],
            [9, 1],
          ],
          1,
        ),
      ),
    );
    expect(waiting.take()).toMatchObject({ seq: 1, data: { kind: "snapshot" } });
    const first = message("book/a-b", 2, book("changes", [[12, 2]], [], 2));
    waiting.put(first);
    expect(waiting.take()).toBe(first);
    waiting.put(message("book/a-b", 3, book("changes", [[10.5, 1]], [[10, 0]], 3)));
    waiting.put(message("book/a-b", 4, book("changes", [[12, 0]], [[9.5, 4]], 4)));
    expect(waiting.take()).toMatchObject({
      seq: 4,
      data: {
        kind: "snapshot",
        asks: [
          [10.5, 1],
          [11, 1],
        ],
        bids: [
          [9.5, 4],
          [9, 1],
        ],
        time: 4,
      },
    });
    waiting.put({ ...message("book/a-b", 5, null), state: "stale" });
    expect(waiting.take()).toMatchObject({ seq: 5, data: null, state: "stale" });
  });

  test("keep every trade up to a limit, and count the others", () => {
    const waiting = new Waiting();
    const trades = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => [1, 1, 1, `t${from + at}`]);
    waiting.put(message("trades/a-b", 1, trades(0, 600)));
    waiting.put(message("trades/a-b", 2, trades(600, 600)));
    const taken = waiting.take();
    expect(taken).toMatchObject({ seq: 1, skipped: 200 });
    expect(taken?.data).toHaveLength(1_000);
    expect([...((taken?.data ?? []) as readonly unknown[])].at(-1)).toEqual([1, 1, 1, "t1199"]);
  });

  test("keep every article, as they came", () => {
    const waiting = new Waiting();
    const article = (id: string, title: string) => ({ id, title });
    for (const channel of ["news", "news/btc"]) {
      waiting.put(message(channel, 1, [article("1", "first"), article("2", "second")]));
      expect(waiting.take()?.data).toHaveLength(2);
      waiting.put(message(channel, 2, [article("3", "third")]));
      waiting.put(message(channel, 3, [article("4", "fourth"), article("3", "third, with its impact")]));
      expect(waiting.take()).toMatchObject({
        seq: 2,
        data: [article("3", "third"), article("4", "fourth"), article("3", "third, with its impact")],
      });
      // A snapshot takes the place of everything before.
      waiting.put(message(channel, 4, [article("5", "fifth")]));
      waiting.put(message(channel, 1, [article("6", "sixth")]));
      expect(waiting.take()).toMatchObject({ seq: 1, data: [article("6", "sixth")] });
    }
  });
});
