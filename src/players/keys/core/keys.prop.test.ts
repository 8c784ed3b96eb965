import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromMillis, type Instant } from "../../../kit/time/instant.ts";
import { hintOf, isKeyShaped, makeKey } from "./api-key.ts";
import { parseExpiry } from "./expiry.ts";
import { readKeyHeader } from "./key-header.ts";
import { hasKeyInQuery } from "./query-key.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keyOf = (given: Uint8Array): string => makeKey({ bytes: () => given });

describe("a made key", () => {
  test("always holds all of its random bytes", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        let number = 0n;
        for (const digit of keyOf(given).slice(4)) number = number * 62n + BigInt(ALPHABET.indexOf(digit));
        expect(number.toString(16).padStart(64, "0")).toBe(Buffer.from(given).toString("hex"));
      }),
    );
  });

  test("always has one shape, whatever the bytes, and is read back from each form of the header", () => {
    const extremes = [new Uint8Array(32), new Uint8Array(32).fill(255)];
    fc.assert(
      fc.property(fc.oneof(bytes, fc.constantFrom(...extremes)), (given) => {
        const key = keyOf(given);
        expect(isKeyShaped(key)).toBe(true);
        expect(key).toHaveLength(47);
        expect(hintOf(key)).toBe(key.slice(0, 8));
        for (const header of [key, `Bearer ${key}`, `apikey  ${key}`]) {
          expect(readKeyHeader(header)).toEqual({ kind: "key", key });
        }
      }),
    );
  });

  test("is always found in an address, under any name and however it is encoded", () => {
    const encoded = (text: string): string =>
      Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    fc.assert(
      fc.property(bytes, fc.webQueryParameters(), fc.boolean(), (given, before, isEncoded) => {
        const key = keyOf(given);
        expect(hasKeyInQuery(`/Player?${before}&q=${isEncoded ? encoded(key) : key}`)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

test("a header of any text is read without failing, and a key never has a blank in it", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.string()),
      fc.constantFrom("", "Bearer ", "apikey\t"),
      (text, scheme) => {
        const read = readKeyHeader(scheme + text);
        if (read.kind === "key") expect(read.key).toMatch(/^[\x21-\x7e]{1,256}$/);
      },
    ),
  );
});

test("an expiry is never outside of 100 years, whatever is asked for", () => {
  const now = fromMillis(1_700_000_000_000);
  const asked = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.constantFrom("s", "m", "h", "d", "y", ""))
      .map((all) => all.join("")),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(asked, (text) => {
      const at = parseExpiry(text, now);
      if (typeof at !== "number") return;
      expect(Math.abs(at - now)).toBeLessThanOrEqual(100 * 365.25 * 86_400 * 1e6);
      expect(Number.isSafeInteger(at satisfies Instant)).toBe(true);
    }),
  );
});
