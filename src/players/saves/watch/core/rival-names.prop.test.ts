import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseRival, foldedName, rivalNames } from "./rival-names.ts";

const name = fc.oneof(fc.stringMatching(/^[aAbB]{1,3}$/), fc.string({ maxLength: 4 }));

describe("rivals", () => {
  test("are all names that share their folded form with another one, each once", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const expected = names.filter((one) =>
          names.some((other) => other !== one && foldedName(other) === foldedName(one)),
        );
        const groups = rivalNames(names);
        expect(groups.flat().sort()).toEqual(expected.sort());
        for (const group of groups) expect(new Set(group.map(foldedName)).size).toBe(1);
      }),
    );
  });

  test("are the same in whatever order the names are listed", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        expect(rivalNames(names.toReversed())).toEqual(rivalNames(names));
      }),
    );
  });
});

describe("the choice among rivals", () => {
  const rivals = fc.uniqueArray(fc.record({ fileName: name, modifiedNs: fc.bigInt({ min: 0n, max: 3n }) }), {
    minLength: 1,
    selector: ({ fileName }) => fileName,
  });

  test("falls on one that no other is newer than, whatever their order", () => {
    fc.assert(
      fc.property(rivals, (all) => {
        const chosen = chooseRival(all);
        const newest = all.reduce((most, { modifiedNs }) => (modifiedNs > most ? modifiedNs : most), 0n);
        const best = all.filter(({ modifiedNs }) => modifiedNs === newest).map(({ fileName }) => fileName);
        expect(chosen).toBe(best.sort((a, b) => (a < b ? -1 : 1))[0]);
        expect(chooseRival(all.toReversed())).toBe(chosen);
      }),
    );
  });
});
