import { expect, test } from "vitest";
import { isFromOtherSite } from "./other-site.ts";

const PUBLIC_URL = "https://tripod.example.com";

test.each([
  ["the server's own page", { "sec-fetch-site": "same-origin" }, false],
  ["an address that was typed", { "sec-fetch-site": "none" }, false],
  ["another site", { "sec-fetch-site": "cross-site" }, true],
  ["another host of this site", { "sec-fetch-site": "same-site" }, true],
  ["a page whose origin is the host that was asked", { origin: "http://10.0.0.7:8080", host: "10.0.0.7:8080" }, false],
  ["a page of another port", { origin: "http://10.0.0.7:9090", host: "10.0.0.7:8080" }, true],
  ["a page behind a proxy with a host of its own", { origin: PUBLIC_URL, host: "10.0.0.7:8080" }, false],
  ["a page without an origin", { origin: "null", host: "10.0.0.7:8080" }, true],
  ["a program", { host: "10.0.0.7:8080" }, false],
])("%s", (_page, headers, isOther) => {
  expect(isFromOtherSite(headers, PUBLIC_URL)).toBe(isOther);
});

test("a proxy's host is not the page's where the public address is unknown", () => {
  expect(isFromOtherSite({ origin: PUBLIC_URL, host: "10.0.0.7:8080" })).toBe(true);
});
