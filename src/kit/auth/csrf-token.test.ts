import { describe, expect, test } from "vitest";
import { csrfToken, isCsrfToken } from "./csrf-token.ts";

const COOKIE = "A".repeat(42) + "E";
const OTHER = "B".repeat(42) + "E";

describe("a CSRF token", () => {
  test("is that of its session and its service, and shows nothing of the cookie", () => {
    const shown = csrfToken("trading", COOKIE);
    expect(isCsrfToken("trading", COOKIE, shown)).toBe(true);
    expect(isCsrfToken("trading", OTHER, shown)).toBe(false);
    expect(isCsrfToken("players", COOKIE, shown)).toBe(false);
    expect(shown).not.toContain(COOKIE.slice(0, 8));
  });

  const own = csrfToken("trading", COOKIE);
  test.each([undefined, "", "x", COOKIE, `${own}x`, own.slice(1)])("is not %s", (shown) => {
    expect(isCsrfToken("trading", COOKIE, shown)).toBe(false);
  });
});
