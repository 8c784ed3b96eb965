/** The storage port of carrying out acts of subscribers' strategies. */
import type { Transaction } from "../../kit/sql/database.ts";
import type { RunState } from "../engine/index.ts";
import type { Direction } from "./core/trigger.ts";

/** Something that a strategy is to do about an iteration. `unwind` trades back what the started ones have traded. */
export interface PendingAct {
  readonly id: number;
  readonly subscriptionId: number;
  readonly iterationId: number;
  readonly kind: "start" | "stop" | "unwind";
  readonly strategyId: number;
  readonly dueMs: number;
  readonly expiresMs: number | undefined;
  readonly tries: number;
  readonly uid: number;
  readonly ownerUid: number;
  readonly subscriptionState: "active" | "paused" | "cancelled";
  readonly signalId: number;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  /** Its number. */
  readonly iteration: number;
  readonly direction: Direction;
  /** Quote units that one subscriber trades at most, decimal. */
  readonly openAmount: string;
  readonly openedMs: number;
  readonly closedMs: number | undefined;
}

type ActState = "pending" | "done" | "skipped" | "failed";

/** What else trades for the same iteration: a start or an `unwind`, and the present state of its strategy. */
export interface IterationRun {
  readonly kind: "start" | "unwind";
  /** Acts of one kind were made in the order of their ids. */
  readonly actId: number;
  readonly strategyId: number;
  readonly actState: ActState;
  /** The run that it began. */
  readonly runId: number | undefined;
  /** The latest run of the strategy; undefined where the strategy is gone. */
  readonly strategyRunId: number | undefined;
  readonly strategyState: RunState | undefined;
  /** Of a start; undefined before the iteration was closed. */
  readonly stopState: ActState | undefined;
}

/** The outcome of an act, or when it is looked at again. */
export type ActEnd =
  | { readonly kind: "done" | "skipped" | "failed"; readonly runId?: number; readonly why: string }
  | { readonly kind: "later"; readonly nextMs: number; readonly why: string };

/** Of one transaction. */
export interface ActBook {
  lock(tx: Transaction, id: number): Promise<PendingAct | undefined>;
  /** The act itself is not among them. */
  listRuns(tx: Transaction, act: PendingAct): Promise<readonly IterationRun[]>;
  sumPosition(tx: Transaction, runIds: readonly number[], base: string): Promise<string>;
  end(tx: Transaction, act: PendingAct, end: ActEnd, nowMs: number): Promise<void>;
}

export interface ActQueue {
  /** Acts whose time has come, the oldest first. */
  listDue(nowMs: number, limit: number): Promise<readonly number[]>;
  /** When the next one is due, milliseconds; undefined where none is. */
  findNextDue(): Promise<number | undefined>;
  /** Makes the job due then. */
  wakeAt(ms: number): Promise<void>;
}
