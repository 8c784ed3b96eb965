import { expect, test } from "vitest";
import type { TribeLogLine } from "../../../../../clients/typescript/src/players.ts";
import { linesWith } from "./log-pages.ts";

const line = (Number: number, Text: string): TribeLogLine => ({
  Number,
  Day: 1,
  Time: "10:00:00",
  Text,
  Event: null,
  Seen: "",
});

async function* pages() {
  yield [line(6, "Anna was killed"), line(5, "Bob tamed a Rex")];
  yield [line(4, "Bob left")];
  yield [line(3, "ANNA tamed a Dodo")];
}

async function found(text: string) {
  const [numbers, looked]: [number[][], number[]] = [[], []];
  for await (const page of linesWith(pages(), text, (lines) => looked.push(lines)))
    numbers.push(page.map((each) => each.Number));
  return { numbers, looked };
}

test("lines are found in whichever case, and pages without one are passed over", async () => {
  expect(await found("anna")).toEqual({ numbers: [[6], [3]], looked: [2, 3, 4] });
});

test("without a text every line comes", async () => {
  expect((await found("")).numbers).toEqual([[6, 5], [4], [3]]);
});

test("a text that is nowhere ends with the log", async () => {
  expect(await found("zoe")).toEqual({ numbers: [], looked: [2, 3, 4] });
});
