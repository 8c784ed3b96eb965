import { describe, expect, test } from "vitest";
import { normalForm, skeleton } from "./normal-form.ts";

describe("names that mean the same have one normal form", () => {
  test.each([
    ["case", "AnnaPlays", "annaplays"],
    ["accents", "Jürgen", "jurgen"],
    ["combining marks", "Ju\u0308rgen", "jurgen"],
    ["marks without end", `a${"\u0301".repeat(40)}b`, "ab"],
    ["a Turkish capital I with a dot", "İSTANBUL", "istanbul"],
    ["a Turkish small i without a dot", "ısparta", "isparta"],
    ["sharp s", "Straße", "strasse"],
    ["a capital sharp s", "STRAẞE", "strasse"],
    ["letters that Unicode does not take apart", "Łukasz Øre đak ðe Þor Æon Œuf", "lukasz ore dak de thor aeon oeuf"],
    ["accents on such letters", "Ǿǽ", "oae"],
    ["wide letters", "Ｗｏｌｆ", "wolf"],
    ["mathematical letters", "𝕯𝖆𝖗𝖐𝓦𝓸𝓵𝓯", "darkwolf"],
    ["circled letters", "Ⓦⓞⓛⓕ", "wolf"],
    ["ligatures", "ﬁre", "fire"],
    ["final sigma", "ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["spaces", "  Anna \t\n  Rex ", "anna rex"],
    ["wide and unbreakable spaces", "Anna\u3000\u00a0Rex", "anna rex"],
    ["zero-width characters", "An\u200bn\u200da\ufeff", "anna"],
    ["marks of direction", "\u202eanna\u202c", "anna"],
    ["control characters", "an\u0000na\u001b", "anna"],
    ["Korean fillers", "an\u3164na", "anna"],
    ["voicing marks of kana, in both widths", "ｶﾞガ", "カカ"],
    ["half of a surrogate pair", "an\ud800na", "anna"],
  ])("%s", (_, text, norm) => {
    expect(normalForm(text)).toBe(norm);
  });

  test("symbols, Chinese and Cyrillic letters stay", () => {
    expect(normalForm("$#@%!")).toBe("$#@%!");
    expect(normalForm("小明")).toBe("小明");
    expect(normalForm("Волк")).toBe("волк");
  });

  test("nothing visible leaves nothing", () => {
    expect(normalForm("\u200b\u0301 \u3164")).toBe("");
  });

  test("an unfinished Korean syllable is a prefix of the finished one", () => {
    expect(normalForm("한").startsWith(normalForm("하"))).toBe(true);
  });
});

describe("names that look the same have one skeleton", () => {
  test.each([
    ["Cyrillic among Latin letters", "Аnnа", "anna"],
    ["a zero for an o", "w0lf", "wolf"],
    ["a one, a small L, a capital I and a bar", "wo1f woIf wo|f", "wolf wolf wolf"],
    ["Greek letters", "αννα", "avva"],
    ["small capitals", "ᴅᴀʀᴋ ᴡᴏʟꜰ", "dark wolf"],
    ["letters in boxes and circles", "🅳🅰🆁🅺🅦🅞🅛🅕", "darkwolf"],
  ])("%s", (_, text, shown) => {
    expect(skeleton(normalForm(text))).toBe(skeleton(normalForm(shown)));
  });

  test("words that do not look alike have different ones", () => {
    const words = ["wolf", "dark", "anna", "rex", "小明", "$#@%!", "волк"];
    expect(new Set(words.map((word) => skeleton(word))).size).toBe(words.length);
  });
});
