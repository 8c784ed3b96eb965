/** Where runs are kept: as their owner works on them, and as requests change them. */
import type { ProfileValues } from "../algorithms/index.ts";
import type { NewOrder } from "../exchanges/index.ts";
import type { Queryable, Transaction } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Run, RunPause } from "./core/run.ts";
import type { RunEvent, RunState } from "./core/run-table.ts";
import type { RunOrderKind } from "./core/run-orders.ts";
import type { RiskFacts } from "./core/risk-figures.ts";
import type { RiskRefusal } from "./core/risk.ts";
import type { RiskSettings } from "./risk-store.ts";
import type { KeptOrder } from "./store.ts";

/** A run as it is stored. */
export interface KeptRun {
  readonly id: number;
  readonly strategyId: number;
  readonly ownerUid: number;
  /** Whose the strategy is. */
  readonly uid: number;
  readonly algorithmId: number;
  readonly algorithmVersion: number;
  readonly settings: ProfileValues;
  readonly run: Run;
  /** Raised by each transition. */
  readonly version: number;
  readonly startedMs: number;
  /** How long it may take, milliseconds: the duration of its plan, and what it has taken of drivetime since. */
  readonly maximumMs: number;
  /** Its drivetime so far. */
  readonly drivetimeSeconds: number;
  readonly slices: number;
  readonly lastSliceMs: number | undefined;
  /** Prices that percentages of the start refer to, by condition. */
  readonly starts: readonly (number | null)[];
  /** Triggers of stops that are held here, as `row-grids.ts` writes them. */
  readonly triggers: Readonly<Record<string, string>>;
  /** What one leg lacks of another and is not traded any more: decimals by `dutyKey`. */
  readonly unhedged: Readonly<Record<string, string>>;
  /** An order of the strategy that was thought to be gone and has been seen: the run is to be paused for it. */
  readonly appeared: number | undefined;
  readonly debugAskedMs: number | undefined;
}

/** An order of a run, with what it is for. */
export interface KeptRunOrder extends KeptOrder {
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly kind: RunOrderKind;
  /** Reference at the decision, decimal. */
  readonly priceEntry: string;
  /** The paid fees, by currency. Decimals. */
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
}

/** What a slice or a hedge sends. */
export interface NewRunOrder {
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly kind: RunOrderKind;
  readonly keyId: number;
  readonly exchange: string;
  readonly order: Omit<NewOrder, "clientOrderId">;
  readonly sendAtMs: number;
  readonly expireAfterMs: number;
  readonly typeOrig: string;
  /** Decimals. */
  readonly priceEntry: string;
  readonly priceOffset: string;
  readonly spreadEntry: string | null;
  readonly conditions: readonly string[];
  readonly needCurrency: string;
  /** Units of 1e-18. */
  readonly needAmount: bigint;
}

/** The known state of an order: when it changed last, and when it was last looked at. */
export type KnownOrder = Pick<KeptRunOrder, "version" | "checkedMs">;

/** The owner of runs: the name of a lease, and its fence. */
export interface RunWorker {
  readonly lease: string;
  readonly fence: number;
}

/** Orders that leave together, with what is remembered of the decision. */
export interface Firing {
  readonly runId: number;
  readonly strategyId: number;
  readonly ownerUid: number;
  readonly uid: number;
  readonly orders: readonly NewRunOrder[];
  /** The states in which they may leave. */
  readonly during: readonly RunState[];
  /** The number of the slice; undefined for hedges. */
  readonly slice: number | undefined;
  readonly starts: readonly (number | null)[];
  readonly triggers: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** Fences of the senders of this process, by key: what is due is claimed for them in the same commit. */
  readonly senders: ReadonlyMap<number, number>;
  /** Asked in the same transaction: whether plan and rights allow the orders. Without it they are not looked at. */
  readonly isAllowed?: (q: Queryable) => Promise<boolean>;
  /**
   * The epochs of the user and of its owner at which plan and rights, as the run knows them, allow the orders
   * (`loadTrader`). Where both are still the same, `isAllowed` is not asked. Undefined where they are not known.
   */
  readonly stamp?: string | undefined;
  /**
   * Asked in the same transaction, where a limit or halt is set for a place of an order: which of the orders it refuses. Without
   * it their senders decide alone.
   */
  readonly refusedBy?: (settings: RiskSettings, facts: RiskFacts) => SliceRefusal | undefined;
}

/** Why nothing of a slice leaves: an order of it, and what refuses that. */
export interface SliceRefusal {
  readonly row: number;
  readonly refusal: RiskRefusal;
}

export type Fired =
  | { readonly kind: "fired"; readonly orders: readonly KeptRunOrder[] }
  /** The run is no longer in a state in which orders leave. */
  | { readonly kind: "stopped" }
  /** Plan or rights no longer allow them. */
  | { readonly kind: "not_allowed" }
  /** An order that was thought to be gone has been seen: the run is to be paused first. */
  | { readonly kind: "appeared"; readonly orderId: number }
  | { readonly kind: "key_gone"; readonly keyId: number }
  /** Limits or halts refuse at least one of them. */
  | { readonly kind: "refused"; readonly by: SliceRefusal }
  | { readonly kind: "short"; readonly currency: string };

/** An event of a run, with its actor and its reason. */
export interface RunDeed {
  readonly event: RunEvent;
  readonly pause?: RunPause;
  readonly why: string;
  readonly nowMs: number;
  /** The missing amounts now, where they have changed. */
  readonly unhedged?: Readonly<Record<string, string>>;
  /** The order that it is paused for (`KeptRun.appeared`). It is paused for each of them once. */
  readonly appeared?: number;
}

/** The figures of a strategy in lists. Decimals. */
export interface RunFigures {
  readonly strategyId: number;
  readonly runId: number;
  readonly successful: number;
  readonly canceled: number;
  readonly failed: number;
  readonly slicesDone: number;
  readonly slicesTotal: number | null;
  readonly openOrders: number;
  readonly qtyDone: string;
  /** Null where it is unknown, for want of a rate: what is stored stays. */
  readonly realizedPnl: string | null;
  readonly fees: string | null;
  readonly pnlCurrency: string;
}

/** The traded sums of finished orders of a run, by row and kind. Amounts as decimals. */
export interface RowTotal {
  readonly row: number;
  readonly isUnwind: boolean;
  readonly side: "buy" | "sell";
  readonly orders: number;
  readonly traded: number;
  readonly failed: number;
  readonly filled: string;
  readonly cost: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
}

/**
 * Takes run time that an account has paid in advance, as far as there is some, within the transaction of what it is for.
 *
 * @returns how many seconds were taken; 0 where nothing is left
 */
export type TakeDrivetime = (tx: Transaction, ownerUid: number, seconds: number, at: Instant) => Promise<number>;

/** Every write of an owner names its fence, and is refused when another process has taken over. */
export interface RunJournal {
  /** Takes rented servers of these regions that no process has; of all regions where none is named. */
  claimServers(worker: RunWorker, regions: readonly string[] | undefined, nowMs: number): Promise<void>;
  /** Gives up runs whose server another living worker has, for that worker to claim; answers which. */
  yieldRuns(worker: RunWorker): Promise<readonly number[]>;
  /** Runs of the worker whose server is over, or winds down. */
  listRunsWithoutServer(worker: RunWorker): Promise<readonly { readonly runId: number; readonly serverId: number }[]>;
  /**
   * Makes the worker the owner of active runs that have none, the oldest first. Their owners before are gone. Those that were started on
   * a server are left to the process that has it.
   */
  claimRuns(worker: RunWorker, limit: number): Promise<readonly (KeptRun & { readonly hadOwner: boolean })[]>;
  /** Runs of the worker that requests have changed since it last asked. */
  takeCommands(worker: RunWorker): Promise<readonly KeptRun[]>;
  /** Versions of the active runs of the worker. */
  listOwned(worker: RunWorker): Promise<ReadonlyMap<number, number>>;
  readRun(runId: number): Promise<KeptRun | undefined>;
  /** @throws LeaseLost */
  move(worker: RunWorker, runId: number, deed: RunDeed): Promise<KeptRun | undefined>;
  /**
   * Lets a run that runs beyond the duration of its plan go on for another minute, as far as its account has drivetime.
   *
   * @returns the run as it is now: its time is still over where nothing was left
   * @throws LeaseLost
   */
  extend(worker: RunWorker, runId: number, nowMs: number): Promise<KeptRun | undefined>;
  /**
   * Alerts the owner of a run that plan or rights let send nothing, once for each number of slices that it has sent.
   *
   * @throws LeaseLost
   */
  alertHeld(worker: RunWorker, runId: number, held: { readonly why: string; readonly nowMs: number }): Promise<void>;
  /**
   * Stores the orders of a slice or a hedge in one commit, or none of them. Their need is set aside in it.
   *
   * @throws LeaseLost
   */
  fire(worker: RunWorker, firing: Firing): Promise<Fired>;
  /** Orders of a run that may still change or belong to the latest slice of their row; and what the others came to. */
  loadOrders(
    runId: number,
  ): Promise<{ readonly orders: readonly KeptRunOrder[]; readonly totals: readonly RowTotal[] }>;
  /** Those of the named orders, of however many runs, that have changed since, or were looked at. One statement where none has. */
  readChanged(known: ReadonlyMap<number, KnownOrder>): Promise<readonly KeptRunOrder[]>;
  /** Leaves cancels for the senders, of orders whose run is the worker's. */
  askCancels(worker: RunWorker, ids: readonly number[], nowMs: number): Promise<void>;
  /** Leaves looks at the exchange for the senders, likewise. */
  askChecks(worker: RunWorker, ids: readonly number[], nowMs: number): Promise<void>;
  saveFigures(worker: RunWorker, figures: readonly RunFigures[]): Promise<void>;
  saveTriggers(worker: RunWorker, runId: number, triggers: Readonly<Record<string, string>>): Promise<void>;
  /** The prices that percentages of the start refer to (`KeptRun.starts`). */
  saveStarts(worker: RunWorker, runId: number, starts: KeptRun["starts"]): Promise<void>;
  saveDebug(worker: RunWorker, runId: number, debug: object, nowMs: number): Promise<void>;
  /** What exchanges report to be free, of different keys. Older answers change nothing, and keys that are gone are passed over. */
  saveBalances(told: readonly ToldBalances[]): Promise<void>;
}

/** What is free with a key, by its exchange. */
export interface ToldBalances {
  readonly keyId: number;
  /** What is not named is empty. */
  readonly balances: readonly { readonly currency: string; readonly free: string }[];
  /** When the exchange was asked, milliseconds since 1970. */
  readonly askedMs: number;
}

/** The beginning of the names of workers' leases. */
export const WORKER_LEASE = "trading.worker.";
