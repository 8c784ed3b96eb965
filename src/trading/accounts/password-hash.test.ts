import { parseOptions } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { hashPassword, NOBODYS_HASH, verifyPassword } from "./password-hash.ts";

describe("a password's hash", () => {
  test("is argon2id with at least the parameters that OWASP asks for, and a salt of its own", async () => {
    const [first, second] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  test("is that of its password and of no other", async () => {
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword(hash, "correct horse")).toBe(true);
    expect(await verifyPassword(hash, "Correct horse")).toBe(false);
    expect(await verifyPassword(hash, "")).toBe(false);
  });

  test("knows a letter in either of its forms", async () => {
    expect(await verifyPassword(await hashPassword("caf\u00e9 7777"), "cafe\u0301 7777")).toBe(true);
  });

  test.each(["", "none", "$argon2id$v=19$m=19456"])("that is invalid (%j) matches no password", async (text) => {
    expect(await verifyPassword(text, "correct horse")).toBe(false);
  });

  test("without a user costs as much to check as one with a user", async () => {
    expect(parseOptions(NOBODYS_HASH)).toEqual(parseOptions(await hashPassword("correct horse")));
    expect(await verifyPassword(NOBODYS_HASH, "correct horse")).toBe(false);
  });
});
