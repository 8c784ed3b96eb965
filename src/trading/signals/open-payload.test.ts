import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sealPayload } from "../../../test/support/seal-payload.ts";
import { openPayload } from "./open-payload.ts";

const secret = randomBytes(32);
const developer = { key: "dev1", secret: secret.toString("base64url") };

describe("a sealed payload", () => {
  test("opens with the key that sealed it, whatever it says", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(openPayload(sealPayload(text, developer), "dev1", secret)?.toString()).toBe(
          Buffer.from(text).toString(),
        );
      }),
    );
  });

  test("in the other alphabet opens too", () => {
    const sealed = Buffer.from(sealPayload("text", developer), "base64url").toString("base64");
    expect(openPayload(sealed, "dev1", secret)?.toString()).toBe("text");
  });

  test("does not open with another key or secret, or where a byte of it was changed", () => {
    const sealed = sealPayload("text", developer);
    expect(openPayload(sealed, "dev2", secret)).toBeUndefined();
    expect(openPayload(sealed, "dev1", randomBytes(32))).toBeUndefined();
    const bytes = Buffer.from(sealed, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(openPayload(changed.toString("base64url"), "dev1", secret)).toBeUndefined();
    }
  });

  test.each(["", "x".repeat(100), "no base64!", Buffer.alloc(28).toString("base64url")])("%j does not open", (text) => {
    expect(openPayload(text, "dev1", secret)).toBeUndefined();
  });
});
