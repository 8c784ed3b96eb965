/** Answers that are written while they are made: whole, broken, abandoned and slow ones. */
import { Type } from "typebox";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { stream } from "../../src/kit/endpoint/output.ts";
import { openRaw, rawGet } from "../support/raw-http.ts";
import { startToys, type ToyOptions, type Toys } from "./toy-services.ts";
import { tradingToyErrors } from "./toy-trading.ts";

let toys: Toys | undefined;
afterEach(async () => {
  await toys?.close();
  toys = undefined;
});

const endpoint = endpointFor<unknown, { public: undefined }>();

/** An endpoint of the trading toy at `/api/v2/stream` whose chunks a test makes. */
function streaming(chunks: (signal: () => AbortSignal) => AsyncIterable<string | Buffer>) {
  return endpoint({
    id: "streams.follow",
    method: "GET",
    path: "/stream",
    auth: "public",
    summary: "A stream",
    input: { query: Type.Object({}) },
    output: stream("text/plain; charset=utf-8"),
    errors: [],
    examples: [],
    run: (_deps, call) => chunks(() => call.signal),
  });
}

const start = async (chunks: Parameters<typeof streaming>[0], options: ToyOptions = {}): Promise<Toys> => {
  toys = await startToys({ extra: { trading: [streaming(chunks)] }, ...options });
  return toys;
};

async function* endless(every: () => Promise<unknown>) {
  for (let line = 0; ; line++) {
    yield `line ${line}\n`;
    await every();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a stream", () => {
  test("arrives whole: 100,000 rows of CSV, plain and compressed", async () => {
    toys = await startToys();
    for (const encoding of ["identity", "gzip", "br"]) {
      const answer = await fetch(`${toys.url}/api/v2/orders/export?rows=100000`, {
        headers: { "accept-encoding": encoding },
      });
      expect(answer.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.has("content-length")).toBe(false);
      const lines = (await answer.text()).split("\n");
      expect([lines.length, lines[0], lines.at(-2)]).toEqual([100_002, "id,symbol", "100000,BTC/USDT"]);
    }
  });

  test("is not made for HEAD, which has its headers, and is told that nobody reads it", async () => {
    let made = 0;
    let ended = 0;
    const { port } = await start(() => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: (made += 1) > 3, value: "x" }),
        return: async () => ({ done: (ended += 1) > 0, value: "" }),
      }),
    }));
    const head = await rawGet(port, "/api/v2/stream", ["Accept-Encoding: gzip"], "HEAD");
    expect([head.status, head.body, made, ended]).toEqual([200, "", 0, 1]);
    expect(head.headers).toMatchObject({ "content-type": "text/plain; charset=utf-8", "content-encoding": "gzip" });
    expect(head.headers).not.toHaveProperty("content-length");
    const got = await rawGet(port, "/api/v2/stream", ["Accept-Encoding: gzip"]);
    expect([got.status, made]).toEqual([200, 4]);
  });

  test.each([["identity"], ["gzip"], ["br"]])(
    "that fails half way breaks the connection and is told to the log alone (%s)",
    async (encoding) => {
      let fail: (() => void) | undefined;
      const failing = new Promise<void>((resolve) => (fail = resolve));
      const { port, log } = await start(async function* () {
        yield "the first half\n";
        await failing;
        throw new Error("secret-of-the-disk");
      });
      const connection = openRaw(port);
      connection.socket.write(`GET /api/v2/stream HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      await connection.until((text) => text.includes("\r\n\r\n"));
      fail?.();
      await connection.closed;
      expect(connection.received()).toMatch(/^HTTP\/1.1 200 OK/);
      expect(connection.received()).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(connection.received()).not.toContain("secret");
      const failures = log.filter(({ level }) => level === "error");
      expect(failures).toHaveLength(1);
      expect(failures[0]?.message).toBe("streams.follow failed after its answer began");
      expect(failures[0]?.fields).toMatchObject({ err: expect.objectContaining({ message: "secret-of-the-disk" }) });
    },
  );

  test.each([["identity"], ["gzip"]])(
    "that fails before its first byte is an ordinary error (%s)",
    async (encoding) => {
      const { url } = await start(async function* () {
        await turn();
        if (url !== "") throw tradingToyErrors.tooLarge({ limit: 5 });
        yield "";
      });
      const answer = await fetch(`${url}/api/v2/stream`, { headers: { "accept-encoding": encoding } });
      expect(answer.status).toBe(409);
      expect(answer.headers.has("content-encoding")).toBe(false);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await answer.json()).toMatchObject({ error: { code: 2001, message: "The order is larger than 5" } });
    },
  );

  test("ends, and its signal is aborted, when the caller goes away; nothing failed then", async () => {
    let signal: AbortSignal | undefined;
    let ended = false;
    const { port, log, observed } = await start(async function* (given) {
      signal = given();
      try {
        yield* endless(turn);
      } finally {
        ended = true;
      }
    });
    const connection = openRaw(port);
    connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\n\r\n");
    await connection.until((text) => text.includes("line 3"));
    expect([signal?.aborted, ended]).toEqual([false, false]);
    connection.socket.destroy();
    while (!ended || observed.length === 0) await turn();
    expect(signal?.aborted).toBe(true);
    expect(observed).toEqual([{ service: "trading", endpoint: "streams.follow", status: 499 }]);
    expect(log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("that throws because its signal was aborted is no failure either", async () => {
    const { port, log, observed } = await start(async function* (given) {
      yield "begin\n";
      await new Promise((_, reject) => given().addEventListener("abort", () => reject(new Error("aborted"))));
    });
    const connection = openRaw(port);
    connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\n\r\n");
    await connection.until((text) => text.includes("begin"));
    connection.socket.destroy();
    while (observed.length === 0) await turn();
    for (let wait = 0; wait < 20; wait++) await turn();
    expect(log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("goes no faster than its reader", async () => {
    let made = 0;
    const { port } = await start(async function* () {
      for (; made < 10_000; made++) yield Buffer.alloc(65_536, "x");
    });
    const connection = openRaw(port);
    connection.socket.once("data", () => connection.socket.pause());
    connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\n\r\n");
    let before = -1;
    // It stands still at last: what the kernel and the stream hold is full.
    while (made !== before || made === 0) {
      before = made;
      for (let wait = 0; wait < 2_000; wait++) await turn();
    }
    expect(made).toBeLessThan(1_000);
    connection.socket.destroy();
  });

  test("that is slow arrives line by line, compressed too", async () => {
    let more: (() => void) | undefined;
    const { port } = await start(() => endless(() => new Promise<void>((resolve) => (more = resolve))));
    const connection = openRaw(port);
    connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
    const text = await connection.until((received) => received.split("\r\n\r\n")[1]?.includes("\r\n") === true);
    const [, size = "", chunk = ""] = /\r\n\r\n([0-9a-f]+)\r\n(.*)/s.exec(text) ?? [];
    expect(Number.parseInt(size, 16)).toBeGreaterThan(0);
    expect(more).toBeTypeOf("function");
    expect(chunk.length).toBeGreaterThan(0);
    connection.socket.destroy();
  });

  test("of a keep-alive connection leaves no listeners behind", async () => {
    const { port } = await start(async function* (given) {
      given();
      yield "done\n";
    });
    const connection = openRaw(port);
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    for (let round = 1; round <= 30; round++) {
      connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\n\r\n");
      await connection.until((text) => text.split("\r\n0\r\n\r\n").length > round);
    }
    await turn();
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
    connection.socket.destroy();
  });
});

test("a compressed stream is a valid gzip file", async () => {
  toys = await startToys();
  const connection = openRaw(toys.port);
  connection.socket.write("GET /api/v2/orders/follow HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n");
  await connection.closed;
  const body = Buffer.from(connection.received().split("\r\n\r\n").slice(1).join("\r\n\r\n"), "latin1");
  const lines = gunzipSync(body).toString().trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2, 3]);
});
