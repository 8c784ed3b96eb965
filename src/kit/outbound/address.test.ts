import { describe, expect, test } from "vitest";
import { addressKind, parseAddress, type AddressKind } from "./address.ts";

const cases: readonly [AddressKind, readonly string[]][] = [
  [
    "public",
    ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "2606:4700::1111"],
  ],
  ["public", ["::ffff:8.8.8.8", "64:ff9b::808:808"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "127.0.0.1", "127.255.255.254"]],
  ["private", ["100.64.0.1", "100.127.255.255", "::1", "fc00::1", "fdff::1"]],
  ["private", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1"]],
  ["special", ["0.0.0.0", "0.1.2.3", "169.254.0.1", "224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1"]],
  ["special", ["192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255", "192.88.99.1"]],
  ["special", ["::", "::127.0.0.1", "::8.8.8.8", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "100::1"]],
  ["special", ["2001:db8::1", "3fff::1", "2002:7f00:1::", "2002:808:808::1", "2001::1", "2001:2::1", "5f00::1"]],
  ["special", ["64:ff9b:1::1", "::ffff:0:127.0.0.1", "4000::1", "::ffff:0.0.0.0", "64:ff9b::169.254.0.1"]],
  ["metadata", ["169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192"]],
  ["metadata", ["fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"]],
];

describe("who may be behind an address", () => {
  test.each(cases.flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const)))("%s is %s", (text, kind) => {
    const address = parseAddress(text);
    expect(address && addressKind(address)).toBe(kind);
  });

  test.each([
    "",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "1.2.3.4.5",
    "10.0.0.0/8",
    "::g",
    "[::1]",
  ])("%s is not an address", (text) => expect(parseAddress(text)).toBeUndefined());
});
