import { describe, expect, test } from "vitest";
import { select } from "./selection.ts";
import { INDICATORS } from "./table.ts";

describe("the table", () => {
  test("has each indicator by a name of its own", () => {
    expect(new Set(INDICATORS.map(({ name }) => name)).size).toBe(INDICATORS.length);
  });

  test("has usual parameters within its own limits", () => {
    const outside = INDICATORS.flatMap(({ name, parameters }) =>
      parameters
        .filter(({ default: usual, minimum, maximum }) => usual < minimum || usual > maximum)
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(outside).toEqual([]);
  });
});

describe("a selection", () => {
  test("of nothing is all of the table with its usual parameters", () => {
    const answer = select([]);
    expect(answer.kind === "selected" && answer.selected.map(({ key }) => key)).toEqual(
      INDICATORS.map(({ name }) => name),
    );
  });

  test.each([
    ["rsi", "rsi", [14]],
    ["rsi(21)", "rsi", [21]],
    ["macd(5,35,5)", "macd", [5, 35, 5]],
    ["macd(5)", "macd", [5, 26, 9]],
    ["bb(20,2.5)", "bb", [20, 2.5]],
    ["ichimoku(9,26,52,0)", "ichimoku", [9, 26, 52, 0]],
    ["obv", "obv", []],
  ])("%s is %s with %j", (text, name, parameters) => {
    const answer = select([text]);
    const shown =
      answer.kind === "selected" && answer.selected.map((each) => [each.key, each.indicator.name, each.parameters]);
    expect(shown).toEqual([[text, name, parameters]]);
  });

  test("answers what is asked for twice once", () => {
    const answer = select(["rsi", "rsi(21)", "rsi"]);
    expect(answer.kind === "selected" && answer.selected.map(({ key }) => key)).toEqual(["rsi", "rsi(21)"]);
  });

  test.each([
    ["magic", "There is no indicator magic"],
    ["RSI", "There is no indicator RSI"],
    ["rsi(", "There is no indicator rsi("],
    ["constructor", "There is no indicator constructor"],
    ["rsi(0)", "period of rsi is a whole number from 1 to 500"],
    ["rsi(501)", "period of rsi is a whole number from 1 to 500"],
    ["rsi(1.5)", "period of rsi is a whole number from 1 to 500"],
    ["rsi(1.)", "period of rsi is a whole number from 1 to 500"],
    ["macd(1,,2)", "slow of macd is a whole number from 1 to 500"],
    ["bb(20,11)", "deviations of bb is a number from 0 to 10"],
    ["rsi(14,2)", "rsi takes at most 1 parameters: period"],
    ["obv(3)", "obv takes no parameters"],
  ])("of %s is refused: %s", (text, why) => {
    expect(select(["sma", text])).toEqual({ kind: "refused", why });
  });
});
