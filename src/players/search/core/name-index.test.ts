import { describe, expect, test } from "vitest";
import { NameIndex, type NameKind, type SubjectFacts, type SubjectName } from "./name-index.ts";

const PLAYERS: readonly SubjectName[] = [
  { subject: 1, kind: "character", text: "Anna Rex" },
  { subject: 1, kind: "platform", text: "annaplays" },
  { subject: 2, kind: "character", text: "Jürgen" },
  { subject: 2, kind: "platform", text: "juergen_k" },
  { subject: 3, kind: "character", text: "DarkWolf" },
  { subject: 3, kind: "platform", text: "xX_Wolf_Xx" },
  { subject: 4, kind: "character", text: "darkwolf77" },
  { subject: 4, kind: "platform", text: "wolfy" },
  { subject: 5, kind: "character", text: "$#@%!" },
  { subject: 5, kind: "platform", text: "symbols" },
  { subject: 6, kind: "character", text: "小明" },
  { subject: 6, kind: "platform", text: "xm" },
];
const KINDS: readonly NameKind[] = ["character", "platform", "former"];

const facts: SubjectFacts = { isOnline: (subject) => subject % 2 === 1, lastSeen: () => 0, id: BigInt };

function indexOf(names: readonly SubjectName[], ownFacts: SubjectFacts = facts): NameIndex {
  const index = new NameIndex(ownFacts);
  for (const { subject, kind, text } of names) index.add(subject, kind, text);
  return index;
}

function found(index: NameIndex, query: string): number[] {
  return index.search(query, { kinds: KINDS, limit: 50 }).hits.map((hit) => hit.subject);
}

describe("players are found", () => {
  test.each([
    ["by a word of either name", "wolf", [4, 3]],
    ["by a platform name in capitals", "ANNAPLAYS", [1]],
    ["without the accent", "jurgen", [2]],
    ["with the accent", "JÜRGEN", [2]],
    ["despite a swap", "darkwlof", [3, 4]],
    ["despite a missing letter", "symbls", [5]],
    ["by symbols", "$#@%!", [5]],
    ["by some symbols", "@%", [5]],
    ["by one symbol", "#", [5]],
    ["by one Chinese letter", "明", [6]],
    ["by two letters", "xm", [6]],
    ["by a look-alike in Cyrillic", "аnnа", [1]],
    ["by a look-alike digit", "darkw0lf", [3, 4]],
    ["by nothing like it: no result", "zzz", []],
    ["by spaces: nobody", " \u3000", []],
    ["by marks: nobody", "\u0301\u0308", []],
  ])("%s", (_, query, subjects) => {
    const small = indexOf(PLAYERS);
    expect(found(small, query)).toEqual(subjects);
    const merged = new NameIndex(facts, { mostPending: 1 });
    for (const { subject, kind, text } of PLAYERS) merged.add(subject, kind, text);
    while (merged.mergeStep(1000));
    expect(found(merged, query)).toEqual(subjects);
  });
});

describe("hits are ranked", () => {
  const names = ["wolf", "Wolf", "wolfgang", "the_wolf", "werewolf", "wolfs", "w0lf", "wulf", "old"].map(
    (text, subject): SubjectName => ({ subject, kind: "character", text }),
  );
  const index = indexOf([...names, { subject: 8, kind: "former", text: "wolf" }], {
    ...facts,
    isOnline: () => false,
  });

  test("very text, same name, prefix, word, part, look-alike, former name", () => {
    const { hits, total } = index.search("wolf", { kinds: KINDS, limit: 50 });
    expect(hits.map(({ subject, rank }) => [subject, rank])).toEqual([
      [0, 1],
      [1, 2],
      [5, 3],
      [2, 3],
      [3, 4],
      [4, 5],
      [6, 7],
      [8, 8],
    ]);
    expect(total).toBe(8);
    expect(hits.at(-1)?.entry).toEqual({ kind: "former", text: "wolf" });
  });

  test("a typing error is forgiven where no name contains the text, and only there", () => {
    const forgiving = indexOf(["raptor", "dodo"].map((text, subject) => ({ subject, kind: "character", text })));
    expect(forgiving.search("rapter", { kinds: KINDS, limit: 50 }).hits).toMatchObject([{ subject: 0, rank: 6 }]);
    forgiving.add(2, "character", "my rapter");
    expect(forgiving.search("rapter", { kinds: KINDS, limit: 50 }).hits).toMatchObject([{ subject: 2, rank: 4 }]);
  });

  test("the best place in a name counts, not the first", () => {
    const twice = indexOf([{ subject: 1, kind: "character", text: "werewolf_wolf" }]);
    expect(twice.search("wolf", { kinds: KINDS, limit: 50 }).hits[0]?.rank).toBe(4);
  });

  test("errors and look-alikes are left out when the page is full without them", () => {
    const { hits, total } = index.search("wolf", { kinds: KINDS, limit: 7 });
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 3, 4, 5, 8]);
    expect(total).toBe(7);
  });

  test("former names count only when asked for", () => {
    const { hits } = index.search("wolf", { kinds: ["character"], limit: 50 });
    expect(hits.map(({ subject }) => subject)).not.toContain(8);
  });

  test("who is online comes first, then who was seen last, then the shorter name, then the smaller id", () => {
    const equal = indexOf(
      ["wolf1", "wolf2", "wolf33", "wolf4", "wolf5"].map((text, subject) => ({ subject, kind: "character", text })),
      {
        isOnline: (subject) => subject === 4,
        lastSeen: (subject) => (subject === 3 ? 9 : 1),
        id: (subject) => BigInt(10 - subject),
      },
    );
    expect(found(equal, "wolf")).toEqual([4, 3, 1, 0, 2]);
  });
});

describe("worst cases", () => {
  const many = Array.from({ length: 6000 }, (_, subject): SubjectName => ({
    subject,
    kind: "character",
    text: `a${"ab_-. ]"[subject % 7]}a${subject}aaaa`,
  }));

  test("any 64 letters are answered, without results", () => {
    const index = indexOf(PLAYERS);
    index.load(many);
    for (const letter of ["a", "_", " _", "\u0301", "😀", "ﷺ", "1", "]", "\u0000", "\ud800", "%", "İ"]) {
      const query = letter.repeat(64).trim();
      expect(index.search(query, { kinds: KINDS, limit: 200 }).hits, query).toEqual([]);
    }
  });

  test("one letter asks about a bounded number of players and says that the total is not exact", () => {
    let asked = 0;
    const index = new NameIndex({ ...facts, isOnline: () => asked++ < 0 }, { mostLookedAt: 500, mostPending: 100 });
    index.load(many);
    const { hits, total, isTotalExact } = index.search("a", { kinds: KINDS, limit: 50 });
    expect(hits).toHaveLength(50);
    expect(total).toBeLessThan(2000);
    expect(isTotalExact).toBe(false);
    expect(asked).toBeLessThan(4000);
  });

  test("names of any length and content are held, found by their text, and removed", () => {
    const index = new NameIndex(facts, { mostPending: 2 });
    const texts = [
      "x".repeat(5000),
      "😀".repeat(100),
      "ﷺ".repeat(128),
      "\u0301".repeat(200),
      "",
      " ",
      "\ufeffBOM",
      "a\u0000",
    ];
    for (const [subject, text] of texts.entries()) expect(index.add(subject, "character", text)).toBe(true);
    for (const [subject, text] of texts.entries()) {
      expect(index.add(subject, "character", text)).toBe(false);
      const { hits } = index.search(text, { kinds: KINDS, limit: 50 });
      expect(hits[0]?.subject, JSON.stringify(text)).toBe(subject);
    }
    while (index.mergeStep(10));
    for (const [subject, text] of texts.entries()) expect(index.remove(subject, "character", text)).toBe(true);
    expect(index.size).toBe(0);
  });

  test("a name that half of all players have is paged through in the order of their ids", () => {
    const index = new NameIndex(facts);
    index.load(Array.from({ length: 3000 }, (_, subject) => ({ subject, kind: "character", text: "Human" })));
    const seen: number[] = [];
    let after;
    do {
      const page = index.search("human", { kinds: KINDS, limit: 200, after });
      expect(page.total).toBe(3000);
      seen.push(...page.hits.map((hit) => hit.subject));
      after = page.next;
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(3000);
    expect(seen.slice(0, 1500)).toEqual(Array.from({ length: 1500 }, (_, at) => at * 2 + 1));
  });

  test("merging goes on in small steps, and each step leaves the same answers", () => {
    const index = new NameIndex(facts, { mostPending: 50 });
    for (const { subject, kind, text } of many) index.add(subject, kind, text);
    const before = index.search("a_a1", { kinds: KINDS, limit: 50 });
    let steps = 0;
    for (; index.mergeStep(2000); steps++) {
      if (steps % 50 === 0) expect(index.search("a_a1", { kinds: KINDS, limit: 50 })).toEqual(before);
    }
    expect(steps).toBeGreaterThan(100);
    expect(index.segments).toBeLessThan(12);
    expect(index.search("a_a1", { kinds: KINDS, limit: 50 })).toEqual(before);
  });

  test("names that were loaded several times are one once they are merged", () => {
    const index = new NameIndex(facts, { mostPending: 1 });
    for (let round = 0; round < 4; round++) {
      index.load(PLAYERS);
      index.finishLoading();
    }
    while (index.mergeStep(1000));
    expect(index.size).toBe(PLAYERS.length);
    expect(found(index, "wolf")).toEqual([4, 3]);
    expect(index.remove(3, "character", "DarkWolf")).toBe(true);
    expect(found(index, "darkwolf")).toEqual([4]);
  });

  test("loading twice, in any batches, is like adding once", () => {
    const index = new NameIndex(facts);
    index.load(many.slice(0, 4000));
    index.load(many);
    index.finishLoading();
    const once = indexOf(many);
    expect(index.search("aaa", { kinds: KINDS, limit: 50 })).toEqual(once.search("aaa", { kinds: KINDS, limit: 50 }));
    expect(index.size).toBe(once.size);
    expect(index.byteLength / index.size).toBeLessThan(100);
  });
});
