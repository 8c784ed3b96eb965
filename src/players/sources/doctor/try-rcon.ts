/** Says the password to RCON and asks who is online. */
import type { Finding } from "../../cluster/index.ts";
import { pollPlayers, RconError, unreadLinesSay, type RconErrorKind } from "../../rcon/index.ts";
import { checkHost } from "./check-host.ts";
import { RconLink, type RconLinkOptions } from "../rcon-link.ts";

/** @throws UserError when the password cannot be read; errors that are not from RCON. */
export async function tryRcon(options: RconLinkOptions, signal: AbortSignal): Promise<Finding> {
  const fault = await checkHost("rcon.host", options.rcon.host, signal);
  if (fault) return fault;
  const link = new RconLink(options);
  try {
    const { players, unread } = await pollPlayers(link, signal);
    if (unread) {
      const says = `It takes the password and answers, but of its list of players ${unreadLinesSay(unread)}`;
      return { ok: false, says, doThis: ODD_LINES };
    }
    return { ok: true, says: `It takes the password and answers: ${onlineOf(players.length)}.` };
  } catch (error) {
    if (!(error instanceof RconError)) throw error;
    return { ok: false, says: error.message, doThis: ADVICE[error.kind] };
  } finally {
    await link.close();
  }
}

function onlineOf(count: number): string {
  if (count === 0) return "nobody is online";
  return count === 1 ? "1 player is online" : `${count} players are online`;
}

const ODD_LINES =
  "Only these lines are lost: the players behind them are not shown. Ask such a player for a plain name, and check that " +
  "no plugin writes into the answer to ListPlayers.";

const ADVICE: Readonly<Record<RconErrorKind, string>> = {
  unreachable:
    "Start the game server with RCONEnabled=True and RCONPort in GameUserSettings.ini, and see that host and port are " +
    "those of this entry and that no firewall is between.",
  wrongPassword: "Give the ServerAdminPassword of that server; the game may shut this address out for a while now.",
  timedOut:
    "See whether the server is still starting or saving, and try again; if another RCON tool is connected, close it.",
  closed: "See whether the server was just restarting, and try again.",
  badAnswer: "See that the port is RCONPort, not the query or game port.",
  busy: "Try again in a moment.",
};
