/** Reads files that are due and hands them on in batches, remembering only what the consumer took. */
import type { Clock } from "../../../kit/time/clock.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Log } from "../../../kit/log/log.ts";
import { isForContent } from "../../../kit/sql/query-error.ts";
import { SaveError } from "../core/save-error.ts";
import { cutBatches, type BatchLimits } from "./core/batches.ts";
import { afterFailure, type ReadFailure, type RetryRules } from "./core/file-record.ts";
import { instantOfFile, stampOf } from "./core/file-stamp.ts";
import { SAVE_KINDS, type ParsedKind } from "./core/save-kind.ts";
import { inParallel } from "./in-parallel.ts";
import { ioReason } from "./io-reason.ts";
import type { Place, SeenFile } from "./list-saves.ts";
import { readVersion } from "./read-version.ts";
import type { SaveChange, SaveChanges, SaveContents, WorldChange } from "./save-changes.ts";
import type { WatchMemory } from "./watch-memory.ts";

/** Makes something of the bytes of one kind of file. Throws `SaveError` when they are not what they should be. */
export type SaveParsers<Contents extends SaveContents> = {
  readonly [Kind in ParsedKind]: (bytes: Uint8Array, fileName: string) => Contents[Kind];
};

export interface DeliveryRules extends BatchLimits, RetryRules {
  /** Larger files are not read. */
  readonly maxFileBytes: Readonly<Record<ParsedKind, number>>;
}

/** The dependencies of a look at the folder. */
export interface Looking {
  readonly place: Place;
  readonly memory: WatchMemory;
  readonly rules: DeliveryRules;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

export interface Delivery<Contents extends SaveContents> extends Looking {
  readonly parse: SaveParsers<Contents>;
  readonly onChanges: (changes: SaveChanges<Contents>) => Promise<void>;
  /** Hears that a batch was taken. */
  readonly onTaken?: () => void;
}

/** The consumer did not take a batch. It and all that follow are offered again at the next look. */
export class ChangesRefused extends Error {
  override readonly name = "ChangesRefused";
}

export interface Removals {
  readonly removed: readonly string[];
  /** They go in one batch, however many they are: the world started over. */
  readonly isWipe: boolean;
  /** Whether the whole folder was seen, so that a first reading is over when all of it was taken. */
  readonly endsReading: boolean;
}

/**
 * Hands on the files of `due` that can be read, then the removals. Each batch waits until the one before it was taken.
 * A first reading that is not over yet hands on no last batch. Where storage refuses a batch for what it says, each of its files
 * is handed on alone, and the one that is refused counts as one that cannot be read: it holds up no other.
 *
 * @throws ChangesRefused when the consumer rejects; the signal's reason when that is aborted.
 */
export async function deliver<Contents extends SaveContents>(
  delivery: Delivery<Contents>,
  due: readonly SeenFile[],
  removals: Removals,
): Promise<void> {
  const { memory, place } = delivery;
  const full = memory.isFirstReading;
  const mayEnd = removals.endsReading || !full;
  const batches = batchesOf(delivery, due, removals);
  const read = async (): Promise<Batch<Contents> | undefined> => {
    const next = await batches.next();
    return next.done === true ? undefined : next.value;
  };
  const take = async (batch: Batch<Contents>, last: boolean): Promise<void> => {
    place.signal.throwIfAborted();
    try {
      await delivery.onChanges({ full, last, ...batch.changes });
    } catch (error) {
      throw new ChangesRefused("the changes of a save folder were not taken", { cause: error });
    }
    if (full) memory.owesLastBatch = !last;
    applyTo(memory, batch, delivery.clock.now());
    if (memory.reading) memory.reading = { ...memory.reading, done: memory.reading.done + batch.examined };
    delivery.onTaken?.();
  };
  const hand = async (batch: Batch<Contents>, last: boolean): Promise<void> => {
    try {
      await take(batch, last);
    } catch (error) {
      if (batch.files.length === 0 || !isForContent(causeOf(error))) throw error;
      const alone = aloneOf(memory, batch);
      for (const [at, [file, single]] of alone.entries()) {
        const isLast = last && at === alone.length - 1;
        await take(single, isLast).catch(async (refusal: unknown) => {
          if (!isForContent(causeOf(refusal))) throw refusal;
          fail(delivery, file, { kind: "unfit", reason: "the database cannot store what it says" }, refusal);
          if (isLast) await take(NO_FILES, true);
        });
      }
    }
  };
  if (!memory.hasReadAll) memory.reading = { done: 0, of: due.length };
  let ahead: Promise<Batch<Contents> | undefined> | undefined;
  try {
    // One batch is held back, so that the last one can say that it is the last.
    let held = (await read()) ?? (full && mayEnd && memory.owesLastBatch ? NO_FILES : undefined);
    let following = held && (await read());
    while (held) {
      // Files are read while storage has the batch before: both take their time.
      ahead = following && read();
      ahead?.catch(() => undefined);
      await hand(held, mayEnd && following === undefined);
      [held, following] = [following, await ahead];
    }
  } finally {
    memory.reading = undefined;
    // Files still being read are dropped, but not while the next look goes on.
    await ahead?.catch(() => undefined);
  }
}

interface Batch<Contents extends SaveContents> {
  readonly files: readonly SeenFile[];
  /** How many files were looked into, those that cannot be read included. */
  readonly examined: number;
  readonly changes: Omit<SaveChanges<Contents>, "full" | "last">;
}

/** The files of a batch, each with a batch of its own. */
function aloneOf<Contents extends SaveContents>(
  memory: WatchMemory,
  { files, examined, changes }: Batch<Contents>,
): readonly (readonly [SeenFile, Batch<Contents>])[] {
  return files.map((file, at) => {
    const { fileName } = file;
    const isIts = (change: { readonly fileName: string }): boolean => change.fileName === fileName;
    const single: Batch<Contents> = {
      files: [file],
      // Those that could not be read are counted with the first.
      examined: at === 0 ? examined - files.length + 1 : 1,
      changes: {
        profiles: changes.profiles.filter(isIts),
        tribes: changes.tribes.filter(isIts),
        tributes: changes.tributes.filter(isIts),
        worlds: changes.worlds.filter(isIts),
        removed: memory.rivalsInForce(fileName),
      },
    };
    return [file, single] as const;
  });
}

function causeOf(error: unknown): unknown {
  return error instanceof ChangesRefused ? error.cause : undefined;
}

function applyTo(memory: WatchMemory, { files, changes }: Batch<SaveContents>, now: Instant): void {
  memory.forget(changes.removed);
  for (const { fileName, kind, facts } of files) memory.keep(fileName, kind, { inForce: facts });
  memory.lastChangeAt = now;
}

async function* batchesOf<Contents extends SaveContents>(
  delivery: Delivery<Contents>,
  due: readonly SeenFile[],
  { removed, isWipe }: Removals,
): AsyncGenerator<Batch<Contents>> {
  const { rules } = delivery;
  const gone = new Set<string>();
  const inOrder = SAVE_KINDS.flatMap((kind) => due.filter((file) => file.kind === kind));
  const sized = inOrder.map((file) => ({ file, bytes: file.kind === "world" ? 0 : file.facts.sizeBytes }));
  for (const part of cutBatches(sized, rules)) {
    const batch = await readBatch(
      delivery,
      part.map(({ file }) => file),
    );
    for (const name of batch.changes.removed) gone.add(name);
    if (batch.files.length > 0) yield batch;
  }
  const still = removed.filter((name) => !gone.has(name)).map((name) => ({ name, bytes: 0 }));
  // A new world is one change, however many it takes with it: names alone are small.
  const limits = { ...rules, maxFiles: isWipe ? Math.max(still.length, 1) : rules.maxFiles };
  for (const part of cutBatches(still, limits)) {
    yield { files: [], examined: 0, changes: { ...nothing, removed: part.map(({ name }) => name) } };
  }
}

/** Says nothing but that a reading is over. */
const NO_FILES = {
  files: [],
  examined: 0,
  changes: { profiles: [], tribes: [], tributes: [], worlds: [], removed: [] },
};

const nothing = { profiles: [], tribes: [], tributes: [], worlds: [] } as const;

/**
 * One read at a time would waste a share's delay. The files of a batch are small together, so memory is not a limit.
 */
const READS_AT_ONCE = 8;

async function readBatch<Contents extends SaveContents>(
  delivery: Delivery<Contents>,
  files: readonly SeenFile[],
): Promise<Batch<Contents>> {
  const { parse, memory, clock } = delivery;
  const changes = { profiles: [], tribes: [], tributes: [], worlds: [] } as Collected<Contents>;
  const parsed = async (file: SeenFile, kind: ParsedKind): Promise<(() => void) | undefined> => {
    const { fileName } = file;
    const bytes = await bytesOf(delivery, file, kind);
    if (!bytes) return undefined;
    const change = changeOf(file);
    try {
      const add = {
        profile: () => collect(changes.profiles, { ...change, content: parse.profile(bytes, fileName) }),
        tribe: () => collect(changes.tribes, { ...change, content: parse.tribe(bytes, fileName) }),
        tributeTribe: () => collect(changes.tributes, { ...change, content: parse.tributeTribe(bytes, fileName) }),
      }[kind]();
      memory.lastGoodReadAt = clock.now();
      return add;
    } catch (error) {
      fail(delivery, file, unfit(error), error);
      return undefined;
    }
  };
  const adds = await inParallel(files, READS_AT_ONCE, async (file) => {
    if (file.kind !== "world") return parsed(file, file.kind);
    return collect(changes.worlds, { ...changeOf(file), path: file.path, sizeBytes: file.facts.sizeBytes });
  });
  // Added in the order of the files, not in that of their reading.
  for (const add of adds) add?.();
  const taken = files.filter((_file, index) => adds[index] !== undefined);
  const removed = taken.flatMap(({ fileName }) => memory.rivalsInForce(fileName));
  return { files: taken, examined: files.length, changes: { ...changes, removed } };
}

interface Collected<Contents extends SaveContents> {
  readonly profiles: SaveChange<Contents["profile"]>[];
  readonly tribes: SaveChange<Contents["tribe"]>[];
  readonly tributes: SaveChange<Contents["tributeTribe"]>[];
  readonly worlds: WorldChange[];
}

function collect<Item>(items: Item[], item: Item): () => void {
  return () => void items.push(item);
}

async function bytesOf(delivery: Looking, file: SeenFile, kind: ParsedKind): Promise<Uint8Array | undefined> {
  const { place, rules } = delivery;
  const { facts, path } = file;
  const maxBytes = rules.maxFileBytes[kind];
  if (facts.sizeBytes > maxBytes) {
    const reason = `it has ${facts.sizeBytes} bytes, more than the ${maxBytes} that such a file may have`;
    fail(delivery, file, { kind: "unfit", reason });
    return undefined;
  }
  try {
    const bytes = await place.patiently(readVersion(place.io, path, facts));
    if (!bytes) fail(delivery, file, { kind: "changing", reason: "it changes while it is read" });
    return bytes;
  } catch (error) {
    place.signal.throwIfAborted();
    fail(delivery, file, { kind: "refused", reason: ioReason(error) }, error);
    return undefined;
  }
}

function fail(
  { memory, clock, rules, log }: Looking,
  { fileName, kind, facts }: SeenFile,
  failure: ReadFailure,
  err?: unknown,
): void {
  const before = memory.recordOf(fileName);
  const record = afterFailure(before, facts, failure, clock.now(), rules);
  memory.keep(fileName, kind, record);
  if (!before.broken && record.broken) {
    log.warn({ file: fileName, kind, reason: failure.reason, err }, "a save file cannot be read");
  }
}

function unfit(error: unknown): ReadFailure {
  // The message of a parser's unexpected error may hold anything, so it only goes to the log.
  if (!(error instanceof SaveError)) return { kind: "unfit", reason: "it could not be understood" };
  return { kind: "unfit", reason: error.message, isUnknownVersion: error.reason === "unknown_version" };
}

function changeOf({ fileName, facts }: SeenFile): Omit<SaveChange<unknown>, "content"> {
  const modifiedAt = instantOfFile(facts.modifiedNs);
  const createdAt =
    facts.createdNs > 0n && facts.createdNs < facts.modifiedNs ? instantOfFile(facts.createdNs) : modifiedAt;
  return { fileName, stamp: stampOf(facts), modifiedAt, createdAt };
}
