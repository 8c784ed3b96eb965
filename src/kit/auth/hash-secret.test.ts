import { expect, test } from "vitest";
import { hashSecret, matchesHash } from "./hash-secret.ts";

test("the hash is SHA-256", () => {
  // FIPS 180-2, appendix B.1.
  expect(hashSecret("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a secret matches its own hash and no other", () => {
  const hash = hashSecret("key-1");
  expect(matchesHash("key-1", hash)).toBe(true);
  expect(matchesHash("key-2", hash)).toBe(false);
});

test("a hash of another length matches nothing", () => {
  expect(matchesHash("key-1", hashSecret("key-1").subarray(0, 31))).toBe(false);
  expect(matchesHash("key-1", new Uint8Array())).toBe(false);
});
