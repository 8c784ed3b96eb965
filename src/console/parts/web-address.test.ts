import { expect, test } from "vitest";
import { isWebAddress } from "./web-address.ts";

test("only addresses of the web are links", () => {
  expect(["https://example.com/a", "http://example.com"].every(isWebAddress)).toBe(true);
  const others = ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "/path", "", "//example.com"];
  expect(others.filter(isWebAddress)).toEqual([]);
});
