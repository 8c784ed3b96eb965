/** Reads the databases of plugins from time to time, and stores what they tell. */
import { UserError } from "../../kit/errors/user-error.ts";
import type { Log } from "../../kit/log/log.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { orAborted } from "../../kit/time/or-aborted.ts";
import { orAfter } from "../../kit/time/or-after.ts";
import { settled } from "../../kit/time/settled.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { Plugins } from "../cluster/index.ts";
import {
  mergeRecords,
  PluginError,
  readPluginDatabase,
  type PluginReading,
  type PluginRecord,
  type PluginStore,
} from "../plugins/index.ts";
import { pluginSources, type NamedPluginSource } from "./plugin-sources.ts";
import type { ReadSecret } from "./rcon-link.ts";

export interface PluginsWork {
  readonly plugins: Plugins;
  readonly store: PluginStore;
  /** Under which this is done. */
  readonly lease: string;
  readonly fence: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  readonly readSecret: ReadSecret;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Longer than a database takes that answers. Default five minutes. */
  readonly patienceMs?: number;
  readonly read?: typeof readPluginDatabase;
}

/** A file that was just being written to is whole a moment later. */
const BUSY_MS = 10_000;

const PATIENCE_MS = 5 * MINUTE_MS;

const NO_END = "Its reading does not come to an end: the disk, share or server does not answer.";

interface Source extends NamedPluginSource {
  /** A reading that hangs. It cannot be ended, and no other one begins before it has ended. */
  hanging: Promise<void> | undefined;
  /** As it was last read well, which counts while it cannot be read; undefined before the first time. */
  records: readonly PluginRecord[] | undefined;
  /** The last problem, as a word; empty for none. */
  trouble: string;
  /** How many rows were left out last. */
  leftOut: number;
}

/**
 * Runs until the signal. What a database told before the start stays until it has been read well once: what cannot be
 * read is not gone.
 *
 * @throws LeaseLost when the lease is lost.
 */
export async function readPlugins(work: PluginsWork): Promise<void> {
  const { plugins, readSecret, clock, log, everyMs, signal } = work;
  const sources: readonly Source[] = pluginSources(plugins, readSecret).map((source) => ({
    ...source,
    hanging: undefined,
    records: undefined,
    trouble: "",
    leftOut: 0,
  }));
  let isStoring = true;
  while (!signal.aborted) {
    for (const source of sources) await readSource(source, work);
    try {
      if (!signal.aborted) await storeRecords(sources, work);
      isStoring = true;
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) throw error;
      if (isStoring) log.warn({ err: error }, "the data of plugins could not be stored; the program reads it again");
      isStoring = false;
    }
    const isBusy = sources.some(({ trouble }) => trouble === "busy");
    await clock.sleep(isBusy ? Math.min(BUSY_MS, everyMs) : everyMs, signal).catch(() => undefined);
  }
}

async function readSource(source: Source, work: PluginsWork): Promise<void> {
  const { name } = source;
  const { log, signal } = work;
  try {
    const reading = await orAborted(readInTime(source, work), signal);
    if (source.trouble !== "") log.info({ plugin: name }, `${name}: its database can be read again`);
    source.trouble = "";
    source.records = reading.records;
    tellProblems(source, reading, log);
  } catch (error) {
    if (signal.aborted) return;
    const trouble = error instanceof PluginError ? error.kind : "unexpected";
    const says = error instanceof PluginError || error instanceof UserError ? error.message : "it could not be read";
    if (trouble !== source.trouble) log.warn({ plugin: name, kind: trouble, err: error }, `${name}: ${says}`);
    source.trouble = trouble;
  }
}

/** @throws PluginError also when it takes too long: one database that hangs holds up no other. */
async function readInTime(
  source: Source,
  { clock, patienceMs = PATIENCE_MS, read = readPluginDatabase }: PluginsWork,
): Promise<PluginReading> {
  if (source.hanging) throw new PluginError("unreachable", NO_END);
  let done: PluginReading | undefined;
  const reading = read(source.source()).then((result) => {
    done = result;
  });
  await orAfter(reading, patienceMs, clock);
  if (done) return done;
  source.hanging = settled(reading).then(() => (source.hanging = undefined));
  throw new PluginError("unreachable", NO_END);
}

function tellProblems(source: Source, { problems, problemCount }: PluginReading, log: PluginsWork["log"]): void {
  const isKnown = problemCount === source.leftOut;
  source.leftOut = problemCount;
  if (problemCount === 0 || isKnown) return;
  const { name } = source;
  const first = problems[0]?.why ?? "";
  log.warn({ plugin: name, rows: problemCount, problems }, `${name}: ${problemCount} rows were left out: ${first}`);
}

async function storeRecords(sources: readonly Source[], work: PluginsWork): Promise<void> {
  const { store, lease, fence, clock, log } = work;
  const readings = sources.flatMap(({ records }) => (records ? [records] : []));
  if (readings.length === 0) return;
  const unread = sources.flatMap(({ plugin, records }) => (records ? [] : [plugin]));
  const holding = { name: lease, fence };
  const { changed, removed } = await store.setRecords(mergeRecords(readings), holding, clock.now(), unread);
  if (changed + removed > 0) log.info({ changed, removed }, "the data of plugins was brought up to date");
}
