import { describe, expect, test } from "vitest";
import { UserError } from "../errors/user-error.ts";
import { parseAddress } from "./address.ts";
import { parsePermittedPlaces } from "./permitted-places.ts";

function permits(entries: readonly string[], url: string, text: string): boolean {
  const address = parseAddress(text);
  if (!address) throw new Error(`${text} is not an address`);
  return parsePermittedPlaces(entries).permits(new URL(url), address);
}

describe("places that an operator opens to requests", () => {
  test.each<[readonly string[], string, string, boolean]>([
    [[], "https://a.example/", "8.8.8.8", true],
    [[], "https://a.example/", "10.0.0.1", false],
    [["10.0.0.0/8"], "https://a.example/", "10.200.0.1", true],
    [["10.0.0.0/8"], "https://a.example/", "11.0.0.1", true],
    [["10.0.0.0/8"], "https://a.example/", "192.168.0.1", false],
    [["10.0.0.0/8"], "https://a.example/", "::ffff:10.0.0.1", true],
    [["fd12::/16"], "https://a.example/", "fd12::7", true],
    [["fd12::/16"], "https://a.example/", "fd13::7", false],
    [["127.0.0.1"], "https://a.example/", "127.0.0.1", true],
    [["127.0.0.1"], "https://a.example/", "127.0.0.2", false],
    [["npm.example"], "https://npm.example/", "10.0.0.1", true],
    [["npm.example"], "https://npm.example:8443/", "10.0.0.1", true],
    [["NPM.example."], "https://npm.example./", "10.0.0.1", true],
    [["npm.example"], "https://evil.npm.example/", "10.0.0.1", false],
    [["npm.example:8443"], "https://npm.example:8443/", "10.0.0.1", true],
    [["npm.example:8443"], "https://npm.example/", "10.0.0.1", false],
    [["npm.example:443"], "https://npm.example/", "10.0.0.1", true],
    [["127.0.0.1:4873"], "http://127.0.0.1:4873/", "127.0.0.1", true],
    [["127.0.0.1:4873"], "http://127.0.0.1:4874/", "127.0.0.1", false],
    [["[::1]:4873"], "http://[::1]:4873/", "::1", true],
    [["npm.example"], "https://npm.example/", "169.254.0.9", false],
    [["169.254.0.0/16"], "https://a.example/", "169.254.0.9", true],
    [["0.0.0.0/0", "a.example"], "https://a.example/", "169.254.169.254", false],
  ])("%j lets %s at %s: %s", (entries, url, address, expected) => {
    expect(permits(entries, url, address)).toBe(expected);
  });

  test.each([
    "",
    "http://a.example",
    "a.example/path",
    "10.0.0.0/33",
    "a.example:99999",
    "user@a.example",
    "a b",
    "fe80::/200",
  ])("the entry %j is refused", (entry) => expect(() => parsePermittedPlaces([entry])).toThrow(UserError));
});
