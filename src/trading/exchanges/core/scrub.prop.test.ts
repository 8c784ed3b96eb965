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

test("nothing that is told is longer than 300 characters", () => {
  fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => scrub(text, []).length <= 300));
});
