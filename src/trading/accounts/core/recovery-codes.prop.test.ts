import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainRecoveryCode, RECOVERY_BYTES, RECOVERY_CODES, recoveryCodes } from "./recovery-codes.ts";

const bytes = fc.uint8Array({ minLength: RECOVERY_BYTES, maxLength: RECOVERY_BYTES });

describe("recovery codes", () => {
  test("are ten, each of sixteen characters in fours", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const codes = recoveryCodes(random);
        expect(codes).toHaveLength(RECOVERY_CODES);
        for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      }),
    );
  });

  test("lose none of the random bits", () => {
    fc.assert(
      fc.property(bytes, fc.nat(RECOVERY_BYTES - 1), fc.integer({ min: 1, max: 255 }), (random, at, change) => {
        const other = Uint8Array.from(random, (byte, index) => (index === at ? byte ^ change : byte));
        expect(recoveryCodes(other)).not.toEqual(recoveryCodes(random));
      }),
    );
  });

  test("are recognised as people type them", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const [code = ""] = recoveryCodes(random);
        const plain = plainRecoveryCode(code);
        expect(plain).toHaveLength(16);
        expect(plainRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(plain);
        expect(plainRecoveryCode(code.replaceAll("0", "O").replaceAll("1", "l"))).toBe(plain);
      }),
    );
  });
});
