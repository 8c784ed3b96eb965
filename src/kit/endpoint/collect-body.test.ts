import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { FastifyRequest } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { heapBytes } from "../../../test/support/heap.ts";
import { BodyBudget, DEFAULT_BODY_LIMITS } from "./body-budget.ts";
import { bodyCollector } from "./collect-body.ts";

const PIECES = 300_000;

test("a body in pieces of one byte takes no more memory than its bytes", async () => {
  let received = 0;
  let arrived = (): void => undefined;
  const all = new Promise<void>((resolve) => (arrived = resolve));
  const collectBody = bodyCollector(new BodyBudget(DEFAULT_BODY_LIMITS));
  const server = createServer((payload, response) => {
    const request = {
      headers: payload.headers,
      ip: "192.0.2.1",
      routeOptions: { bodyLimit: PIECES },
    } as unknown as FastifyRequest;
    collectBody(request, payload, (_error, body) => response.end(`${body?.length}`));
    payload.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received === PIECES) arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());

  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const before = heapBytes();
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (let sent = 0; sent < PIECES; sent += 1_000) {
    if (!socket.write("1\r\nx\r\n".repeat(1_000))) await new Promise((resolve) => socket.once("drain", resolve));
  }
  await all;
  // One list member and one buffer for each piece would be 60 MB.
  expect(heapBytes() - before).toBeLessThan(15_000_000);

  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.write("0\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(answer).toContain(String(PIECES));
});
