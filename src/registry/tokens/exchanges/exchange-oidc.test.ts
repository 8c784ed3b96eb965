import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { idClaims, idTokenIssuer } from "../../../../test/support/id-token-issuer.ts";
import { refusalOf, testClock, testTokens } from "../../../../test/support/registry-tokens.ts";
import type { TokenConfig } from "../settings.ts";

const { db } = await testDatabase({ rooms: ["registry"] });
const issuer = await idTokenIssuer("my-client");
afterAll(() => issuer.close());
const clock = testClock();

const config = {
  oidcIssuer: issuer.issuer,
  oidcClientId: "my-client",
  oidcExtraClaims: ["hd=example.com", "groups=publishers"],
  oidcPublishPatterns: ["com.example/*", "com.example.*"],
  oidcEditPatterns: ["com.example/*"],
};
const make = (more: Partial<TokenConfig> = {}) =>
  testTokens({ db, clock, issuerHttp: issuer.http, config: { ...config, ...more } });
const tokens = make();
await tokens.start();

const proper = { sub: "ada@example.com", hd: "example.com", groups: ["users", "publishers"] };
const accepted = (work: Promise<unknown>) => expect(work).resolves.toHaveProperty("token");

const reason = async (claims: object): Promise<string> => {
  const refusal = await refusalOf(tokens.exchangeOidc(issuer.token(clock.now(), { ...proper, ...claims })));
  expect(refusal.status).toBe(401);
  return refusal.message;
};

test("a user with the required claims gets the configured patterns", async () => {
  const { token } = await tokens.exchangeOidc(issuer.token(clock.now(), proper));
  expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({
    method: "oidc",
    subject: "ada@example.com",
    permissions: [
      { action: "publish", resource: "com.example/*" },
      { action: "publish", resource: "com.example.*" },
      { action: "edit", resource: "com.example/*" },
    ],
  });
});

test("only an id token that says all claims of admins makes an admin", async () => {
  const own = make({ oidcAdminClaims: ["groups=admins", "email_verified=true"] });
  const permissionsOf = async (claims: object) => {
    const { token } = await own.exchangeOidc(issuer.token(clock.now(), { ...proper, ...claims }));
    return (await own.verify(`Bearer ${token}`)).permissions.map(({ action }) => action);
  };
  const groups = [...proper.groups, "admins"];
  expect(await permissionsOf({ groups, email_verified: true })).toEqual(["publish", "publish", "edit", "admin"]);
  expect(await permissionsOf({ groups })).toEqual(["publish", "publish", "edit"]);
});

describe("patterns of the settings that are too many for a token", () => {
  const names = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `com.example/${String(at).padStart(length - 12, "x")}`);
  const groups = [...proper.groups, "admins"];
  const exchange = (own: ReturnType<typeof make>) => own.exchangeOidc(issuer.token(clock.now(), { ...proper, groups }));

  test.each([
    ["by their length", { oidcPublishPatterns: names(50, 200) }],
    [
      "by their number",
      { oidcPublishPatterns: names(50, 20), oidcEditPatterns: names(50, 20), oidcAdminClaims: ["groups=admins"] },
    ],
  ])("%s end in a refusal that the operator understands, not in a token that no request accepts", async (_by, more) => {
    const refusal = await refusalOf(exchange(make(more)));
    expect([refusal.status, refusal.message]).toEqual([
      401,
      "Token exchange failed: this login's permissions do not fit into a token; the registry's operator can give it fewer or " +
        "shorter patterns",
    ]);
  });

  test("that just fit are in it", async () => {
    const own = make({ oidcPublishPatterns: names(50, 40), oidcEditPatterns: names(50, 20) });
    const { token } = await exchange(own);
    expect((await own.verify(`Bearer ${token}`)).permissions).toHaveLength(100);
  });
});

test("a claim may be a number, a truth value, or hold an equals sign", async () => {
  const own = make({ oidcExtraClaims: ["level=3", "email_verified=true", "tag=a=b"] });
  await accepted(own.exchangeOidc(issuer.token(clock.now(), { level: 3, email_verified: true, tag: "a=b" })));
});

test("an elliptic key signs as well as RSA", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  issuer.keys.push({ kid: "ec", privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid: "ec", alg: "ES256" } });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { ...idClaims(issuer.issuer, "my-client", clock.now()), ...proper };
  const text = `${part({ alg: "ES256", kid: "ec" })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  const own = make();
  await accepted(own.exchangeOidc(`${text}.${signature.toString("base64url")}`));
});

describe("a login is refused", () => {
  const wrong = (claim: string): string =>
    `Token exchange failed: the claim ${claim} of the id token is not what this registry asks for`;

  test.each([
    ["hd", { hd: "example.org" }],
    ["hd", { hd: undefined }],
    ["hd", { hd: { toString: "example.com" } }],
    ["groups", { groups: ["users"] }],
    ["groups", { groups: "publishers,users" }],
  ])("when the claim %s is wrong: %j", async (claim, claims) => {
    expect(await reason(claims)).toBe(wrong(claim));
  });

  test("when the token was made for another client", async () => {
    expect(await reason({ aud: "another" })).toMatch(/another audience$/);
  });

  test("when the token has several parties and was made for another of them", async () => {
    const aud = ["my-client", "another"];
    expect(await reason({ aud, azp: "another" })).toMatch(/another party$/);
    await tokens.exchangeOidc(issuer.token(clock.now(), { ...proper, aud, azp: "my-client" }));
  });

  test.each([[{ oidcIssuer: "" }], [{ oidcClientId: "" }]])("with 404 where it is not configured: %j", async (more) => {
    const refusal = await refusalOf(make(more).exchangeOidc(issuer.token(clock.now(), proper)));
    expect(refusal).toMatchObject({ status: 404, message: "This registry does not offer login by OpenID Connect" });
  });
});
