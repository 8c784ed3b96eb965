import { afterAll, describe, expect, test } from "vitest";
import { dnsServer, publisher } from "../../../../test/support/registry-tokens.ts";
import { registryWorld } from "../../../../test/support/registry-world.ts";
import { systemClock } from "../../../kit/time/clock.ts";

const dns = await dnsServer();
const clock = systemClock();
const world = await registryWorld({
  TRIPOD_REGISTRY_DNS_SERVERS: dns.address,
  TRIPOD_REGISTRY_ANONYMOUS_AUTH: "true",
});
const closed = await registryWorld({}, world.database);
afterAll(() => dns.close());

const ada = publisher("ed25519");
const proofBody = (domain: string): Record<string, unknown> => {
  const { timestamp, signedTimestamp } = ada.prove(domain, clock.now());
  return { domain, timestamp, signed_timestamp: signedTimestamp };
};

test.each([["/v0"], ["/v0.1"]])(
  "%s/auth/dns gives a token that publishes in the domain's namespace",
  async (prefix) => {
    dns.zone.set("example.com", [ada.record]);
    const answer = await world.request("POST", `${prefix}/auth/dns`, { body: proofBody("example.com") });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ registry_token: expect.any(String), expires_at: expect.any(Number) });
    expect(Math.abs(answer.json.expires_at * 1000 - (Date.now() + 300_000))).toBeLessThan(60_000);
    const publish = (name: string) =>
      world.request("POST", "/v0/publish", {
        body: { name, description: "A server.", version: `1.0.${prefix.length}` },
        token: answer.json.registry_token,
      });
    expect((await publish("com.example/tool")).status).toBe(200);
    expect((await publish("com.example.sub/tool")).status).toBe(200);
    const refused = await publish("com.examples/tool");
    expect(refused.status).toBe(403);
    expect(refused.json.error).toContain("You have permission to publish: com.example/*, com.example.*");
  },
);

describe("a login that fails is answered with 401, one sentence and a challenge", () => {
  test.each([
    ["/auth/dns", () => proofBody("nowhere.example"), /^DNS authentication failed: no usable key/],
    [
      "/auth/http",
      () => ({ ...proofBody("example.com"), timestamp: "2025-01-01T00:00:00Z" }),
      /^HTTP authentication failed: /,
    ],
    ["/auth/github-at", () => ({ github_token: "two words" }), /^Token exchange failed: /],
    [
      "/auth/github-at",
      () => ({ github_token: "gho_abc", namespace: "com.acme" }),
      /^Token exchange failed: "com\.acme" is not a namespace of GitHub/,
    ],
    ["/auth/github-oidc", () => ({ oidc_token: "not a token" }), /^Token exchange failed: /],
  ])("%s", async (path, body, sentence) => {
    const { status, json, headers } = await world.request("POST", `/v0.1${path}`, { body: body() });
    expect({ status, challenge: headers.get("www-authenticate") }).toEqual({ status: 401, challenge: "Bearer" });
    expect(json).toEqual({ error: expect.stringMatching(sentence) });
  });
});

test("the proof by HTTP never reaches into the registry's own network", async () => {
  const { status, json } = await world.request("POST", "/v0.1/auth/http", { body: proofBody("localhost.localdomain") });
  expect(status).toBe(401);
  expect(json.error).toMatch(/could not be read: /);
});

test.each([
  ["/auth/dns", {}],
  ["/auth/dns", { ...proofBody("example.com"), domain: 7 }],
  ["/auth/dns", { ...proofBody("example.com"), other: 1 }],
  ["/auth/http", { ...proofBody("example.com"), signed_timestamp: "0".repeat(257) }],
  ["/auth/github-at", { github_token: "" }],
  ["/auth/oidc", { oidc_token: "x".repeat(16_385) }],
])("%s refuses a body of the wrong form with 422", async (path, body) => {
  expect((await world.request("POST", `/v0.1${path}`, { body })).status).toBe(422);
});

test("/auth/none gives a token for trials, with or without a body, and only where it is on", async () => {
  for (const options of [{}, { body: {} }]) {
    const { status, json } = await world.request("POST", "/v0.1/auth/none", options);
    expect(status).toBe(200);
    const document = { name: "io.modelcontextprotocol.anonymous/a", description: "A server.", version: "1.0.0" };
    const token = String(json.registry_token);
    const dry = await world.request("POST", "/v0.1/publish", { body: { ...document, name: "com.example/a" }, token });
    expect(dry.status).toBe(403);
  }
  expect((await closed.request("POST", "/v0.1/auth/none")).status).toBe(404);
});

test("/auth/oidc answers 404 where no issuer is configured", async () => {
  const { status, json } = await closed.request("POST", "/v0.1/auth/oidc", { body: { oidc_token: "x" } });
  expect({ status, json }).toEqual({
    status: 404,
    json: { error: "This registry does not offer login by OpenID Connect" },
  });
});

test("the public keys are shown at the root, and no private one", async () => {
  const { status, json } = await world.get("/.well-known/jwks.json");
  expect(status).toBe(200);
  expect(json.keys.length).toBeGreaterThan(0);
  for (const key of json.keys) {
    expect(key).toEqual({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      x: expect.any(String),
      kid: expect.any(String),
    });
  }
});
