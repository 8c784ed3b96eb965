import { expect, test } from "vitest";
import { readerHashes } from "./reader.ts";

const salt = Buffer.alloc(32, 1);
const hex = (address: string, agent = "Browser", with_ = salt) => {
  const { reader, place } = readerHashes(with_, address, agent);
  return { reader: reader.toString("hex"), place: place.toString("hex") };
};

test("a reader is the same at one address with one agent, and another with either other", () => {
  expect(hex("192.0.2.1")).toEqual(hex("192.0.2.1"));
  expect(hex("192.0.2.1").reader).not.toBe(hex("192.0.2.2").reader);
  expect(hex("192.0.2.1").reader).not.toBe(hex("192.0.2.1", "Other").reader);
  expect(hex("192.0.2.1").place).toBe(hex("192.0.2.1", "Other").place);
  expect(hex("::ffff:192.0.2.1")).toEqual(hex("192.0.2.1"));
});

test("all addresses of one network of IPv6 are one place", () => {
  expect(hex("2001:db8:1:2::1")).toEqual(hex("2001:db8:1:2:ffff:1:2:3"));
  expect(hex("2001:db8:1:2::1").place).not.toBe(hex("2001:db8:1:3::1").place);
});

test("with another salt no reader is recognised", () => {
  expect(hex("192.0.2.1").place).not.toBe(hex("192.0.2.1", "Browser", Buffer.alloc(32, 2)).place);
});
