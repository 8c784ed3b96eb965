import { describe, expect, test } from "vitest";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import type { Grant } from "./actor.ts";
import { claimsOf, isCurrent, readClaims } from "./claims.ts";

const now = 1_700_000_000_654_321 as Instant;
const grant: Grant = {
  method: "dns",
  subject: "example.com",
  permissions: [{ action: "publish", resource: "com.example/*" }],
};
const claims = claimsOf(grant, { now, ttlSeconds: 300 }, "tok_1");

test("claims carry the public registry's names, in whole seconds", () => {
  expect(claims).toEqual({
    iss: "mcp-registry",
    iat: 1_700_000_000,
    nbf: 1_700_000_000,
    exp: 1_700_000_300,
    jti: "tok_1",
    auth_method: "dns",
    auth_method_sub: "example.com",
    permissions: [{ action: "publish", resource: "com.example/*" }],
  });
});

test("claims read back as the holder they were made for", () => {
  expect(readClaims(claims)?.actor).toEqual({
    kind: "token",
    ...grant,
    tokenId: "tok_1",
    expiresAt: 1_700_000_300_000_000,
  });
});

test("a token that was made elsewhere may lack jti, iat and nbf, and have null for permissions", () => {
  const { iss, exp, auth_method, auth_method_sub } = claims;
  const read = readClaims({ iss, exp, auth_method, auth_method_sub, permissions: null, extra: 1 });
  expect(read).toEqual({
    actor: { kind: "token", method: "dns", subject: "example.com", permissions: [], expiresAt: 1_700_000_300_000_000 },
    notBefore: undefined,
  });
});

describe("no registry token", () => {
  test.each([
    ["without exp", { ...claims, exp: undefined }],
    ["with exp as text", { ...claims, exp: "1700000300" }],
    ["with exp past all time", { ...claims, exp: 1e300 }],
    ["of another issuer", { ...claims, iss: "someone" }],
    ["without permissions", { ...claims, permissions: undefined }],
    ["with an action that is not text", { ...claims, permissions: [{ action: 1, resource: "*" }] }],
    [
      "with too many permissions",
      { ...claims, permissions: Array.from({ length: 101 }, () => claims.permissions?.[0]) },
    ],
    ["that is a list", [claims]],
    ["that is null", null],
  ])("is one %s", (_what, payload) => {
    expect(readClaims(payload)).toBeUndefined();
  });
});

test("a permission with an unknown action or a senseless pattern is left out, and the others stay", () => {
  const permissions = [
    { action: "read", resource: "com.example/*" },
    { action: "toString", resource: "*" },
    { action: "publish", resource: "" },
    { action: "publish", resource: "com.*/a" },
    { action: "edit", resource: "com.example/*" },
  ];
  expect(readClaims({ ...claims, permissions })?.actor.permissions).toEqual([permissions[4]]);
});

describe("a token counts", () => {
  const content = readClaims(claims);
  if (!content) throw new Error("the claims were not read");
  const at = (ms: number): Instant => plusMillis(1_700_000_000_000_000 as Instant, ms);

  test.each([
    [-30_001, false],
    [-30_000, true],
    [0, true],
    [299_999, true],
    [300_000, false],
    [300_001, false],
  ])("%i ms after it was made: %j", (ms, expected) => {
    expect(isCurrent(content, at(ms))).toBe(expected);
  });
});
