/** Reads ARK's answer to `ListPlayers`. */

export interface ListedPlayer {
  /** 17 digits (Steam) or 32 lower-case hexadecimal digits (Epic Online Services). */
  readonly platformId: string;
  /** As the server wrote it; it may be empty, and ARK may have put `?` for letters beyond ASCII. Never match by it. */
  readonly name: string;
}

/** The list, or the first thing that is no part of one, as a clause for operators. */
export type PlayerList =
  | { readonly kind: "players"; readonly players: readonly ListedPlayer[] }
  | { readonly kind: "unreadable"; readonly problem: string };

const NOBODY = "No Players Connected";

/**
 * A line: `<n>. <name>, <id>`. Greedy, so that a name may hold dots, commas and whole lines of this form; everything but
 * a zero byte, which PostgreSQL cannot keep, may stand in a name.
 */
const LINE = /^\s*(\d+)\. ([^\0]*), (\d{17}|[0-9a-fA-F]{32})\s*$/;

const MAX_QUOTED = 80;

/**
 * Reads the whole answer or nothing: one line that is no player may mean that others are missing, and an answer without
 * any text says nothing about who is there. Blank lines are passed over. An account that is listed twice, as ARK does
 * for a moment after a reconnect, counts once, with its first name.
 *
 * @example
 * parsePlayerList("0. A, b. c, 76561198000000001 \n");
 * // { kind: "players", players: [{ platformId: "76561198000000001", name: "A, b. c" }] }
 */
export function parsePlayerList(text: string): PlayerList {
  if (text.trim() === NOBODY) return { kind: "players", players: [] };
  const players = new Map<string, ListedPlayer>();
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const [, , name, id] = LINE.exec(line) ?? [];
    if (name === undefined || id === undefined) {
      return { kind: "unreadable", problem: `the line ${quoted(line)} is no player` };
    }
    const platformId = id.toLowerCase();
    if (!players.has(platformId)) players.set(platformId, { platformId, name });
  }
  if (players.size === 0) return { kind: "unreadable", problem: "the answer is empty" };
  return { kind: "players", players: [...players.values()] };
}

/** In quotes, with what a terminal would take for a command escaped. */
function quoted(line: string): string {
  const text = line.trim();
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
}
