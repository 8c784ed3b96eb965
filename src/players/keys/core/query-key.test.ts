import { describe, expect, test } from "vitest";
import { hasKeyInQuery } from "./query-key.ts";

const KEY = "tpk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

describe("a key in an address is seen", () => {
  test.each([
    "/Player?key=x",
    "/Player?KEY=x",
    "/Player?id=1&api_key=x",
    "/Player?Api-Key=x",
    "/Player?apikey=x&id=1",
    "/Player?access_token=x",
    "/Player?Authorization=Bearer%20x",
    "/Player?api%5Fkey=x",
    "/Player?+key=x",
    "/Player?key=",
    "/Player?key",
    "/Search?q=a?&key=x",
    `/Search?type=Player&q=${KEY}`,
    `/Search?type=Player&q=+${KEY}+`,
  ])("%s", (url) => {
    expect(hasKeyInQuery(url)).toBe(true);
  });
});

describe("no key is seen in", () => {
  test.each([
    "/Player",
    "/Player?",
    "/Player/key=x",
    "/Search?type=Player&q=key",
    "/Search?type=Player&q=api_key%3Dx",
    "/Search?keys=x&monkey=y&apikeys=z",
    "/Search?q=tpk_short",
    `/Search?q=${KEY}0`,
    "/Search?q=%ff%zz",
  ])("%s", (url) => {
    expect(hasKeyInQuery(url)).toBe(false);
  });
});
