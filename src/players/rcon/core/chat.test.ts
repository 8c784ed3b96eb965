import { expect, test } from "vitest";
import { parseChat } from "./chat.ts";

const said = (platformName: string, characterName: string, text: string): object => {
  return { kind: "said", platformName, characterName, text };
};
const other = (text: string): object => ({ kind: "other", text });

test.each([
  ["Bob77 (Bob the Builder): hello \n", [said("Bob77", "Bob the Builder", "hello")]],
  ["A (B): one \nC (D): two \n ", [said("A", "B", "one"), said("C", "D", "two")]],
  ["A (B): x (y): z", [said("A", "B", "x (y): z")]],
  ["A (Bob (the great)): hi", [said("A", "Bob (the great)", "hi")]],
  ["A (B):", [said("A", "B", "")]],
  ["A (): hi", [said("A", "", "hi")]],
  ["Größe (Ärger): süß", [said("Größe", "Ärger", "süß")]],
  ["SERVER: restart in 5 minutes", [other("SERVER: restart in 5 minutes")]],
  ["A (B) without a colon", [other("A (B) without a colon")]],
  ["A (B): one\nand two", [said("A", "B", "one"), other("and two")]],
  ["Server received, But no response!! \n ", []],
  ["", []],
  [" \r\n ", []],
  ["A (B): Server received, But no response!!", [said("A", "B", "Server received, But no response!!")]],
])("chat is read line by line: %j", (text, lines) => {
  expect(parseChat(text)).toEqual(lines);
});

test("a line of brackets takes almost no time", () => {
  expect(parseChat(" (".repeat(500_000))).toHaveLength(1);
});
