import { expect, test } from "vitest";
import { covers } from "../../../kit/text/name-pattern.ts";
import { dnsPermissions, httpPermissions, namespaceOf, parseDomain } from "./domain.ts";
import { parsePattern } from "./permissions.ts";

const domain = (text: string) => {
  const parsed = parseDomain(text);
  if (parsed === undefined) throw new Error(`${text} is not a domain`);
  return parsed;
};

test.each([
  ["example.com", "example.com"],
  ["API.Example.COM", "api.example.com"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["a-b.c0", "a-b.c0"],
  ["1password.com", "1password.com"],
  ["127.0.0.1.example", "127.0.0.1.example"],
])("%j is the domain %j", (text, expected) => {
  expect(parseDomain(text)).toBe(expected);
});

test.each([
  [""],
  ["localhost"],
  ["com"],
  ["example.com."],
  [".example.com"],
  ["example..com"],
  ["-a.com"],
  ["a-.com"],
  ["_mcp-auth.example.com"],
  ["bücher.example"],
  ["example.com:443"],
  ["example.com/path"],
  ["user@example.com"],
  ["example.com\n"],
  ["exam ple.com"],
  ["*.example.com"],
  ["127.0.0.1"],
  ["127.1"],
  ["0x7f.0x1"],
  ["[::1]"],
  ["::1"],
  [`${"a".repeat(64)}.com`],
  [`${"a.".repeat(90)}com`],
])("%j is not a domain", (text) => {
  expect(parseDomain(text)).toBeUndefined();
});

test("the namespace is the domain reversed", () => {
  expect(namespaceOf(domain("api.example.com"))).toBe("com.example.api");
});

test("DNS gives the namespace and all below it, HTTP the namespace alone", () => {
  const resources = (permissions: { resource: string }[]) => permissions.map(({ resource }) => resource);
  expect(resources(dnsPermissions(domain("example.com")))).toEqual(["com.example/*", "com.example.*"]);
  expect(resources(httpPermissions(domain("example.com")))).toEqual(["com.example/*"]);
  expect(dnsPermissions(domain("example.com")).some(({ resource }) => covers(resource, "com.examples/a"))).toBe(false);
});

test("every permission of the longest domain is a pattern", () => {
  const longest = domain(`${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(58)}`);
  for (const { resource } of dnsPermissions(longest)) expect(parsePattern(resource)).toBe(resource);
});
