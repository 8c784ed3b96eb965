/**
 * Reads a server's game log and chat, where the cluster's file allows it: they are gone for everybody else then. Joins
 * and leaves in the log are known within seconds, where polls need several.
 */
import { invariant } from "../../kit/errors/invariant.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { takeChat, takeGameLog, type ChatLine, type GameLogEntry } from "../rcon/index.ts";
import { accountNamed, isFresh, type NamedAccount } from "./core/passages.ts";
import { knownNames } from "./poll-query.ts";
import type { RconLink } from "./rcon-link.ts";
import { repeat } from "./repeat.ts";
import type { TendedPart, Tending } from "./tending.ts";

export type HearChat = (server: string, lines: readonly ChatLine[]) => void;

/** Feeds joins and leaves to the recorder. What tribes did is left to their own logs in the saves. */
export function readGameLog(tending: Tending, link: RconLink): TendedPart {
  const { clock, timing, signal, state, log, server } = tending;
  const known = knownNames(tending);
  let lastTakenAt: Instant | undefined;
  return repeat({ clock, everyMs: timing.logMs, signal }, async (asked) => {
    try {
      const entries = await takeGameLog(link, asked);
      const now = clock.now();
      const tellsOfNow = isFresh(lastTakenAt, now, timing.logMs);
      lastTakenAt = now;
      const passages = entries.filter(({ kind }) => kind === "joined" || kind === "left");
      if (!tellsOfNow || passages.length === 0) return;
      const names = (await known()).map(({ platformId, platformName }) => ({ platformId, name: platformName }));
      await passOn(tending, passages, [...(state.online ?? []), ...names]);
    } catch (error) {
      // The poller tells when RCON is down, and makes up for lines that were lost.
      if (!asked.aborted) log.debug({ server: server.key, err: error }, `${server.key}: the game log was not read`);
    }
  });
}

async function passOn(
  { server, recorder, clock }: Tending,
  passages: readonly GameLogEntry[],
  known: readonly NamedAccount[],
): Promise<void> {
  // By our own clock, for the log's may be wrong by hours; one after the other, as they stand.
  let at = plusMillis(clock.now(), -passages.length);
  for (const passage of passages) {
    invariant(passage.kind === "joined" || passage.kind === "left", "these lines tell who came and went");
    at = plusMillis(at, 1);
    const platformId = accountNamed(passage.name, known);
    if (platformId === undefined) continue;
    if (passage.kind === "joined") await recorder.joined(server.key, at, { platformId, name: passage.name });
    else await recorder.left(server.key, at, platformId);
  }
}

/** Hands on what was said. */
export function readChat(tending: Tending, link: RconLink, hear: HearChat): TendedPart {
  const { clock, timing, signal, log, server } = tending;
  return repeat({ clock, everyMs: timing.logMs, signal }, async (asked) => {
    try {
      const lines = await takeChat(link, asked);
      if (lines.length > 0) hear(server.key, lines);
    } catch (error) {
      if (!asked.aborted) log.debug({ server: server.key, err: error }, `${server.key}: the chat was not read`);
    }
  });
}
