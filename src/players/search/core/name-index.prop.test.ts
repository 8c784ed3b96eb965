import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NaiveNameIndex } from "./name-index.naive.ts";
import { NameIndex, type NameKind, type SearchOptions, type SearchResult, type SubjectFacts } from "./name-index.ts";
import { NAME_KINDS } from "./name-records.ts";

const SUBJECTS = 12;

/** Few values, so that ties are common. */
const facts: SubjectFacts = {
  isOnline: (subject) => subject % 3 === 0,
  lastSeen: (subject) => subject % 4,
  id: (subject) => BigInt((subject * 7) % SUBJECTS),
};

/** A small alphabet with all that is special: look-alikes, marks, separators, digits, wide and invisible letters. */
const letter = fc.constantFrom(...Array.from("aabbcoorlim01 _-.]Ab7İßøАо小明\u0301\u200b🅰｡ﷺ"));
const word = fc.constantFrom("wolf", "Wolf", "WoIf", "dark", "DarkWolf", "darkwlof", "wolfy", "Аnna", "anna", "[Tag]");
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: letter }, { weight: 1, arbitrary: word }), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));
const kind = fc.constantFrom<NameKind>(...NAME_KINDS);
const subject = fc.nat(SUBJECTS - 1);

type Step =
  | { readonly what: "add" | "remove"; readonly subject: number; readonly kind: NameKind; readonly text: string }
  | { readonly what: "merge"; readonly units: number }
  | { readonly what: "again"; readonly pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("add" as const), subject, kind, text }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("remove" as const), subject, kind, text }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("again" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("merge" as const), units: fc.integer({ min: 1, max: 400 }) }) },
);

function play(steps: readonly Step[], index: NameIndex, naive: NaiveNameIndex): void {
  const added: Extract<Step, { what: "add" | "remove" }>[] = [];
  for (const next of steps) {
    if (next.what === "merge") index.mergeStep(next.units);
    else if (next.what === "again") {
      const old = added[next.pick % Math.max(1, added.length)];
      // Removes existing names, and adds removed ones again.
      if (old === undefined) continue;
      const wasThere = index.remove(old.subject, old.kind, old.text);
      expect(naive.remove(old.subject, old.kind, old.text)).toBe(wasThere);
      if (wasThere) continue;
      expect(index.add(old.subject, old.kind, old.text)).toBe(naive.add(old.subject, old.kind, old.text));
    } else if (next.what === "add") {
      added.push(next);
      expect(index.add(next.subject, next.kind, next.text)).toBe(naive.add(next.subject, next.kind, next.text));
    } else {
      expect(index.remove(next.subject, next.kind, next.text)).toBe(naive.remove(next.subject, next.kind, next.text));
    }
  }
}

const kinds = fc.uniqueArray(kind, { minLength: 1 });
const query = fc
  .oneof(
    text,
    word,
    letter,
    fc.tuple(letter, letter).map((two) => two.join("")),
  )
  .map((q) => q.trim());
const queries = fc.array(fc.record({ query, kinds, limit: fc.integer({ min: 1, max: 6 }) }), { maxLength: 12 });

describe("after any sequence of additions, removals and merges", () => {
  test("the index answers exactly as the naive model does, page after page", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        queries,
        fc.integer({ min: 1, max: 9 }),
        (steps, asked, pending) => {
          const index = new NameIndex(facts, { mostPending: pending });
          const naive = new NaiveNameIndex(facts);
          play(steps, index, naive);
          expect(index.size).toBe(naive.size);
          for (const { query: wanted, ...options } of asked) expectSamePages(index, naive, wanted, options);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("a search cut short answers the same however the names came and lie", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), letter, fc.nat(30), (steps, wanted, most) => {
        const bounds = { mostLookedAt: most };
        const index = new NameIndex(facts, { ...bounds, mostPending: 3 });
        const naive = new NaiveNameIndex(facts);
        play(steps, index, naive);
        const whole = new NameIndex(facts, { ...bounds, mostPending: 1000 });
        play(steps, whole, new NaiveNameIndex(facts));
        const merged = new NameIndex(facts, { ...bounds, mostPending: 5 });
        play(steps, merged, new NaiveNameIndex(facts));
        while (merged.mergeStep(50));
        const options = { kinds: NAME_KINDS, limit: 4 };
        const answer = index.search(wanted, options);
        for (const other of [whole, merged]) {
          const { isTotalExact: _, ...rest } = other.search(wanted, options);
          expect(answer).toMatchObject(rest);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test("walking the pages gives every hit once, in one order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), query, fc.integer({ min: 1, max: 5 }), (steps, wanted, limit) => {
      const index = new NameIndex(facts, { mostPending: 4 });
      play(steps, index, new NaiveNameIndex(facts));
      const seen: number[] = [];
      let page = index.search(wanted, { kinds: NAME_KINDS, limit });
      for (;;) {
        seen.push(...page.hits.map((hit) => hit.subject));
        if (page.next === undefined) break;
        expect(page.hits).toHaveLength(limit);
        page = index.search(wanted, { kinds: NAME_KINDS, limit, after: page.next });
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(page.total);
    }),
    { numRuns: 200 },
  );
});

function expectSamePages(index: NameIndex, naive: NaiveNameIndex, wanted: string, options: SearchOptions): void {
  let after: SearchOptions["after"];
  for (let page = 0; page < 3; page++) {
    const own: SearchResult = index.search(wanted, { ...options, after });
    expect(own, `for ${JSON.stringify(wanted)}`).toEqual(naive.search(wanted, { ...options, after }));
    if (own.next === undefined) return;
    after = own.next;
  }
}
