import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { memoryLimiter } from "../../kit/limits/memory-limiter.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { registryWorld } from "../../../test/support/registry-world.ts";

const limiter = memoryLimiter({ clock: systemClock() });
const settings = { TRIPOD_REGISTRY_PRIVATE_READS: "on", TRIPOD_REGISTRY_ANONYMOUS_AUTH: "on" };
const world = await registryWorld(settings, undefined, [], limiter);
const { request, get, token } = world;

async function signIn(registryToken: string): Promise<{ cookie: string; csrf: string }> {
  const { status, headers, json } = await request("POST", "/v0.1/auth/session", {
    body: { registry_token: registryToken },
  });
  expect(status).toBe(200);
  return { cookie: (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "", csrf: json.session.csrf_token };
}

const document = (version: string) => ({ name: "com.example/weather", description: "Weather", version });

describe("a browser that signed in with a token", () => {
  test("has the rights of the token, and shows its end", async () => {
    const { cookie, csrf } = await signIn(await token({ publish: ["com.example/*"], ttlSeconds: 600 }));
    const me = await get("/v0.1/auth/me", { headers: { cookie } });
    expect(me.json).toMatchObject({
      subject: "test",
      method: "operator",
      permissions: [{ action: "publish", resource: "com.example/*" }],
      session: { csrf_token: csrf },
    });
    expect(me.json.expires_at - Date.now() / 1000).toBeGreaterThan(500);
    expect(me.json.session.ends_at).toBe(me.json.expires_at);
    expect((await get("/v0.1/servers", { headers: { cookie } })).status).toBe(200);
    expect((await get("/v0.1/servers")).status).toBe(401);
  });

  test("ends after its hours, however long the token counts", async () => {
    const { cookie } = await signIn(await token({ publish: ["*"], ttlSeconds: 1_000_000 }));
    const { json } = await get("/v0.1/auth/me", { headers: { cookie } });
    expect(json.expires_at - json.session.ends_at).toBeGreaterThan(900_000);
  });

  test("changes nothing without the session's token, or for another site", async () => {
    const { cookie, csrf } = await signIn(await token({ publish: ["com.example/*"] }));
    const publish = (version: string, headers: Record<string, string>) =>
      request("POST", "/v0.1/publish", { body: document(version), headers: { cookie, ...headers } });
    const bare = await publish("1.0.0", {});
    expect([bare.status, bare.json.error]).toEqual([403, expect.stringContaining("X-CSRF-Token")]);
    expect((await publish("1.0.0", { "x-csrf-token": csrf, origin: "https://example.org" })).status).toBe(403);
    expect((await publish("1.0.0", { "x-csrf-token": csrf })).status).toBe(200);
    const other = await request("POST", "/v0.1/publish", {
      body: { ...document("1.0.0"), name: "org.example/x" },
      headers: { cookie, "x-csrf-token": csrf },
    });
    expect(other.status).toBe(403);
    expect(other.json.error).toContain("You have permission to publish: com.example/*");
  });

  test("is read by no page of another site", async () => {
    const { cookie } = await signIn(await token({ publish: ["*"] }));
    const headers = { cookie, origin: "https://example.org" };
    expect((await get("/v0.1/auth/me", { headers })).headers.get("access-control-allow-credentials")).toBeNull();
    const preflight = await request("OPTIONS", "/v0.1/auth/me", { headers });
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("is the token of the header where there is one", async () => {
    const { cookie } = await signIn(await token({ publish: ["*"] }));
    const { json } = await get("/v0.1/auth/me", {
      headers: { cookie },
      token: await token({ edit: ["com.example/*"] }),
    });
    expect(json).toMatchObject({ permissions: [{ action: "edit" }], session: null });
    expect((await get("/v0.1/auth/me", { headers: { cookie }, token: "wrong" })).status).toBe(401);
  });

  test("is out when the token is revoked", async () => {
    const { tokens } = world.registry.deps;
    const permissions = [{ action: "publish" as const, resource: "*" }];
    const issued = await tokens.issue({ method: "operator", subject: "x", permissions, ttlSeconds: 300 });
    const { cookie } = await signIn(issued.token);
    await tokens.revokeToken(issued.tokenId);
    const answer = await get("/v0.1/auth/me", { headers: { cookie } });
    expect([answer.status, answer.json.error]).toEqual([401, "Invalid or expired Registry JWT token"]);
    expect((await get("/v0.1/auth", { headers: { cookie } })).json.signed_in).toBe(false);
  });

  test("may have as many permissions as a token", async () => {
    const publish = Array.from({ length: 100 }, (_, at) => `io.github.${randomBytes(6).toString("hex")}-${at}/*`);
    const { cookie } = await signIn(await token({ publish }));
    expect((await get("/v0.1/auth/me", { headers: { cookie } })).json.permissions).toHaveLength(100);
  });

  test("learns that the token lacks namespaces of its login, and how to publish for one of them", async () => {
    const permissions = [{ action: "publish" as const, resource: "io.github.me/*" }];
    const grant = { method: "github-at", subject: "me", permissions, ttlSeconds: 300 };
    const omits = async (omitsNamespaces?: true) => {
      const issued = await world.registry.deps.tokens.issue({
        ...grant,
        ...(omitsNamespaces ? { omitsNamespaces } : {}),
      });
      const { cookie, csrf } = await signIn(issued.token);
      const me = await get("/v0.1/auth/me", { headers: { cookie } });
      const body = { ...document("1.0.0"), name: "io.github.acme/x" };
      const refused = await request("POST", "/v0.1/publish", { body, headers: { cookie, "x-csrf-token": csrf } });
      return [me.json.omits_namespaces, refused.status, refused.json.error];
    };
    expect(await omits(true)).toEqual([true, 403, expect.stringContaining('"namespace": "io.github.acme"')]);
    expect(await omits()).toEqual([
      false,
      403,
      expect.stringContaining("log in with the account of one of its owners"),
    ]);
  });

  test("signs out with the session's token", async () => {
    const { cookie, csrf } = await signIn(await token({ publish: ["*"] }));
    const out = (headers: Record<string, string>) =>
      request("DELETE", "/v0.1/auth/session", { headers: { cookie, ...headers } });
    expect((await out({})).status).toBe(403);
    expect((await out({ "x-csrf-token": csrf, "sec-fetch-site": "same-site" })).status).toBe(403);
    const { status, headers } = await out({ "x-csrf-token": csrf });
    expect([status, headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  });
});

describe("no session", () => {
  test("begins with a token that does not count, or for a page of another site", async () => {
    const begin = async (registryToken: string, headers = {}) => {
      const body = { registry_token: registryToken };
      const answer = await request("POST", "/v0.1/auth/session", { body, headers });
      return [answer.status, answer.headers.get("set-cookie")];
    };
    expect(await begin("abc")).toEqual([401, null]);
    expect(await begin("two words")).toEqual([401, null]);
    expect(await begin(await token({ publish: ["*"] }), { "sec-fetch-site": "cross-site" })).toEqual([403, null]);
  });

  test("begins with a token that no browser would keep", async () => {
    const permissions = Array.from({ length: 100 }, () => ({
      action: "publish" as const,
      resource: `${randomBytes(36).toString("hex")}/*`,
    }));
    const issued = await world.registry.deps.tokens.issue({
      method: "operator",
      subject: "x",
      permissions: permissions.slice(0, 60),
      ttlSeconds: 300,
    });
    const answer = await request("POST", "/v0.1/auth/session", { body: { registry_token: issued.token } });
    expect([answer.status, answer.json.error]).toEqual([422, expect.stringContaining("fewer permissions")]);
  });

  test("is left where its cookie does not open, and that is said", async () => {
    const answer = await get("/v0.1/auth/me", { headers: { cookie: "tripod_registry=v1.x.y.z" } });
    expect([answer.status, answer.json.error]).toEqual([401, "The session has ended: sign in again"]);
  });
});

test("any caller may ask which logins are on, also where reads are private", async () => {
  const { status, json } = await get("/v0.1/auth");
  expect(status).toBe(200);
  expect(json).toEqual({
    private_reads: true,
    signed_in: false,
    renewable: false,
    logins: {
      anonymous: true,
      dns: true,
      http: true,
      github: { client_id: null },
      github_actions: { issuer: "https://token.actions.githubusercontent.com", audience: "mcp-registry" },
      oidc: null,
    },
  });
});

test("guesses are limited, and the answer says for how long", async () => {
  const guess = () => request("POST", "/v0.1/auth/session", { body: { registry_token: "abc" } });
  let answer = await guess();
  for (let guesses = 0; guesses < 60 && answer.status !== 429; guesses++) answer = await guess();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
});
