import { createHmac, createSecretKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signedToken } from "../../../../test/support/signed-request.ts";
import { claimsOf, isSignedBy, MAX_TOKEN_CHARACTERS, readToken } from "./signed-token.ts";

const SECRET = "5f".repeat(32);
const KEY = createSecretKey(Buffer.from(SECRET));
const PAYLOAD = '{"nonce":1700000000123000001}';

test("a token is checked and read as it was signed", () => {
  const token = readToken(signedToken(SECRET, PAYLOAD));
  expect(token && isSignedBy(token, KEY)).toBe(true);
  expect(token && claimsOf(token)).toEqual({ nonce: "1700000000123000001" });
});

test("a signature of RFC 7515, appendix A.1, is right", () => {
  const key = createSecretKey(
    Buffer.from("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow", "base64url"),
  );
  const token = readToken(
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." +
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ." +
      "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  );
  expect(token && isSignedBy(token, key)).toBe(true);
});

test("no other key, and no other text, has the signature", () => {
  const [header = "", payload = "", signature = ""] = signedToken(SECRET, PAYLOAD).split(".");
  const other = Buffer.from('{"nonce":1700000000123000002}').toString("base64url");
  for (const text of [`${header}.${other}.${signature}`, `${header}.${payload}.${"A".repeat(43)}`]) {
    const token = readToken(text);
    expect(token && isSignedBy(token, KEY)).toBe(false);
  }
  const token = readToken(signedToken(`${SECRET}0`, PAYLOAD));
  expect(token && isSignedBy(token, KEY)).toBe(false);
});

test.each(['{"alg":"HS256"}', '{ "alg": "HS256", "typ": "jwt" }', '{"typ":"JWT","alg":"HS256","kid":"1"}'])(
  "the header %s is taken",
  (header) => {
    expect(readToken(signedToken(SECRET, PAYLOAD, header))).toBeDefined();
  },
);

describe("a token in base64 as some clients write it is checked as it was sent:", () => {
  // In standard base64 this payload has both + and /, and is padded.
  const claims = '{"a":"~~~???","nonce":"170000000012300001"}';
  const parts = ['{"typ":"JWT","alg":"HS256"}', claims];
  const padded = (encoding: "base64" | "base64url", text: string | Buffer): string => {
    const written = Buffer.from(text).toString(encoding).replaceAll("=", "");
    return written.padEnd(Math.ceil(written.length / 4) * 4, "=");
  };
  const bare = (text: string | Buffer): string => Buffer.from(text).toString("base64").replaceAll("=", "");

  test.each([
    ["standard and padded", (text: string | Buffer) => Buffer.from(text).toString("base64")],
    ["standard without padding", bare],
    ["URL-safe and padded", (text: string | Buffer) => padded("base64url", text)],
  ])("%s", (_, write) => {
    const signed = parts.map(write).join(".");
    const token = readToken(`${signed}.${write(createHmac("sha256", SECRET).update(signed).digest())}`);
    expect(token && isSignedBy(token, KEY)).toBe(true);
    expect(token && claimsOf(token)).toEqual({ a: "~~~???", nonce: "170000000012300001" });
  });

  test("a signature of the text without padding is not one of the text with it", () => {
    const signed = parts.map(bare).join(".");
    const signature = createHmac("sha256", SECRET).update(signed).digest("base64");
    const token = readToken(`${parts.map((part) => padded("base64", part)).join(".")}.${signature}`);
    expect(token).toBeDefined();
    expect(token && isSignedBy(token, KEY)).toBe(false);
  });
});

describe("no token is one with", () => {
  const whole = signedToken(SECRET, PAYLOAD);
  test.each([
    ["another algorithm", signedToken(SECRET, PAYLOAD, '{"typ":"JWT","alg":"HS512"}')],
    ["no algorithm", signedToken(SECRET, PAYLOAD, '{"typ":"JWT","alg":"none"}')],
    ["no word of the algorithm", signedToken(SECRET, PAYLOAD, '{"typ":"JWT"}')],
    ["another type", signedToken(SECRET, PAYLOAD, '{"typ":"JWE","alg":"HS256"}')],
    ["a type that is not text", signedToken(SECRET, PAYLOAD, '{"typ":[],"alg":"HS256"}')],
    ["extensions that must be understood", signedToken(SECRET, PAYLOAD, '{"alg":"HS256","crit":["exp"]}')],
    ["a header that is not JSON", signedToken(SECRET, PAYLOAD, "HS256")],
    ["a header that is too long", signedToken(SECRET, PAYLOAD, `{"alg":"HS256","kid":"${"k".repeat(250)}"}`)],
    ["a word before it", `Bearer ${whole}`],
    ["a signature padded twice", `${whole}==`],
    ["padding inside of a part", whole.replace(".", "=A.")],
    ["three signs of padding", whole.replace(".", "===.")],
    ["two parts", whole.slice(0, whole.lastIndexOf("."))],
    ["four parts", `${whole}.AA`],
    ["an empty part", whole.replace(/\.[^.]+\./, "..")],
    ["a sign that base64 does not have", whole.replace(/.$/, "*")],
    ["a signature cut short", whole.slice(0, -1)],
    ["a line break", `${whole}\n`],
    ["too much", signedToken(SECRET, `{"nonce":1,"x":"${"x".repeat(MAX_TOKEN_CHARACTERS)}"}`)],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(readToken(text)).toBeUndefined();
  });
});

test("a payload that is not a JSON object has no claims", () => {
  for (const payload of ["17", "[]", "nonce=17", '{"nonce":'] as const) {
    const token = readToken(signedToken(SECRET, payload));
    expect(token && claimsOf(token)).toBeUndefined();
  }
});
