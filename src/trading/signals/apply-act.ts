/**
 * Carries out, once, the act of a subscriber's strategy for an iteration. The run that begins or ends and the end of
 * the act are one transaction, so that a process which dies leaves both or neither.
 */
import { AppError } from "../../kit/errors/catalogue.ts";
import { fineOfNumber } from "../../kit/money/fine.ts";
import { doubledMs } from "../../kit/time/back-off.ts";
import { OneTransaction } from "../../kit/sql/one-transaction.ts";
import type { Database } from "../../kit/sql/database.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { ACTIVE_STATES } from "../engine/index.ts";
import {
  chooseStrategy,
  doing,
  startStrategy,
  strategyErrors,
  type StartDeps,
  type StartingUser,
} from "../strategies/index.ts";
import type { ActBook, ActEnd, IterationRun, PendingAct } from "./act-store.ts";
import { signalLimits } from "./core/signal-limits.ts";
import { closingValues, openingValues, type ActRow, type ActTotals } from "./core/act-totals.ts";

/** How long what is to end is waited for between two looks. */
const LOOKS = { firstMs: 250, maxMs: 30_000 };
/** A profile that is being changed is read again this often, and room for a closing is waited for: some seven minutes. */
const MOST_TRIES = 20;
/** Of all refusals because too many strategies run, or trade with too many keys. */
const NO_ROOM = strategyErrors.tooManyActive.spec.code;

export interface ApplyDeps {
  readonly db: Database;
  readonly book: ActBook;
  /** The dependencies of a start, with every store on the database of one transaction. */
  readonly startDepsOn: (db: Database) => StartDeps;
  /** Undefined for a user that is gone or closed, and for one that is disabled unless `isClosing`. */
  readonly userOf: (uid: number, isClosing: boolean) => Promise<StartingUser | undefined>;
}

/** Does nothing where the act is over, or another process has it. */
export async function applyAct({ db, book, startDepsOn, userOf }: ApplyDeps, id: number): Promise<void> {
  const whole = new OneTransaction(db, async () => undefined);
  const deps = startDepsOn(whole.db);
  try {
    const act = await whole.db.transaction((tx) => book.lock(tx, id));
    if (!act) return await whole.rollBack();
    const nowMs = Math.floor(toMillis(deps.clock.now()));
    const runs = await whole.db.transaction((tx) => book.listRuns(tx, act));
    const end = await attempt(act, nowMs, async () => {
      if (act.kind === "stop") return stop(deps, act, runs, nowMs);
      // Of a disabled user nothing is opened; what is held is traded back all the same.
      const user = await userOf(act.uid, act.kind === "unwind");
      if (!user) return { kind: "failed", why: "its user is not active" };
      if (act.kind === "start") return start(deps, user, act, nowMs);
      return unwind(deps, user, act, runs, nowMs, (runIds) =>
        whole.db.transaction((tx) => book.sumPosition(tx, runIds, act.base)),
      );
    });
    await whole.db.transaction((tx) => book.end(tx, act, end, nowMs));
    await whole.commit();
  } catch (error) {
    await whole.rollBack();
    throw error;
  }
}

/** A refusal ends the act, with the reason. Everything else undoes the transaction. */
async function attempt(act: PendingAct, nowMs: number, work: () => Promise<ActEnd>): Promise<ActEnd> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The profile was changed, or the strategy is about to end. What is held is not given up for others that run now.
    const mayPass = error.status === 409 || (act.kind === "unwind" && error.code === NO_ROOM);
    return mayPass && act.tries < MOST_TRIES
      ? later(act, nowMs, error.message)
      : { kind: "failed", why: error.message };
  }
}

async function start(deps: StartDeps, user: StartingUser, act: PendingAct, nowMs: number): Promise<ActEnd> {
  if (act.subscriptionState !== "active")
    return { kind: "skipped", why: `the subscription is ${act.subscriptionState}` };
  // The package may have become larger since: then the user learns of the closing earlier than the opening says.
  const delayMs = Math.min(act.dueMs - act.openedMs, signalLimits(user.plan.id).delayMs);
  if (act.closedMs !== undefined && nowMs >= act.closedMs + delayMs) {
    return { kind: "skipped", why: "the signal was closed before it could begin" };
  }
  if (act.expiresMs !== undefined && nowMs > act.expiresMs) {
    return { kind: "skipped", why: "the time in which the signal was to be followed is over" };
  }
  const found = await rowsOf(deps, user, act);
  const prices: (bigint | undefined)[] = [];
  for (const [row, { follows }] of found.rows.entries()) {
    // What follows is bounded by what it follows.
    const price = follows ? undefined : openingPrice(deps, act, found.codes[row] ?? "");
    if (price === "foreign") return { kind: "failed", why: whyForeign(act, found.codes[row] ?? "") };
    if (price === "not_live") return later(act, nowMs, `the book of ${found.codes[row] ?? ""} is not in step`);
    prices.push(price);
  }
  if (prices.length === 0)
    return { kind: "failed", why: "its profile has no algorithm with a row that trades in a market" };
  const { direction, openAmount: maximumAmount } = act;
  return begin(deps, user, act, openingValues(found.values, found.rows, { direction, maximumAmount, prices }));
}

/** What one unit costs in a market, in the money that the author's limit is in; or why that is not known. */
function openingPrice({ market }: StartDeps, act: PendingAct, code: string): bigint | "foreign" | "not_live" {
  const listing = market.listing(code);
  if (!listing || listing.market.quote !== act.quote) return "foreign";
  const top = market.top(listing);
  const price = top.state === "live" ? fineOfNumber(act.direction === "long" ? top.askPrice : top.bidPrice) : undefined;
  return price === undefined || price <= 0n ? "not_live" : price;
}

function whyForeign({ quote }: PendingAct, code: string): string {
  const which = code === "" ? "one of its rows has no market" : `${code} is not such a market`;
  return `each market that it opens in must be traded in ${quote}, as that of the signal: ${which}`;
}

/** A run that another user or act has started since is not ended. What may still begin is waited for. */
async function stop(deps: StartDeps, act: PendingAct, runs: readonly IterationRun[], nowMs: number): Promise<ActEnd> {
  const own = runs.find(({ kind, strategyId }) => kind === "start" && strategyId === act.strategyId);
  if (own?.actState === "pending") return later(act, nowMs, "its start is not decided yet");
  if (own?.actState !== "done" || own.runId === undefined) return { kind: "skipped", why: "nothing was started" };
  if (own.strategyRunId !== own.runId) return { kind: "skipped", why: "its user has started it again since" };
  const view = { ownerUid: act.ownerUid, uid: act.uid, seesAccount: true };
  const by = { view, changesAccount: true, at: deps.clock.now() };
  const run = await deps.strategies.stop(by, act.strategyId, "soft_stop");
  return { kind: "done", runId: own.runId, why: run.already ? "it had ended before" : "" };
}

/** One strategy after the other: each trades back what those before it have left. */
async function unwind(
  deps: StartDeps,
  user: StartingUser,
  act: PendingAct,
  all: readonly IterationRun[],
  nowMs: number,
  positionOf: (runIds: readonly number[]) => Promise<string>,
): Promise<ActEnd> {
  const runs = all.filter(({ actState, runId }) => actState === "done" && runId !== undefined);
  const pending = all.filter(({ actState, stopState }) => actState === "pending" || stopState === "pending");
  if (pending.some(({ kind }) => kind === "start")) return later(act, nowMs, "what was started is not stopped yet");
  if (pending.some(({ actId }) => actId < act.id)) return later(act, nowMs, "another strategy trades back before it");
  const own = runs.filter(({ runId, strategyRunId }) => runId === strategyRunId);
  const busy = own.find(({ strategyState = "stopped" }) => ACTIVE_STATES.includes(strategyState));
  if (busy) return later(act, nowMs, `the strategy ${busy.strategyId} is ${busy.strategyState ?? ""}`);
  const forced = own.find(({ strategyState }) => strategyState === "force_stopped");
  if (forced) {
    const why = `the strategy ${forced.strategyId} was stopped by force: orders of it may be open, so trade back what it holds yourself`;
    return { kind: "failed", why };
  }
  const position = await positionOf(runs.flatMap(({ runId }) => runId ?? []));
  if (Number(position) === 0) return { kind: "skipped", why: "nothing is held" };
  const found = await rowsOf(deps, user, act);
  if (ACTIVE_STATES.includes(found.state)) return later(act, nowMs, "it still trades back what was held before");
  return begin(deps, user, act, closingValues(found.values, found.rows, position));
}

async function begin(deps: StartDeps, user: StartingUser, act: PendingAct, totals: ActTotals): Promise<ActEnd> {
  if (totals.kind === "refused") return { kind: "failed", why: totals.reason };
  const isClosing = act.kind === "unwind";
  const run = await startStrategy(deps, user, { id: act.strategyId, valuesOf: () => totals.values, isClosing });
  if (run.already || run.runId === null) return { kind: "skipped", why: "it ran already" };
  return { kind: "done", runId: run.runId, why: "" };
}

/** The strategy as it is now, with the rows of its algorithm. */
async function rowsOf({ strategies, algorithms, clock }: StartDeps, user: StartingUser, { strategyId }: PendingAct) {
  const profile = await strategies.readChangeable(doing(user, clock.now()), strategyId);
  const { algorithm, settings } = profile;
  const version = algorithm ? await algorithms.findVersion(algorithm.id, algorithm.version) : undefined;
  const rows = (version?.definition.executions ?? []).map(({ side, dependsOn }): ActRow => ({
    side,
    follows: dependsOn !== null,
  }));
  const codes = [settings["executable_codes"] ?? []].flat().map(String);
  return { rows, codes, values: settings, state: chooseStrategy(profile, strategyId).state };
}

function later(act: PendingAct, nowMs: number, why: string): ActEnd {
  return { kind: "later", nextMs: nowMs + doubledMs(act.tries + 1, LOOKS), why };
}
