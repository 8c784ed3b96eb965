import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFresh, tagOf } from "./conditional.ts";

const tag = fc.uint8Array({ maxLength: 50 }).map((bytes) => tagOf(Buffer.from(bytes)));

describe("a tag", () => {
  test("is 22 characters that need no quoting, the same for text and bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(tagOf(text)).toMatch(/^[\w-]{22}$/);
        expect(tagOf(text)).toBe(tagOf(Buffer.from(text)));
      }),
    );
  });

  test("differs where the bytes differ", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(tagOf(one) === tagOf(other)).toBe(one === other);
      }),
    );
  });
});

describe("If-None-Match", () => {
  test("finds a tag anywhere in a list, strong or weak, in any encoding", () => {
    const blank = fc.constantFrom("", " ", "  ", "\t");
    fc.assert(
      fc.property(
        tag,
        fc.array(tag),
        fc.nat(),
        fc.constantFrom("", "W/"),
        fc.constantFrom("", "-br", "-gzip"),
        blank,
        (wanted, others, at, weak, encoding, space) => {
          const list = others.map((each) => `"${each}"`);
          list.splice(at % (list.length + 1), 0, `${weak}"${wanted}${encoding}"`);
          expect(isFresh(list.join(`${space},${space}`), wanted)).toBe(true);
        },
      ),
    );
  });

  test("does not find a tag that is not in the list", () => {
    fc.assert(
      fc.property(tag, fc.array(tag, { maxLength: 5 }), (wanted, others) => {
        fc.pre(!others.includes(wanted));
        expect(isFresh(others.map((each) => `"${each}"`).join(", "), wanted)).toBe(false);
        expect(isFresh(others.map((each) => `"${each}${wanted}x"`).join(", "), wanted)).toBe(false);
      }),
    );
  });

  test.each([
    [undefined, false],
    ["", false],
    ["*", true],
    [" * ", true],
    ['"*"', false],
    ["abc", true],
    ['"abc"', true],
    ['W/"abc"', true],
    ['w/"abc"', false],
    ['"abcd"', false],
    ['"abc-zstd"', false],
    ['"x", "abc-br"', true],
  ])("%s", (header, fresh) => {
    expect(isFresh(header, "abc")).toBe(fresh);
  });
});
