import fc from "fast-check";
import { expect, test } from "vitest";
import { claimableShare, fairShare, type OtherShares } from "./rate-shares.ts";

interface Claimed {
  share: number;
  wanted: number;
}

function othersOf(all: readonly Claimed[], me: number): OtherShares {
  const others = all.filter((_, index) => index !== me);
  return {
    count: others.length,
    taken: others.reduce((sum, { share }) => sum + share, 0),
    wanted: others.reduce((sum, { wanted }) => sum + wanted, 0),
  };
}

const sum = (all: readonly Claimed[]): number => all.reduce((total, { share }) => total + share, 0);

test("shares never add up to more than the limit, in whatever order processes begin, claim and change", () => {
  const step = fc.record({ who: fc.nat(4), wanted: fc.nat(100) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const all: Claimed[] = [];
      for (const { who, wanted } of steps) {
        const me = Math.min(who, all.length);
        const share = claimableShare(wanted, othersOf(all, me));
        all[me] = { share, wanted };
        expect(sum(all)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test("after each has claimed twice, each has what is fair, and together they have nine tenths", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 6 }), (wants) => {
      const all: Claimed[] = wants.map((wanted) => ({ wanted, share: 0 }));
      for (let round = 0; round < 3; round++) {
        for (const [me, mine] of all.entries()) mine.share = claimableShare(mine.wanted, othersOf(all, me));
      }
      for (const [me, mine] of all.entries()) {
        expect(mine.share).toBeCloseTo(fairShare(mine.wanted, othersOf(all, me)), 9);
      }
      expect(sum(all)).toBeCloseTo(0.9, 9);
    }),
  );
});

test("a process that asks for little keeps a part for what cannot wait", () => {
  expect(fairShare(0, { count: 1, taken: 0.9, wanted: 500 })).toBeCloseTo(0.225, 9);
  expect(claimableShare(0, { count: 1, taken: 0.9, wanted: 500 })).toBeCloseTo(0.1, 9);
});
