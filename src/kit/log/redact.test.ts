import { describe, expect, test } from "vitest";
import { isSecretName, maskText, redactFields } from "./redact.ts";

describe("members with a secret's name are hidden", () => {
  const hidden = [
    "authorization",
    "Set-Cookie",
    "cookie",
    "X-Api-Key",
    "apiKey",
    "registry_token",
    "githubToken",
  ].concat(
    [
      "password",
      "db_password",
      "clientSecret",
      "privateKey",
      "signed_timestamp",
      "signedTimestamp",
      "jwt",
      "sessionId",
    ],
    ["secretKey", "key", "passphrase", "credentials", "proxy-authorization", "keyMaterial", "signature"],
  );
  test.each(hidden)("%s", (name) => {
    expect(redactFields({ [name]: "hunter2" })).toEqual({ [name]: "[hidden]" });
  });

  test.each(["tokenId", "tokenCount", "keyId", "server", "monkey", "keyed", "author", "secretKind"])(
    "%s is not one",
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );

  test("at any depth, in lists and maps, whatever the value's type", () => {
    const fields = { a: [{ b: { headers: { authorization: ["x"] } } }], c: new Map([["token", { x: 1 }]]) };
    expect(redactFields(fields)).toEqual({
      a: [{ b: { headers: { authorization: "[hidden]" } } }],
      c: { token: "[hidden]" },
    });
  });
});

const TRADING_KEY = "00112233445566778899aabbccddeeff";
const TRADING_SECRET = "f0e1d2c3b4a5968778695a4b3c2d1e0f".repeat(2);

describe("secrets inside texts are masked", () => {
  const cases: [string, string, string][] = [
    ["a password in an address", "at postgres://me:p@ss:word@db/x now", "at postgres://me:[hidden]@db/x now"],
    ["a password without a name", "redis://:pw@h:1", "redis://:[hidden]@h:1"],
    ["a bearer token", "Authorization: Bearer abc.def-ghi", "Authorization: Bearer [hidden]"],
    ["a JWT", "got eyJhbGciOi.eyJzdWIiOi.c2ln_-x!", "got [hidden]!"],
    ["basic credentials", "Authorization: Basic bWU6cHc=", "Authorization: Basic [hidden]"],
    ["prose about tokens stays", "bearer tokens and basic authentication", "bearer tokens and basic authentication"],
    ["a token in a query", "/cb?code=abc&state=1&access_token=zz", "/cb?code=[hidden]&state=1&access_token=[hidden]"],
    ["a token at the start of a text", "key=abc123 was refused", "key=[hidden] was refused"],
    ["a token in quotes or brackets", `sent "token=abc" (secret=de)f)`, `sent "token=[hidden]" (secret=[hidden]`],
    [
      "members of JSON",
      `got {"key":"abc","secret" : "de\\"f","id":1}`,
      `got {"key":"[hidden]","secret" : "[hidden]","id":1}`,
    ],
    ["a trading key with its secret", `sent ${TRADING_KEY}.${TRADING_SECRET}!`, "sent [hidden]!"],
    [
      "the secret of a trading key",
      `signed with ${TRADING_SECRET}`,
      `signed with ${TRADING_SECRET.slice(0, 8)}[hidden]`,
    ],
    ["words that end in key stay", "the monkey=1 and keys=2", "the monkey=1 and keys=2"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----.", "[hidden]."],
    ["an address without credentials stays", "http://localhost:8080/a@b", "http://localhost:8080/a@b"],
  ];
  test.each(cases)("%s", (_name, text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test("in messages and stacks of errors and of their causes, which become data", () => {
    const cause = Object.assign(new Error("postgres://me:hunter2@db refused"), {
      code: "ECONNREFUSED",
      detail: "hunter2",
    });
    const fields = redactFields({ err: new TypeError("could not read", { cause }) });
    expect(fields["err"]).toMatchObject({
      type: "TypeError",
      message: "could not read",
      cause: { type: "Error", code: "ECONNREFUSED", message: "postgres://me:[hidden]@db refused" },
    });
    expect(JSON.stringify(fields)).not.toContain("hunter2");
  });
});

describe("what is logged stays small", () => {
  test("texts, lists, depth and chains of causes are cut", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    let error = new Error("0");
    for (let depth = 1; depth < 50; depth++) error = new Error(String(depth), { cause: error });
    const text = JSON.stringify(
      redactFields({ text: "a".repeat(100_000), list: Array.from({ length: 10_000 }, () => 1), circle, err: error }),
    );
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain("[9900 more]");
    expect(text).toContain("[deep]");
  });

  test("values without a JSON form are written readably", () => {
    const at = new Date("2025-01-02T03:04:05Z");
    expect(
      redactFields({
        big: 12n,
        bytes: Buffer.alloc(5),
        at,
        url: new URL("http://a.b/"),
        run: () => 1,
        none: undefined,
        set: new Set([1]),
      }),
    ).toEqual({ big: "12", bytes: "[5 bytes]", at: "2025-01-02T03:04:05.000Z", url: "http://a.b/", set: [1] });
  });
});
