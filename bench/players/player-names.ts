/** Names as players of survival games give themselves, made up: the same for the same seed. */

const WORDS = (
  "wolf dark rex raptor dragon shadow king queen hunter killer ninja ghost red blue black white fire ice storm night " +
  "blood steel iron gold silver wild crazy mad sir lord lady doctor captain major general sniper pro noob gamer " +
  "player master legend hero titan giant tiny big little fat slim fast quick silent deadly toxic cyber neo alpha " +
  "omega beta delta zero one max ultra mega super hyper turbo dino trike stego bronto spino giga argent ptero dodo " +
  "phoenix reaper wyvern griffin titanos rock stone wood tree leaf river ocean sky moon sun star comet nova cosmic " +
  "anna peter jurgen lukas marie sofia ivan olga yuki hiro chen wei kim lee jose maria pedro luis ahmed fatima"
).split(" ");
const SYLLABLES =
  "an ar be bo ca da de di el en er fa ga ho in is ja ka ki la li lo ma mi na no or pa qu ra ri sa se ta to ur va wi xa yo za zu".split(
    " ",
  );
const CYRILLIC =
  "волк тень иван саша дима макс олег злой вождь охотник медведь дракон мастер ночь кот лис рекс царь".split(" ");
const HAN = Array.from(
  "小明大王龙虎风云雷电天地人心月星夜光影剑客神魔仙鬼狼熊鹰海山水火木金土红黑白青花雪雨春秋东西南北无双孤独寒冰",
);
const KANA = Array.from("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン");
const HANGUL = Array.from(
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공",
);
const SYMBOLS = Array.from("$#@%!*&^~+=");
const LEET: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" };

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes names one after the other. */
export class NameMaker {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededNumbers(seed);
  }

  /** The name of a character: often what the game proposes, else like that of an account. */
  character(): string {
    return this.#next() < 0.05 ? "Human" : this.account();
  }

  /** The name of an account. */
  account(): string {
    const kind = this.#next();
    if (kind < 0.02) return "123";
    if (kind < 0.05) return this.#some(HAN, 2, 4);
    if (kind < 0.07) return this.#some(KANA, 3, 6);
    if (kind < 0.09) return this.#some(HANGUL, 2, 4);
    if (kind < 0.15) return this.#capital(this.#one(CYRILLIC)) + this.#ending();
    if (kind < 0.16) return this.#some(SYMBOLS, 3, 8);
    return this.#latin();
  }

  #latin(): string {
    const kind = this.#next();
    let name = this.#core();
    if (kind < 0.08) name = Array.from(name, (letter) => LEET[letter] ?? letter).join("");
    else if (kind < 0.12) name = `xX_${name}_Xx`;
    else if (kind < 0.14)
      name = Array.from(name, (letter) => String.fromCodePoint(0xfee0 + letter.charCodeAt(0))).join("");
    else if (kind < 0.17) name = name.replaceAll("o", "ö").replaceAll("u", "ü").replaceAll("e", "é");
    return (this.#next() < 0.15 ? this.#tag() : "") + name + this.#ending();
  }

  #core(): string {
    const kind = this.#next();
    if (kind < 0.35) return this.#capital(this.#one(WORDS)) + this.#capital(this.#one(WORDS));
    if (kind < 0.45) return `${this.#capital(this.#one(WORDS))} ${this.#capital(this.#one(WORDS))}`;
    if (kind < 0.5) return this.#capital(this.#one(WORDS));
    const made = this.#some(SYLLABLES, 2, 4);
    if (kind < 0.75) return this.#capital(made);
    return kind < 0.9 ? made + this.#one(WORDS) : `${this.#capital(made)}_${this.#some(SYLLABLES, 1, 3)}`;
  }

  #tag(): string {
    const tag = this.#some(Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 2, 4);
    return this.#next() < 0.6 ? `[${tag}] ` : `${tag}.`;
  }

  #ending(): string {
    return this.#next() < 0.45 ? String(Math.floor(this.#next() ** 2 * 10_000)) : "";
  }

  #capital(word: string): string {
    return this.#next() < 0.6 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  }

  #some(parts: readonly string[], least: number, most: number): string {
    const count = least + Math.floor(this.#next() * (most - least + 1));
    return Array.from({ length: count }, () => this.#one(parts)).join("");
  }

  #one(parts: readonly string[]): string {
    return parts[Math.floor(this.#next() * parts.length)] ?? "";
  }
}
