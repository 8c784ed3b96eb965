import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseExact } from "./exact-json.ts";

test("numbers keep every digit", () => {
  expect(parseExact('{"nonce": 17000000001230000001, "a": -0.10e+5, "s": "1 \\" 2", "n": null}')).toEqual({
    nonce: "17000000001230000001",
    a: "-0.10e+5",
    s: '1 " 2',
    n: null,
  });
});

test("of a member that is there twice the last counts", () => {
  expect(parseExact('{"nonce":1,"nonce":2}')).toEqual({ nonce: "2" });
});

describe("no object is", () => {
  test.each([
    "",
    "null",
    "17",
    '"text"',
    "[1]",
    "{nonce:1}",
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":--1}',
    '{"a":1 2}',
    '{"a":1"b"}',
    '{"a":0x10}',
    '{"a":1e}',
    '{"a":1}}',
    '{"a":"\\',
    '{"a":"\\1}',
    '{"a":"\\\n1}',
    '{1:"a"}x',
  ])("%s", (text) => {
    expect(parseExact(text)).toBeUndefined();
  });
});

test("what JSON.parse refuses is never accepted, but for numbers as names", () => {
  const parts = fc.constantFrom('"', "\\", "{", "}", ":", ",", "1", "0", "-", ".", "e", "+", "a", " ", "null", '"a":');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), (given) => {
      const text = `{"a":${given.join("")}}`;
      const names = namesOf(text);
      const exact = parseExact(text);
      if (names) expect(Object.keys(exact ?? {})).toEqual(names);
      else expect(exact === undefined || /[{,]\s*-?[0-9]/.test(text)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("JSON of any object is read as JSON.parse reads it, but for numbers", () => {
  const textOfNumbers = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, member: unknown) =>
      typeof member === "number" ? JSON.stringify(member) : member,
    );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(parseExact(JSON.stringify(value))).toEqual(textOfNumbers(value));
    }),
  );
});

function namesOf(text: string): string[] | undefined {
  try {
    return Object.keys(JSON.parse(text) as object);
  } catch {
    return undefined;
  }
}
