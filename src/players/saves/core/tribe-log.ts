/** Lines of a tribe's log: their time, their text without markup, and their kind of event. */

export interface TribeLogLine {
  /** Day of the game's calendar. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Without markup. */
  readonly text: string;
  /** Of the line's first coloured part; each from 0 to 1. */
  readonly color?: { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number };
  /** Only for the wordings that are known, in English. */
  readonly event?: TribeEvent;
}

/** A player in the log. Not every version of the game writes the id. */
export interface LoggedPlayer {
  readonly name: string;
  readonly id?: bigint;
}

/** A creature or, without a species, often a player. */
export interface LoggedCreature {
  readonly name: string;
  readonly level?: number;
  readonly species?: string;
}

/** The content of a line. `by` is the actor, if the line names one. */
export type TribeEvent =
  | { readonly kind: "memberAdded"; readonly member: LoggedPlayer; readonly by?: LoggedPlayer }
  | { readonly kind: "memberPromoted"; readonly member: LoggedPlayer; readonly by?: LoggedPlayer }
  | { readonly kind: "memberRemoved"; readonly member: LoggedPlayer; readonly by?: LoggedPlayer }
  | { readonly kind: "memberLeft"; readonly member: LoggedPlayer }
  | { readonly kind: "killed"; readonly victim: LoggedCreature; readonly by?: LoggedCreature }
  | { readonly kind: "starved"; readonly victim: LoggedCreature }
  | { readonly kind: "tamed"; readonly creature: LoggedCreature; readonly by: LoggedPlayer }
  | { readonly kind: "froze"; readonly creature: LoggedCreature; readonly by: LoggedPlayer }
  | { readonly kind: "captured"; readonly creature: LoggedCreature; readonly by: LoggedPlayer }
  | { readonly kind: "unclaimed"; readonly creature: LoggedCreature; readonly by: LoggedPlayer }
  | { readonly kind: "demolished"; readonly structure: string; readonly place?: string; readonly by: LoggedPlayer }
  | { readonly kind: "destroyed"; readonly structure: string; readonly by?: LoggedCreature };

/**
 * Lines this long are no longer matched with the wordings, because names may be made to look like them over and over.
 * Real lines have up to some 300 characters.
 */
const LONGEST_MATCHED = 2_000;

const HEAD = /^\D{1,16}(\d{1,9})\D{1,8}(\d{1,2}):(\d{2}):(\d{2}):/;
const COLOR = /<RichColor\s+Color="([^"<>]*)"\s*>/i;
const MARKUP = /<RichColor\s[^<>]*>|<\/>/gi;

/**
 * Reads `Day 12, 09:22:09: <RichColor Color="1, 0, 0, 1">text</>`, the word for the day in any language. Undefined when
 * the line does not begin with a day and a time. Players choose the names in it: a name may look like a wording.
 */
export function parseTribeLogLine(line: string): TribeLogLine | undefined {
  const [head = "", day, hour, minute, second] = HEAD.exec(line) ?? [];
  const rest = line.slice(head.length);
  const time = { day: Number(day), hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (!(time.hour < 24 && time.minute < 60 && time.second < 60)) return undefined;
  const text = rest.replace(MARKUP, "").trim();
  const color = colorOf(rest);
  const event = text.length <= LONGEST_MATCHED ? eventOf(text) : undefined;
  return { ...time, text, ...(color ? { color } : {}), ...(event ? { event } : {}) };
}

/** A wording, or a function that finds the same groups in time linear in the text, where a pattern cannot. */
type Finder = RegExp | ((text: string) => readonly (string | undefined)[] | undefined);
type Wording = readonly [find: Finder, event: (...groups: (string | undefined)[]) => TribeEvent];

const LEVEL = / - Lvl (\d{1,6})/gi;
const PLAYER = "(.+?)(?: with ID (\\d{1,19}))?";

const WORDINGS: readonly Wording[] = [
  [
    members("was added to the Tribe"),
    (name, id, by, byId) => ({ kind: "memberAdded", member: player(name, id), ...doer(by, byId) }),
  ],
  [
    members("was promoted to a Tribe Admin"),
    (name, id, by, byId) => ({ kind: "memberPromoted", member: player(name, id), ...doer(by, byId) }),
  ],
  [
    members("was removed from the Tribe"),
    (name, id, by, byId) => ({ kind: "memberRemoved", member: player(name, id), ...doer(by, byId) }),
  ],
  [
    new RegExp(`^${PLAYER}(?: has)? left the Tribe[!.]?$`, "s"),
    (name, id) => ({ kind: "memberLeft", member: player(name, id) }),
  ],
  [
    /^(?:Your |Tribemember )(.+) was killed(?: by (?:an? )?(.+?))?!?$/s,
    (victim, by) => ({
      kind: "killed",
      victim: creature(victim),
      ...(by === undefined ? {} : { by: creature(by) }),
    }),
  ],
  [/^(?:Your |Tribemember )?(.+) starved to death!?$/s, (victim) => ({ kind: "starved", victim: creature(victim) })],
  [/^(.+?) tamed (?:an? )?(.+?)!?$/is, (by, tamed) => ({ kind: "tamed", creature: creature(tamed), by: player(by) })],
  [/^(.+?) froze (.+?)!?$/s, (by, frozen) => ({ kind: "froze", creature: creature(frozen), by: player(by) })],
  [
    /^(.+) captured by (.+?)!?$/s,
    (captured, by) => ({ kind: "captured", creature: creature(captured), by: player(by) }),
  ],
  [unclaimed, (by, left) => ({ kind: "unclaimed", creature: creature(left), by: player(by) })],
  [
    demolished,
    (by, structure = "", place) => ({
      kind: "demolished",
      structure,
      ...(place === undefined ? {} : { place }),
      by: player(by),
    }),
  ],
  [
    /^Your '(.+)' was destroyed(?: by (?:an? )?(.+?))?!?$/s,
    (structure = "", by) => ({
      kind: "destroyed",
      structure,
      ...(by === undefined ? {} : { by: creature(by) }),
    }),
  ],
];

function eventOf(text: string): TribeEvent | undefined {
  for (const [find, event] of WORDINGS) {
    const groups = find instanceof RegExp ? find.exec(text)?.slice(1) : find(text);
    if (groups) return event(...groups);
  }
  return undefined;
}

/** `NAME unclaimed 'CREATURE'`, with or without `!`. */
function unclaimed(text: string): readonly string[] | undefined {
  const [by, rest] = apart(text, [" unclaimed '"]) ?? [];
  if (by === undefined || rest === undefined) return undefined;
  const left = rest.endsWith("'!") ? rest.slice(0, -2) : rest.endsWith("'") ? rest.slice(0, -1) : "";
  return left === "" ? undefined : [by, left];
}

/** `NAME demolished a 'STRUCTURE'` or `an`, with or without ` at PLACE`, with or without `!`. */
function demolished(text: string): readonly (string | undefined)[] | undefined {
  const [by, rest] = apart(text, [" demolished a '", " demolished an '"]) ?? [];
  if (by === undefined || rest === undefined) return undefined;
  // Quotation marks may be in the structure and in the place: the last one that something fits behind ends it.
  for (let quote = rest.lastIndexOf("'"); quote > 0; quote = rest.lastIndexOf("'", quote - 1)) {
    if (quote + 1 === rest.length || (quote + 2 === rest.length && rest.endsWith("!"))) {
      return [by, rest.slice(0, quote), undefined];
    }
    if (!rest.startsWith(" at ", quote + 1) || quote + 5 >= rest.length) continue;
    const place = rest.slice(quote + 5);
    return [by, rest.slice(0, quote), place.length > 1 && place.endsWith("!") ? place.slice(0, -1) : place];
  }
  return undefined;
}

/** The text before and after the first of some words, unless the text before is empty. */
function apart(text: string, words: readonly string[]): readonly [string, string] | undefined {
  const [first] = words
    .map((word) => ({ at: text.indexOf(word, 1), word }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at);
  return first && [text.slice(0, first.at), text.slice(first.at + first.word.length)];
}

function members(wording: string): RegExp {
  return new RegExp(`^${PLAYER} ${wording}(?: by ${PLAYER})?!?$`, "s");
}

function player(name = "", id?: string): LoggedPlayer {
  return id === undefined ? { name } : { name, id: BigInt(id) };
}

function doer(name: string | undefined, id: string | undefined): { readonly by?: LoggedPlayer } {
  return name === undefined ? {} : { by: player(name, id) };
}

/** `NAME - Lvl 12 (Species)`, `NAME (F - lvl 12) (1, 2)`, or a name alone. */
function creature(text = ""): LoggedCreature {
  const levels = [...text.matchAll(LEVEL)].toReversed();
  for (const { 0: found, 1: level, index } of levels) {
    const behind = text.slice(index + found.length);
    const isSpecies = behind.startsWith(" (") && behind.endsWith(")") && behind.length > 3;
    if (index === 0 || (behind !== "" && !isSpecies)) continue;
    return { name: text.slice(0, index), level: Number(level), ...(isSpecies ? { species: behind.slice(2, -1) } : {}) };
  }
  const [, captured, capturedLevel] = /^(.+?) \([^()]* ?- lvl (\d{1,6})\).*$/is.exec(text) ?? [];
  return captured === undefined ? { name: text } : { name: captured, level: Number(capturedLevel) };
}

function colorOf(text: string): TribeLogLine["color"] {
  const [red, green, blue, alpha = 1] = (COLOR.exec(text)?.[1] ?? "").split(",").map((part) => Number.parseFloat(part));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue, alpha].every((part) => part >= 0 && part <= 1) ? { red, green, blue, alpha } : undefined;
}
