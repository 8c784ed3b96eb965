import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { refusalOf, testClock, testTokens, type TestClock } from "../../../test/support/registry-tokens.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Tokens } from "./tokens.ts";

const { db } = await testDatabase({ rooms: ["registry"] });

const invalid = "Invalid or expired Registry JWT token";
const request = {
  method: "operator",
  subject: "ops",
  permissions: [{ action: "publish", resource: "com.example/*" }],
  ttlSeconds: 300,
} as const;

let clock: TestClock;
let tokens: Tokens;
beforeEach(async () => {
  clock = testClock();
  tokens = testTokens({ db, clock });
  await tokens.start();
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The two parts of a token, read. */
function read(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header = "", claims = ""] = token.split(".");
  const parse = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString()) as Record<string, unknown>;
  return { header: parse(header), claims: parse(claims) };
}

function signed(header: object, claims: object, key: KeyObject): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}

describe("an issued token", () => {
  test("is known again as what it was issued for", async () => {
    const issued = await tokens.issue(request);
    expect(await tokens.verify(`Bearer ${issued.token}`)).toEqual({
      kind: "token",
      method: "operator",
      subject: "ops",
      permissions: request.permissions,
      tokenId: issued.tokenId,
      expiresAt: issued.expiresAt,
    });
  });

  test("names its key and carries the claims of the public registry", async () => {
    const { token, tokenId } = await tokens.issue(request);
    const now = clock.now() / 1_000_000;
    const { keys } = await tokens.jwks();
    expect(read(token)).toEqual({
      header: { alg: "EdDSA", typ: "JWT", kid: keys[0]?.kid },
      claims: {
        iss: "mcp-registry",
        iat: now,
        nbf: now,
        exp: now + 300,
        jti: tokenId,
        auth_method: "operator",
        auth_method_sub: "ops",
        permissions: request.permissions,
      },
    });
  });

  test("counts until its last second and not after, though its signature was checked before", async () => {
    const header = `Bearer ${(await tokens.issue(request)).token}`;
    await tokens.verify(header);
    clock.advance(299_999);
    await tokens.verify(header);
    clock.advance(1);
    expect((await refusalOf(tokens.verify(header))).message).toBe(invalid);
  });

  test("counts in another process at once, also when that one runs 30 seconds behind", async () => {
    const other = testClock();
    const there = testTokens({ db, clock: other });
    await there.start();
    clock.advance(30_000);
    const header = `Bearer ${(await tokens.issue(request)).token}`;
    expect(await there.verify(header)).toMatchObject({ subject: "ops" });
    clock.advance(1000);
    const early = `Bearer ${(await tokens.issue(request)).token}`;
    expect((await refusalOf(there.verify(early))).message).toBe(invalid);
  });
});

describe("a header without a proper token", () => {
  test.each([
    [undefined, "Missing Authorization header. Expected 'Bearer <token>'"],
    ["", "Missing Authorization header. Expected 'Bearer <token>'"],
    ["InvalidFormat", "Invalid Authorization header format. Expected 'Bearer <token>'"],
    ["Basic abc", "Invalid Authorization header format. Expected 'Bearer <token>'"],
    ["Bearer invalidToken", invalid],
    ["Bearer a.b.c", invalid],
    [`Bearer ${"a".repeat(9000)}`, invalid],
  ])("%j is answered with 401 and a challenge", async (header, message) => {
    const refusal = await refusalOf(tokens.verify(header));
    expect(refusal).toMatchObject({ status: 401, message, headers: { "WWW-Authenticate": "Bearer" } });
  });
});

describe("a forged token", () => {
  const refused = async (token: string): Promise<void> => {
    expect((await refusalOf(tokens.verify(`Bearer ${token}`))).message).toBe(invalid);
  };

  test("with other claims under the same signature is refused", async () => {
    const [header, , signature] = (await tokens.issue(request)).token.split(".");
    const { claims } = read((await tokens.issue(request)).token);
    await refused(`${header}.${part({ ...claims, permissions: [{ action: "publish", resource: "*" }] })}.${signature}`);
  });

  test("with alg none is refused", async () => {
    const { header, claims } = read((await tokens.issue(request)).token);
    await refused(`${part({ ...header, alg: "none" })}.${part(claims)}.`);
  });

  test("with the public key as an HMAC secret is refused", async () => {
    const { header, claims } = read((await tokens.issue(request)).token);
    const x = (await tokens.jwks()).keys[0]?.x ?? "";
    const jwk = { kty: "OKP", crv: "Ed25519", x };
    const pem = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" });
    const text = `${part({ ...header, alg: "HS256" })}.${part(claims)}`;
    for (const secret of [x, Buffer.from(x, "base64url"), pem]) {
      await refused(`${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`);
    }
  });

  test("with another Ed25519 key under our key id, or with its own key in the header, is refused", async () => {
    const { header, claims } = read((await tokens.issue(request)).token);
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const jwk = publicKey.export({ format: "jwk" });
    await refused(signed(header, claims, privateKey));
    await refused(signed({ alg: "EdDSA", jwk }, claims, privateKey));
    await refused(signed({ alg: "EdDSA", jwk, kid: "unknown" }, claims, privateKey));
    await refused(signed({ alg: "EdDSA", kid: 7 }, claims, privateKey));
  });
});

describe("a configured key", () => {
  // RFC 8037, appendices A.1 to A.3: a seed, its public key and its thumbprint.
  const jwtPrivateKey = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${jwtPrivateKey}`, "hex");
  const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  const kid = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";

  test("signs, under the thumbprint of its public key", async () => {
    const own = testTokens({ db, clock, config: { jwtPrivateKey } });
    await own.start();
    const { token } = await own.issue(request);
    expect(read(token).header).toMatchObject({ kid });
    expect((await own.jwks()).keys).toContainEqual({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" });
    clock.advance(1000);
    expect(await tokens.verify(`Bearer ${token}`)).toMatchObject({ subject: "ops" });
  });

  test("accepts a token that was made elsewhere with it and names no key; other processes do not", async () => {
    const own = testTokens({ db, clock, config: { jwtPrivateKey } });
    await own.start();
    const exp = clock.now() / 1_000_000 + 60;
    const claims = { iss: "mcp-registry", exp, auth_method: "none", auth_method_sub: "ci", permissions: null };
    const token = signed({ alg: "EdDSA", typ: "JWT" }, claims, privateKey);
    expect(await own.verify(`Bearer ${token}`)).toMatchObject({ subject: "ci", permissions: [] });
    expect((await refusalOf(tokens.verify(`Bearer ${token}`))).message).toBe(invalid);
    const { exp: _, ...forever } = claims;
    const endless = signed({ alg: "EdDSA", typ: "JWT" }, forever, privateKey);
    expect((await refusalOf(own.verify(`Bearer ${endless}`))).message).toBe(invalid);
  });

  test("is not written to the database", async () => {
    await testTokens({ db, clock, config: { jwtPrivateKey } }).start();
    const rows = await db.query<{ sealed: string | null }>({
      name: "test.sealedKey",
      text: "select sealed_private_key as sealed from registry.signing_keys where kid = $1",
      values: [kid],
    });
    expect(rows).toEqual([{ sealed: null }]);
  });

  test("cannot be rotated, and signs no more once it is revoked", async () => {
    const own = testTokens({ db, clock, config: { jwtPrivateKey } });
    await own.start();
    const { token } = await own.issue(request);
    await expect(own.rotateKey()).rejects.toThrow(UserError);
    await own.revokeKey(kid);
    expect((await refusalOf(own.verify(`Bearer ${token}`))).message).toBe(invalid);
    await expect(own.issue(request)).rejects.toThrow(/was revoked/);
    await expect(testTokens({ db, clock, config: { jwtPrivateKey } }).start()).rejects.toThrow(/was revoked/);
  });
});

describe("a token from the command line", () => {
  test.each([
    ["no permissions", { permissions: [] }],
    ["a pattern of no meaning", { permissions: [{ action: "publish" as const, resource: "com.*/a" }] }],
    ["a namespace without its servers", { permissions: [{ action: "publish" as const, resource: "com.example" }] }],
    ["a pattern below a name", { permissions: [{ action: "edit" as const, resource: "com_example/*" }] }],
    ["no time to live", { ttlSeconds: 0 }],
    ["a broken time", { ttlSeconds: 1.5 }],
    ["more than ten years", { ttlSeconds: 11 * 366 * 86_400 }],
  ])("with %s is refused", async (_what, wrong) => {
    await expect(tokens.issue({ ...request, ...wrong })).rejects.toThrow(UserError);
  });
});

describe("a blocked namespace", () => {
  test("gets no token, and sees whom to contact", async () => {
    const blocking = testTokens({
      db,
      clock,
      config: { blockedNamespaces: ["com.example"], contact: "ops@example.org" },
    });
    const refusal = await refusalOf(blocking.issue(request));
    expect(refusal).toMatchObject({
      status: 403,
      message: "Your namespace com.example is blocked in this registry. If you think that is wrong: ops@example.org",
    });
    const everything = { ...request, permissions: [{ action: "publish", resource: "*" }] } as const;
    await blocking.issue(everything);
  });
});

test("a token of the command line is forgotten a month after it expired, and not before", async () => {
  const { tokenId } = await tokens.issue(request);
  const isListed = async () => {
    await tokens.deleteOldTokens();
    return (await tokens.listIssued({ all: true, limit: 1_000 })).some((each) => each.tokenId === tokenId);
  };
  clock.advance(29 * DAY_MS);
  expect(await isListed()).toBe(true);
  clock.advance(2 * DAY_MS);
  expect(await isListed()).toBe(false);
});
