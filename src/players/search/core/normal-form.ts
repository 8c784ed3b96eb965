/** The two spellings under which a name is searched: its meaning, and its look. */
import unhomoglyph from "unhomoglyph";

/** Marks, zero-width and other invisible characters, and halves of characters that damaged text may hold. */
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]|[^\P{Cc}\s]/gu;
/** Letters that Unicode does not take apart although a keyboard without them writes others. */
const LIGATURES: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe" };
const LIGATURE = /[łøđðþæœ]/gu;

/** Small capitals and Cyrillic forms that UTS #39 leaves beside the letters they are used for in decorated names. */
const DECORATED: ReadonlyMap<string, string> = new Map(
  [
    "ᴀa",
    "ʙb",
    "ᴅd",
    "ᴇe",
    "ꜰf",
    "ɢg",
    "ʜh",
    "ᴊj",
    "ᴋk",
    "ĸk",
    "ʟl",
    "ᴍm",
    "ʍm",
    "ɴn",
    "ᴘp",
    "ǫq",
    "ʀr",
    "ᴛt",
    "ᴜu",
  ].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
/** First code points of A to Z in circles, in boxes (both white on black) and as flag letters. */
const LETTER_RUNS = [0x1f150, 0x1f170, 0x1f1e6];
/** Each round may only bring a look-alike nearer to its letter; UTS #39 needs two, one more proves the end. */
const MAX_ROUNDS = 4;

const skeletons = new Map<number, string>();

/**
 * The compared form of a name: without case, accents, decoration by width or font, invisible characters and doubled
 * spaces. Data and queries go through the same function, so both are found whichever way they were typed. Idempotent.
 * Empty for a text of nothing but marks and invisible characters. The result is decomposed (NFD), so an unfinished
 * Korean syllable is a prefix of the finished one.
 */
export function normalForm(text: string): string {
  return isPlain(text) ? text.toLowerCase() : fold(text).replaceAll(/\s+/gu, " ").trim();
}

/**
 * The look of a normal form: look-alikes of all scripts become one letter (UTS #39 confusables). Also `i` becomes `l`,
 * because a normal form no longer shows a capital I. But `m` stays `m`, and is not `rn`: every third name has an `m`,
 * and would be found for the letters of `rn`. Works code point by code point, so the skeleton of a part is part of the
 * skeleton. Idempotent.
 */
export function skeleton(norm: string): string {
  let result = "";
  for (const character of norm) result += skeletonOfPoint(character.codePointAt(0) ?? 0);
  return result;
}

/** The skeleton of one code point: one or more code points. */
export function skeletonOfPoint(point: number): string {
  const known = skeletons.get(point);
  if (known !== undefined) return known;
  const made = makeSkeleton(String.fromCodePoint(point));
  skeletons.set(point, made);
  return made;
}

/** Printable ASCII whose spaces stand alone and inside: there, lower case is all there is to do. */
function isPlain(text: string): boolean {
  let before = 0x20;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e || (unit === 0x20 && before === 0x20)) return false;
    before = unit;
  }
  return text.length === 0 || before !== 0x20;
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[İı]/gu, "i")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ς", "σ")
    .normalize("NFD")
    .replaceAll(INVISIBLE, "")
    .replaceAll(LIGATURE, (letter) => LIGATURES[letter] ?? letter);
}

function makeSkeleton(character: string): string {
  let current = character;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let next = "";
    for (const one of current) next += lookAlike(one);
    if (next === current) return current;
    current = next;
  }
  return current;
}

function lookAlike(character: string): string {
  if (character === "i") return "l";
  const point = character.codePointAt(0) ?? 0;
  const run = LETTER_RUNS.find((first) => point >= first && point < first + 26);
  if (run !== undefined) return String.fromCharCode(0x61 + point - run);
  const seen = fold(DECORATED.get(character) ?? unhomoglyph(character)).replaceAll("rn", "m");
  return seen === "" || /\s/u.test(seen) ? character : seen;
}
