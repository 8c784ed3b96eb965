import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { figuresOf, labelledHeadlines, macroF1 } from "../../../../test/support/labelled-headlines.ts";
import { TONES } from "./tone-lexicon.ts";
import { LEAST_SCORE, tonesOf } from "./tone.ts";

const { tuned, judged } = labelledHeadlines();
const round = (value: number): string => value.toFixed(2);

test("the labelled set has 500 headlines, each once, half of them for judging", () => {
  expect([tuned.length, judged.length]).toEqual([250, 250]);
  expect(new Set([...tuned, ...judged].map(({ title }) => title)).size).toBe(500);
  expect(judged.some(({ readings: [first, second] }) => first.join() !== second.join())).toBe(true);
});

test("docs/trading/news.md tells how often tones are right, of the headlines that were never looked at", () => {
  const document = readFileSync("docs/trading/news.md", "utf8");
  for (const tone of TONES) {
    const { precision, recall, f1, readers } = figuresOf(judged, tone);
    const line = document.split("\n").find((each) => each.startsWith(`| ${tone} `)) ?? "";
    const shown = line.split("|").map((cell) => cell.trim());
    expect(shown.slice(1, 6)).toEqual([tone, ...[precision, recall, f1, readers].map(round)]);
  }
  expect(document).toContain(`macro-F1 is ${round(macroF1(judged))}`);
  expect(document).toContain(`two readings reach ${round(macroF1(judged, "readers"))}`);
});

test("the lexicon does not become worse", () => {
  expect(macroF1(tuned)).toBeGreaterThan(0.6);
  expect(macroF1(judged)).toBeGreaterThan(0.5);
});

describe("a tone", () => {
  test("is taken back by a negation, made stronger and weaker by words beside it", () => {
    const joy = (text: string): number => tonesOf(text).find(({ tone }) => tone === "joy")?.score ?? 0;
    expect(joy("Bitcoin did not surge")).toBe(0);
    expect(joy("Bitcoin surges sharply")).toBeGreaterThan(joy("Bitcoin surges"));
    expect(joy("Bitcoin surges slightly")).toBeLessThan(joy("Bitcoin surges"));
  });

  test("is not guessed: nothing is said below the least score, whatever the text", () => {
    for (const text of ["", "Bitcoin conference in Prague", "🚀", "x".repeat(10_000), "<b>"])
      expect(tonesOf(text)).toEqual([]);
    for (const { title } of [...tuned, ...judged])
      for (const { score } of tonesOf(title)) expect(score).toBeGreaterThanOrEqual(LEAST_SCORE);
  });
});
