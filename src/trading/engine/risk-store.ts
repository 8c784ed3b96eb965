/** Where limits and halts are kept, and the figures that limits are compared with. */
import type { Instant } from "../../kit/time/instant.ts";
import type { ResultMarks, RiskFacts, RiskPlace } from "./core/risk-figures.ts";
import type { Halt, HaltScope, RiskLimits } from "./core/risk.ts";

/** The halted place; the id is 0 for the platform. */
export interface HaltPlace {
  readonly scope: HaltScope;
  readonly id: number;
}

/**
 * Who has set a halt. A resume ends only what its own source has set; that of a main account also what limits have
 * set.
 */
export type HaltSource = "user" | "operator" | "limit";

export interface KeptHalt extends Halt {
  readonly id: number;
  readonly source: HaltSource;
  readonly reason: string;
  /** Null for operators and limits. */
  readonly setBy: number | null;
  readonly setAt: Instant;
}

export interface KeptLimits {
  readonly place: RiskPlace;
  readonly ownerUid: number;
  readonly limits: RiskLimits;
  readonly updatedAt: Instant;
}

export interface NewHalt {
  readonly place: HaltPlace;
  /** Null for the platform. */
  readonly ownerUid: number | null;
  readonly source: "user" | "operator";
  readonly mode: "reducing" | "halted";
  /** Whether it may put a milder mode in place of a stricter one. Otherwise the stricter one stays as it was set. */
  readonly maySoften: boolean;
  /** Also cancels what may be open. */
  readonly isCancelling: boolean;
  readonly reason: string;
  readonly setBy: number | null;
  readonly at: Instant;
}

/** The end of what one source has set; a user's also ends what limits have set. */
export interface Resumption {
  readonly place: HaltPlace;
  readonly ownerUid: number | null;
  readonly source: "user" | "operator";
  readonly reason: string;
  readonly setBy: number | null;
  /** The only user whose halts end; without it, those of every user and of limits. */
  readonly onlySetBy?: number;
  readonly at: Instant;
}

export interface Halted {
  /** Processes that have seen it obey the halt. */
  readonly epoch: number;
  /** Orders that are to be cancelled because of it. */
  readonly cancelled: number;
  /** What holds: a stricter mode stays where it was another user's, or may not be softened. */
  readonly mode: "reducing" | "halted";
}

/** Reads and changes by requests. */
export interface RiskStore {
  /** Of an account, its keys and its strategies, in this order. */
  listLimits(ownerUid: number): Promise<readonly KeptLimits[]>;
  /** From what the results of the account and its parts are measured. */
  listMarks(ownerUid: number): Promise<readonly PlaceMarks[]>;
  /** Members that are undefined stay; null takes a limit away. Answers what holds then. */
  setLimits(change: LimitsChange): Promise<KeptLimits>;
  /** Those of the account, its keys and strategies, and of the platform. */
  listHalts(ownerUid: number): Promise<readonly KeptHalt[]>;
  /** Every halt of the platform, of accounts, keys and strategies that an operator has set; at most `limit`. */
  listOperatorHalts(limit: number): Promise<readonly KeptHalt[]>;
  /** Durable when it resolves: nothing that is claimed afterwards is sent against it. */
  halt(halt: NewHalt): Promise<Halted>;
  /**
   * The halts that hold back orders of the place still: those of the platform, its account, and for a strategy its keys too.
   * Measures the results of the place from now on, where a limit had halted it.
   */
  resume(resumption: Resumption): Promise<readonly KeptHalt[]>;
  /** Processes that may send orders and have not seen this epoch. */
  countUnaware(epoch: number): Promise<number>;
  /** The newest epoch. */
  readEpoch(): Promise<number>;
  loadFacts(ownerUids: readonly number[], range: FactRange): Promise<RiskFacts>;
  loadSettings(owner: SettingsOwner): Promise<RiskSettings>;
  /** The uid of the main account that an account, key or strategy belongs to; undefined where there is none. */
  findOwner(place: HaltPlace): Promise<number | undefined>;
}

export interface FactRange {
  readonly nowMs: number;
  /** Orders that were not given to a sender count when they are due by then; those of runs always. -1 for none of them. */
  readonly dueMs: number;
}

type Changed<Limits> = { readonly [Name in keyof Limits]?: Exclude<Limits[Name], undefined> | null };

export interface LimitsChange {
  readonly place: RiskPlace;
  readonly ownerUid: number;
  readonly uid: number;
  readonly limits: Changed<Omit<RiskLimits, "resume">>;
  readonly resume: RiskLimits["resume"] | undefined;
  /** For the trail. */
  readonly reason: string | undefined;
  readonly at: Instant;
}

/** Whose limits and halts are asked for. */
export interface SettingsOwner {
  readonly ownerUid: number;
  readonly keyIds: readonly number[];
  readonly strategyIds: readonly number[];
}

/** The halts and limits for some orders of one account, as the database has them. */
export interface RiskSettings {
  readonly halts: readonly (Halt & { readonly id: number })[];
  readonly limits: readonly { readonly place: RiskPlace; readonly limits: RiskLimits }[];
  readonly marks: readonly PlaceMarks[];
}

export interface PlaceMarks {
  readonly place: RiskPlace;
  readonly marks: ResultMarks;
}

/** Marks after a look. */
export interface NextMarks extends PlaceMarks {
  /** Undefined where there were none. Where others are stored by now, those stay. */
  readonly before: ResultMarks | undefined;
}

/** How a process that sends orders learns of halts. */
export interface HaltViewStore {
  readEpoch(): Promise<number>;
  /** Every halt, and the epoch that they are of. */
  loadHalts(): Promise<{ readonly epoch: number; readonly halts: readonly (Halt & { readonly id: number })[] }>;
  /** This process obeys everything up to the epoch. */
  confirm(owner: string, epoch: number): Promise<void>;
}

/** A place whose results or rejects are limited, or that a limit has halted. */
export interface WatchedPlace {
  readonly place: RiskPlace;
  readonly ownerUid: number;
  readonly limits: RiskLimits;
  readonly marks: ResultMarks | undefined;
  /** The state that a limit has set. */
  readonly halt: Halt;
}

/** Reads and writes of the watch over the limits. Every write names the fence of its lease. */
export interface RiskWatchStore {
  /** At most `limit`, after a place; in the order of their scopes and ids. */
  listWatched(after: RiskPlace | undefined, limit: number): Promise<readonly WatchedPlace[]>;
  loadFacts(ownerUids: readonly number[], range: FactRange): Promise<RiskFacts>;
  /** @throws LeaseLost */
  saveMarks(fence: number, marks: readonly NextMarks[]): Promise<void>;
  /**
   * Halts a place, or ends what a limit has set there. Changes nothing where the limits or the halt have changed since
   * they were read; answers whether it wrote.
   *
   * @throws LeaseLost
   */
  setHalt(fence: number, watched: WatchedPlace, next: Halt, at: Instant): Promise<boolean>;
}

/** The lease of the one process that watches over limits. */
export const RISK_LEASE = "trading.risk";
