/**
 * Reads a server's game log and chat, where the cluster's file allows it: they are gone for other programs then. Joins
 * and leaves in the log are known within seconds, where polls need several.
 */
import { invariant } from "../../kit/errors/invariant.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { takeChat, takeGameLog, type GameLogEntry } from "../rcon/index.ts";
import type { ChatEar } from "./chat-ear.ts";
import { accountNamed, isFresh, type NamedAccount } from "./core/passages.ts";
import { isSaid } from "./core/speakers.ts";
import { knownNames } from "./poll-query.ts";
import type { RconLink } from "./rcon-link.ts";
import { repeat } from "./repeat.ts";
import type { TendedPart, Tending } from "./tending.ts";

/**
 * Feeds joins and leaves to the recorder, and what was said to the ear, where there is one. Events of tribes are left
 * to their own logs in the saves.
 */
export function readGameLog(tending: Tending, link: RconLink, hear: ChatEar | undefined): TendedPart {
  const { clock, timing, signal, state, log, server } = tending;
  const known = knownNames(tending);
  let lastTakenAt: Instant | undefined;
  return repeat({ clock, everyMs: timing.logMs, signal }, async (asked) => {
    try {
      const entries = await takeGameLog(link, asked);
      const now = clock.now();
      const tellsOfNow = isFresh(lastTakenAt, now, timing.logMs);
      lastTakenAt = now;
      if (!tellsOfNow) return;
      // Chat that cannot be handed on is lost; joins and leaves are not.
      await hear?.("log", entries.filter(isSaid)).catch(() => undefined);
      const passages = entries.filter((entry) => entry.kind === "joined" || entry.kind === "left");
      if (passages.length === 0) return;
      const names = await known(passages.map(({ name }) => name));
      const accounts = names.map(({ platformId, platformName }) => ({ platformId, name: platformName }));
      await passOn(tending, passages, [...(state.online ?? []), ...accounts]);
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

/**
 * Hands on what was said since the last reading. The first log, and the first after a pause, is skipped: its lines may
 * be hours old.
 */
export function readChat(tending: Tending, link: RconLink, hear: ChatEar): TendedPart {
  const { clock, timing, signal, log, server } = tending;
  let lastTakenAt: Instant | undefined;
  return repeat({ clock, everyMs: timing.logMs, signal }, async (asked) => {
    try {
      const lines = await takeChat(link, asked);
      const now = clock.now();
      const tellsOfNow = isFresh(lastTakenAt, now, timing.logMs);
      lastTakenAt = now;
      if (tellsOfNow) await hear("chat", lines.filter(isSaid));
    } catch (error) {
      if (!asked.aborted) log.debug({ server: server.key, err: error }, `${server.key}: the chat was not read`);
    }
  });
}
