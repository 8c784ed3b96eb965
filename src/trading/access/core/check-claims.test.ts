import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { checkClaims } from "./check-claims.ts";

const now = fromMillis(1_700_000_000_000);
const NONCE = "17000000000000000";
const url = "/api/v2/support/list-tickets?limit=5";
const rawBody = Buffer.from("status=open");
const hashOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const full = { nonce: NONCE, path: url, body_sha256: hashOf(rawBody), exp: "1700000001" };

const check = (claims: object, isStrict = false, body: Buffer | undefined = rawBody) =>
  checkClaims(claims as Record<string, unknown>, { url, rawBody: body }, isStrict, now);

describe("good are", () => {
  test.each([
    ["a nonce alone", { nonce: NONCE }],
    ["all members", full],
    ["a hash in capitals", { ...full, body_sha256: hashOf(rawBody).toUpperCase() }],
    ["an expiry with a fraction", { ...full, exp: "1700000000.5" }],
    ["members that we do not know", { ...full, iat: "1", sub: {} }],
  ])("%s", (_, claims) => {
    expect(check(claims)).toEqual({ nonce: "17000000000000000000" });
  });

  test("no body, with the hash of no bytes", () => {
    expect(checkClaims({ ...full, body_sha256: hashOf("") }, { url, rawBody: undefined }, true, now)).toHaveProperty(
      "nonce",
    );
  });
});

describe("refused is", () => {
  test.each([
    ["nonceMissing", "no nonce", {}],
    ["nonceMissing", "an empty nonce", { nonce: "" }],
    ["nonceMissing", "a nonce of null", { nonce: null }],
    ["nonceMalformed", "a short nonce", { nonce: "1700000000" }],
    ["nonceMalformed", "a nonce in an exponent", { nonce: "1.7e16" }],
    ["nonceMalformed", "a nonce that is a list", { nonce: [NONCE] }],
    ["nonceAhead", "a nonce of later", { nonce: "17000000600000001" }],
    ["expired", "what expires now", { ...full, exp: "1700000000" }],
    ["unreadable", "an expiry in words", { ...full, exp: "tomorrow" }],
    ["unreadable", "an expiry of null", { ...full, exp: null }],
    ["unreadable", "an expiry without bounds", { ...full, exp: "9".repeat(400) }],
    ["otherPath", "another path", { ...full, path: "/api/v2/support/list-tickets" }],
    ["unreadable", "a path that is not text", { ...full, path: {} }],
    ["otherBody", "another body", { ...full, body_sha256: hashOf("status=closed") }],
    ["otherBody", "a body where none is signed", { ...full, body_sha256: hashOf("") }],
    ["unreadable", "a hash that is too short", { ...full, body_sha256: "ab" }],
  ])("%s: %s", (problem, _, claims) => {
    expect(check(claims)).toEqual({ problem });
  });

  test.each(["path", "body_sha256", "exp"] as const)("a request with a strict key without %s", (name) => {
    const { [name]: _, ...rest } = full;
    expect(check(rest, true)).toEqual({ problem: "notCovered" });
    expect(check(full, true)).toHaveProperty("nonce");
  });
});
