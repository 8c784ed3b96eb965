import fc from "fast-check";
import { expect, test } from "vitest";
import { placed } from "./placed.ts";

const list = fc.uniqueArray(fc.integer({ min: 1, max: 9 })).map((ids) => ids.map((id) => ({ id })));

test("a part is where it was put, once, and the others keep their order; past the end nothing is put", () => {
  fc.assert(
    fc.property(
      list,
      fc.integer({ min: 1, max: 9 }),
      fc.option(fc.nat(10), { nil: undefined }),
      (parts, id, position) => {
        const others = parts.filter((each) => each.id !== id);
        const after = placed(parts, { id }, position);
        if (position !== undefined && position > others.length) return after === undefined;
        expect(after?.filter((each) => each.id !== id)).toEqual(others);
        const before = parts.findIndex((each) => each.id === id);
        const wanted = position ?? (before < 0 ? others.length : before);
        return after?.length === others.length + 1 && after[wanted]?.id === id;
      },
    ),
  );
});
