import { describe, expect, test } from "vitest";
import { isAllowed, isCovered, readRange, type AddressRange } from "./address-ranges.ts";

const range = (text: string): AddressRange => {
  const read = readRange(text);
  if (!read) throw new Error(`${text} is not a range`);
  return read;
};

test.each([
  ["192.0.2.7", "192.0.2.7/32"],
  ["192.0.2.7/24", "192.0.2.0/24"],
  [" 192.0.2.0/24 ", "192.0.2.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:db8::1", "2001:db8::1/128"],
  ["2001:db8:1:2:3::/64", "2001:db8:1:2::/64"],
  ["::ffff:192.0.2.7", "192.0.2.7/32"],
])("%s is the range %s", (text, written) => {
  expect(readRange(text)?.text).toBe(written);
});

test.each([
  "",
  "192.0.2",
  "192.0.2.300",
  "192.0.2.0/33",
  "192.0.2.0/",
  "192.0.2.0/024",
  "192.0.2.0/24/8",
  "0x7f.1",
  "2001:db8::/129",
  "::ffff:192.0.2.0/120",
  "example.com",
  "192.0.2.0/-1",
  "fe80::1%eth0/64",
])("%j is not a range", (text) => {
  expect(readRange(text)).toBeUndefined();
});

describe("an address is allowed", () => {
  const ranges = ["192.0.2.0/24", "2001:db8::/32"].map(range);
  test.each([
    ["192.0.2.255", true],
    ["::ffff:192.0.2.255", true],
    ["192.0.3.0", false],
    ["2001:db8:ffff::1", true],
    ["2001:db9::1", false],
    ["", false],
    ["unknown", false],
  ])("%s: %s", (address, isIn) => {
    expect(isAllowed(ranges, address)).toBe(isIn);
  });

  test("always, where there are no ranges", () => {
    expect(isAllowed([], "203.0.113.1")).toBe(true);
  });
});

test.each([
  ["192.0.2.0/25", true],
  ["192.0.2.9", true],
  ["192.0.2.0/24", true],
  ["192.0.2.0/23", false],
  ["0.0.0.0/0", false],
  ["2001:db8::/32", false],
])("%s lies in 192.0.2.0/24: %s", (inner, isInside) => {
  expect(isCovered(range(inner), [range("198.51.100.0/24"), range("192.0.2.0/24")])).toBe(isInside);
});
