import { describe, expect, test } from "vitest";
import { isSameStory, storyPrint } from "./story-print.ts";

const isSame = (one: string, other: string, keywords: [string[], string[]] = [[], []]) => {
  const [first, second] = [storyPrint(one), storyPrint(other)];
  const shares = first.bands.some((band) => second.bands.includes(band));
  return shares && isSameStory({ ...first, keywords: keywords[0] }, { ...second, keywords: keywords[1] });
};

describe("two titles tell one story", () => {
  test.each([
    ["SEC approves first spot Bitcoin ETF", "SEC approves the first spot Bitcoin ETF"],
    ["Kraken to list three new tokens on Monday", "Kraken To List Three New Tokens On Monday!"],
    [
      "Exchange halts withdrawals after hack drains hot wallet",
      "Exchange halts withdrawals after hack drains its hot wallet",
    ],
  ])("%s / %s", (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  test.each([
    [
      "Bitcoin passes 60,000 dollars for the first time this year",
      "Bitcoin passes 70,000 dollars for the first time this year",
    ],
    ["Bitcoin falls as traders await inflation data", "Solana rises as developers ship an upgrade"],
    ["Market update", "Market update"],
    ["Weekly market recap: Monday", "Weekly market outlook: Friday"],
  ])("but not %s / %s", (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  test("but not where they name different coins", () => {
    const [one, other] = [
      "Traders pile into bitcoin options before expiry day",
      "Traders pile into ether options before expiry day",
    ];
    expect(isSame(one, other, [["bitcoin"], ["ethereum"]])).toBe(false);
  });
});

test("titles that share seven words in ten are candidates of each other, whichever words they are", () => {
  const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
  let missed = 0;
  for (let from = 0; from + 14 < words.length; from += 2) {
    const one = words.slice(from, from + 12);
    const other = [...one.slice(0, 10), ...words.slice(from + 12, from + 14)];
    const [first, second] = [storyPrint(one.join(" ")), storyPrint(other.join(" "))];
    if (!first.bands.some((band) => second.bands.includes(band))) missed++;
  }
  expect(missed).toBe(0);
});
