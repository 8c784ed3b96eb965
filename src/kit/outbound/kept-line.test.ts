/** Requests over connections that are kept, each written in the turn that asks for it, or provably not at all. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PATIENCE_MS, waitUntil } from "../../../test/support/wait-until.ts";
import { KeptLine, type LineRequest } from "./kept-line.ts";

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-Note: a\r\nX-Note: b\r\n\r\n{"ok":true}';

let server: Server;
let sockets: Socket[];
let heard: string;
/** What the other side does with a request. */
let onRequest: (socket: Socket) => void;
let line: KeptLine;
let url: string;

beforeEach(async () => {
  [sockets, heard] = [[], ""];
  onRequest = (socket) => socket.write(ANSWER);
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      heard += data.toString();
      onRequest(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/order?a=1`;
  line = new KeptLine();
});

afterEach(() => {
  line.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const send = (given: Partial<LineRequest> = {}) =>
  line.send({
    url,
    method: "POST",
    headers: { "X-Key": "k" },
    body: "side=BUY",
    timeoutMs: PATIENCE_MS,
    beforeWrite: () => {},
    ...given,
  });

/** A connection is kept a moment after its answer. */
async function kept(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

describe("a request", () => {
  test("is sent with its body, and answered with status, headers and text", async () => {
    expect(await send()).toMatchObject({
      status: 200,
      statusText: "OK",
      headers: { "x-note": "a, b" },
      text: '{"ok":true}',
    });
    expect(heard).toMatch(/^POST \/order\?a=1 HTTP\/1\.1\r\n(?:[^\r]+\r\n)*\r\nside=BUY$/);
    expect(heard.toLowerCase()).toContain("x-key: k\r\n");
    expect(heard.toLowerCase()).toContain("content-length: 8\r\n");
    expect(heard.toLowerCase()).not.toContain("accept-encoding");
  });

  test("goes to the path of its address, whatever the one before asked for", async () => {
    const origin = url.slice(0, url.indexOf("/order"));
    for (const address of [origin, `${origin}?b=/2`, `${origin}/`, `${origin}/x//y?c=1`, url]) {
      await send({ url: address });
      await kept();
    }
    const paths = [...heard.matchAll(/POST (\S+) HTTP/g)].map(([, path]) => path);
    expect(paths).toEqual(["/", "/?b=/2", "/", "/x//y?c=1", "/order?a=1"]);
  });

  test("takes the kept connection, and is written in the turn that asks for it", async () => {
    await send();
    await kept();
    let isNextTurn = false;
    let wasNextTurn: boolean | undefined;
    setImmediate(() => (isNextTurn = true));
    await send({ beforeWrite: () => (wasNextTurn = isNextTurn) });
    expect(wasNextTurn).toBe(false);
    expect(sockets).toHaveLength(1);
  });

  test("that is not wanted when its connection is open is not written, and fails with the reason", async () => {
    const why = new Error("not wanted");
    const unwanted = send({
      beforeWrite: () => {
        throw why;
      },
    });
    await expect(unwanted).rejects.toBe(why);
    expect(await send({ body: "side=SELL" })).toMatchObject({ status: 200 });
    expect(heard).not.toContain("BUY");
  });

  test("is asked about when the connection is open, and not before", async () => {
    server.close();
    let asked = 0;
    await expect(send({ beforeWrite: () => asked++ })).rejects.toMatchObject({ kind: "lost" });
    expect(asked).toBe(0);
  });

  test("that is not answered in time fails as too late", async () => {
    onRequest = () => {};
    await expect(send({ timeoutMs: 50 })).rejects.toMatchObject({ kind: "timeout" });
    await waitUntil(() => expect(sockets[0]?.readableEnded === true || sockets[0]?.destroyed === true).toBe(true));
  });

  test.each([
    ["the other side hangs up", (socket: Socket) => socket.destroy()],
    ["the answer stops half way", (socket: Socket) => void socket.end(ANSWER.slice(0, -4))],
    ["the answer is none", (socket: Socket) => void socket.end("nonsense\r\n\r\n")],
    ["the answer has no end", endless],
  ])("fails as lost: %s", async (_, does) => {
    onRequest = does;
    await expect(send()).rejects.toMatchObject({ kind: "lost" });
  });
});

describe("a kept connection", () => {
  test("ends when it receives an unsolicited answer, which the next request does not get", async () => {
    await send();
    await kept();
    sockets[0]?.write(ANSWER.replace("true", "null"));
    await waitUntil(() => expect(sockets[0]?.readableEnded === true || sockets[0]?.destroyed === true).toBe(true));
    expect(await send()).toMatchObject({ text: '{"ok":true}' });
    expect(sockets).toHaveLength(2);
  });

  test("that the other side has closed is not used again", async () => {
    await send();
    await kept();
    sockets[0]?.end();
    await waitUntil(() => expect(sockets[0]?.destroyed).toBe(true));
    expect(await send()).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
  });

  test("ends with the line; a request in progress gets its answer first", async () => {
    await send();
    await kept();
    const answering = new Promise<Socket>((resolve) => (onRequest = resolve));
    const second = send();
    const socket = await answering;
    line.close();
    socket.write(ANSWER);
    expect(await second).toMatchObject({ status: 200 });
    await waitUntil(() => expect(sockets[0]?.destroyed).toBe(true));
    expect(sockets).toHaveLength(1);
  });
});

function endless(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n");
  const more = (): void => {
    if (!socket.destroyed) socket.write("x".repeat(100_000), more);
  };
  more();
}
