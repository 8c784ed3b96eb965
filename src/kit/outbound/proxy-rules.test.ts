import { describe, expect, test } from "vitest";
import { proxyRules } from "./proxy-rules.ts";

const PROXIES = { HTTPS_PROXY: "http://secure.proxy:3128", HTTP_PROXY: "plain.proxy:8080" };

function proxyOf(url: string, environment: Record<string, string> = PROXIES): string | undefined {
  return proxyRules(environment).proxyFor(new URL(url))?.host;
}

test("each scheme has its proxy, and without a variable there is none", () => {
  expect(proxyOf("https://example.com/")).toBe("secure.proxy:3128");
  expect(proxyOf("http://example.com/")).toBe("plain.proxy:8080");
  expect(proxyOf("wss://example.com/")).toBe("secure.proxy:3128");
  expect(proxyOf("ws://example.com/")).toBe("plain.proxy:8080");
  expect(proxyOf("http://example.com/", { HTTPS_PROXY: "http://p:1" })).toBeUndefined();
});

test("the spelling in lower case counts before the other", () => {
  expect(proxyOf("https://example.com/", { ...PROXIES, https_proxy: "http://other.proxy:1" })).toBe("other.proxy:1");
});

test.each(["http://localhost:1/", "http://a.localhost/", "http://127.0.0.9/", "http://[::1]/"])(
  "this machine is asked directly: %s",
  (url) => expect(proxyOf(url)).toBeUndefined(),
);

describe("NO_PROXY", () => {
  test.each([
    ["*", "https://example.com/"],
    ["example.com", "https://example.com/"],
    ["example.com", "https://a.b.example.com./"],
    [".example.com", "https://example.com/"],
    ["*.example.com", "https://a.example.com/"],
    ["other.org, EXAMPLE.com", "https://example.com/"],
    ["other.org example.com:443", "https://example.com/"],
    ["example.com:443", "wss://example.com/"],
    ["10.0.0.5", "https://10.0.0.5/"],
    ["10.0.0.5:8443", "https://10.0.0.5:8443/"],
    ["10.0.0.0/8", "https://10.200.0.1/"],
    ["fd00::1", "https://[fd00::1]/"],
    ["[fd00::1]:8443", "https://[fd00::1]:8443/"],
    ["fd00::/8", "https://[fd12::1]/"],
  ])("%s asks %s directly", (exceptions, url) => {
    expect(proxyOf(url, { ...PROXIES, NO_PROXY: exceptions })).toBeUndefined();
  });

  test.each([
    ["example.com", "https://notexample.com/"],
    ["example.com", "https://example.com.org/"],
    ["example.com:8443", "https://example.com/"],
    ["0.0.5", "https://10.0.0.5/"],
    ["10.0.0.0/8", "https://11.0.0.1/"],
    ["10.0.0.0/99", "https://10.0.0.1/"],
    [", ,", "https://example.com/"],
  ])("%s does not ask %s directly", (exceptions, url) => {
    expect(proxyOf(url, { ...PROXIES, NO_PROXY: exceptions })).toBe("secure.proxy:3128");
  });
});

test.each(["socks5://u:hidden@p:1", "http://", "http://p:99999", `http://${"p".repeat(9000)}`])(
  "a proxy that is not an http URL is refused without showing it",
  (text) => {
    expect(() => proxyRules({ HTTPS_PROXY: text })).toThrow(/^HTTPS_PROXY must be the URL of a proxy(?!.*hidden)/);
  },
);

test.each(["http://me:50%x@p:1", "http://me%@p:1"])("a user or password that cannot be read is refused", (text) => {
  expect(() => proxyRules({ HTTPS_PROXY: text })).toThrow(/^HTTPS_PROXY has a user or password(?!.*50)/);
});
