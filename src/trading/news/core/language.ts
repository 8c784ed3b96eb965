/** The language of a headline: by its script, then by its smallest words. */
import { wordsOf } from "./words.ts";

/** Frequent words that few of the other languages have. Accents are gone when words are compared. */
const FREQUENT: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    "the and of to in is for on with as by at from after over its has have will that this what why how are be new says could may into amid ahead about more than up down out not who when who's",
  ),
  de: wordSet(
    "der die das und ist im in den von zu mit auf fur ein eine nicht nach bei dem des wird sich auch aus am als uber wie so vor warum",
  ),
  fr: wordSet(
    "le la les des et est dans du un une pour sur avec au aux par pas ce qui que plus son sa ses en apres selon",
  ),
  es: wordSet("el la los las y es en del un una para con por que se su al mas como tras segun sobre no lo este ante"),
  pt: wordSet("o os as e em do da dos das um uma para com por que se seu sua no na ao mais apos diz sobre nao"),
  it: wordSet("il lo la gli le e di in del della un una per con che si suo al piu come dopo sulla sul nel non da dei"),
  nl: wordSet("de het een en van in op te met voor is zijn naar bij door niet als aan ook uit over wordt deze"),
  tr: wordSet("ve bir bu icin ile da de en cok olarak daha sonra yeni gibi kadar ne olan var yok mi"),
  pl: wordSet("i w na z do sie jest nie to o po za od ze jak dla przez czy oraz ale"),
};

/** Scripts that one language of news is written in, by far. Han without kana is Chinese. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["el", /\p{Script=Greek}/gu],
];

/** So many of its characters, of those that are letters, make a script that of the text. */
const SCRIPT_SHARE = 0.2;
const MAX_READ = 600;

/**
 * The language as two letters (ISO 639-1). Where the text does not show it, as in a headline of names, the source's
 * own language counts.
 */
export function languageOf(text: string, ofSource: string): string {
  const read = text.slice(0, MAX_READ);
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return ofSource;
  for (const [language, script] of SCRIPTS) {
    if ((read.match(script)?.length ?? 0) / letters >= SCRIPT_SHARE) return language;
  }
  const words = wordsOf(read);
  const count = (language: string): number => words.filter((word) => FREQUENT[language]?.has(word)).length;
  const found = count(ofSource);
  let best = { language: ofSource, found };
  for (const language of Object.keys(FREQUENT)) {
    // Another language than the source's must be clear: two words more.
    const needed = language === ofSource ? best.found + 1 : Math.max(best.found + 1, found + 2);
    if (count(language) >= needed) best = { language, found: count(language) };
  }
  return best.language;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
