/** The conditions and rows of a profile, in the units that the engine computes in. */
import type { AccountType } from "../../exchanges/index.ts";
import type { ConditionSettings } from "./condition-reader.ts";
import type { ExecutionPart } from "./definition.ts";
import type { MarketGrid } from "./market-grid.ts";
import type { OrderTypeId, WireType } from "./order-types.ts";

export type ReferenceSide = "same" | "opposite" | "bids" | "asks" | "mid";

/** An execution of the algorithm. */
export type RowOfAlgorithm = Omit<ExecutionPart, "id" | "label">;

/** An execution of the algorithm with the values of the profile. Prices and quantities in units of 1e-18. */
export interface RowSettings {
  /** Place in the algorithm, from 0: `c_row`. */
  readonly row: number;
  readonly code: string;
  readonly keyId: string;
  readonly accountType: AccountType;
  readonly side: "buy" | "sell" | "from_condition";
  readonly orderType: OrderTypeId;
  readonly wire: WireType;
  readonly dependsOn: number | null;
  readonly trigger: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  readonly reduceOnly: boolean;
  readonly grid: MarketGrid;
  /** Total of the row, base units; undefined where it is not bounded. */
  readonly parent: bigint | undefined;
  /** Of one slice, base units; undefined for the whole rest, and for rows that follow the fills of another. */
  readonly child: bigint | undefined;
  readonly leverage: string;
  /** Added to the reference price, quote units; of a trailing stop the distance. */
  readonly offset: bigint;
  /** Limit price in place of reference and offset. */
  readonly exact: bigint | undefined;
  readonly referenceSide: ReferenceSide;
  /** From 1 to 5. */
  readonly referenceLevel: number;
  /** The market that the reference is read from. */
  readonly referenceCode: string;
  /** Bounds of (current reference - price at the decision), quote units; undefined for none. */
  readonly toleranceMinimum: bigint | undefined;
  readonly toleranceMaximum: bigint | undefined;
  /** Milliseconds; 0 for no limit. */
  readonly maximumTimeLiveMs: number;
  /** Percent from 1 to 100; 0 for off. */
  readonly liquidityShare: number;
  readonly delayMs: number;
  readonly randomMs: number;
}

export interface ProfileSettings {
  readonly sliceDelayMs: number;
  readonly noConditions: boolean;
  readonly conditions: readonly ConditionSettings[];
  readonly rows: readonly RowSettings[];
  /** Currency that reference prices and tolerances are compared in; empty for each market's own. */
  readonly convertExecutions: string;
  /** The steps after a failed leg: a market order, then the way back, where they are allowed. */
  readonly failedLeg: { readonly mayUseMarket: boolean; readonly atTheEnd: "unwind" | "hold" };
}

export interface ProfileProblem {
  readonly parameter: string;
  /** Of a list's element; undefined for the whole parameter. */
  readonly index: number | undefined;
  /** The value is missing: the profile can be saved as a draft, and cannot be started. */
  readonly isMissing: boolean;
  readonly message: string;
}
