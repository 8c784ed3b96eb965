/** The online players, by RCON: a server's own list, which names accounts. */
import { ServerPoller } from "../presence/index.ts";
import { pollPlayers, RconError } from "../rcon/index.ts";
import { quietly } from "./quiet-log.ts";
import type { SourceWord } from "./core/source-word.ts";
import type { RconLink } from "./rcon-link.ts";
import type { TendedPart, Tending } from "./tending.ts";

const ANSWERS: SourceWord = { isGood: true, kind: "ok", says: "It answers, and tells who is online." };

/** More than connecting and two commands take, each in its own time. */
const TIMEOUT_MS = 20_000;

/** Starts to ask. Stopping ends the poller, not the link. */
export function pollRcon(tending: Tending, link: RconLink): TendedPart {
  const { server, recorder, reports, state, clock, random, log, signal } = tending;
  const poller = new ServerPoller({
    server: server.key,
    async poll(polled) {
      try {
        const { players, unread } = await pollPlayers(link, polled);
        state.online = players;
        reports.tell("rcon", unread ? oddAnswer(unread.length) : ANSWERS);
        return { accounts: players, ...(unread ? { unread } : {}) };
      } catch (error) {
        state.online = undefined;
        if (!signal.aborted) reports.fail("rcon", inTime(error, polled));
        throw error;
      }
    },
    apply: (observation) => recorder.apply(observation),
    clock,
    log: quietly(log),
    random,
    intervalMs: server.pollSeconds * 1_000,
    timeoutMs: TIMEOUT_MS,
  });
  poller.start();
  return poller;
}

/** Without the lines: they may hold names. */
function oddAnswer(lines: number): SourceWord {
  const odd = lines === 1 ? "1 line is not a player" : `${lines} lines are not players`;
  return {
    isGood: true,
    kind: "oddLines",
    says: `It answers, and tells who is online, but ${odd}: see tripod players doctor.`,
  };
}

function inTime(error: unknown, polled: AbortSignal): unknown {
  return polled.aborted ? new RconError("timedOut", "RCON did not answer in time.", { cause: error }) : error;
}
