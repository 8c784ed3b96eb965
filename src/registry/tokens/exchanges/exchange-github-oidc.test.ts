import { createPublicKey } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import {
  idClaims,
  idTokenIssuer,
  rsaKey,
  signHs256,
  signRs256,
  unsigned,
} from "../../../../test/support/id-token-issuer.ts";
import { refusalOf, testClock, testTokens } from "../../../../test/support/registry-tokens.ts";
import type { Tokens } from "../tokens.ts";

const { db } = await testDatabase({ rooms: ["registry"] });
const issuer = await idTokenIssuer("mcp-registry");
afterAll(() => issuer.close());

const clock = testClock();
const owner = { repository_owner: "acme" };
let tokens: Tokens;
beforeEach(async () => {
  // New ones each time: they remember the issuer's keys.
  tokens = testTokens({ db, clock, issuerHttp: issuer.http, config: { githubOidcIssuer: issuer.issuer } });
  await tokens.start();
});
afterEach(() => {
  issuer.described = {};
  issuer.keysAnswer = undefined;
});

const asked = (): number => issuer.http.asked.length;
const claims = (more: object = {}): object => ({
  ...idClaims(issuer.issuer, "mcp-registry", clock.now()),
  ...owner,
  ...more,
});

async function reason(token: string): Promise<string> {
  const refusal = await refusalOf(tokens.exchangeGithubOidc(token));
  expect(refusal).toMatchObject({ status: 401, code: "tokens.exchangeFailed" });
  expect(refusal.message).toMatch(/^Token exchange failed: /);
  return refusal.message.slice("Token exchange failed: ".length);
}

test("a run may publish for the owner of its repository", async () => {
  const { token } = await tokens.exchangeGithubOidc(issuer.token(clock.now(), owner));
  expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({
    method: "github-oidc",
    subject: "repo:acme/tool:ref:refs/heads/main",
    permissions: [{ action: "publish", resource: "io.github.acme/*" }],
  });
});

describe("an id token is refused", () => {
  test.each([
    ["for another audience", { aud: "sigstore" }, "the id token was made for another audience"],
    ["for several parties", { aud: ["mcp-registry", "other"] }, "the id token was made for another party"],
    ["from another issuer", { iss: "https://evil.example" }, "the id token is from another issuer"],
    ["after it has expired", { exp: 1_700_000_000 }, "the id token has expired"],
    ["without an expiry", { exp: undefined }, "the claim exp of the id token is missing or wrong"],
    ["before it counts", { nbf: 4_000_000_000 }, "the id token does not count yet"],
    ["without a subject", { sub: undefined }, "the claim sub of the id token is missing or wrong"],
    ["without an owner", { repository_owner: undefined }, "the id token names no usable repository_owner"],
    ["with an owner that is not a name", { repository_owner: "a/*" }, "the id token names no usable repository_owner"],
  ])("%s", async (_what, more, expected) => {
    expect(await reason(issuer.token(clock.now(), { ...owner, ...more }))).toBe(expected);
  });

  test("with alg none", async () => {
    const algorithm = "the id token is signed by an algorithm that is not accepted";
    expect(await reason(unsigned(claims()))).toBe(algorithm);
  });

  test("with the issuer's public key as an HMAC secret", async () => {
    const [key = rsaKey("none")] = issuer.keys;
    const pem = createPublicKey(key.privateKey).export({ type: "spki", format: "pem" });
    const algorithm = "the id token is signed by an algorithm that is not accepted";
    expect(await reason(signHs256(key, claims(), pem))).toBe(algorithm);
    expect(await reason(signHs256(key, claims(), JSON.stringify(key.jwk)))).toBe(algorithm);
  });

  test("with a signature by another key under the issuer's key id", async () => {
    expect(await reason(signRs256(rsaKey("first"), claims()))).toBe("the signature of the id token is wrong");
  });

  test("with a key that the issuer does not have", async () => {
    const unknown = "the id token is signed by a key that its issuer does not have";
    expect(await reason(signRs256(rsaKey("other"), claims()))).toBe(unknown);
  });

  test.each([["not a token"], ["a.b.c"], [""], ["..."]])("when it is %j, before anybody is asked", async (token) => {
    const before = asked();
    expect(await reason(token)).toBe("this is not a valid id token");
    expect(asked()).toBe(before);
  });
});

describe("the issuer's keys", () => {
  const token = () => issuer.token(clock.now(), owner);

  test("are asked for once, however many log in", async () => {
    const before = asked();
    await Promise.all(Array.from({ length: 10 }, () => tokens.exchangeGithubOidc(token())));
    await tokens.exchangeGithubOidc(token());
    expect(issuer.http.asked.slice(before)).toEqual([
      "https://issuer.example/.well-known/openid-configuration",
      "https://issuer.example/keys",
    ]);
  });

  test("are asked for again when an unknown one shows up, but not more than twice a minute", async () => {
    await tokens.exchangeGithubOidc(token());
    issuer.keys = [rsaKey("second"), ...issuer.keys];
    const before = asked();
    await refusalOf(tokens.exchangeGithubOidc(token()));
    expect(asked()).toBe(before);
    clock.advance(30_000);
    await tokens.exchangeGithubOidc(token());
    expect(asked()).toBe(before + 2);
    await refusalOf(tokens.exchangeGithubOidc(signRs256(rsaKey("unknown"), claims())));
    expect(asked()).toBe(before + 2);
  });

  test("that were withdrawn count ten minutes more at most", async () => {
    const [key = rsaKey("none")] = issuer.keys;
    await tokens.exchangeGithubOidc(token());
    issuer.keys = [rsaKey("third")];
    clock.advance(600_000);
    expect(await reason(signRs256(key, claims()))).toContain("a key that its issuer does not have");
  });

  test("of another issuer than the configured one are not believed", async () => {
    issuer.described = { issuer: "https://evil.example" };
    expect(await reason(token())).toMatch(/does not describe the issuer https:\/\/issuer\.example$/);
  });

  test.each([
    [{ status: 404, body: "{}" }, /^the keys of https:\/\/issuer\.example are in no known form$/],
    [{ status: 200, body: "<html>" }, /^issuer\.example answered something that is not JSON$/],
    [{ status: 200, body: '{"keys":1}' }, /^the keys of .* are in no known form$/],
    [{ status: 200, body: " ".repeat(600_000) }, /^issuer\.example could not be asked: /],
  ])("that cannot be read fail the login and are requested again", async (answer, expected) => {
    issuer.keysAnswer = answer;
    expect(await reason(token())).toMatch(expected);
    issuer.keysAnswer = undefined;
    await tokens.exchangeGithubOidc(token());
  });
});
