import { expect, test } from "vitest";
import { count, say } from "./say.ts";

test.each([
  ["{n} of {all}", { n: 3, all: 10 }, "3 of 10"],
  ["{name} and {name}", { name: "a" }, "a and a"],
  ["{name} stays", {}, "{name} stays"],
  ["{a}", { a: "{b}", b: "c" }, "{b}"],
  ["{constructor}", {}, "{constructor}"],
])("%j with %j says %j", (text, values, said) => {
  expect(say(text, values)).toBe(said);
});

test.each([
  [0, "0 players"],
  [1, "one player"],
  [2, "2 players"],
])("%d is said as %j", (n, said) => {
  expect(count(n, { one: "one player", many: "{n} players" })).toBe(said);
});

test("a name that turns the writing round turns nothing behind it", () => {
  expect(say("Erase {name}?", { name: "\u202eannA" })).toBe("Erase \u2068\u202eannA\u2069?");
  expect(say("Erase {name}?", { name: "Анна" })).toBe("Erase Анна?");
});
