import { expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { shownName, type GivenName } from "./shown-name.ts";

const at = (second: number): Instant => (second * 1_000_000) as Instant;
const platform = (name: string, second?: number): GivenName => given("platform", name, second);
const server = (name: string, second?: number): GivenName => given("server", name, second);
const save = (name: string, second?: number): GivenName => given("save", name, second);
function given(source: GivenName["source"], name: string, second: number | undefined): GivenName {
  return { source, name, at: second === undefined ? null : at(second) };
}

test.each<[string, readonly GivenName[], string]>([
  ["a save's name, when the list has lost its letters", [server("????", 9), save("Жора", 1)], "Жора"],
  ["a save's name, when the list has lost one letter", [server("Ren?", 9), save("René", 1)], "René"],
  ["a save's name, when the list was not UTF-8", [server("Ren\u{fffd}", 9), save("René", 1)], "René"],
  ["the platform's name, when the list has lost letters", [server("????", 9), platform("Жора", 1)], "Жора"],
  ["the rest of a name, when it is the only one", [server("????", 9), save("", 1), platform("")], "????"],
  ["a question mark that the save has too", [server("Who?", 9), save("Who?", 1)], "Who?"],
  ["the list's name, when it is newer than the save's", [server("new", 9), save("old", 1)], "new"],
  ["the save's name, when it is newer than the list's", [server("old", 1), save("new", 9)], "new"],
  ["the save's name, when it is newer than the platform's", [platform("old", 1), save("new", 9)], "new"],
  ["the platform's name, when it is newer", [platform("new", 9), server("old", 1), save("old", 1)], "new"],
  ["the platform's name, at the same time", [save("c", 5), server("b", 5), platform("a", 5)], "a"],
  ["the platform's name, when no time is known", [save("c"), server("b"), platform("a")], "a"],
  ["a name with a time rather than one without", [platform("old"), save("new", 1)], "new"],
  [
    "the whole of a name that the save has cut",
    [save("A very long name...", 9), platform("A very long name of mine", 1)],
    "A very long name of mine",
  ],
  [
    "a cut name, when the others begin otherwise",
    [save("Another long nam...", 9), platform("A very long name of mine", 1)],
    "Another long nam...",
  ],
  ["dots that are all of a name", [save("...", 9), platform("x", 1)], "..."],
  ["nothing", [save(""), server("")], ""],
])("shows %s", (_, names, expected) => {
  expect(shownName(names)).toBe(expected);
  expect(shownName(names.toReversed())).toBe(expected);
});
