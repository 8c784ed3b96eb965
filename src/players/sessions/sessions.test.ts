import { describe, expect, test } from "vitest";
import { memoryLimiter } from "../../kit/limits/memory-limiter.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { playersWorld } from "../../../test/support/players-world.ts";
import { keyStore } from "../keys/sql/key-store.ts";

const limiter = memoryLimiter({ clock: systemClock() });
const world = await playersWorld({ fixture: false, limiter });
const { keys, get } = world;

const post = (body: object, headers: Record<string, string> = {}) =>
  get("/Session", null, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

async function signIn(key: string): Promise<{ cookie: string; csrf: string }> {
  const { status, headers, json } = await post({ Key: key });
  expect(status).toBe(200);
  return { cookie: (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "", csrf: json.CsrfToken };
}

const as = (cookie: string, method = "GET", more: Record<string, string> = {}) => ({
  method,
  headers: { cookie, ...more },
});

describe("a browser that signed in with a key", () => {
  test("has the rights of the key, and sees its owner", async () => {
    const { cookie, csrf } = await signIn(keys.history);
    const me = await get("/Me", null, as(cookie));
    expect(me.json).toMatchObject({ Name: "h", Scope: "history", Demo: false, CsrfToken: csrf, KeyExpiresAt: null });
    expect(Date.parse(me.json.SessionEndsAt)).toBeGreaterThan(Date.now());
    expect((await get("/Online", null, as(cookie))).status).toBe(200);
    expect((await get("/Session", null, as(cookie))).json).toEqual({ SignedIn: true, DemoOffered: false });
    const refused = await get("/Export", null, as(cookie));
    expect([refused.status, refused.json.Error.Code]).toEqual([403, "keys_insufficient_scope"]);
  });

  test("changes nothing without the session's token, or for another site", async () => {
    const { cookie, csrf } = await signIn(keys.read);
    const ticket = (headers: Record<string, string>) => get("/Online/Events/Ticket", null, as(cookie, "POST", headers));
    expect((await ticket({})).json.Error.Code).toBe("session_no_csrf");
    const foreign = await ticket({ "x-csrf-token": csrf, "sec-fetch-site": "cross-site" });
    expect([foreign.status, foreign.json.Error.Code]).toEqual([403, "session_other_site"]);
    expect((await ticket({ "x-csrf-token": csrf })).status).toBe(201);
  });

  test("is read by no page of another site", async () => {
    const { cookie } = await signIn(keys.read);
    const answer = await get("/Me", null, as(cookie, "GET", { origin: "https://example.org" }));
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const asked = { origin: "https://example.org", "access-control-request-method": "POST" };
    const preflight = await get("/Session", null, { method: "OPTIONS", headers: asked });
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("is the key of the header where there is one", async () => {
    const { cookie } = await signIn(keys.admin);
    expect((await get("/Me", keys.read, as(cookie))).json).toMatchObject({ Scope: "read", CsrfToken: null });
    expect((await get("/Me", "wrong", as(cookie))).status).toBe(401);
  });

  test("is out when the key is disabled, and hears why", async () => {
    const { cookie } = await signIn(keys.history);
    const stored = (await keyStore(world.platform.db).list()).find(({ name }) => name === "h");
    await keyStore(world.platform.db).setEnabled(stored?.id ?? "", false);
    await world.players.keyring.refresh();
    const answer = await get("/Me", null, as(cookie));
    expect([answer.status, answer.json.Error.Code]).toEqual([403, "keys_disabled"]);
    expect((await get("/Session", null, as(cookie))).json.SignedIn).toBe(false);
  });

  test("signs out with the session's token", async () => {
    const { cookie, csrf } = await signIn(keys.read);
    expect((await get("/Session", null, as(cookie, "DELETE"))).status).toBe(403);
    const from = (site: string) =>
      get("/Session", null, as(cookie, "DELETE", { "x-csrf-token": csrf, "sec-fetch-site": site }));
    expect((await from("cross-site")).json.Error.Code).toBe("session_other_site");
    const out = await from("same-origin");
    expect([out.status, out.headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  });
});

describe("no session", () => {
  test.each([
    ["an unknown key", { Key: "tpk_unknown" }, 401, "keys_unknown"],
    ["a key that expired", { Key: keys.expired }, 401, "keys_expired"],
    ["a disabled key", { Key: keys.disabled }, 403, "keys_disabled"],
    ["the key of the demo outside of one", { Demo: true }, 401, "keys_demo"],
    ["a key and the demo's", { Key: keys.read, Demo: true }, 400, "session_key_needed"],
  ])("begins with %s", async (_what, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, answer.json.Error.Code]).toEqual([status, code]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("begins for a page of another site", async () => {
    const answer = await post({ Key: keys.read }, { "sec-fetch-site": "cross-site" });
    expect([answer.status, answer.json.Error.Code]).toEqual([403, "session_other_site"]);
  });

  test("is left where its cookie does not open", async () => {
    const answer = await get("/Me", null, as("tripod_players=v1.x.y.z"));
    expect([answer.status, answer.json.Error.Code]).toEqual([401, "session_ended"]);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  });
});

test("the demo's key signs in by a word, where there is a demo", async () => {
  world.players.keyring.admitGuest("demo");
  expect((await get("/Session", null)).json).toEqual({ SignedIn: false, DemoOffered: true });
  const { status, json } = await post({ Demo: true });
  expect([status, json.Demo, json.Scope]).toEqual([200, true, "admin"]);
});

test("guesses are limited, and the answer says for how long", async () => {
  let answer = await post({ Key: "tpk_guess" });
  for (let guesses = 0; guesses < 60 && answer.status !== 429; guesses++) answer = await post({ Key: "tpk_guess" });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
  expect((await get("/Online")).status).toBe(200);
});
