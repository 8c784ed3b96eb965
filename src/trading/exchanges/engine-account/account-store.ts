/** Where accounts that our own engine matches are kept: with orders, fills and money. */
import type { EngineOrder, KeptAccount } from "../../simulation/index.ts";
import type { LeaseHold } from "../../../kit/sql/hold-lease.ts";
import type { Lease } from "../../../kit/sql/lease.ts";
import type { Fee, Fill } from "../port.ts";

export interface StoredOrder extends EngineOrder {
  readonly fees: readonly Fee[];
}

export interface StoredAccount extends KeptAccount {
  readonly orders: readonly StoredOrder[];
  /** The last ones, oldest first. */
  readonly fills: readonly Fill[];
}

/** The events of an account since it was last saved. */
export interface AccountChange extends Omit<StoredAccount, "fills" | "orders"> {
  readonly lease: Lease;
  readonly orders: readonly StoredOrder[];
  readonly fills: readonly Fill[];
}

/** Of one exchange. */
export interface EngineAccountStore {
  /** Takes the account for this process; undefined while another has it. */
  hold(account: string): Promise<LeaseHold | undefined>;
  /** Asks the process that has the account for it. */
  want(account: string): Promise<void>;
  /** Those of these accounts that another process asks for. */
  listWanted(accounts: readonly string[]): Promise<readonly string[]>;
  /** Undefined for one that was never saved. */
  load(account: string): Promise<StoredAccount | undefined>;
  /**
   * Saves all or nothing.
   *
   * @throws LeaseLost when one of the leases has run out
   */
  save(changes: readonly AccountChange[]): Promise<void>;
}
