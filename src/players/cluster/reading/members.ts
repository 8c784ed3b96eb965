/**
 * Reads the members of one mapping, each once and by kind, and notes everything that is wrong on the way instead of
 * stopping at the first. A member that is wrong answers like one that is not there; its problem says the rest.
 */
import { didYouMean, nearest } from "../../../kit/config/nearest.ts";
import type { ListTree, MapTree, Member, Place, Problem, Tree } from "../../../kit/config/yaml-tree.ts";
import type { TextRule } from "../core/text-rules.ts";

const TRUE = new Set(["true", "yes", "on"]);
const FALSE = new Set(["false", "no", "off"]);
/** What may be repeated of a name that we do not know: with anything else in it, it may be a value gone astray. */
const SHOWABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;
/** Longer names are no slips of the finger. */
const MAX_COMPARED = 40;
const BLANK_HINT = "; write `name: value`, with a blank behind the colon";

export class Members {
  /** `players.servers[island]`; empty for the file as a whole. */
  readonly path: string;
  readonly #at: Place;
  readonly #problems: Problem[];
  readonly #byName = new Map<string, Member>();
  readonly #asked = new Set<string>();
  readonly #refused = new Set<string>();

  /** Problems are added to `problems` as they are found; members that stand twice at once. */
  constructor(tree: MapTree, path: string, problems: Problem[]) {
    this.path = path;
    this.#at = tree.at;
    this.#problems = problems;
    for (const member of tree.members) this.#take(member);
  }

  /** The path of a member: `players.cluster`. */
  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  /** Where the member's value stands; where the mapping does when there is none. */
  placeOf(name: string): Place {
    return this.#byName.get(name)?.value.at ?? this.#at;
  }

  /** Notes a problem of a member. */
  refuse(name: string, says: string): undefined {
    this.#refused.add(name);
    return this.#note(this.placeOf(name), this.pathOf(name), says);
  }

  /** Whether no problem of the members was noted so far, so that what they say, or their defaults, may be compared. */
  areRight(...names: readonly string[]): boolean {
    return !names.some((name) => this.#refused.has(name));
  }

  /** Whether the member is there and not left empty, be it right or wrong. */
  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  text<Fallback extends string | undefined>(name: string, rule: TextRule, fallback: Fallback): string | Fallback {
    return this.#text(name, rule) ?? fallback;
  }

  /** A text that must be there. Answers undefined after noting why there is none. */
  requiredText(name: string, rule: TextRule): string | undefined {
    if (!this.has(name)) return this.refuse(name, `is missing; it ${rule("") ?? "must be a text"}`);
    return this.#text(name, rule);
  }

  whole(name: string, { min, max }: { readonly min: number; readonly max: number }, fallback: number): number {
    const read = (text: string): number | undefined => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    };
    return this.#oneOf(name, read, `must be a whole number from ${min} to ${max}, such as ${fallback}`) ?? fallback;
  }

  /** False unless it says otherwise. */
  flag(name: string): boolean {
    const read = (text: string): boolean | undefined => {
      const word = text.toLowerCase();
      return TRUE.has(word) || (FALSE.has(word) ? false : undefined);
    };
    return this.#oneOf(name, read, "must be true or false") ?? false;
  }

  /** One of a few words, which must be there. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.#find(name);
    const says = `must be ${choices.join(" or ")}`;
    if (!value) return this.refuse(name, `is missing; it ${says}`);
    const written = value.kind === "text" ? value.text : "";
    const chosen = choices.find((choice) => choice === written.toLowerCase());
    return chosen ?? this.refuse(name, `${says}${didYouMean(nearest(written.slice(0, MAX_COMPARED), choices))}`);
  }

  /** A mapping of its own; \`example\` is what one looks like. */
  map(name: string, example: string): Members | undefined {
    const value = this.#find(name);
    if (!value) return undefined;
    if (value.kind === "map") return new Members(value, this.pathOf(name), this.#problems);
    return this.refuse(name, `must hold names and their values, such as \`${name}: ${example}\``);
  }

  list(name: string): ListTree | undefined {
    const value = this.#find(name);
    if (!value || value.kind === "list") return value;
    return this.refuse(name, "must be a list: lines that begin with `- `");
  }

  /** Notes every member that was never asked for, except `others`. */
  finish(others: Iterable<string> = []): void {
    const known = new Set([...this.#asked, ...others]);
    const free = [...known].filter((each) => !this.#byName.has(each));
    for (const [name, member] of this.#byName) {
      if (known.has(name)) continue;
      const hint = didYouMean(nearest(name.slice(0, MAX_COMPARED), free));
      if (isShowable(member)) this.#note(member.at, this.pathOf(name), `is not known here${hint}`);
      else this.#note(member.at, this.path, `has a member that is not known here${hint}${BLANK_HINT}`);
    }
  }

  #take(member: Member): void {
    if (member.name === undefined) {
      this.#note(member.at, this.path, "has a member without a name");
      return;
    }
    const earlier = this.#byName.get(member.name);
    if (!earlier) {
      this.#byName.set(member.name, member);
      return;
    }
    const path = isShowable(member) ? this.pathOf(member.name) : this.path;
    this.#note(member.at, path, `is set twice, here and at line ${earlier.at.line}; keep one`);
  }

  #find(name: string): Exclude<Tree, { kind: "nothing" }> | undefined {
    this.#asked.add(name);
    const value = this.#byName.get(name)?.value;
    return value === undefined || value.kind === "nothing" ? undefined : value;
  }

  #text(name: string, rule: TextRule): string | undefined {
    const value = this.#find(name);
    if (!value) return undefined;
    const why = value.kind === "text" ? rule(value.text) : (rule("") ?? "must be a text");
    if (why !== undefined) return this.refuse(name, why);
    return value.kind === "text" ? value.text : undefined;
  }

  #oneOf<Value>(name: string, read: (text: string) => Value | undefined, says: string): Value | undefined {
    const value = this.#find(name);
    if (!value) return undefined;
    const found = value.kind === "text" ? read(value.text) : undefined;
    return found ?? this.refuse(name, says);
  }

  #note(at: Place, path: string, says: string): undefined {
    this.#problems.push({ line: at.line, column: at.column, path, says });
    return undefined;
  }
}

/** A name with nothing behind it may be a value: `{ secret }`. */
function isShowable({ name = "", value }: Member): boolean {
  return value.kind !== "nothing" && SHOWABLE_NAME.test(name);
}
