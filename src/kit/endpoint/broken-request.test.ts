import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "../errors/catalogue.ts";
import { answerBrokenRequest } from "./broken-request.ts";
import type { ServiceForm } from "./form.ts";

const form: ServiceForm = {
  name: "test",
  title: "Test",
  version: "1",
  description: "",
  prefixes: [""],
  bodyBytes: 1,
  publicKinds: [],
  security: { schemes: {}, byKind: {} },
  unknownMembers: { query: "ignore", body: "ignore" },
  errorSchema: Type.Object({}),
  authenticate: () => undefined,
  invalidInput: () => new AppError({ code: "x", status: 400, says: "x" }),
  refusal: (of) => new AppError({ code: of.kind, status: 400, says: of.kind === "badRequest" ? of.message : "" }),
  renderError: ({ message }, { requestId }) => ({ message, requestId }),
};

const server = createServer((_request, response) => {
  response.write("begun ");
});
server.on(
  "clientError",
  answerBrokenRequest(
    (url) => ({ ...form, errorContentType: `application/x${url.replace(/\W/g, "-")}` }),
    () => undefined,
    () => "new-id",
  ),
);
const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

beforeEach(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

function ask(text: string, options?: { allowHalfOpen: boolean }) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", ...options });
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.on("error", () => {});
  socket.write(text);
  return { socket, received: () => received };
}

test("a refusal is in the form of the address, as far as one was read, and has an id", async () => {
  const { socket, received } = ask("GET /a/b?c HTTP/1.1\r\nno colon\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(received()).toContain("Content-Type: application/x-a-b\r\n");
  expect(received()).toContain("X-Request-Id: new-id\r\n");
  expect(received()).toMatch(/\r\n\r\n\{"message":"the request is not valid HTTP","requestId":"new-id"\}$/);
});

test("a caller that keeps its end open after a refusal is disconnected", async () => {
  const { socket, received } = ask("nonsense\r\n\r\n", { allowHalfOpen: true });
  await new Promise((resolve) => socket.once("end", resolve));
  expect(received()).toContain("400 Bad Request");
  while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
});

test("an answer that has begun is cut off, not mixed with a refusal", async () => {
  const { socket, received } = ask("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  while (!received().includes("begun")) await new Promise((resolve) => setImmediate(resolve));
  socket.write("no chunk size\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(received()).not.toContain("400");
});
