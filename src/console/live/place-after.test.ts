import { expect, test } from "vitest";
import { placeAfter } from "./place-after.ts";

test.each([
  ["/console/trading/account?tab=sessions", "/console/trading/account?tab=sessions"],
  ["/console?theme=dark", "/console?theme=dark"],
  [null, "/console"],
  ["//evil.example/console", "/console"],
  ["https://evil.example/console", "/console"],
  ["/consoles", "/console"],
  ["javascript:alert(1)", "/console"],
])("after signing in, %j leads to %s", (to, expected) => {
  expect(placeAfter(to)).toBe(expected);
});
