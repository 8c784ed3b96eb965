/** Removes erased people from texts that name them. */
import { asPattern } from "../../../kit/text/as-pattern.ts";

/** The replacement of a name. */
const ERASED = "[erased]";

const WITH_ID = /\bwith ID (\d{1,19})\b/g;

/**
 * A text without some names and ids. A name is removed wherever it is a whole word: between anything but letters,
 * digits and `_`. An id only where it is called one: `Anna with ID 123`.
 *
 * @param names the same name in another case is another name.
 * @param ids in decimal.
 */
export function withoutMentions(text: string, names: readonly string[], ids: ReadonlySet<string>): string {
  let erased = text;
  // Longer names first: one may be a part of another.
  for (const name of [...names].sort((one, other) => other.length - one.length)) erased = withoutName(erased, name);
  erased = erased.replace(WITH_ID, (whole: string, id: string) => (ids.has(id) ? `with ID ${ERASED}` : whole));
  return erased.replaceAll(`${ERASED} with ID ${ERASED}`, ERASED);
}

function withoutName(text: string, name: string): string {
  if (!isTelling(name) || !text.includes(name)) return text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, "gu");
  return text.replace(whole, ERASED);
}

/** Whether a name can identify a person: a name of only spaces cannot. */
export function isTelling(name: string): boolean {
  return name.trim() !== "" && name !== ERASED;
}

interface LoggedPart {
  readonly name?: string;
  readonly id?: string;
  readonly species?: string;
}

/**
 * The names to remove from a line of a log, given the line's event, as stored. A word that is known to be another
 * player's name, a species or a structure stays, even if it is the same word. Every name that the line gives to a
 * player with one of the ids is removed, even a forgotten one.
 */
export function namesToErase(event: unknown, names: readonly string[], ids: ReadonlySet<string>): string[] {
  if (typeof event !== "object" || event === null) return [...names];
  const parts = Object.values(event).filter((part): part is LoggedPart => typeof part === "object" && part !== null);
  const own = parts.filter(({ id }) => id !== undefined && ids.has(id)).flatMap(({ name }) => name ?? []);
  const unnumbered = new Set(parts.filter(({ id }) => id === undefined).map(({ name }) => name));
  const others = new Set([
    ...parts.filter(({ id }) => id !== undefined && !ids.has(id)).map(({ name }) => name),
    ...parts.map(({ species }) => species),
    ...("structure" in event && typeof event.structure === "string" ? [event.structure] : []),
  ]);
  return [...new Set([...names.filter((name) => !others.has(name) || unnumbered.has(name)), ...own])];
}
