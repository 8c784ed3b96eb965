/** The TypeScript client against a trading platform that runs. */
import { describe, expect, test } from "vitest";
import { bearer, session, signed, tradingClient, TripodError } from "../../clients/typescript/src/trading.ts";
import { addKey } from "../../src/trading/operator.ts";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld();
const { uid, key } = await world.person();
const trading = tradingClient({ baseUrl: world.url, auth: signed(key) });

const errorOf = async (work: Promise<unknown>): Promise<TripodError> => {
  const caught: unknown = await work.then(() => undefined).catch((error: unknown) => error);
  if (!(caught instanceof TripodError)) throw new Error(`it is ${String(caught)}`);
  return caught;
};
const labels = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { label } of trading.access.listApiKeys.each({ limit: 3 })) found.push(label);
  return found;
};

describe("the platform's client", () => {
  test("reads what a signed caller may, and shows what else is known of the answer", async () => {
    let meta: unknown;
    const details = await trading.accounts.accountDetails({}, { onAnswer: (answer) => void (meta = answer.meta) });
    expect(Object.keys(details).length).toBeGreaterThan(0);
    expect(meta).toMatchObject({ uid, status: 200 });
  });

  test("signs requests at the same time, each with its own nonce", async () => {
    const all = await Promise.all(
      Array.from({ length: 25 }, () => trading.sessions.activeSessions({ request: "list" })),
    );
    expect(all).toHaveLength(25);
  });

  test("signs so that a strict key takes it, with a body and with a query", async () => {
    const strict = await trading.access.createApiKey({ label: "strict", access: "full_access", strict: true });
    const bound = tradingClient({ baseUrl: world.url, auth: signed(strict) });
    expect((await bound.access.listApiKeys({ limit: 5 })).page).toBe(1);
    expect(await bound.risk.listLimits({})).toBeDefined();
    const unbound = tradingClient({ baseUrl: world.url, auth: signed({ ...strict, bound: false }) });
    expect(await errorOf(unbound.access.listApiKeys())).toMatchObject({ status: 401 });
  });

  test("shows a bearer key as one", async () => {
    const terms = { label: "bearer", access: "read_only", allowBearer: true } as const;
    const made = await addKey(world.platform, world.trading.deps.apiKeys, uid, terms);
    const simple = tradingClient({ baseUrl: world.url, auth: bearer(made ?? key) });
    expect((await simple.access.listApiKeys()).total).toBeGreaterThan(0);
    expect(await errorOf(simple.access.createApiKey({ label: "more" }))).toMatchObject({ status: 403, code: 2430 });
  });

  test("throws what is refused, with code, status and the id of the request", async () => {
    const error = await errorOf(trading.orders.orderCheck({ id: "999999" } as never));
    expect(error).toMatchObject({ kind: "refused", service: "trading", operation: "orders.orderCheck" });
    expect(error.status).toBeGreaterThanOrEqual(404);
    expect(error.code).toEqual(expect.any(Number));
    expect(error.requestId).toMatch(/^req_/);
    const stranger = tradingClient({ baseUrl: world.url });
    expect(await errorOf(stranger.accounts.accountDetails())).toMatchObject({ status: 401, code: 2001 });
  });

  test("makes a change once, though its answer is lost, and goes through every page of a list", async () => {
    const proxy = await breakingProxy(world.url);
    const far = tradingClient({ baseUrl: proxy.url, auth: signed(key) });
    const made: string[] = [];
    for (const label of ["one", "two", "three", "four"]) {
      proxy.loseAnswers(label === "two" ? 2 : 1);
      const { api_key } = await far.access.createApiKey({ label });
      made.push(api_key.id);
    }
    expect(new Set(made).size).toBe(4);
    const all = await labels();
    for (const label of ["one", "two", "three", "four"]) expect(all.filter((each) => each === label)).toHaveLength(1);
    const { total } = await trading.access.listApiKeys();
    expect(all).toHaveLength(total);
    expect(all.length).toBeGreaterThan(6);
  });

  test("continues a change with the key that an error names", async () => {
    const proxy = await breakingProxy(world.url);
    const far = tradingClient({ baseUrl: proxy.url, auth: signed(key), retries: 0 });
    proxy.loseAnswers(1);
    const error = await errorOf(far.access.createApiKey({ label: "continued" }));
    expect(error).toMatchObject({ kind: "noAnswer", mayHaveHappened: true });
    const { idempotencyKey = "" } = error;
    const again = await far.access.createApiKey({ label: "continued" }, { idempotencyKey });
    expect(again.secret).toMatch(/^[0-9a-f]{64}$/);
    expect((await labels()).filter((label) => label === "continued")).toHaveLength(1);
    // The same key with another change is a mistake of the caller.
    const other = await errorOf(far.access.createApiKey({ label: "another" }, { idempotencyKey }));
    expect(other).toMatchObject({ status: 422, code: 2440 });
  });
});

describe("a session", () => {
  const password = "Long-enough-1";

  test("logs in, changes with its CSRF token, and survives a login elsewhere in the same browser", async () => {
    const details = await trading.accounts.accountDetails();
    const login = (details as { readonly username?: string }).username ?? "";
    const auth = session();
    const pages = tradingClient({ baseUrl: world.url, auth });
    await pages.sessions.login({ login, password });
    await pages.accounts.settings({ theme: "dark" });
    // Another page of the browser: the cookie is a new one, and this page's token is worth nothing.
    await tradingClient({ baseUrl: world.url, auth: { ...auth, observe: cookieOnly(auth) } }).sessions.login({
      login,
      password,
    });
    await pages.accounts.settings({ theme: "light" });
    expect((await pages.accounts.settings()).theme).toBe("light");
    await pages.sessions.logout();
    expect(await errorOf(pages.accounts.settings())).toMatchObject({ status: 401 });
  });

  test("asks for its token when a page was loaded again", async () => {
    const { username: login } = (await trading.accounts.accountDetails()) as unknown as { readonly username: string };
    const auth = session();
    const first = tradingClient({ baseUrl: world.url, auth: { ...auth, observe: cookieOnly(auth) } });
    await first.sessions.login({ login, password });
    const again = tradingClient({ baseUrl: world.url, auth });
    expect((await again.accounts.settings({ theme: "system" })).theme).toBe("system");
  });
});

/** As a browser keeps a cookie of which a page learns nothing else. */
function cookieOnly(auth: ReturnType<typeof session>): NonNullable<typeof auth.observe> {
  return (_operation, answer) => auth.observe?.("another page", answer);
}
