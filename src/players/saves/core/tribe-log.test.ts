import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTribeLogLine } from "./tribe-log.ts";

const RED = '<RichColor Color="1, 0, 0.5, 1">';

describe("the head of a line", () => {
  test("is its day and time; markup becomes a colour", () => {
    expect(parseTribeLogLine(`Day 1144, 09:22:07: ${RED}Something else</>`)).toEqual({
      day: 1_144,
      hour: 9,
      minute: 22,
      second: 7,
      text: "Something else",
      color: { red: 1, green: 0, blue: 0.5, alpha: 1 },
    });
  });

  test.each(["Tag 3, 1:02:03: x", "第3天, 01:02:03: x", "День 3, 01:02:03:x"])("may be in any language: %s", (line) => {
    expect(parseTribeLogLine(line)).toEqual({ day: 3, hour: 1, minute: 2, second: 3, text: "x" });
  });

  test.each(["", "hello", "Day x, 01:02:03: x", "Day 3, 24:00:00: x", "Day 3, 01:60:00: x", "Day 3: x"])(
    "that is invalid gives nothing: %j",
    (line) => {
      expect(parseTribeLogLine(line)).toBeUndefined();
    },
  );

  test.each(['<RichColor Color="a, b, c, d">x</>', '<RichColor Color="1, 2, 3, 4">x</>', "<RichColor >x", "x</>"])(
    "with odd markup %j keeps the text alone",
    (text) => {
      expect(parseTribeLogLine(`Day 3, 01:02:03: ${text}`)).toEqual({
        day: 3,
        hour: 1,
        minute: 2,
        second: 3,
        text: "x",
      });
    },
  );
});

describe("events", () => {
  test.each([
    ["Anna with ID 101 was added to the Tribe!", { kind: "memberAdded", member: { name: "Anna", id: 101n } }],
    ["Anna was added to the Tribe by Bert!", { kind: "memberAdded", member: { name: "Anna" }, by: { name: "Bert" } }],
    [
      "A with ID 1 was promoted to a Tribe Admin by B with ID 2!",
      { kind: "memberPromoted", member: { name: "A", id: 1n }, by: { name: "B", id: 2n } },
    ],
    [
      "A with ID 1 was removed from the Tribe by B with ID 2!",
      { kind: "memberRemoved", member: { name: "A", id: 1n }, by: { name: "B", id: 2n } },
    ],
    ["A was removed from the Tribe!", { kind: "memberRemoved", member: { name: "A" } }],
    ["A with ID 1 left the Tribe!", { kind: "memberLeft", member: { name: "A", id: 1n } }],
    [
      "Your Rex (big) - Lvl 212 (Rex) was killed by a Wild Wolf - Lvl 30!",
      {
        kind: "killed",
        victim: { name: "Rex (big)", level: 212, species: "Rex" },
        by: { name: "Wild Wolf", level: 30 },
      },
    ],
    [
      "Tribemember Anna - Lvl 46 was killed by Bert - Lvl 50 (Red Hawks)!",
      {
        kind: "killed",
        victim: { name: "Anna", level: 46 },
        by: { name: "Bert", level: 50, species: "Red Hawks" },
      },
    ],
    ["Tribemember Anna - Lvl 46 was killed!", { kind: "killed", victim: { name: "Anna", level: 46 } }],
    [
      "Anna Tamed a Dodo - Lvl 3 (Dodo)!",
      { kind: "tamed", creature: { name: "Dodo", level: 3, species: "Dodo" }, by: { name: "Anna" } },
    ],
    [
      "Anna Tamed an Ankylo - Lvl 3 (Ankylo)!",
      { kind: "tamed", creature: { name: "Ankylo", level: 3, species: "Ankylo" }, by: { name: "Anna" } },
    ],
    [
      "Anna froze Dodo - Lvl 3 (Dodo)",
      { kind: "froze", creature: { name: "Dodo", level: 3, species: "Dodo" }, by: { name: "Anna" } },
    ],
    [
      "Dodo (F - lvl 30) (123, 456) captured by Anna",
      { kind: "captured", creature: { name: "Dodo", level: 30 }, by: { name: "Anna" } },
    ],
    [
      "Anna unclaimed 'Dodo - Lvl 3 (Dodo)'!",
      { kind: "unclaimed", creature: { name: "Dodo", level: 3, species: "Dodo" }, by: { name: "Anna" } },
    ],
    [
      "Anna demolished a 'Stone Wall' at X=1, Y=2!",
      { kind: "demolished", structure: "Stone Wall", place: "X=1, Y=2", by: { name: "Anna" } },
    ],
    ["Anna demolished a 'Stone Wall'!", { kind: "demolished", structure: "Stone Wall", by: { name: "Anna" } }],
    ["Your 'Stone Wall' was destroyed!", { kind: "destroyed", structure: "Stone Wall" }],
    [
      "Your 'Stone Wall' was destroyed by Bert - Lvl 50!",
      { kind: "destroyed", structure: "Stone Wall", by: { name: "Bert", level: 50 } },
    ],
    [
      "Your Dodo - Lvl 3 (Dodo) starved to death!",
      { kind: "starved", victim: { name: "Dodo", level: 3, species: "Dodo" } },
    ],
    ["Something unknown", undefined],
    ["was added to the Tribe!", undefined],
  ])("%s", (text, event) => {
    const expected = { day: 7, hour: 23, minute: 59, second: 1, text, ...(event ? { event } : {}) };
    expect(parseTribeLogLine(`Day 7, 23:59:01: ${text}`)).toEqual(expected);
    expect(parseTribeLogLine(`Day 7, 23:59:01: ${RED}${text}</>`)).toMatchObject(expected);
  });
});

test("wordings with quotation marks and levels are read as the patterns that describe them", () => {
  const words = [
    " unclaimed '",
    " demolished a '",
    " demolished an '",
    "' at ",
    "'",
    "!",
    "a",
    " at ",
    " - Lvl 12",
    " (b)",
    " ",
    ")",
  ];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join("").trim());
  const eventOf = (line: string) => parseTribeLogLine(`Day 1, 00:00:00: ${line}`)?.event;
  fc.assert(
    fc.property(text, (line) => {
      const [, by, left] = /^(.+?) unclaimed '(.+)'!?$/s.exec(line) ?? [];
      const [, who, structure, place] = /^(.+?) demolished an? '(.+)'(?: at (.+?))?!?$/s.exec(line) ?? [];
      const event = eventOf(line);
      if (by !== undefined)
        expect(event).toEqual({ kind: "unclaimed", by: { name: by }, creature: creatureOf(left ?? "") });
      else if (structure === undefined) expect(event).toBeUndefined();
      else {
        const expected = {
          kind: "demolished",
          structure,
          ...(place === undefined ? {} : { place }),
          by: { name: who },
        };
        expect(event).toEqual(expected);
      }
    }),
    { numRuns: 2_000 },
  );
});

function creatureOf(text: string): object {
  const [, name, level, species] = /^(.+) - Lvl (\d{1,6})(?: \((.+)\))?$/is.exec(text) ?? [];
  if (name === undefined) return { name: text };
  return { name, level: Number(level), ...(species === undefined ? {} : { species }) };
}

test("any line gives something sound, and quickly where names imitate wordings", () => {
  const part = fc.constantFrom(
    " was added to the Tribe",
    " with ID 1",
    " by ",
    "!",
    " - Lvl 1 (",
    " (F - lvl 2)",
    " demolished a '",
    "' at ",
    "<RichColor ",
    "</>",
    "Your ",
    " was killed by a ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 150 }), (parts) => {
      const line = parseTribeLogLine(`Day 1, 00:00:00: ${parts.join("")}`);
      expect(line).toMatchObject({ day: 1, hour: 0, minute: 0, second: 0 });
    }),
  );
});
