import fc from "fast-check";
import { expect, test } from "vitest";
import { covers } from "../../../kit/text/name-pattern.ts";
import { nameBounds } from "./name-bounds.ts";

const name = fc.stringMatching(/^[a-c./-]{1,6}$/);
const pattern = fc.oneof(
  name,
  name.map((text) => `${text}*`),
  fc.constant("*"),
);

test("the bounds of a pattern hold exactly the names that it covers", () => {
  fc.assert(
    fc.property(pattern, name, (covering, each) => {
      const { from, below } = nameBounds(covering);
      expect(each >= from && each < below).toBe(covers(covering, each));
    }),
  );
});
