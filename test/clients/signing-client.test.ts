/** Signatures of the clients are those that docs/trading/signing.md shows. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importSecret, nonces, tokenOf } from "../../clients/typescript/src/signing.ts";

const document = readFileSync(new URL("../../docs/trading/signing.md", import.meta.url), "utf8");
const SECRET = /The secret is `([0-9a-f]{64})`/.exec(document)?.[1] ?? "";
const BODY = /^`(\{"code".*\})`\.$/m.exec(document)?.[1] ?? "";
const VECTORS = [...document.matchAll(/^payload {8}(\S+)\nAuthorization {2}(\S+)$/gm)].map(([, payload, token]) => ({
  payload: payload ?? "",
  token: token ?? "",
}));

describe("the signatures of docs/trading/signing.md", () => {
  test("are there, and are HMAC of what they show", () => {
    expect(VECTORS).toHaveLength(2);
    for (const { payload, token } of VECTORS) {
      const [header = "", shown = "", signature] = token.split(".");
      expect(Buffer.from(shown, "base64url").toString()).toBe(payload);
      expect(createHmac("sha256", SECRET).update(`${header}.${shown}`).digest("base64url")).toBe(signature);
    }
  });

  test.each(
    VECTORS.map((vector, at) => [at === 0 ? "with a nonce alone" : "bound to a request", vector, at === 1] as const),
  )("are made by the TypeScript client %s", async (_how, { payload, token }, isBound) => {
    const { nonce = "", exp = "0" } = /"nonce":(?<nonce>\d+)(?:.*"exp":(?<exp>\d+))?/.exec(payload)?.groups ?? {};
    const request = { path: "/api/v2/public/fetch-symbol-price", body: BODY, nonce, exp: Number(exp) };
    expect(await tokenOf(await importSecret(SECRET), request, isBound)).toBe(token);
  });
});

test("nonces have 19 digits and rise, also when the clock stands still or goes back", () => {
  let nowMs = 1_700_000_000_000;
  const next = nonces(() => nowMs--);
  const made = Array.from({ length: 100 }, next);
  expect(made.every((nonce) => /^\d{19}$/.test(nonce))).toBe(true);
  expect(new Set(made).size).toBe(100);
  expect(made.toSorted()).toEqual(made);
});
