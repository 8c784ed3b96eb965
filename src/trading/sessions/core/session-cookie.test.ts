import { describe, expect, test } from "vitest";
import { endedCookie, sessionCookie, tokenOfCookie } from "./session-cookie.ts";

const TOKEN = "A".repeat(42) + "E";
const OTHER = "B".repeat(42) + "E";
const SECURE = { isSecure: true };
const PLAIN = { isSecure: false };

describe("the cookie of a session", () => {
  test("goes to this site's own pages only, and to no script", () => {
    expect(sessionCookie(SECURE, TOKEN, 3600)).toBe(
      `__Host-tripod_session=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=3600`,
    );
    expect(sessionCookie(PLAIN, TOKEN, 60)).toBe(
      `tripod_session=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60`,
    );
    expect(endedCookie(SECURE)).toContain("Max-Age=0");
  });

  test.each([
    [`__Host-tripod_session=${TOKEN}`, TOKEN],
    [`a=b; __Host-tripod_session=${TOKEN}; c=d`, TOKEN],
    [`__Host-tripod_session=${TOKEN}; __Host-tripod_session=${TOKEN}`, TOKEN],
    [`__Host-tripod_session=${TOKEN}; __Host-tripod_session=${OTHER}`, undefined],
    [`tripod_session=${TOKEN}`, undefined],
    [`__Host-tripod_session=`, undefined],
    [`__Host-tripod_session=${TOKEN}x`, undefined],
    [`__Host-tripod_session`, undefined],
    [`x__Host-tripod_session=${TOKEN}`, undefined],
    [`${"a=b; ".repeat(4000)}__Host-tripod_session=${TOKEN}`, undefined],
    ["", undefined],
    [undefined, undefined],
  ])("in %s", (header, token) => {
    expect(tokenOfCookie(SECURE, header)).toBe(token);
  });
});
