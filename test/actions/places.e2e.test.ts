import fc from "fast-check";
import { expect, test } from "vitest";

const SOURCE: string = "../../actions/publish/places.mjs";
const { placesOf } = (await import(SOURCE)) as {
  placesOf(text: string): (path: string) => { readonly line: number; readonly column: number };
};

test("finds members of objects and entries of lists, and the nearest one above what is missing", () => {
  const text = '{\n  "a": [1, { "b\\"": { "c": "x]," } }],\n  "d": {}\n}\n';
  const at = placesOf(text);
  expect(at("")).toEqual({ line: 1, column: 1 });
  expect(at("a")).toEqual({ line: 2, column: 3 });
  expect(at("a[1]")).toEqual({ line: 2, column: 12 });
  expect(at('a[1].b".c')).toEqual({ line: 2, column: 23 });
  expect(at("a[1].z[3]")).toEqual({ line: 2, column: 12 });
  expect(at("d.e")).toEqual({ line: 3, column: 3 });
  expect(at("nothing")).toEqual({ line: 1, column: 1 });
});

test("every member of every document has its place", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat({ max: 3 }), (json, indent) => {
      const value: unknown = JSON.parse(json);
      const text = JSON.stringify(value, undefined, indent);
      const at = placesOf(text);
      const lines = text.split("\n");
      for (const path of topPathsOf(value)) {
        const { line, column } = at(path);
        const found = lines[line - 1]?.slice(column - 1) ?? "";
        const entry = path.startsWith("[") ? "" : JSON.stringify(path);
        expect(found.startsWith(entry)).toBe(true);
      }
    }),
  );
});

/** Names that hold no dot or bracket, at the top of a document. */
function topPathsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((_, index) => `[${index}]`);
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).filter((name) => name !== "" && !/[.[]/.test(name));
}
