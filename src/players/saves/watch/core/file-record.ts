/** A watcher's memory of one file, and the next step that follows from it when the file is looked at again. */
import type { Instant } from "../../../../kit/time/instant.ts";
import { isSameVersion, type FileVersion } from "./file-stamp.ts";

/** The memory of one file name. Without any member there is nothing to remember. */
export interface FileRecord {
  /** The version that the consumer has applied. It stays in force until a newer one was read well. */
  readonly inForce?: FileVersion | undefined;
  /** Another version is there that could not be read well yet. It is looked at again soon. */
  readonly pending?: Pending | undefined;
  /** Reading was given up. What is in force stays so. */
  readonly broken?: Broken | undefined;
}

interface Pending {
  readonly version: FileVersion;
  /** When this very version was first seen. */
  readonly seenSince: Instant;
  /** When the file first differed from what is in force. */
  readonly since: Instant;
  readonly failedReads: number;
}

export interface Broken {
  /** Missing when the file could not even be looked at. */
  readonly version?: FileVersion | undefined;
  readonly failure: ReadFailure;
  /** Since when the file could not be read, whatever became of it in the meantime. */
  readonly since: Instant;
}

/**
 * Why a version could not be read.
 *
 * - `changing`: it was written to while it was read, or never came to rest.
 * - `refused`: the file system did not let us (permission, disk fault). The version may stay and the refusal end.
 * - `unfit`: it was read in full and is not what its name says, or is too large. Only another version can be better.
 */
export interface ReadFailure {
  readonly kind: "changing" | "refused" | "unfit";
  /** For people, without paths: "permission denied". */
  readonly reason: string;
  /** The file says that it is of a kind that this program does not know yet. */
  readonly isUnknownVersion?: boolean | undefined;
}

export interface RetryRules {
  /** A file is read when it did not change for this long. */
  readonly settleMs: number;
  /** This many failed reads of a changed file, 1 to 2 s apart, make it broken. */
  readonly maxAttempts: number;
  /** A file that does not come to rest for this long is broken too. */
  readonly restlessAfterMs: number;
}

export interface Step {
  /** `wait`: it has changed, and is not settled. */
  readonly next: "nothing" | "wait" | "read";
  readonly record: FileRecord;
}

/**
 * Decides what to do about a file that was just seen. A version counts as settled when its time is `settleMs` ago or
 * when we have seen it for that long: the other machine's clock may be wrong, but ours measures in any case.
 */
export function nextStep(record: FileRecord, seen: FileVersion, now: Instant, rules: RetryRules): Step {
  const { inForce, pending, broken } = record;
  if (inForce && isSameVersion(inForce, seen)) return { next: "nothing", record: { inForce } };
  if (broken?.version && broken.failure.kind === "unfit" && isSameVersion(broken.version, seen)) {
    return { next: "nothing", record: { inForce, broken } };
  }
  const seenSince = pending && isSameVersion(pending.version, seen) ? pending.seenSince : now;
  const waiting: Pending = {
    version: seen,
    seenSince,
    since: pending?.since ?? now,
    failedReads: pending?.failedReads ?? 0,
  };
  if (isSettled(waiting, now, rules)) return { next: "read", record: { inForce, broken, pending: waiting } };
  if (millisBetween(waiting.since, now) < rules.restlessAfterMs) {
    return { next: "wait", record: { inForce, broken, pending: waiting } };
  }
  return { next: "wait", record: givenUp({ inForce, broken, pending: waiting }, restless) };
}

const restless: ReadFailure = { kind: "changing", reason: "it is being written to without a pause" };

function isSettled({ version, seenSince }: Pending, now: Instant, { settleMs }: RetryRules): boolean {
  const ageNs = BigInt(now) * 1000n - version.modifiedNs;
  return ageNs >= BigInt(settleMs) * 1_000_000n || millisBetween(seenSince, now) >= settleMs;
}

/**
 * The memory after a read failed: the file is tried again soon, until `maxAttempts` reads have failed. A file that was
 * broken already and did not change since, or that can only get better by a change, is given up at once.
 */
export function afterFailure(
  record: FileRecord,
  version: FileVersion,
  failure: ReadFailure,
  now: Instant,
  rules: RetryRules,
): FileRecord {
  const { inForce, broken } = record;
  const pending = record.pending ?? { version, seenSince: now, since: now, failedReads: 0 };
  const tried: Pending = { ...pending, version, failedReads: pending.failedReads + 1 };
  const isOldNews = broken?.version !== undefined && isSameVersion(broken.version, version);
  if (isOldNews || tried.failedReads >= rules.maxAttempts) {
    return givenUp({ inForce, broken, pending: tried }, failure);
  }
  return { inForce, broken, pending: tried };
}

/** The memory of a file that exists and cannot be looked at (`version` missing), or is never to be read. */
export function afterRefusal(
  record: FileRecord,
  version: FileVersion | undefined,
  failure: ReadFailure,
  now: Instant,
): FileRecord {
  const { inForce, broken, pending } = record;
  return { inForce, broken: { version, failure, since: broken?.since ?? pending?.since ?? now } };
}

function givenUp(record: FileRecord & { readonly pending: Pending }, failure: ReadFailure): FileRecord {
  return afterRefusal(record, record.pending.version, failure, record.pending.since);
}

/** The memory of a missing file: only what the consumer has. Undefined when that is nothing. */
export function whenAbsent({ inForce }: FileRecord): FileRecord | undefined {
  return inForce ? { inForce } : undefined;
}

function millisBetween(from: Instant, to: Instant): number {
  return (to - from) / 1000;
}
