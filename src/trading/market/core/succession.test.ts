import { expect, test } from "vitest";
import { readHeading, Succession, writeHeading } from "./succession.ts";

test("a heading is read back; other text is not taken for one", () => {
  expect(readHeading(writeHeading({ fence: 12, number: 7 }).trimEnd())).toEqual({ fence: 12, number: 7 });
  for (const line of ["", "#", "#1", "#1 ", "#-1 2", "#1 2 3", "btcusdt l 1 1 5 2 1 5 100", "#1 1e3"]) {
    expect(readHeading(line)).toBeUndefined();
  }
});

test("what is missing between two messages, or before the first, is noticed once", () => {
  const succession = new Succession();
  const heard = ([fence, number]: readonly [number, number]) => succession.hear({ fence, number });
  const messages = [[3, 1], [3, 2], [3, 4], [3, 5], [4, 2], [4, 3], [9, 1], [9, 2]] as const; // prettier-ignore
  expect(messages.map(heard)).toEqual(["next", "next", "gap", "next", "gap", "next", "next", "next"]);
});

test("one that was succeeded is not believed any more", () => {
  const succession = new Succession();
  succession.hear({ fence: 4, number: 1 });
  expect(succession.hear({ fence: 3, number: 80 })).toBe("former");
  expect(succession.hear({ fence: 4, number: 2 })).toBe("next");
});

test("a former holder of a fence believes only later fences, not its own last messages", () => {
  const succession = new Succession();
  succession.follow(5);
  expect(succession.hear({ fence: 5, number: 90 })).toBe("former");
  expect(succession.hear({ fence: 6, number: 1 })).toBe("next");
  succession.follow(2);
  expect(succession.hear({ fence: 6, number: 2 })).toBe("next");
});
