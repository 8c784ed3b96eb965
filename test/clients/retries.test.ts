/** When the TypeScript client sends a request again, how long it waits, and when it gives up: against a scripted server. */
import { afterEach, describe, expect, test } from "vitest";
import { bearer, tradingClient, TripodError } from "../../clients/typescript/src/trading.ts";
import { loopbackServer, type LoopbackServer } from "../support/loopback-server.ts";

type Answer = { status: number; headers?: Record<string, string>; code?: number };

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Answers these in turn, then with success. */
async function scripted(...answers: Answer[]) {
  const server = await loopbackServer((_request, response) => {
    const { status, headers = {}, code } = answers.shift() ?? { status: 200 };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ data: code === undefined ? { answered: true } : { code, error: "no" }, meta: {} }));
  });
  servers.push(server);
  const auth = bearer({ key: "k", secret: "s" });
  return { server, trading: tradingClient({ baseUrl: server.url, auth, retries: 3, maxWaitMs: 2_000 }) };
}

const ORDER = { apikey: "1", code: "a-bc", ordertype: "market", side: "buy", quantity: "1" } as const;
const errorOf = async (work: Promise<unknown>): Promise<TripodError> => {
  const caught: unknown = await work.then(() => undefined).catch((error: unknown) => error);
  if (!(caught instanceof TripodError)) throw new Error(`it is ${String(caught)}`);
  return caught;
};

describe("a read", () => {
  test.each([429, 502, 503, 504])("is sent again after %d", async (status) => {
    const { server, trading } = await scripted({ status, code: 1507, headers: { "retry-after": "0" } });
    expect(await trading.system.ping()).toEqual({ answered: true });
    expect(server.seen).toHaveLength(2);
  });

  test.each([400, 401, 404, 418, 422, 500])("is not sent again after %d", async (status) => {
    const { server, trading } = await scripted({ status, code: 2300 });
    expect(await errorOf(trading.system.ping())).toMatchObject({ status, code: 2300, mayHaveHappened: false });
    expect(server.seen).toHaveLength(1);
  });

  test("waits as long as Retry-After says", async () => {
    const { trading } = await scripted({ status: 429, code: 1507, headers: { "retry-after": "1" } });
    const beganMs = performance.now();
    await trading.system.ping();
    // At least; how much more depends on the machine.
    expect(performance.now() - beganMs).toBeGreaterThan(950);
  });

  test("does not wait longer than it may, and says for how long it was asked to", async () => {
    const { server, trading } = await scripted({ status: 429, code: 1507, headers: { "retry-after": "3600" } });
    expect(await errorOf(trading.system.ping())).toMatchObject({ status: 429, code: 1507, retryAfterMs: 3_600_000 });
    expect(server.seen).toHaveLength(1);
  });

  test("is given up after as many attempts as it may take", async () => {
    const busy = { status: 503, code: 5000, headers: { "retry-after": "0" } };
    const { server, trading } = await scripted(busy, busy, busy, busy, busy);
    expect(await errorOf(trading.system.ping({}, { retries: 2 }))).toMatchObject({ status: 503 });
    expect(server.seen).toHaveLength(3);
  });

  test("ends with the caller's reason while it waits", async () => {
    const { trading } = await scripted({ status: 429, code: 1507, headers: { "retry-after": "2" } });
    const leaving = new AbortController();
    const asked = trading.system.ping({}, { signal: leaving.signal });
    leaving.abort(new Error("the page was closed"));
    await expect(asked).rejects.toThrow("the page was closed");
  });

  test("that is not answered in time is sent again, and then given up", async () => {
    const server = await loopbackServer(() => {});
    servers.push(server);
    const trading = tradingClient({ baseUrl: server.url, timeoutMs: 1000, retries: 1 });
    expect(await errorOf(trading.system.ping())).toMatchObject({ kind: "noAnswer" });
    expect(server.seen).toHaveLength(2);
  });
});

describe("a change", () => {
  test("is sent again with the same key, and signed again", async () => {
    const running = { status: 409, code: 2441, headers: { "retry-after": "0" } };
    const { server, trading } = await scripted({ status: 500, code: 5001 }, running, { status: 504 });
    await trading.orders.orderCreate(ORDER);
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  test("of which the outcome stays open says so, with the key to ask for it", async () => {
    const { trading } = await scripted({ status: 504 }, { status: 422, code: 2300 });
    const error = await errorOf(trading.orders.orderCreate(ORDER, { idempotencyKey: "mine" }));
    expect(error).toMatchObject({ status: 422, mayHaveHappened: true, idempotencyKey: "mine" });
    const refused = (await scripted({ status: 422, code: 2300 })).trading;
    expect(await errorOf(refused.orders.orderCreate(ORDER))).toMatchObject({ mayHaveHappened: false });
  });

  test("of which the platform does not know what became is not sent again", async () => {
    const { server, trading } = await scripted({ status: 409, code: 2441 });
    expect(await errorOf(trading.orders.orderCreate(ORDER))).toMatchObject({ mayHaveHappened: true });
    expect(server.seen).toHaveLength(1);
  });

  test("that is running still when the last attempt is over leaves the outcome open", async () => {
    const running = { status: 409, code: 2441, headers: { "retry-after": "0" } };
    const { trading } = await scripted(running, running, running, running);
    const error = await errorOf(trading.orders.orderCreate(ORDER, { idempotencyKey: "mine" }));
    expect(error).toMatchObject({ status: 409, mayHaveHappened: true, idempotencyKey: "mine" });
  });

  test.each([429, 500, 502, 503, 504])("without a key, such as a login, is not sent again after %d", async (status) => {
    const { server, trading } = await scripted({ status, code: 1507, headers: { "retry-after": "0" } });
    const error = await errorOf(trading.sessions.login({ login: "ada", password: "secret" }));
    expect(error).toMatchObject({ status, mayHaveHappened: status !== 429 && status !== 503 });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.headers["idempotency-key"]).toBeUndefined();
  });
});

test("members that are not given are not sent, and a part of a path that is missing is named", async () => {
  const { server, trading } = await scripted();
  await trading.orders.orderCreate({ ...ORDER, price: undefined } as never);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual(ORDER);
  await expect(trading.signals.receiveMessage({ token: "", body: "buy" })).rejects.toThrow("needs the parameter token");
});

test("a list whose limit is not given goes on to its last page", async () => {
  const ids = [3, 2, 1];
  const server = await loopbackServer((request, response) => {
    const { before, limit } = JSON.parse(request.body) as { before?: string; limit?: number };
    const left = ids.filter((id) => before === undefined || id < Number(before));
    const page = left.slice(0, limit ?? 1).map((id) => ({ id: String(id) }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: page, meta: {} }));
  });
  servers.push(server);
  const trading = tradingClient({ baseUrl: server.url });
  const found = new Set<string>();
  for await (const { id } of trading.news.listNews.each({ limit: undefined } as never)) found.add(id);
  expect([...found]).toEqual(["3", "2", "1"]);
});
