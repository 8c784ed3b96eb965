import { describe, expect, test } from "vitest";
import { maskText } from "./redact.ts";

describe("secrets inside texts are masked", () => {
  test.each([
    ["a JWT behind a hyphen", "token-eyJhbGciOi.eyJzdWIiOi.c2ln", "token-[hidden]"],
    ["a JWT behind other parts", "a.b.eyJhbGciOi.eyJzdWIiOi.c2ln.d", "a.b.[hidden].d"],
    ["two JWTs", "eyJhbGciOi.eyJzdWIiOi.c2ln eyJhbGciOi.eyJzdWIiOi.", "[hidden] [hidden]"],
    ["a name that only holds the letters stays", "publicKeyJson.entries.first", "publicKeyJson.entries.first"],
    ["a password that holds an @ and a colon", "smtp://me:p@a:b@host:25", "smtp://me:[hidden]@host:25"],
    ["the second address of a word", "http://a/b,redis://me:pw@h", "http://a/b,redis://me:[hidden]@h"],
    ["a port before a name in the path stays", "http://h:80/@name", "http://h:80/@name"],
    ["an address in quotation marks", '"redis://me:pw@h" <a@b>', '"redis://me:[hidden]@h" <a@b>'],
    ["a trading key within a dotted word", `a.${"k".repeat(24)}.${"0F".repeat(32)}.b`, "a.[hidden].b"],
    ["a trading key before a hyphen", `${"k-".repeat(12)}.${"0f".repeat(32)}-b`, "[hidden]-b"],
    ["a name before a digest stays", `image.${"0f".repeat(32)}`, "image.0f0f0f0f[hidden]"],
    [
      "a longer digest behind a name stays",
      `${"k".repeat(24)}.${"0f".repeat(64)}`,
      `${"k".repeat(24)}.${"0f".repeat(64)}`,
    ],
    ["a private key without an end", "x -----BEGIN EC PRIVATE KEY-----\nAA", "x [hidden]"],
    [
      "two private keys",
      "-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY----- -----BEGIN PRIVATE KEY-----\nB\n-----END PRIVATE KEY-----",
      "[hidden] [hidden]",
    ],
  ])("%s", (_name, text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});
