import { describe, expect, test } from "vitest";
import { SealError, sealer, type MasterKey } from "./seal.ts";

const oldKey: MasterKey = { id: "old", key: new Uint8Array(32).fill(1) };
const newKey: MasterKey = { id: "new", key: new Uint8Array(32).fill(2) };

describe("a sealed text", () => {
  const sealing = sealer([newKey]);
  const seal = (text: string | Uint8Array, recordId: string): string => sealing.seal(text, recordId);
  const open = (sealed: string, recordId: string): Buffer => sealing.open(sealed, recordId);

  test("opens to what was sealed, text or bytes", () => {
    expect(open(seal("grüße", "a/1"), "a/1").toString("utf8")).toBe("grüße");
    expect(open(seal(Uint8Array.of(0, 255, 7), "a/1"), "a/1")).toEqual(Buffer.from([0, 255, 7]));
    expect(open(seal("", "a/1"), "a/1")).toHaveLength(0);
  });

  test("names its version and master key, and shows nothing of the text", () => {
    const sealed = seal("a rather secret text", "a/1");
    expect(sealed).toMatch(/^v1\.new\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("secret");
  });

  test("is never the same twice", () => {
    expect(seal("same", "a/1")).not.toBe(seal("same", "a/1"));
  });

  test("does not open for another record", () => {
    expect(() => open(seal("text", "a/1"), "a/2")).toThrow(SealError);
  });

  test("does not open when any one character of it is changed", () => {
    const sealed = seal("text", "a/1");
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(() => open(sealed.slice(0, at) + other + sealed.slice(at + 1), "a/1")).toThrow(SealError);
    }
  });

  test("does not open when it is cut, lengthened or empty", () => {
    const sealed = seal("text", "a/1");
    for (const text of ["", "v1", sealed.slice(0, -1), `${sealed}A`, `${sealed}=`, `${sealed}.`, `${sealed}\n`]) {
      expect(() => open(text, "a/1")).toThrow(SealError);
    }
  });

  test("does not open with the parts of two texts of the same record", () => {
    const [first, second] = [seal("one", "a/1").split("."), seal("two", "a/1").split(".")];
    expect(() => open([...first.slice(0, 3), second[3]].join("."), "a/1")).toThrow(SealError);
  });
});

describe("several master keys", () => {
  test("the first one seals, and every one of them opens", () => {
    const before = sealer([oldKey]).seal("text", "a/1");
    const both = sealer([newKey, oldKey]);
    expect(both.open(before, "a/1").toString()).toBe("text");
    expect(both.seal("text", "a/1")).toMatch(/^v1\.new\./);
  });

  test("a text of a master key that is not here does not open", () => {
    expect(() => sealer([newKey]).open(sealer([oldKey]).seal("text", "a/1"), "a/1")).toThrow(/not configured/);
  });

  test("a wrong key under the right id does not open", () => {
    const impostor = sealer([{ id: "new", key: oldKey.key }]);
    expect(() => impostor.open(sealer([newKey]).seal("text", "a/1"), "a/1")).toThrow(SealError);
  });

  test("no key, a short key and an id with a dot are refused", () => {
    expect(() => sealer([])).toThrow(RangeError);
    expect(() => sealer([{ id: "a", key: new Uint8Array(31) }])).toThrow(RangeError);
    expect(() => sealer([{ id: "a.b", key: new Uint8Array(32) }])).toThrow(RangeError);
  });
});
