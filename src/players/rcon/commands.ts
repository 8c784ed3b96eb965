/** The commands that we give a game server, each with its answer read. */
import { parseChat, type ChatLine } from "./core/chat.ts";
import { parseGameLog, type GameLogEntry } from "./core/game-log.ts";
import { parsePlayerList, type ListedPlayer } from "./core/player-list.ts";
import type { RconClient } from "./client.ts";
import { RconError } from "./rcon-error.ts";

/**
 * Asks who is online: everybody, each account once, or nothing.
 *
 * @throws RconError, of kind `badAnswer` when any part of the answer is no player; the signal's reason when it is aborted.
 */
export async function pollPlayers(
  client: Pick<RconClient, "execute">,
  signal?: AbortSignal,
): Promise<{ readonly players: readonly ListedPlayer[] }> {
  const list = parsePlayerList(await client.execute("ListPlayers", signal));
  if (list.kind === "players") return { players: list.players };
  throw new RconError("badAnswer", `The game server did not answer ListPlayers with a list: ${list.problem}.`);
}

/**
 * Takes what was said since the last call. The game server forgets what it hands out: nobody else may ask for it, and
 * what is lost on the way is lost.
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
