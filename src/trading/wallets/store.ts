/** The storage port of wallets. Every change of money is one transaction with its entry in the ledger and its trail. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { CurrencySymbol } from "./core/currencies.ts";
import type { DepositRules, DepositState } from "./core/deposit.ts";
import type { WithdrawalDecision, WithdrawalState, WithdrawalStep } from "./core/withdrawal.ts";
import type { Receiving } from "./chains/open-chains.ts";
import type { ChainView, KnownChain } from "./watch/follow-chain.ts";
import type { Observation } from "./watch/observe-address.ts";
import type { Block } from "./watch/esplora.ts";

/** Amounts in units of 1e-8. */
export interface Wallet {
  readonly id: number;
  readonly currency: string;
  /** Its address; null until one was requested. */
  readonly address: string | null;
  readonly balance: bigint;
  /** Reserved for withdrawals in progress. */
  readonly held: bigint;
  /** Deposits that are seen and not credited. */
  readonly pending: bigint;
}

export interface Deposit {
  readonly id: number;
  readonly ownerUid: number;
  readonly currency: CurrencySymbol;
  readonly address: string;
  readonly txid: string;
  readonly outputIndex: number;
  readonly amount: bigint;
  readonly state: DepositState;
  /** Null where no chain is watched. */
  readonly confirmations: number | null;
  readonly seenAt: Instant;
  readonly creditedAt: Instant | null;
}

/** A deposit as its owner sees it: over a chain, or credited by hand, with no transaction and in any currency. */
export interface ListedDeposit extends Omit<Deposit, "currency" | "txid" | "ownerUid" | "outputIndex"> {
  readonly currency: string;
  readonly txid: string | null;
}

export interface Withdrawal {
  readonly id: number;
  readonly ownerUid: number;
  readonly requestedBy: number;
  readonly currency: CurrencySymbol;
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly approvalsNeeded: 1 | 2;
  readonly state: WithdrawalState;
  readonly firstApprovedBy: number | null;
  readonly reviewedBy: number | null;
  readonly reviewedAt: Instant | null;
  readonly reason: string | null;
  readonly txid: string | null;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
}

export interface AllowedAddress {
  readonly id: number;
  readonly currency: CurrencySymbol;
  readonly address: string;
  readonly label: string;
  readonly createdAt: Instant;
  readonly usableAt: Instant;
}

export interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}

export interface WithdrawalRequest {
  readonly ownerUid: number;
  readonly requestedBy: number;
  readonly currency: CurrencySymbol;
  /** In the one form that `Chain.readAddress` answers. */
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** When more than this leaves the account within 24 hours, two admins must approve. */
  readonly twoApprovalsAbove: bigint;
  readonly at: Instant;
}

export interface RecordedDeposit {
  readonly currency: CurrencySymbol;
  readonly ownerUid: number;
  readonly txid: string;
  readonly outputIndex: number;
  readonly amount: bigint;
  readonly recordedBy: number;
  readonly at: Instant;
}

/** Why a withdrawal is not taken. `doubtful`: a deposit of the account may be undone. */
type WithdrawalRefusal = "doubtful" | "notAllowed" | "tooMany";

type StepRefusal = Extract<WithdrawalDecision, { kind: "refused" }>["why"];

/** The result of a step. `doubtful`: as above. `none`: the withdrawal does not exist. */
export type StepOutcome =
  | { readonly kind: "moved" | "known"; readonly withdrawal: Withdrawal }
  | { readonly kind: "refused"; readonly why: StepRefusal | "doubtful"; readonly withdrawal: Withdrawal }
  | { readonly kind: "none" };

export interface WalletStore {
  /** The currency of a wallet of the account. */
  findWallet(ownerUid: number, walletId: number): Promise<string | undefined>;
  /** All wallets of an account, those of the currencies with a chain made if there are none. At most 1000. */
  listWallets(ownerUid: number, at: Instant): Promise<Wallet[]>;
  /** Where the account receives, always the same for one key; made at the first time. */
  receivingAddress(ownerUid: number, currency: CurrencySymbol, receiving: Receiving, at: Instant): Promise<string>;

  /** Those over chains and those credited by hand, newest first. */
  listDeposits(ownerUid: number, page: Page): Promise<Listed<ListedDeposit>>;
  /** Of all accounts: deposits that were lost and could not be taken back, or may be. */
  listDoubtful(page: Page): Promise<Listed<Deposit>>;
  /**
   * Credits once what an admin has seen arrive; `none`: the account does not exist; `other`: known with another amount
   * or account.
   */
  recordDeposit(deposit: RecordedDeposit): Promise<Deposit | "none" | "other">;

  /** @throws ledgerErrors.insufficient when the balance is too low for amount and fee. */
  request(request: WithdrawalRequest): Promise<Withdrawal | WithdrawalRefusal>;
  /** `ownerUid` narrows it to one account. */
  step(
    id: number,
    step: WithdrawalStep,
    options: { readonly at: Instant; readonly ownerUid?: number },
  ): Promise<StepOutcome>;
  listWithdrawals(ownerUid: number, page: Page): Promise<Listed<Withdrawal>>;
  /** Of all accounts, oldest first; those in progress unless states are named. */
  listForReview(states: readonly WithdrawalState[], page: Page): Promise<Listed<Withdrawal>>;

  listAllowed(ownerUid: number): Promise<AllowedAddress[]>;
  /** The same again changes nothing. `tooMany`: it has as many as an account may have. */
  allow(
    entry: Omit<AllowedAddress, "id" | "createdAt" | "usableAt"> & {
      readonly ownerUid: number;
      readonly uid: number;
      readonly at: Instant;
      readonly waitMs: number;
    },
  ): Promise<AllowedAddress | "tooMany">;
  /** Answers false when the entry does not exist. */
  disallow(entry: {
    readonly ownerUid: number;
    readonly uid: number;
    readonly id: number;
    readonly at: Instant;
    readonly waitMs: number;
  }): Promise<boolean>;
}

/** An address that is due to be looked at. */
export interface WatchedAddress {
  readonly id: number;
  readonly address: string;
  readonly version: number;
  /** Blocks below need not be looked at again; 0 at the first time. */
  readonly fromHeight: number;
}

export interface WatchStore {
  readChain(currency: CurrencySymbol): Promise<KnownChain | undefined>;
  /**
   * Records the chain as it is now; deposits in blocks that have left it are no longer settled. Answers its new
   * version, or undefined when another run was first.
   */
  saveChain(
    currency: CurrencySymbol,
    known: KnownChain | undefined,
    view: Extract<ChainView, { kind: "at" }>,
    at: Instant,
  ): Promise<number | undefined>;
  /** Addresses not looked at since `before`: those with open deposits first. */
  listDue(currency: CurrencySymbol, before: Instant, limit: number): Promise<WatchedAddress[]>;
  /** Leaves an address that could not be looked at for the next run. */
  postpone(address: WatchedAddress, at: Instant): Promise<void>;
  /** Puts what was seen at an address into effect. Answers false when another run was first, or the chain has changed. */
  apply(
    currency: CurrencySymbol,
    address: WatchedAddress,
    observation: Observation,
    context: {
      readonly chainVersion: number;
      readonly tip: Block;
      readonly rules: DepositRules;
      readonly minimum: bigint;
      readonly at: Instant;
    },
  ): Promise<boolean>;
}
