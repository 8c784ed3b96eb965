/** One round of asking Steam about accounts that are due. */
import type { SqlLog } from "../../kit/sql/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { formatInstant, plusMillis, utcDay, type Instant } from "../../kit/time/instant.ts";
import type { PlatformBans, PlatformSummary, StoredAccount } from "./core/account.ts";
import { accountUpdate } from "./core/account-update.ts";
import { afterProblem, type ProblemKind, type Strikes } from "./core/pauses.ts";
import { callsToday } from "./core/quota.ts";
import { refreshCuts } from "./core/refresh-plan.ts";
import { BATCH_SIZE, type SteamClient, type SteamProblem } from "./steam.ts";
import type { PlatformState, PlatformStore } from "./store.ts";

export interface RefreshDeps {
  readonly accounts: PlatformStore;
  /** Undefined without a key: then nothing is asked, and all else goes on. */
  readonly steam: SteamClient | undefined;
  /** How many calls of the key's day may be made here; see `dailyCalls`. */
  readonly callsPerDay: number;
  readonly clock: Clock;
  readonly log: SqlLog;
}

/**
 * `off`: no key is set. Otherwise why the round ended: `done`: nothing more is due; `paused`: Steam is left alone for
 * now; `quotaUsed`: the day's calls are made; `outOfTime`: the next round goes on.
 */
export type RefreshOutcome =
  | { readonly kind: "off" }
  | ({ readonly kind: "round"; readonly ended: "done" | "paused" | "quotaUsed" | "outOfTime" } & RefreshCounts);

export interface RefreshCounts {
  readonly calls: number;
  /** Accounts that were asked about, with an answer to both questions. */
  readonly checked: number;
  /** Accounts of which something shown is new. */
  readonly changed: number;
  readonly banChanges: number;
  readonly problems: number;
}

/** Both methods for one batch. */
const CALLS_PER_BATCH = 2;

/** Rounds begin every minute and should not overlap; a slow last batch still ends within the job's time. */
const ROUND_MS = 50_000;

/** Steam's limit for bursts is not documented: two calls a second have never been said to meet it. */
const BATCH_GAP_MS = 1000;

/** Accounts of a batch that failed, or of a process that died, are asked about again after this. */
const CLAIM_MS = 600_000;

/**
 * Asks about due accounts, a hundred at a time, for at most a minute. Several processes may do so at once. A failure
 * is recorded and leaves the last good values unchanged.
 *
 * @throws the signal's reason, and what storage throws.
 */
export async function refreshAccounts(deps: RefreshDeps, signal: AbortSignal): Promise<RefreshOutcome> {
  const { steam, clock, log } = deps;
  if (!steam) return { kind: "off" };
  const counts = { calls: 0, checked: 0, changed: 0, banChanges: 0, problems: 0 };
  const endAt = plusMillis(clock.now(), ROUND_MS);
  for (;;) {
    const step = await refreshBatch(deps, steam, counts, signal);
    const ended = step === "more" && clock.now() >= endAt ? "outOfTime" : step;
    if (ended !== "more") {
      if (counts.calls > 0) log.info({ ...counts, ended }, "asked Steam about accounts");
      return { kind: "round", ended, ...counts };
    }
    await clock.sleep(BATCH_GAP_MS, signal);
  }
}

type Counts = { -readonly [Name in keyof RefreshCounts]: number };

async function refreshBatch(
  deps: RefreshDeps,
  steam: SteamClient,
  counts: Counts,
  signal: AbortSignal,
): Promise<"more" | "done" | "paused" | "quotaUsed"> {
  const { accounts, callsPerDay, clock } = deps;
  const { keyId } = steam;
  const now = clock.now();
  const state = await accounts.findState(keyId);
  // Looked at before accounts are claimed: a claim that comes to nothing keeps others from them for a while.
  const stop = stopOf(state, callsPerDay, now);
  if (stop) return stop;
  const until = plusMillis(now, CLAIM_MS);
  const due = await accounts.claimDue({ limit: BATCH_SIZE, now, until, cuts: refreshCuts(now) });
  if (due.length === 0) return "done";
  const quota = { keyId, day: utcDay(now), calls: CALLS_PER_BATCH, limit: callsPerDay, now };
  if (!(await accounts.takeQuota(quota))) return "quotaUsed";
  counts.calls += CALLS_PER_BATCH;

  const heard = await hear(steam, due, signal);
  const at = clock.now();
  await saveHeard(accounts, due, heard, at, counts);
  if (heard.problem) {
    counts.problems++;
    const isPaused = await noteProblem(deps, keyId, { problem: heard.problem, strikes: state?.strikes, at });
    if (isPaused) return "paused";
  } else {
    await accounts.recordGood(keyId, at);
    if (heard.oddCount > 0) {
      counts.problems++;
      await noteOdd(deps, keyId, heard.oddCount, at);
    }
  }
  return due.length < BATCH_SIZE ? "done" : "more";
}

interface HeardBatch {
  /** Undefined when the question was not answered. */
  readonly summaries: ReadonlyMap<string, PlatformSummary> | undefined;
  readonly bans: ReadonlyMap<string, PlatformBans> | undefined;
  /** The worse one when neither question was answered. */
  readonly problem: SteamProblem | undefined;
  readonly oddCount: number;
}

async function hear(steam: SteamClient, due: readonly StoredAccount[], signal: AbortSignal): Promise<HeardBatch> {
  const steamIds = due.map(({ platformId }) => platformId);
  const results = await Promise.all([steam.summaries(steamIds, signal), steam.bans(steamIds, signal)]);
  const [summaries, bans] = results;
  const problems = results.flatMap((result) => (result.kind === "problem" ? result.problem : []));
  return {
    summaries: summaries.kind === "answer" ? summaries.found : undefined,
    bans: bans.kind === "answer" ? bans.found : undefined,
    problem: problems.sort((one, other) => WORST_FIRST.indexOf(one.kind) - WORST_FIRST.indexOf(other.kind))[0],
    oddCount: results.reduce((sum, result) => sum + (result.kind === "answer" ? result.oddCount : 0), 0),
  };
}

/** By how long Steam is left alone for it. */
const WORST_FIRST: readonly ProblemKind[] = ["keyRefused", "busy", "failed"];

async function saveHeard(
  accounts: PlatformStore,
  due: readonly StoredAccount[],
  { summaries, bans, problem }: HeardBatch,
  at: Instant,
  counts: Counts,
): Promise<void> {
  if (!summaries && !bans) return;
  const isChecked = problem === undefined;
  const updates = due.map((account) => {
    const { platformId } = account;
    return accountUpdate(account, at, { isChecked, summary: summaries?.get(platformId), bans: bans?.get(platformId) });
  });
  await accounts.save(updates);
  if (isChecked) counts.checked += updates.length;
  counts.changed += updates.filter(({ isChanged }) => isChanged).length;
  counts.banChanges += updates.filter(({ banChange }) => banChange !== undefined).length;
}

/** Answers whether Steam is to be left alone for now. */
async function noteProblem(
  { accounts, log }: RefreshDeps,
  keyId: string,
  { problem, strikes: before, at }: { problem: SteamProblem; strikes: Strikes | undefined; at: Instant },
): Promise<boolean> {
  const { kind, says, status, code } = problem;
  const { strikes, pausedUntil } = afterProblem(before, problem, at);
  await accounts.recordProblem(keyId, { at, says, strikes, pausedUntil });
  const until = pausedUntil === null ? {} : { pausedUntil: formatInstant(pausedUntil) };
  log.warn({ kind, status, code, ...strikes, ...until }, says);
  return pausedUntil !== null;
}

/** The readable part of the answer counts; but an operator must check the rest. */
async function noteOdd({ accounts, log }: RefreshDeps, keyId: string, oddCount: number, at: Instant): Promise<void> {
  const says = `Steam described ${oddCount} accounts of a batch in a form that this version does not know.`;
  await accounts.recordProblem(keyId, { at, says, strikes: { busy: 0, failed: 0 }, pausedUntil: null });
  log.warn({ kind: "odd", oddCount }, says);
}

/** Why nothing may be asked now; undefined when it may. */
export function stopOf(
  state: PlatformState | undefined,
  callsPerDay: number,
  now: Instant,
): "paused" | "quotaUsed" | undefined {
  const pausedUntil = state?.pausedUntil ?? null;
  if (pausedUntil !== null && pausedUntil > now) return "paused";
  return callsToday(state, now) + CALLS_PER_BATCH > callsPerDay ? "quotaUsed" : undefined;
}
