/** Tries every source of a cluster's data at the same time, and reports what works and what to do about the rest. */
import { UserError } from "../../kit/errors/user-error.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Cluster, GameServer } from "./core/cluster.ts";
import { doctorReport, type DoctorReport, type Finding, type Outcome, type ReportLine } from "./core/doctor-report.ts";

/**
 * One trial of each kind of source. A probe is called only for what is set up, should stop at the signal, and answers
 * what it found rather than throwing.
 */
export interface DoctorProbes {
  /** Calls `onRead` with how many files of how many it has read. */
  savesFolder(server: GameServer, signal: AbortSignal, onRead: (done: number, of: number) => void): Promise<Finding>;
  rcon(server: GameServer, signal: AbortSignal): Promise<Finding>;
  query(server: GameServer, signal: AbortSignal): Promise<Finding>;
  plugins(cluster: Cluster, signal: AbortSignal): Promise<Finding>;
  /** Undefined when no key of Steam's Web API is set. */
  steam: ((signal: AbortSignal) => Promise<Finding>) | undefined;
}

export interface DoctorOptions {
  readonly cluster: Cluster;
  readonly probes: DoctorProbes;
  readonly clock: Clock;
  /** For each trial, from its last sign of progress; 10,000 by default. */
  readonly limitMs?: number;
  /** Called with how many files of how many were read, in all save folders together. */
  readonly onProgress?: (done: number, of: number) => void;
}

const LIMIT_MS = 10_000;

const OFF = {
  saves: "Not set up: characters, levels and tribes of this server are unknown.",
  rcon: "Not set up: the list of online players is not certain.",
  query: "Not set up: without it the server's map, version and number of players are not known.",
  plugins: "Not set up: groups and points of plugins are not shown.",
  steam: "Not set up: names, pictures and bans are not fetched from Steam.",
} as const;

/** Resolves when each trial has ended or used up its time; never rejects. */
export async function examineCluster({
  cluster,
  probes,
  clock,
  limitMs = LIMIT_MS,
  onProgress = () => undefined,
}: DoctorOptions): Promise<DoctorReport> {
  const folders = new Map<string, { readonly done: number; readonly of: number }>();
  const noteRead = (key: string, done: number, of: number): void => {
    folders.set(key, { done, of });
    const sum = (member: "done" | "of"): number => [...folders.values()].reduce((all, each) => all + each[member], 0);
    onProgress(sum("done"), sum("of"));
  };
  const line = async (
    source: ReportLine["source"],
    server: GameServer | undefined,
    probe: Probe | undefined,
  ): Promise<ReportLine> => {
    const outcome: Outcome = probe ? await limited(probe, clock, limitMs) : { ok: "off", says: OFF[source] };
    return { source, server: server?.key, outcome };
  };
  const savesProbe =
    (server: GameServer): Probe =>
    (signal, noteLife) =>
      probes.savesFolder(server, signal, (done, of) => {
        noteLife();
        noteRead(server.key, done, of);
      });
  const { permissions, arkShop } = cluster.plugins;
  const lines = await Promise.all([
    ...cluster.servers.flatMap((server) => [
      line("saves", server, server.saves && savesProbe(server)),
      line("rcon", server, server.rcon && ((signal) => probes.rcon(server, signal))),
      line("query", server, server.query && ((signal) => probes.query(server, signal))),
    ]),
    line("plugins", undefined, permissions || arkShop ? (signal) => probes.plugins(cluster, signal) : undefined),
    line("steam", undefined, probes.steam),
  ]);
  return doctorReport(cluster.name, lines);
}

/** `noteLife` says that the trial goes on: its time begins again. */
type Probe = (signal: AbortSignal, noteLife: () => void) => Promise<Finding>;

async function limited(probe: Probe, clock: Clock, limitMs: number): Promise<Finding> {
  const ended = new AbortController();
  let lives = 0;
  const tooLong = async (): Promise<Finding> => {
    for (let before = -1; before !== lives;) {
      before = lives;
      await clock.sleep(limitMs, ended.signal);
    }
    return {
      ok: false,
      says: `There was no result within ${Math.ceil(limitMs / 1000)} s.`,
      doThis: "See whether the machine is up, and whether a firewall swallows what is sent to it.",
    };
  };
  try {
    return await Promise.race([probe(ended.signal, () => lives++), tooLong()]);
  } catch (error) {
    if (error instanceof UserError) {
      return { ok: false, says: error.message, doThis: "Mend this, then run the doctor again." };
    }
    // The message of an unexpected error may hold anything, a password too.
    return {
      ok: false,
      says: "It could not be tried: something unexpected happened.",
      doThis: "Look into the log, and please report it with the log's lines.",
    };
  } finally {
    ended.abort(new Error("the trial is over"));
  }
}
