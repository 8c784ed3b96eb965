import { describe, expect, test } from "vitest";
import { fromMillis } from "./instant.ts";
import { retryAfterMs } from "./retry-after.ts";

describe("Retry-After", () => {
  const now = fromMillis(Date.UTC(2025, 9, 1, 12, 0, 0));

  test.each([
    [undefined, undefined],
    ["", undefined],
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["999999999", 86_400_000],
    ["-5", undefined],
    ["1.5", 1_500],
    ["1.", undefined],
    ["1e3", undefined],
    ["soon", undefined],
    ["Wed, 01 Oct 2025 12:00:30 GMT", 30_000],
    ["Wednesday, 01-Oct-25 12:00:30 GMT", 30_000],
    ["Wed, 01 Oct 2025 11:00:00 GMT", 0],
    ["Fri, 01 Oct 2055 12:00:00 GMT", 86_400_000],
    ["Wed, nonsense", undefined],
  ])("%j asks to wait %j ms", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  test("asks for as long as the caller is ready to wait, and no longer", () => {
    expect(retryAfterMs("259200", now, 300_000_000)).toBe(259_200_000);
    expect(retryAfterMs("259200", now, 1_000)).toBe(1_000);
  });
});
