import { describe, expect, test } from "vitest";
import { parseTribeLogLine, type TribeLogLine } from "../tribe-log.ts";
import { idsInLog, namesInLog, withoutPeople } from "./erase-names.ts";

const line = (text: string): TribeLogLine => {
  const parsed = parseTribeLogLine(`Day 2, 03:04:05: <RichColor Color="1, 0, 0, 1">${text}</>`);
  if (!parsed) throw new Error("the line is of no known form");
  return parsed;
};
const isErased = (id: string): boolean => id === "5";
const erased = (text: string, names: readonly string[]): string => withoutPeople(line(text), names, isErased).text;

test("the ids and names of people are found in lines", () => {
  const lines = [
    line("Anna with ID 5 was added to the Tribe by Bob with ID 6!"),
    line("Anna Tamed a Rex - Lvl 5 (Rex)!"),
  ];
  expect(idsInLog(lines)).toEqual(["5", "6"]);
  expect(namesInLog(lines, isErased)).toEqual(["Anna"]);
});

describe("a line without a person", () => {
  test.each([
    ["Anna with ID 5 was added to the Tribe!", "[erased] was added to the Tribe!"],
    [
      "Bob with ID 6 was promoted to a Tribe Admin by Anna with ID 5!",
      "Bob with ID 6 was promoted to a Tribe Admin by [erased]!",
    ],
    ["Somebody with ID 5 was added to the Tribe!", "Somebody with ID [erased] was added to the Tribe!"],
    ["Tribemember Anna - Lvl 5 was killed by Anna!", "Tribemember [erased] - Lvl 5 was killed by [erased]!"],
    ["Annabel froze Hanna - Lvl 5 (Rex)", "Annabel froze Hanna - Lvl 5 (Rex)"],
    ["Änna froze Annä - Lvl 5 (Rex)", "Änna froze Annä - Lvl 5 (Rex)"],
    ["With ID 51 all is well with ID 50", "With ID 51 all is well with ID 50"],
  ])("%j", (text, expected) => {
    expect(erased(text, ["Anna"])).toBe(expected);
  });

  test("is right for names of any characters, longer ones first", () => {
    expect(erased("A+B (c) froze [x] - Lvl 5 (Rex)", ["A+B (c)", "[x]"])).toBe("[erased] froze [erased] - Lvl 5 (Rex)");
    expect(erased("Anna Rex froze Anna - Lvl 1", ["Anna", "Anna Rex"])).toBe("[erased] froze [erased] - Lvl 1");
    expect(erased("小明 froze Rex", ["小明", "", "-", "a-b"])).toBe("[erased] froze Rex");
  });

  test("keeps its time and colour, and has no person in its event", () => {
    const before = line("Anna with ID 5 was added to the Tribe!");
    const after = withoutPeople(before, ["Anna"], isErased);
    expect(after).toEqual({
      ...before,
      text: "[erased] was added to the Tribe!",
      event: { kind: "memberAdded", member: { name: "[erased]" } },
    });
  });

  test("stays the same line when it names no person", () => {
    const before = line("Bob with ID 6 was added to the Tribe!");
    expect(withoutPeople(before, ["Anna"], isErased)).toBe(before);
  });
});
