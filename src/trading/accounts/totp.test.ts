import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { systemRandom } from "../../kit/ids/ids.ts";
import { fromMillis, fromSeconds } from "../../kit/time/instant.ts";
import { matchingStep, newTotpSecret, totpUri } from "./totp.ts";

/** RFC 6238, appendix B: the secret is ASCII "12345678901234567890", codes of eight digits, of which we take six. */
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;

describe("a one-time code", () => {
  test.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_234_567_890, "005924", 41_152_263],
    [20_000_000_000, "353130", 666_666_666],
  ])("at %i s is %s, as RFC 6238 says", (seconds, code, step) => {
    expect(matchingStep(RFC_SECRET, code, fromSeconds(seconds))).toBe(step);
  });

  test.each([
    [-60, undefined],
    [-30, 41_152_263],
    [0, 41_152_263],
    [30, 41_152_263],
    [60, undefined],
  ])("counts %i s later: as step %s", (late, step) => {
    expect(matchingStep(RFC_SECRET, "005924", fromMillis((1_234_567_890 + late) * 1000))).toBe(step);
  });

  test("is made by an app that has read the address", () => {
    const secret = newTotpSecret(systemRandom());
    const app = new TOTP({
      issuer: "x",
      secret: Secret.fromBase32(new URL(totpUri(secret, "a b")).searchParams.get("secret") ?? ""),
    });
    const now = Date.now();
    expect(matchingStep(secret, app.generate({ timestamp: now }), fromMillis(now))).toBe(Math.floor(now / 30_000));
  });

  test("has a secret of 160 random bits", () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index + 1);
    expect(newTotpSecret({ bytes: (length) => bytes.slice(0, length) })).toBe(
      new Secret({ buffer: bytes.buffer }).base32,
    );
  });
});
