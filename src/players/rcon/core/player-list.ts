/** Reads ARK's answer to `ListPlayers`. */

export interface ListedPlayer {
  /** 17 digits (Steam) or 32 lower-case hexadecimal digits (Epic Online Services). */
  readonly platformId: string;
  /**
   * As the server wrote it, cut to 512 UTF-16 units; it may be empty, and ARK may have put `?` for letters beyond ASCII.
   * Never match by it.
   */
  readonly name: string;
}

/** The list, or what is wrong with an answer that is not one, as a clause for operators. */
export type PlayerList =
  | {
      readonly kind: "players";
      readonly players: readonly ListedPlayer[];
      /** Lines that are not players, without their numbers, each cut to 200 characters. Absent when every line was read. */
      readonly unread?: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly problem: string };

const NOBODY = "No Players Connected";

/**
 * A line: `<n>. <name>, <id>`. Greedy, so that a name may hold dots, commas and whole lines of this form. A name may
 * have any character but a zero byte, which PostgreSQL cannot keep.
 */
const LINE = /^\s*(\d+)\. ([^\0]*), (\d{17}|[0-9a-fA-F]{32})\s*$/;

/** How every line of a list begins, whatever follows. */
const NUMBER = /^\s*\d+\. /;

/** As for names in saves: no platform lets a player choose a longer one. */
const MAX_NAME_UNITS = 512;
const HALF_SURROGATES = /\p{Surrogate}/gu;

const MAX_QUOTED = 80;
const MAX_UNREAD_CHARACTERS = 200;
/** A text with more odd lines than this is not a list of players. */
const MAX_UNREAD = 100;

/**
 * Reads line by line. A line that is not a player costs that line: it is handed on as unread, because a player may be
 * hidden in it. An answer without any numbered line is not a list. Blank lines are passed over. An account that is
 * listed twice, as ARK does for a moment after a reconnect, counts once, with its first name.
 *
 * @example
 * parsePlayerList("0. A, b. c, 76561198000000001 \n");
 * // { kind: "players", players: [{ platformId: "76561198000000001", name: "A, b. c" }] }
 */
export function parsePlayerList(text: string): PlayerList {
  if (text.trim() === NOBODY) return { kind: "players", players: [] };
  const players = new Map<string, ListedPlayer>();
  const unread: string[] = [];
  let isList = false;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const [, , name, id] = LINE.exec(line) ?? [];
    if (name === undefined || id === undefined) {
      isList ||= NUMBER.test(line);
      unread.push(unnumbered(line));
      if (unread.length > MAX_UNREAD) break;
      continue;
    }
    isList = true;
    const platformId = id.toLowerCase();
    if (!players.has(platformId)) players.set(platformId, { platformId, name: cutName(name) });
  }
  const [odd] = unread;
  if (odd === undefined && !isList) return { kind: "unreadable", problem: "the answer is empty" };
  if (unread.length > MAX_UNREAD) {
    return { kind: "unreadable", problem: `more than ${MAX_UNREAD} lines are not players` };
  }
  if (!isList) return { kind: "unreadable", problem: `the line ${quotedLine(odd ?? "")} is not a player` };
  return { kind: "players", players: [...players.values()], ...(odd === undefined ? {} : { unread }) };
}

function cutName(name: string): string {
  return name.length <= MAX_NAME_UNITS ? name : name.slice(0, MAX_NAME_UNITS).replace(HALF_SURROGATES, "");
}

/** The number of a line changes when a player before it leaves. */
function unnumbered(line: string): string {
  return line.slice(0, MAX_UNREAD_CHARACTERS).replace(NUMBER, "").trim();
}

/** In quotes and cut, with what a terminal would take for a command escaped. */
export function quotedLine(line: string): string {
  const text = line.trim();
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
}
