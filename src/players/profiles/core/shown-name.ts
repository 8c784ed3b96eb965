/** Which of the names that are known of an account is shown. */
import type { Instant } from "../../../kit/time/instant.ts";

/** A name as one source gave it. */
export interface GivenName {
  /** The platform's own interface, a server's list of players, or a save. */
  readonly source: "platform" | "server" | "save";
  /** `""` for none. */
  readonly name: string;
  /**
   * When the source first gave it, since it last gave another name; null when that is not known, which counts as the oldest.
   * That a source repeats a name does not make the name newer.
   */
  readonly at: Instant | null;
}

/** At the same time, the platform is believed first. */
const TRUST = ["platform", "server", "save"] as const;

/**
 * The newest certain name; `""` when no source gave one.
 *
 * - A server's list may have lost letters: ARK puts `?` in place of those beyond ASCII. Such a name is shown only if it
 *   is the only one.
 * - A save may have cut a name and put `...` behind it. A name that begins like it is then the whole one.
 *
 * @example
 * shownName([{ source: "server", name: "????", at: later }, { source: "save", name: "Жора", at: earlier }]); // "Жора"
 *
 */
export function shownName(given: readonly GivenName[]): string {
  const names = given.filter(({ name }) => name !== "").toSorted(newestFirst);
  const certain = names.filter((each) => !isGarbled(each));
  const newest = certain[0] ?? names[0];
  if (!newest) return "";
  const start = newest.source === "save" ? startOfCut(newest.name) : undefined;
  const whole =
    start === undefined ? undefined : certain.find(({ name }) => name !== newest.name && name.startsWith(start));
  return whole?.name ?? newest.name;
}

/** Whether a server's list may have lost letters of this name. */
export function hasLostLetters(name: string): boolean {
  return name.includes("?") || name.includes("\u{fffd}");
}

function isGarbled({ source, name }: GivenName): boolean {
  return source === "server" && hasLostLetters(name);
}

const CUT = "...";

function startOfCut(name: string): string | undefined {
  return name.length > CUT.length && name.endsWith(CUT) ? name.slice(0, -CUT.length) : undefined;
}

function newestFirst(one: GivenName, other: GivenName): number {
  const [mine, theirs] = [one.at ?? Number.NEGATIVE_INFINITY, other.at ?? Number.NEGATIVE_INFINITY];
  if (mine !== theirs) return mine > theirs ? -1 : 1;
  return TRUST.indexOf(one.source) - TRUST.indexOf(other.source);
}
