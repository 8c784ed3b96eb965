import fc from "fast-check";
import { expect, test } from "vitest";
import { scrub } from "./scrub.ts";

test("an address loses what is asked of it, and named secrets their values", () => {
  expect(
    scrub("binance GET https://api.binance.com/api/v3/order?symbol=BTCUSDT&timestamp=1&signature=abc fetch failed", []),
  ).toBe("binance GET https://api.binance.com/api/v3/order fetch failed");
  expect(scrub('okx {"apiKey":"K-1234","msg":"Invalid sign: xyz"}', [])).toBe(
    'okx {"apiKey":"***","msg":"Invalid sign: ***"}',
  );
});

test.each([
  // The key of a stream is in the path; its holder may listen to the stream.
  [
    `Connection to wss://fstream.binance.com/ws/${"pqia91ma19a5s61c".repeat(4)} timed out due to a ping-pong`,
    "Connection to wss://fstream.binance.com/ws/*** timed out due to a ping-pong",
  ],
  ["sent X-MBX-APIKEY: vmPUZE6mv9SD5V, KC-API-SIGN=abc==", "sent X-MBX-APIKEY: ***, KC-API-SIGN=***"],
  ['{"headers":"{\\"OK-ACCESS-KEY\\":\\"37c5\\"}"}', '{"headers":"{\\"OK-ACCESS-KEY\\":\\"***\\"}"}'],
  ["401 Authorization: Basic a2V5OnNlY3JldA== refused", "401 Authorization: Basic *** refused"],
  ["wrong: Bearer eyJhbGciOi.J9.e30", "wrong: Bearer ***"],
  [`rejected ${"0f".repeat(32)} and ${"Ab3+".repeat(10)}==`, "rejected *** and ***"],
  ["proxy http://me:hidden@10.0.0.1:8080/ refused", "proxy http://10.0.0.1:8080/ refused"],
  // What is not secret stays.
  ["binance GET https://api.binance.com/api/v3/exchangeInfo 502 Bad Gateway", undefined],
  ["Order 4f0c1a2b3c4d5e6f7a8b9c0d1e2f3a4b does not exist", undefined],
  ["connect ECONNREFUSED 127.0.0.1:443 (network)", undefined],
])("%s", (said, told = said) => {
  expect(scrub(said, [])).toBe(told);
});

test("a secret is found in nothing that was scrubbed of it, in whatever spelling", () => {
  const secret = fc.string({ minLength: 4, maxLength: 40, unit: "binary-ascii" }).filter((text) => /\w{4}/.test(text));
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
      for (const spelling of [hidden, encodeURIComponent(hidden), JSON.stringify(hidden)]) {
        const clean = scrub(`${before} ${spelling} ${after}`, [hidden]);
        if (!before.includes(hidden) && !"***".includes(hidden)) expect(clean).not.toContain(hidden);
      }
    }),
  );
});

test("every result has at most 300 characters", () => {
  fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => scrub(text, []).length <= 300));
});
