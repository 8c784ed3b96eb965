/** Signing a browser in at an issuer and at GitHub: a real issuer on loopback, a real registry, and a cookie jar. */
import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { browserIssuer } from "../support/browser-issuer.ts";
import { fakeGithub } from "../support/fake-github.ts";
import { registryWorld, type Answer } from "../support/registry-world.ts";

const PUBLIC_URL = "http://tripod.example";
const issuer = await browserIssuer("tripod");
const github = await fakeGithub();
afterAll(async () => {
  await issuer.close();
  await github.close();
});
const SETTINGS = {
  TRIPOD_REGISTRY_OIDC_ISSUER: issuer.issuer,
  TRIPOD_REGISTRY_OIDC_CLIENT_ID: "tripod",
  TRIPOD_REGISTRY_OIDC_PUBLISH_PATTERNS: "com.example/*",
  TRIPOD_REGISTRY_GITHUB_CLIENT_ID: "app",
  TRIPOD_REGISTRY_GITHUB_URL: github.url,
  TRIPOD_REGISTRY_GITHUB_API_URL: github.url,
};
const world = await registryWorld(SETTINGS, undefined, [], undefined, { publicUrl: PUBLIC_URL, hasConsole: true });
/** The same registry in another process, whose console is off. */
const withoutConsole = await registryWorld(SETTINGS, world.database, [], undefined, {
  publicUrl: PUBLIC_URL,
  hasConsole: false,
});

/** A browser: it keeps cookies. */
function browser() {
  const jar = new Map<string, string>();
  return async (method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...more };
    const answer = await world.request(method, `/v0.1${path}`, { headers, ...(body ? { body } : {}) });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";", 1);
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer;
  };
}

type Browser = ReturnType<typeof browser>;

/** Goes to the issuer, logs in there, and answers what it is sent back with. */
async function logInAtIssuer(ask: Browser, user = "ada") {
  const { json } = await ask("POST", "/auth/openid");
  return issuer.logIn(json.authorization_url, user);
}

async function signInByOpenid(ask: Browser): Promise<Answer> {
  const { code, state } = await logInAtIssuer(ask);
  return ask("POST", "/auth/openid/finish", { code, state });
}

describe("a browser that signs in at the issuer", () => {
  test("is sent there with a challenge, and comes back to the console", async () => {
    const { json } = await browser()("POST", "/auth/openid");
    const asked = Object.fromEntries(new URL(json.authorization_url).searchParams);
    expect(asked).toMatchObject({
      client_id: "tripod",
      response_type: "code",
      redirect_uri: `${PUBLIC_URL}/console/callback`,
      scope: "openid",
      code_challenge_method: "S256",
    });
    expect((await world.get("/v0.1/auth")).json.logins.oidc.browser).toBe(true);
  });

  test("is not sent there where the console is off, because the issuer could not send it back", async () => {
    const { logins } = (await withoutConsole.get("/v0.1/auth")).json;
    expect(logins.oidc).toMatchObject({ issuer: issuer.issuer, browser: false });
    expect((await withoutConsole.request("POST", "/v0.1/auth/openid")).status).toBe(404);
  });

  test("has a session that lasts its hours, though the token lasts minutes", async () => {
    const ask = browser();
    const { status, json } = await signInByOpenid(ask);
    expect([status, json.subject, json.method, json.session.renewable]).toEqual([200, "ada", "oidc", true]);
    expect(json.session.ends_at - json.expires_at).toBeGreaterThan(23 * 3_600 - 600);
    expect((await ask("GET", "/auth/me")).json).toEqual(json);
    const verifier = new URLSearchParams(issuer.tokenRequests.at(-1)).get("code_verifier") ?? "";
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(issuer.lastChallenge());
  });

  test("gets the next token from the issuer, also without the CSRF token; the session's end stays", async () => {
    const ask = browser();
    const { json: first } = await signInByOpenid(ask);
    const [one, two] = await Promise.all([ask("POST", "/auth/session/renew"), ask("POST", "/auth/session/renew")]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.json.session.ends_at).toBe(first.session.ends_at);
    // The issuer takes each refresh token once.
    expect((await ask("POST", "/auth/session/renew")).status).toBe(200);
    expect((await ask("GET", "/auth")).json).toMatchObject({ signed_in: true, renewable: true });
  });

  test("is not renewed when the issuer has ended the login, or another user is logged in there", async () => {
    const ask = browser();
    await signInByOpenid(ask);
    issuer.renewsAs = "eve";
    const other = await ask("POST", "/auth/session/renew");
    expect([other.status, other.json.error]).toEqual([401, expect.stringContaining("another user")]);
    issuer.renewsAs = undefined;
    issuer.endLogins();
    const ended = await ask("POST", "/auth/session/renew");
    expect([ended.status, ended.json.error]).toEqual([401, expect.stringContaining("invalid_grant")]);
  });

  test("has a session as long as its token where the issuer gives no refresh token", async () => {
    issuer.givesRefreshTokens = false;
    const ask = browser();
    const { json } = await signInByOpenid(ask);
    issuer.givesRefreshTokens = true;
    expect([json.session.renewable, json.session.ends_at]).toEqual([false, json.expires_at]);
    const renewed = await ask("POST", "/auth/session/renew");
    expect([renewed.status, renewed.json.error]).toEqual([409, expect.stringContaining("ends with its token")]);
  });

  test("is refused with another state, another browser's code, or for a page of another site", async () => {
    const ask = browser();
    const { code, state } = await logInAtIssuer(ask);
    const finish = (by: Browser, body: object, more = {}) => by("POST", "/auth/openid/finish", body, more);
    expect((await finish(ask, { code, state: "other" })).status).toBe(401);
    const elsewhere = await finish(browser(), { code, state });
    expect([elsewhere.status, elsewhere.json.error]).toEqual([401, expect.stringContaining("began no such sign-in")]);
    expect((await finish(ask, { code, state }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await finish(ask, { code: "stolen", state })).status).toBe(401);
    expect((await finish(ask, { code, state })).status).toBe(200);
  });

  test("is refused with an id token of another sign-in", async () => {
    issuer.nonce = "another";
    const { status, json } = await signInByOpenid(browser());
    issuer.nonce = undefined;
    expect([status, json.error]).toEqual([401, expect.stringContaining("another sign-in")]);
  });
});

describe("a browser that signs in with GitHub", () => {
  test("waits until the code is typed, and then publishes as the user", async () => {
    const ask = browser();
    const { json: shown } = await ask("POST", "/auth/github-device");
    expect(shown).toMatchObject({ user_code: "ABCD-1234", verification_uri: `${github.url}/login/device` });
    const waiting = await ask("POST", "/auth/github-device/poll");
    expect([waiting.status, waiting.json]).toEqual([200, { wait_seconds: 5, caller: null }]);
    github.answer = "slow_down";
    expect((await ask("POST", "/auth/github-device/poll")).json.wait_seconds).toBe(10);
    github.answer = "token";
    const { json } = await ask("POST", "/auth/github-device/poll");
    expect(json.caller).toMatchObject({ subject: "octo", method: "github-at", session: { renewable: true } });
    expect((await ask("POST", "/auth/session/renew")).json.permissions).toEqual(json.caller.permissions);
  });

  test("sees that it was refused there", async () => {
    const ask = browser();
    await ask("POST", "/auth/github-device");
    github.answer = "access_denied";
    const { status, json } = await ask("POST", "/auth/github-device/poll");
    expect([status, json.error]).toEqual([401, expect.stringContaining("did not allow it")]);
    expect((await browser()("POST", "/auth/github-device/poll")).status).toBe(401);
  });
});

test("a session of a pasted token says that it cannot be renewed", async () => {
  const ask = browser();
  await ask("POST", "/auth/session", { registry_token: await world.token({ publish: ["*"] }) });
  expect((await ask("POST", "/auth/session/renew")).status).toBe(409);
  expect((await browser()("POST", "/auth/session/renew")).status).toBe(401);
});
