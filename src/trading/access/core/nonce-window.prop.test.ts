import fc from "fast-check";
import { expect, test } from "vitest";
import { nonceOfNumber, type Nonce } from "./nonce.ts";
import { NonceWindow, WINDOW_SIZE } from "./nonce-window.ts";

/** Before every nonce: that of a key that has never been used. */
const FIRST_NONCE = nonceOfNumber("0");

const nonceOf = (number: number): Nonce => String(number).padStart(20, "0") as Nonce;
/** Few of them, so that they meet. */
const nonces = fc.array(fc.integer({ min: 1, max: 60 }).map(nonceOf), { maxLength: 200 });

test("a nonce is never fresh twice, in whatever order nonces come", () => {
  fc.assert(
    fc.property(nonces, fc.integer({ min: 1, max: 20 }), (given, size) => {
      const window = new NonceWindow(FIRST_NONCE, size);
      const accepted = given.filter((nonce) => window.use(nonce) === "fresh");
      expect(new Set(accepted).size).toBe(accepted.length);
    }),
  );
});

test("a window always answers like one that remembers everything and looks at its highest", () => {
  fc.assert(
    fc.property(nonces, fc.integer({ min: 1, max: 20 }), (given, size) => {
      const window = new NonceWindow(FIRST_NONCE, size);
      const used: Nonce[] = [];
      let floor = FIRST_NONCE;
      for (const nonce of given) {
        const expected = nonce <= floor ? "low" : used.includes(nonce) ? "used" : "fresh";
        expect(window.use(nonce)).toBe(expected);
        if (expected === "fresh") used.push(nonce);
        const highest = used.toSorted().toReversed();
        floor = highest[size] ?? floor;
        expect(window.highest).toBe(highest[0] ?? FIRST_NONCE);
      }
    }),
  );
});

test("any order of the 1,000 latest nonces always passes, whatever went before, and none of them again", () => {
  const numbers = Array.from({ length: WINDOW_SIZE }, (_, index) => index);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(numbers, { minLength: WINDOW_SIZE }),
      fc.integer({ min: 0, max: 1500 }),
      (order, before) => {
        const window = new NonceWindow(FIRST_NONCE);
        for (let number = 1; number <= before; number++) window.use(nonceOf(number));
        const latest = order.map((number) => nonceOf(before + 1 + number));
        expect(latest.every((nonce) => window.use(nonce) === "fresh")).toBe(true);
        expect(latest.some((nonce) => window.use(nonce) === "fresh")).toBe(false);
      },
    ),
    { numRuns: 20 },
  );
});

test("nothing at or below a floor is ever accepted, given at first or raised later", () => {
  fc.assert(
    fc.property(nonces, nonces, fc.integer({ min: 0, max: 60 }).map(nonceOf), (before, after, floor) => {
      const raised = new NonceWindow(FIRST_NONCE, 5);
      for (const nonce of before) raised.use(nonce);
      raised.raiseFloor(floor);
      for (const window of [raised, new NonceWindow(floor, 5)]) {
        for (const nonce of after) if (window.use(nonce) === "fresh") expect(nonce > floor).toBe(true);
      }
      expect(raised.highest >= floor).toBe(true);
    }),
  );
});

test("a raised floor never makes a used nonce fresh", () => {
  fc.assert(
    fc.property(nonces, fc.integer({ min: 0, max: 60 }).map(nonceOf), (given, floor) => {
      const window = new NonceWindow(FIRST_NONCE, 30);
      for (const nonce of given) window.use(nonce);
      window.raiseFloor(floor);
      for (const nonce of given) expect(window.use(nonce)).not.toBe("fresh");
    }),
  );
});
