/** Whatever comes over a socket is answered, refused or cut off, and the others notice nothing. */
import fc from "fast-check";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { eventually, plainFollower, pushWorld, type PlainFollower } from "../../../test/support/push-world.ts";
import { openRaw, rawRequest } from "../../../test/support/raw-http.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";

const NAME = "asks/simalpha-btcusdt-1";

async function world(options: Parameters<typeof pushWorld>[0] = {}) {
  const made = await pushWorld(options);
  made.market.list("simalpha-btcusdt");
  made.market.setTop("simalpha-btcusdt", { ask: [1, 1] });
  return made;
}

const unhandled: unknown[] = [];
process.on("uncaughtExceptionMonitor", (error) => unhandled.push(error));
afterEach(() => expect(unhandled).toEqual([]));

async function stillServes(port: number): Promise<void> {
  const one = await plainFollower(port);
  one.say({ subscribe: NAME });
  await eventually(() => one.newest(NAME)?.seq).toBe(1);
}

/** Sends pings of the longest form, and reads nothing. Answers whether the server has had enough. */
async function endsUnreadPings(port: number, path: string): Promise<boolean> {
  const { socket, until } = openRaw(port);
  onTestFinished(() => void socket.destroy());
  const head = ["Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  socket.write([`GET ${path} HTTP/1.1`, ...head, key, "", ""].join("\r\n"));
  await until((text) => text.includes("101 Switching"));
  socket.pause();
  const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125, "x")]);
  const pings = Buffer.concat(Array.from({ length: 500 }, () => ping));
  // The systems on both sides buffer a few unread MB.
  for (let sent = 0; sent < 64_000_000 && !socket.destroyed; sent += pings.length) {
    await new Promise((resolve) => socket.write(pings, resolve));
  }
  return socket.destroyed;
}

describe("the plain socket", () => {
  test.each([
    ["no JSON", 2300],
    ["[]", 2300],
    ["null", 2300],
    ["7", 2300],
    ["{}", 2300],
    ['{"subscribe":7}', 2300],
    ['{"subscribe":[]}', 2300],
    ['{"subscribe":["arbitrage",7]}', 2300],
    ['{"unsubscribe":{}}', 2300],
    ['{"ping":{}}', 2300],
    ['{"key":"me"}', 2300],
    ['{"subscribe":"nonsense"}', 2300],
    ['{"subscribe":"asks/simomega-btcusdt-1"}', 2300],
    ['{"subscribe":"spread/simalpha-btcusdt+simomega-btcusdt"}', 2300],
    ['{"subscribe":"__proto__"}', 2300],
    ['{"authorization":"x"}', 2000],
  ])("answers %s with code %d, and goes on", async (text, code) => {
    const { port } = await world();
    const one = await plainFollower(port);
    one.say(text);
    await eventually(() => one.heard).toMatchObject([{ error: { code, error: expect.any(String) } }]);
    one.say({ subscribe: NAME });
    await eventually(() => one.newest(NAME)?.seq).toBe(1);
  });

  test.each([
    ["too long a message", (one: PlainFollower) => one.say(`"${"a".repeat(4_096)}"`), 1009],
    ["bytes", (one: PlainFollower) => one.socket.send(Buffer.from([1, 2, 3])), 1003],
    ["text that is not UTF-8", (one: PlainFollower) => one.socket.send(Buffer.from([255]), { binary: false }), 1007],
  ])("ends at %s", async (_what, send, code) => {
    const { port } = await world();
    const one = await plainFollower(port);
    send(one);
    expect(await one.closed).toMatchObject({ code });
    await stillServes(port);
  });

  test("ends at frames of no known form, and at half a handshake", async () => {
    const { port } = await world();
    const shake = [
      "GET /api/v2/ws HTTP/1.1",
      "Host: a",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
    ];
    const connection = openRaw(port);
    connection.socket.write([...shake, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""].join("\r\n"));
    await connection.until((text) => text.includes("101 Switching"));
    connection.socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
    await connection.closed;
    const lame = await rawRequest(port, [...shake, "Sec-WebSocket-Key: short", "", ""].join("\r\n"));
    expect(lame.status).toBe(400);
    await stillServes(port);
  });

  test("ends a flood of messages", async () => {
    const { port } = await world();
    const one = await plainFollower(port);
    for (let time = 0; time < 3_000; time++) one.say({ ping: time });
    expect(await one.closed).toMatchObject({ code: 1008 });
    expect(one.heard.some(({ error }) => error?.code === 1507)).toBe(true);
    await stillServes(port);
  });

  test("ends pings whose answers are not read", async () => {
    const { port } = await world();
    expect(await endsUnreadPings(port, "/api/v2/ws")).toBe(true);
    await stillServes(port);
  });

  test("follows five hundred channels and refuses more", async () => {
    const { port, market } = await world();
    const codes = Array.from({ length: 501 }, (_, at) => `simbeta-c${at}usdt`);
    market.list(...codes);
    const one = await plainFollower(port);
    for (let at = 0; at < codes.length; at += 100) {
      one.say({ subscribe: codes.slice(at, at + 100).map((code) => `asks/${code}-1`) });
    }
    await eventually(() => one.heard.length).toBe(501);
    const refused = one.heard.filter(({ error }) => error !== undefined);
    expect(refused).toMatchObject([{ error: { code: 2300 }, channel: "asks/simbeta-c500usdt-1" }]);
    one.say({ subscribe: "asks/simbeta-c0usdt-1" });
    one.say({ unsubscribe: "asks/simbeta-c1usdt-1" });
    one.say({ subscribe: "asks/simbeta-c500usdt-1" });
    await eventually(() => one.newest("asks/simbeta-c500usdt-1")?.seq).toBe(1);
  });

  test("admits so many of one address, in all protocols together, and others when they have left", async () => {
    const { port } = await world({ perAddress: 2 });
    const first = await plainFollower(port);
    const second = socketIoFollower(4, port, { transports: ["websocket"] });
    await eventually(second.isConnected).toBe(true);
    const status = (path: string): Promise<unknown> => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      return new Promise((resolve) => {
        socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
        socket.on("error", resolve);
        socket.on("open", () => resolve("open"));
      });
    };
    expect(await status("/api/v2/ws")).toBe(429);
    expect(await status("/socket.io/?EIO=4&transport=websocket")).toBe(400);
    first.socket.close();
    await first.closed;
    await eventually(() => status("/api/v2/ws")).toBe("open");
    second.close();
  });

  test("answers or refuses whatever JSON comes, and never falls", async () => {
    const { port, log } = await world();
    const member = fc.constantFrom("subscribe", "unsubscribe", "ping", "key", "authorization", "x");
    const value = fc.oneof(fc.constant(NAME), fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "grapheme" }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(member, value), { maxLength: 10 }), async (messages) => {
        const one = await plainFollower(port);
        for (const each of messages) one.say(JSON.stringify(each).slice(0, 4_000));
        one.say({ ping: "last" });
        await eventually(() => one.heard.some(({ pong }) => pong === "last")).toBe(true);
        one.socket.terminate();
      }),
      { numRuns: 50 },
    );
    expect(log.entries).toEqual([]);
  });
});

describe("socket.io", () => {
  test.each([
    ["message", "no object"],
    ["message", { subscribe: 7 }],
    ["message", { req: "simalpha" }],
    ["message", null],
    ["message", { subscribe: "x".repeat(201) }],
    ["message", { subscribe: "trades/simalpha-btcusdt" }],
    ["message", { subscribe: "asks/simomega-btcusdt-1" }],
    ["message", '{"subscribe":'],
    ["subscribe", "nonsense"],
    ["another", { subscribe: NAME }],
  ])("answers %s with %j by a refusal, and goes on", async (event, value) => {
    const { port } = await world();
    const one = socketIoFollower(4, port, { transports: ["websocket"] });
    one.emit(event, value);
    await eventually(() => one.of("refused")).toMatchObject([{ code: 2300 }]);
    one.emit("subscribe", NAME);
    await eventually(() => one.newest(NAME)).toBeDefined();
  });

  test("ends at too long a message and at a flood of them", async () => {
    const { port } = await world();
    const [long, many] = [0, 1].map(() =>
      socketIoFollower(4, port, { transports: ["websocket"], reconnection: false }),
    );
    long?.emit("message", "a".repeat(5_000));
    await eventually(() => long?.of("disconnect")).toHaveLength(1);
    for (let time = 0; time < 3_000; time++) many?.emit("message", { req: "simalpha", s: "btcusdt", o: "x" });
    await eventually(() => many?.of("disconnect")).toHaveLength(1);
    await stillServes(port);
  });

  test.each([
    ["pings", "2"],
    ["namespaces that there are not", "40/nowhere,"],
    ["packets that are none", "6"],
  ])("ends a flood of %s, which its clients never send", async (_what, packet) => {
    const { port } = await world();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=3&transport=websocket`);
    onTestFinished(() => socket.terminate());
    const closed = new Promise((resolve) => socket.once("close", () => resolve("closed")));
    socket.once("message", () => {
      for (let time = 0; time < 4_000; time++) socket.send(packet);
    });
    expect(await closed).toBe("closed");
    await stillServes(port);
  });

  test("ends pings of WebSocket whose answers are not read", async () => {
    const { port } = await world();
    expect(await endsUnreadPings(port, "/socket.io/?EIO=3&transport=websocket")).toBe(true);
    await stillServes(port);
  });

  test.each([
    "/socket.io/",
    "/socket.io/?EIO=4&transport=carrier-pigeon",
    "/socket.io/?EIO=9&transport=polling&sid=none",
    "/socket.io/?EIO=4&transport=polling&sid=__proto__",
    "/socket.io/?EIO=4&transport=websocket&sid=constructor",
    "/socket.io/?transport=__proto__",
  ])("refuses %s", async (path) => {
    const { port } = await world();
    for (const method of ["GET", "POST"]) {
      const head = ["Host: a", "Connection: close", "Content-Length: 3", "Content-Type: text/plain", "", "xxx"];
      expect((await rawRequest(port, [`${method} ${path} HTTP/1.1`, ...head].join("\r\n"))).status).toBe(400);
    }
    await stillServes(port);
  });
});
