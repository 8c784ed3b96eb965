import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSeparator } from "./grams.ts";
import { normalForm, skeleton, skeletonOfPoint } from "./normal-form.ts";

const LAST_OF_PLANES_WITH_LETTERS = 0x3_ffff;
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }));

describe("a normal form", () => {
  test("is its own normal form", () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(normalForm(normalForm(name))).toBe(normalForm(name));
      }),
    );
  });

  test("is its own normal form, for each character", () => {
    const changed: string[] = [];
    for (let point = 0; point <= LAST_OF_PLANES_WITH_LETTERS; point++) {
      const norm = normalForm(String.fromCodePoint(point));
      if (normalForm(norm) !== norm) changed.push(point.toString(16));
    }
    expect(changed).toEqual([]);
  });

  test("holds no zero byte, control character, outer or double space", () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(normalForm(name)).not.toMatch(/[\p{Cc}\p{Cs}]|^ | $| {2}/u);
      }),
    );
  });

  test("does not depend on case, composition or invisible characters", () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from("abzäöüéñçåşğ łøß小명 ")), maxLength: 20 });
    fc.assert(
      fc.property(letters, fc.nat(20), (name, at) => {
        const norm = normalForm(name);
        expect(normalForm(name.toUpperCase())).toBe(norm);
        expect(normalForm(name.normalize("NFD"))).toBe(norm);
        expect(normalForm(`${name.slice(0, at)}\u200b${name.slice(at)}`)).toBe(norm);
      }),
    );
  });
});

describe("a skeleton", () => {
  test("is its own skeleton, for each character", () => {
    const changed: string[] = [];
    for (let point = 0; point <= LAST_OF_PLANES_WITH_LETTERS; point++) {
      const seen = skeletonOfPoint(point);
      if (skeleton(seen) !== seen || seen === "") changed.push(point.toString(16));
    }
    expect(changed).toEqual([]);
  });

  test("of a part is part of the skeleton of the whole", () => {
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        expect(skeleton(before + part + after)).toBe(skeleton(before) + skeleton(part) + skeleton(after));
      }),
    );
  });

  test("leaves the characters after which words start as they are", () => {
    for (const separator of " _-.]") {
      expect(skeleton(separator)).toBe(separator);
      expect(isSeparator(separator.charCodeAt(0))).toBe(true);
    }
  });
});
