/** What request bodies take together while they are collected, over real HTTP. */
import { Type } from "typebox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { json } from "../../src/kit/endpoint/output.ts";
import { openRaw, rawRequest, type RawAnswer, type RawConnection } from "../support/raw-http.ts";
import { startToys, type ToyOptions, type Toys } from "./toy-services.ts";

const LARGE = 60_000;
const SMALL = 16_000;
/** Room for five large bodies, and for two of one address. */
const BODIES = { totalBytes: 5 * LARGE, addressBytes: 2 * LARGE };

let kept: number[] = [];
const keep = endpointFor<unknown, { public: undefined }>()({
  id: "system.keep",
  method: "POST",
  path: "/keep",
  auth: "public",
  summary: "Keeps the length of a text",
  input: { text: Type.String({ maxLength: LARGE }) },
  output: json(Type.Object({ length: Type.Integer() })),
  errors: [],
  limits: { bodyBytes: LARGE },
  examples: [],
  run(_deps, { input }) {
    kept.push(input.text.length);
    return { length: input.text.length };
  },
});

let toys: Toys | undefined;
let open: RawConnection[] = [];
beforeEach(() => {
  kept = [];
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  open = [];
  await toys?.close();
  toys = undefined;
});

async function start(options: ToyOptions = {}): Promise<number> {
  const extra = { registry: [keep], players: [keep], trading: [keep] };
  toys = await startToys({ extra, bodies: BODIES, trustedProxies: ["127.0.0.1"], ...options });
  return toys.port;
}

const head = (path: string, from: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nX-Forwarded-For: ${from}\r\n` +
  `Content-Length: ${length}\r\n\r\n`;

/** A body without its last byte. */
function withhold(port: number, from: string): RawConnection {
  const connection = openRaw(port);
  connection.socket.write(head("/v0/keep", from, LARGE) + "x".repeat(LARGE - 1));
  open.push(connection);
  return connection;
}

const send = (port: number, from: string, length: number, path = "/v0/keep"): Promise<RawAnswer> =>
  rawRequest(port, head(path, from, length) + "x".repeat(length));
const statusOf = async (port: number, from: string): Promise<number> => (await send(port, from, LARGE)).status;

/** Five large bodies are on their way, of three addresses. */
async function fill(port: number): Promise<RawConnection[]> {
  const held = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.3"].map((from) => withhold(port, from));
  await expect.poll(() => statusOf(port, "192.0.2.9")).toBe(503);
  kept = [];
  return held;
}

/** All five places are free again: four are held, and the fifth is good for one body after the other. */
async function expectAllFree(port: number): Promise<void> {
  const held = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"].map((from) => withhold(port, from));
  await expect.poll(() => statusOf(port, "192.0.2.1")).toBe(503);
  await expect.poll(() => statusOf(port, "192.0.2.2")).toBe(503);
  expect(await statusOf(port, "192.0.2.3")).toBe(200);
  for (const { socket } of held) socket.destroy();
}

test.each([
  ["/v0/keep", { error: "Too many large bodies: try again in 5 seconds" }],
  ["/keep", { Error: { Code: "http.busy" } }],
  ["/api/v2/keep", { error: { code: 5002 } }],
])("a large body for %s is refused in the service's form while those of others take all room", async (path, body) => {
  const port = await start();
  const held = await fill(port);
  const refused = await send(port, "192.0.2.4", LARGE, path);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(JSON.parse(refused.body)).toMatchObject(body);
  expect(kept).toEqual([]);

  for (const { socket } of held) socket.write("x");
  await Promise.all(held.map(({ closed }) => closed));
  expect(held.map(({ received }) => received().slice(9, 12))).toEqual(Array.from({ length: 5 }, () => "200"));
  expect(await statusOf(port, "192.0.2.4")).toBe(200);
});

test("small bodies arrive while large ones are refused", async () => {
  const port = await start();
  await fill(port);
  expect((await send(port, "192.0.2.1", SMALL)).status).toBe(200);
  expect((await send(port, "192.0.2.4", SMALL)).status).toBe(200);
});

test("one address, or one network of IPv6, does not take the room of others", async () => {
  const port = await start();
  for (const from of ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8::5"]) withhold(port, from);
  await expect.poll(() => statusOf(port, "2001:db8::6")).toBe(503);
  expect(await statusOf(port, "2001:db8:0:1::1")).toBe(200);
  expect(await statusOf(port, "192.0.2.1")).toBe(200);
});

test("the room of callers who leave is free again", async () => {
  const port = await start();
  for (const { socket } of await fill(port)) socket.destroy();
  await expect.poll(() => statusOf(port, "192.0.2.4")).toBe(200);
  await expectAllFree(port);
});

test("the room of callers who run out of time is free again", async () => {
  const port = await start({ timeouts: { headersMs: 400, requestMs: 2_000 } });
  const held = await fill(port);
  await Promise.all(held.map(({ until }) => until((received) => received.startsWith("HTTP/1.1 408"))));
  await expect.poll(() => statusOf(port, "192.0.2.4")).toBe(200);
});

test("bodies that are too large, refused or not HTTP leave nothing behind", async () => {
  const port = await start();
  expect((await send(port, "192.0.2.1", LARGE + 1)).status).toBe(413);
  const broken = openRaw(port);
  broken.socket.write(
    head("/v0/keep", "192.0.2.1", 0).replace("Content-Length: 0", "Transfer-Encoding: chunked") +
      `${LARGE.toString(16)}\r\n${"x".repeat(LARGE)}\r\nno length\r\n`,
  );
  expect(await broken.until((received) => received.includes("\r\n\r\n"))).toContain(" 400 ");
  await broken.closed;
  const held = await fill(port);
  expect(await statusOf(port, "192.0.2.1")).toBe(503);
  for (const { socket } of held) socket.destroy();
  await expect.poll(() => statusOf(port, "192.0.2.4")).toBe(200);
  await expectAllFree(port);
});

test("the log says once what any number of refusals say, and no failure", async () => {
  const port = await start();
  await fill(port);
  for (let each = 0; each < 5; each++) expect(await statusOf(port, "192.0.2.4")).toBe(503);
  const said = toys?.log.filter(({ level }) => level === "error").map(({ message }) => message);
  expect(said).toEqual(["request bodies are refused: too many large ones arrive at the same time"]);
});
