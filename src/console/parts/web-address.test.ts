import { expect, test } from "vitest";
import { hostOf, isWebAddress } from "./web-address.ts";

test("only addresses of the web are links", () => {
  expect(["https://example.com/a", "http://example.com"].every(isWebAddress)).toBe(true);
  const others = ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "/path", "", "//example.com"];
  expect(others.filter(isWebAddress)).toEqual([]);
});

test("a receiver is named by its host", () => {
  expect(hostOf("https://hooks.example.com:8443/a?b")).toBe("hooks.example.com:8443");
  expect(hostOf("not an address")).toBe("not an address");
});
