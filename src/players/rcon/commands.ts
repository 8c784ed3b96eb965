/** The commands that we give a game server, each with its answer read. */
import { parseChat, type ChatLine } from "./core/chat.ts";
import { parseGameLog, type GameLogEntry } from "./core/game-log.ts";
import { parsePlayerList, quotedLine, type ListedPlayer } from "./core/player-list.ts";
import type { RconClient } from "./client.ts";
import { RconError } from "./rcon-error.ts";

export interface OnlineList {
  /** Each account once. */
  readonly players: readonly ListedPlayer[];
  /** Lines that are not players; one may hide a player. Absent when every line was read. */
  readonly unread?: readonly string[];
}

/**
 * Asks who is online.
 *
 * @throws RconError, of kind `badAnswer` when the answer is not a list; the signal's reason when it is aborted.
 */
export async function pollPlayers(client: Pick<RconClient, "execute">, signal?: AbortSignal): Promise<OnlineList> {
  const list = parsePlayerList(await client.execute("ListPlayers", signal));
  if (list.kind === "players") return { players: list.players, ...(list.unread ? { unread: list.unread } : {}) };
  // A line may hold names.
  const detail = `What is wrong: ${list.problem}.`;
  throw new RconError("badAnswer", "The game server did not answer ListPlayers with a list.", { detail });
}

/**
 * Takes what was said since the last call. The game server forgets what it returns: no other program may ask for it,
 * and what is lost on the way is lost.
 *
 * @throws RconError; the signal's reason when it is aborted.
 */
export async function takeChat(
  client: Pick<RconClient, "execute">,
  signal?: AbortSignal,
): Promise<readonly ChatLine[]> {
  return parseChat(await client.execute("GetChat", signal));
}

/**
 * Takes what was logged since the last call. The game server forgets what it hands out, as with `takeChat`.
 *
 * @throws RconError; the signal's reason when it is aborted.
 */
export async function takeGameLog(
  client: Pick<RconClient, "execute">,
  signal?: AbortSignal,
): Promise<readonly GameLogEntry[]> {
  return parseGameLog(await client.execute("GetGameLog", signal));
}

/** A sentence for operators about lines of a list that are not players. */
export function unreadLinesSay(unread: readonly string[]): string {
  const lines = unread.length === 1 ? "1 line is not a player" : `${unread.length} lines are not players`;
  return `${lines}: ${quotedLine(unread[0] ?? "")}.`;
}
