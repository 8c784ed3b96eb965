/** Everything that is done for one server while its lease is held. */
import type { Clock } from "../../kit/time/clock.ts";
import { untilAborted } from "../../kit/time/until-aborted.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { GameServer } from "../cluster/index.ts";
import type { PresenceRecorder } from "../presence/index.ts";
import type { SaveStore } from "../saves/index.ts";
import type { SystemStore } from "../system/index.ts";
import { pollNames, pollQuery } from "./poll-query.ts";
import { pollRcon } from "./poll-rcon.ts";
import { RconLink, type ReadSecret } from "./rcon-link.ts";
import { chatEar, type HearChat } from "./chat-ear.ts";
import { readChat, readGameLog } from "./read-logs.ts";
import { readSaves, type SavesPart, type WatchTimes } from "./read-saves.ts";
import { SourceReports } from "./source-reports.ts";
import type { SourcesStore } from "./store.ts";
import type { ServerState, TendedPart, Tending } from "./tending.ts";
import type { SourceTiming } from "./timing.ts";

export interface TendingDeps {
  readonly recorder: PresenceRecorder;
  readonly saves: SaveStore;
  readonly system: Pick<SystemStore, "reportSource">;
  readonly names: SourcesStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly timing: SourceTiming;
  readonly readSecret: ReadSecret;
  readonly epicAllowed: boolean;
  readonly onChat: HearChat | undefined;
  readonly watch: WatchTimes | undefined;
}

/** A process's view of a server that it tends. */
export interface TendedServer {
  readonly state: ServerState;
  readonly reports: SourceReports;
}

/**
 * Resolves when the signal is aborted and everything has ended: first the parts that ask the server, then the readers
 * of its saves, and last its presence is released, with its sessions open for the next holder.
 *
 * @throws what keeps it from beginning, or from going on: LeaseLost, a database that does not answer.
 */
export async function tendServer(
  deps: TendingDeps,
  server: GameServer,
  fence: number,
  signal: AbortSignal,
  onBegin: (tended: TendedServer) => void,
): Promise<void> {
  const { recorder, clock, system, timing } = deps;
  const log = deps.log.child({ server: server.key });
  const reports = new SourceReports({ server: server.key, system, clock, log, everyMs: timing.reportMs });
  const state: ServerState = { online: undefined, saves: undefined, savesReadAt: undefined };
  const tending: Tending = { ...deps, server, signal, reports, state, log };
  onBegin({ state, reports });
  let askers: readonly TendedPart[] = [];
  let saves: SavesPart | undefined;
  try {
    await recorder.adopt(server.key, fence, clock.now());
    const { asked, endPresence } = startAskers(tending, deps);
    askers = asked;
    // On a server that is not polled, players are neither seen nor missed.
    if (endPresence) await recorder.remove(server.key, clock.now());
    saves = server.saves && readSaves(tending, server.saves, { store: deps.saves, watch: deps.watch }, fence);
    await Promise.race([untilAborted(signal), ...(saves ? [saves.ended] : [])]);
  } finally {
    await Promise.all(askers.map((part) => part.stop()));
    await saves?.stop();
    await reports.close();
    await recorder.release(server.key).catch((err: unknown) => {
      log.debug({ err }, `${server.key}: what was seen last could not be stored`);
    });
  }
}

function startAskers(
  tending: Tending,
  { readSecret, onChat }: TendingDeps,
): { readonly asked: readonly TendedPart[]; readonly endPresence: boolean } {
  const { server, clock, log, random } = tending;
  const { rcon, query, game } = server;
  if (rcon) {
    const link = new RconLink({ server: server.key, rcon, readSecret, clock, log, random });
    const ear = server.chat && onChat ? chatEar(tending, onChat) : undefined;
    const asked = [
      { stop: () => link.close() },
      pollRcon(tending, link),
      ...(server.gameLog ? [readGameLog(tending, link, ear)] : []),
      ...(ear ? [readChat(tending, link, ear)] : []),
      ...(query ? [pollQuery(tending, query)] : []),
    ];
    return { asked, endPresence: false };
  }
  if (query && game === "ase") return { asked: [pollNames(tending, query)], endPresence: false };
  return { asked: query ? [pollQuery(tending, query)] : [], endPresence: true };
}
