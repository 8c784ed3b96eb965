import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { answered, sendJson } from "../../../test/support/fake-upstream.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { registryConfig } from "../../../test/support/registry-world.ts";
import { syncWorld } from "../../../test/support/sync-world.ts";
import { openSource } from "./sources/open-source.ts";
import { accessOf } from "./sources/upstream-access.ts";
import type { SyncRunDeps } from "./sync-once.ts";

const SECRET = "s3cret-of-the-client";

const sync = await syncWorld();

/** Gives `token-1`, `token-2`, ... for as long as a test says. */
const issuer = await loopbackServer((request, response) => {
  if (request.path === "/.well-known/openid-configuration") {
    return sendJson(response, { issuer: namedIssuer, token_endpoint: `${issuer.url}/token` });
  }
  if (request.headers.authorization !== `Basic ${Buffer.from(`mirror:${SECRET}`).toString("base64")}`) {
    return sendJson(response, { error: "invalid_client", error_description: `not ${SECRET}` }, 401);
  }
  return sendJson(response, { access_token: `token-${++given}`, token_type: "Bearer", expires_in: 60 });
});
afterAll(() => issuer.close());
let given = 0;
let namedIssuer = "";
/** The tokens that the upstream accepts. */
let accepted: string[] = [];

beforeEach(() => {
  given = 0;
  namedIssuer = issuer.url;
  accepted = [];
  issuer.seen.length = 0;
  sync.upstream.entries = ["a", "b", "c", "d"].map((name) => sync.entry(name));
  sync.upstream.misbehave = (_query, response, page) => {
    const { authorization = "" } = sync.upstream.seen[page - 1]?.headers ?? {};
    return !accepted.includes(authorization) && answered(response.writeHead(401).end());
  };
});

function depsWith(settings: Record<string, string>): SyncRunDeps & { readonly log: ReturnType<typeof keptLog> } {
  const config = registryConfig({ TRIPOD_REGISTRY_SYNC_URL: sync.upstream.url, ...settings });
  const deps = sync.deps();
  const access = accessOf({ outbound: deps.syncHttp, clock: sync.clock }, config);
  return { ...deps, config, access, log: keptLog() };
}

const client = (secret = SECRET) => ({
  TRIPOD_REGISTRY_SYNC_OIDC_ISSUER: issuer.url,
  TRIPOD_REGISTRY_SYNC_OIDC_CLIENT_ID: "mirror",
  TRIPOD_REGISTRY_SYNC_OIDC_CLIENT_SECRET: secret,
});

describe("a private upstream", () => {
  test("is followed with a token", async () => {
    accepted = ["Bearer abc.def"];
    const outcome = await sync.run(depsWith({ TRIPOD_REGISTRY_SYNC_TOKEN: "abc.def" }));
    expect(outcome).toMatchObject({ kind: "synced", pages: 2 });
  });

  test("is followed with a token from a file", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "tripod-")), "token");
    await writeFile(file, "abc.def\n");
    accepted = ["Bearer abc.def"];
    expect(await sync.run(depsWith({ TRIPOD_REGISTRY_SYNC_TOKEN_FILE: file }))).toMatchObject({ kind: "synced" });
  });

  test("is followed with tokens that an issuer gives to a client", async () => {
    accepted = ["Bearer token-1"];
    const settings = {
      ...client(),
      TRIPOD_REGISTRY_SYNC_OIDC_SCOPE: "read",
      TRIPOD_REGISTRY_SYNC_OIDC_AUDIENCE: "reg",
    };
    expect(await sync.run(depsWith(settings))).toMatchObject({ kind: "synced", pages: 2 });
    const body = Object.fromEntries(new URLSearchParams(issuer.seen.at(-1)?.body));
    expect(body).toEqual({ grant_type: "client_credentials", scope: "read", audience: "reg" });
  });

  test("gets a new token when the one before is about to end, or is refused", async () => {
    accepted = ["Bearer token-1", "Bearer token-3"];
    const deps = depsWith(client());
    expect(await sync.run(deps)).toMatchObject({ kind: "synced" });
    expect(given).toBe(1);
    sync.aheadMs = 59_000;
    expect(await sync.run(deps)).toMatchObject({ kind: "synced" });
    expect(given).toBe(3);
  });

  test("that is a registry is logged in to with the issuer's token", async () => {
    const logins: string[] = [];
    const registry = await loopbackServer((request, response) => {
      if (request.path === "/v0.1/auth/oidc") {
        logins.push(request.body);
        return sendJson(response, { registry_token: "reg.token", expires_at: Math.ceil(Date.now() / 1000) + 300 });
      }
      if (request.headers.authorization !== "Bearer reg.token") return response.writeHead(401).end();
      return sendJson(response, { servers: [sync.entry("x")], metadata: {} });
    });
    const settings = { TRIPOD_REGISTRY_SYNC_URL: registry.url, TRIPOD_REGISTRY_SYNC_OIDC_EXCHANGE: "on" };
    expect(await sync.run(depsWith({ ...client(), ...settings }))).toMatchObject({ kind: "synced" });
    expect(logins).toEqual(['{"oidc_token":"token-1"}']);
    await registry.close();
  });

  test("without credentials, or with wrong ones, fails with a sentence that says so", async () => {
    const refused = { kind: "failed", reason: "the upstream answered 401: it asks for credentials" };
    expect(await sync.run(depsWith({}))).toEqual(refused);
    expect(await sync.run(depsWith({ TRIPOD_REGISTRY_SYNC_TOKEN: "wrong" }))).toEqual({
      kind: "failed",
      reason: "the upstream answered 401: it refuses the credentials",
    });
    const deps = depsWith(client("wr0ng-secret"));
    expect(await sync.run(deps)).toEqual({
      kind: "failed",
      reason: "the issuer gave no token: it answered 401 (invalid_client)",
    });
    expect(JSON.stringify(deps.log.entries)).not.toMatch(/wr0ng|s3cret/);
  });

  test("gets no secret by way of a document that names another issuer", async () => {
    namedIssuer = "https://issuer.example";
    expect(await sync.run(depsWith(client()))).toMatchObject({ kind: "failed" });
    expect(issuer.seen.map(({ path }) => path)).toEqual(["/.well-known/openid-configuration"]);
  });
});

describe("credentials of an upstream", () => {
  test("do not follow a redirect to another host", async () => {
    const other = await loopbackServer((_request, response) => sendJson(response, { servers: [], metadata: {} }));
    sync.upstream.misbehave = (_query, response) => answered(response.writeHead(302, { location: other.url }).end());
    await sync.run(depsWith({ TRIPOD_REGISTRY_SYNC_TOKEN: "abc.def" }));
    expect(sync.upstream.seen[0]?.headers.authorization).toBe("Bearer abc.def");
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await other.close();
  });

  test("serve an import from the same origin, and no other source receives them", async () => {
    accepted = ["Bearer abc.def"];
    const other = await loopbackServer((_request, response) => response.end("[]"));
    const { access, clock, random, syncHttp } = depsWith({ TRIPOD_REGISTRY_SYNC_TOKEN: "abc.def" });
    const deps = { outbound: syncHttp, clock, random, access };
    expect(await count(deps, sync.upstream.url)).toBe(4);
    expect(await count(deps, `${other.url}/servers.json`)).toBe(0);
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await other.close();
  });

  test.each([
    [{ TRIPOD_REGISTRY_SYNC_URL: "", TRIPOD_REGISTRY_SYNC_TOKEN: "a" }, "set TRIPOD_REGISTRY_SYNC_URL"],
    [{ TRIPOD_REGISTRY_SYNC_TOKEN: "a", TRIPOD_REGISTRY_SYNC_OIDC_CLIENT_ID: "b" }, "are both set"],
    [{ TRIPOD_REGISTRY_SYNC_OIDC_CLIENT_ID: "b" }, "set all three"],
  ])("that do not fit together are refused: %j", (settings, message) => {
    expect(() => depsWith(settings)).toThrow(message);
  });
});

async function count(deps: Parameters<typeof openSource>[0], target: string): Promise<number> {
  let items = 0;
  for await (const _item of (await openSource(deps, target)).items) items++;
  return items;
}
