import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./json-body.ts";

const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text));

/** Texts that PostgreSQL can store. */
const storable = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
const name = storable.filter((text) => text !== "__proto__");
const document = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, -1, 1.5),
    storable,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("a JSON body", () => {
  test("reads back whatever JSON.stringify wrote, escaped or not", () => {
    fc.assert(
      fc.property(document, fc.boolean(), (value, escape) => {
        const text = JSON.stringify(value);
        const sent = escape
          ? text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          : text;
        expect(parse(sent)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          expect(typeof parseJsonBody(Buffer.from(bytes)).ok).toBe("boolean");
        },
      ),
    );
  });

  test.each(["1e400", "-1E+309", `1${"0".repeat(309)}`, `1${"0".repeat(220)}e99`])(
    "refuses a number that would be kept as null: %s",
    (number) => {
      expect(parse(`{"a":[${number}]}`)).toEqual({
        ok: false,
        message: "JSON must not contain numbers beyond 1.797e308",
      });
      expect(parse(`{"a":"${number}"}`)).toEqual({ ok: true, value: { a: number } });
    },
  );

  test.each(["1e308", "1e-400", `0.${"0".repeat(400)}1`])("reads the number %s", (number) => {
    expect(parse(number)).toEqual({ ok: true, value: Number(number) });
  });

  test("refuses __proto__, NUL and half characters at any depth, in any spelling", () => {
    const bad = fc.constantFrom(
      '"__proto__":1',
      '"\\u005f\\u005fproto__":1',
      '"a":"\\u0000"',
      '"\\u0000":1',
      '"a":"\\uD83D"',
      '"\\udc00x":1',
    );
    fc.assert(
      fc.property(bad, fc.array(fc.constantFrom("[", "{"), { maxLength: 60 }), (member, around) => {
        const open = around.map((bracket) => (bracket === "[" ? "[" : '{"in":')).join("");
        const close = around
          .toReversed()
          .map((bracket) => (bracket === "[" ? "]" : "}"))
          .join("");
        expect(parse(`${open}{${member}}${close}`)).toEqual({
          ok: false,
          message: expect.stringContaining("must not"),
        });
      }),
    );
  });

  test.each([
    ["64 levels of lists", "[".repeat(64) + "]".repeat(64), true],
    ["65 levels of lists", "[".repeat(65) + "]".repeat(65), false],
    ["65 levels of objects", '{"a":'.repeat(65) + "1" + "}".repeat(65), false],
    ["brackets in a text", JSON.stringify("[".repeat(100)), true],
    ["brackets after an escaped quote", JSON.stringify(`"${"{".repeat(100)}\\`), true],
    ["a thousand lists side by side", `[${"[],".repeat(999)}[]]`, true],
    ["closing brackets first", "]".repeat(100) + "[".repeat(100), false],
    ["a member that only looks like __proto__", '{"__proto":1,"x":"__proto__"}', true],
    ["a pair of surrogates", '"\\ud83d\\ude00"', true],
    ["a byte order mark", "\ufeff{}", true],
    ["two byte order marks", "\ufeff\ufeff{}", false],
    ["nothing but blanks", " \n", false],
    ["a raw line break in a text", '"a\nb"', false],
    ["two documents", "{}{}", false],
  ])("%s", (_name, text, ok) => {
    expect(parse(text).ok).toBe(ok);
  });

  test("does not change any prototype", () => {
    parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("is refused when its bytes are not UTF-8, rather than repaired", () => {
    expect(parse(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toEqual({ ok: false, message: "request body is not UTF-8" });
    expect(parse(Buffer.from("{}", "utf16le"))).toEqual({ ok: false, message: "request body is not valid JSON" });
  });
});
