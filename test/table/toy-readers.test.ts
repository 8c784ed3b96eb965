/** Callers that ask more than they read: what one connection can make the process keep. */
import { once } from "node:events";
import { connect } from "node:net";
import { Type } from "typebox";
import { afterEach, describe, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { json, stream, text } from "../../src/kit/endpoint/output.ts";
import { openRaw, parseAnswer, rawRequest } from "../support/raw-http.ts";
import { startToys, type ToyOptions, type Toys } from "./toy-services.ts";

const CHUNK = Buffer.alloc(64 * 1024, "x");
/** More than the systems on both sides keep for a reader. */
const BIG = Buffer.alloc(96 * 1024 * 1024, "y");

const declared = { method: "GET", auth: "public", summary: "", input: {}, errors: [], examples: [] } as const;
const endpoint = endpointFor<unknown, { public: undefined }>();

let toys: Toys | undefined;
afterEach(async () => {
  await toys?.close();
  toys = undefined;
});

async function start(options: ToyOptions = {}) {
  let [begun, streamsOpen] = [0, 0];
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  async function* endless(): AsyncIterable<Buffer> {
    streamsOpen++;
    try {
      for (;;) {
        yield CHUNK;
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      streamsOpen--;
    }
  }
  const quiet = async function* (): AsyncIterable<string> {
    yield "one ";
    await opened;
    yield "two";
  };
  const answer = Type.Object({ Number: Type.Integer() });
  const players = [
    endpoint({ ...declared, id: "a.big", path: "/Big", output: text("text/plain"), run: () => BIG }),
    endpoint({ ...declared, id: "a.endless", path: "/Endless", output: stream("text/plain"), run: endless }),
    endpoint({ ...declared, id: "a.quiet", path: "/Quiet", output: stream("text/plain"), run: quiet }),
    endpoint({
      ...declared,
      id: "a.count",
      path: "/Count",
      output: json(answer),
      run: async () => {
        const Number = ++begun;
        await opened;
        return { Number };
      },
    }),
  ];
  toys = await startToys({ extra: { players }, ...options });
  return { port: toys.port, open: () => open?.(), begun: () => begun, streamsOpen: () => streamsOpen };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");

describe("a connection whose answer is not read", () => {
  test.each(["/Big", "/Endless"])("is ended (%s), and what makes the answer with it", async (path) => {
    const { port, streamsOpen } = await start({ timeouts: { stallMs: 300 } });
    const { socket, closed, received } = openRaw(port);
    socket.write(get(path));
    await once(socket, "data");
    socket.pause();
    // A paused socket does not see that it was ended, unless it writes. Empty lines before a request mean nothing.
    const more = setInterval(() => socket.write("\r\n"), 20);
    await closed;
    clearInterval(more);
    expect(received()).toContain("HTTP/1.1 200");
    while (streamsOpen() > 0) await turn();
  });

  test("is ended though the caller goes on sending", async () => {
    const { port } = await start({ timeouts: { stallMs: 300 } });
    const { socket, closed, received } = openRaw(port);
    socket.write(get("/Big"));
    await once(socket, "data");
    socket.pause();
    const more = setInterval(() => socket.write(get("/Status")), 5);
    await closed;
    clearInterval(more);
    expect(received().length).toBeLessThan(BIG.length);
  });
});

describe("a connection is kept", () => {
  test("while its caller reads on, however slowly", async () => {
    const stallMs = 1_500;
    const { port } = await start({ timeouts: { stallMs } });
    const socket = connect(port, "127.0.0.1");
    socket.write(get("/Big", "Connection: close"));
    const until = performance.now() + 2.5 * stallMs;
    let received = 0;
    for await (const chunk of socket) {
      received += (chunk as Buffer).length;
      if (performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(received).toBeGreaterThan(BIG.length);
    expect(performance.now()).toBeGreaterThan(until);
  });

  test("while there is nothing to send", async () => {
    const { port, open } = await start({ timeouts: { stallMs: 60 } });
    const { socket, until, received, closed } = openRaw(port);
    socket.write(get("/Quiet", "Connection: close"));
    await until((all) => all.includes("one "));
    for (let looks = 0; looks < 12; looks++) await new Promise((resolve) => setTimeout(resolve, 20));
    open();
    await closed;
    expect(received()).toContain("two");
  });
});

describe("requests that are sent ahead on one connection", () => {
  test("begin one after the other, in order", async () => {
    const { port, open, begun } = await start();
    const { socket, until } = openRaw(port);
    socket.write(get("/Count").repeat(60) + get("/Status"));
    while (begun() === 0) await turn();
    // Another connection is served at the same time, and everything that came is parsed.
    expect((await rawRequest(port, get("/Status", "Connection: close"))).status).toBe(200);
    expect(begun()).toBe(1);
    open();
    const all = await until((received) => received.includes('"Online"'));
    const numbers = [...all.matchAll(/\{"Number":(\d+)\}/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    socket.destroy();
  });

  test("are a hundred at most: one more ends the connection", async () => {
    const { port, begun } = await start();
    const { socket, closed, received } = openRaw(port);
    socket.write(get("/Count").repeat(2_000));
    await closed;
    expect([begun(), received()]).toEqual([1, ""]);
  });
});

describe("a request that Node would answer by itself", () => {
  test("is 400 in the service's form without a host", async () => {
    const { port } = await start();
    const answer = await rawRequest(port, "GET /Status HTTP/1.1\r\n\r\n");
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ Error: { Message: "the request is not valid HTTP" } });
    expect(parseAnswer(answer.text).headers["x-request-id"]).toBeTruthy();
  });

  test("is answered where it expects what no server knows", async () => {
    const { port } = await start();
    const answer = await rawRequest(port, get("/Status", "Expect: the-unexpected", "Connection: close"));
    expect(answer.status).toBe(200);
  });
});
