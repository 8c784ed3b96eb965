// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions } from "../../operation.ts";
import type { RiskFigures, RiskHalt, RiskLimits } from "./schemas.ts";

export interface RiskShowStatusResult {
  /** Of the account and the platform together. */
  mode: "active" | "reducing" | "halted";
  /** Whether every process that sends orders obeys all of this. */
  confirmed: boolean;
  platform: {
    /** `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent. */
    mode: "active" | "reducing" | "halted";
    halts: RiskHalt[];
  };
  places: {
    scope: "account" | "key" | "strategy";
    id: string;
    /** `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent. */
    mode: "active" | "reducing" | "halted";
    halts: RiskHalt[];
    limits: RiskLimits | null;
    /** Null where a sub-account does not see them. */
    figures: RiskFigures | null;
  }[];
}

export interface SetLimitsParams {
  /** Its subject: the whole account, one exchange key, or one strategy. */
  scope: "account" | "key" | "strategy";
  /** Id of the key or of the strategy; not needed for the account. */
  id?: string;
  /** Orders that may be open at the same time; `none` takes the limit away. */
  maximum_open_orders?: string;
  /** USD value of one order; `none` takes the limit away. */
  maximum_notional?: string;
  /** USD value of the position in one market, long or short, with its open orders; `none` takes the limit away. */
  maximum_position?: string;
  /** USD that may be lost since 00:00 UTC, or since the limit was set that day; `none` takes the limit away. */
  maximum_loss_day?: string;
  /** USD that the result may fall below its highest since the limit was set; `none` takes the limit away. */
  maximum_drawdown?: string;
  /** Orders that exchanges may refuse in 60 seconds; `none` takes the limit away. */
  maximum_rejects_minute?: string;
  /**
   * Percent between the price of an order and that of other exchanges, or the middle of its own book; `none` takes
   * the limit away.
   */
  price_collar_percent?: string;
  /** Milliseconds since the order book was last known to be in step; `none` takes the limit away. */
  maximum_book_age_ms?: string;
  /** Why; kept in the trail. */
  reason?: string;
  /** How a halt ends that one of these limits made: when its cause is over, or by risk/resume. At first manual. */
  resume?: "auto" | "manual";
}

export interface SetLimitsResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  limits: RiskLimits;
}

export interface HaltParams {
  /** Its subject: the whole account, one exchange key, or one strategy. */
  scope: "account" | "key" | "strategy";
  /** Id of the key or of the strategy; not needed for the account. */
  id?: string;
  /** `reducing` lets orders pass that make a position smaller. Default: "halted". */
  mode?: "reducing" | "halted";
  /** Also cancel what is open, and what waits for its time. Default: false. */
  cancel?: boolean;
  /** Why; shown by risk/status and kept in the trail. */
  reason?: string;
}

export interface HaltResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  mode: "reducing" | "halted";
  /** Orders that are being canceled; risk/status counts the open ones. */
  canceling: number;
}

export interface ResumeParams {
  /** Its subject: the whole account, one exchange key, or one strategy. */
  scope: "account" | "key" | "strategy";
  /** Id of the key or of the strategy; not needed for the account. */
  id?: string;
  /** Why; shown by risk/status and kept in the trail. */
  reason?: string;
}

export interface ResumeResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** `reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent. */
  mode: "active" | "reducing" | "halted";
  halts: RiskHalt[];
}

export interface RiskOperations {
  /**
   * See limits, halts and their figures. The account first, then its keys and strategies: those that have limits or
   * halts, or that trade. An order passes when the platform, its account, its key and its strategy let it.
   * Sub-accounts see the keys and strategies that they see elsewhere, and of the account the limits and halts.
   */
  showStatus(params?: Record<string, never>, options?: CallOptions): Promise<RiskShowStatusResult>;
  /**
   * List the limits on orders. What was set for the account, its keys and its strategies. A sub-account sees the
   * limits of the account, and those of the keys and strategies that it sees.
   */
  listLimits(params?: Record<string, never>, options?: CallOptions): Promise<RiskLimits[]>;
  /**
   * Limit what orders may do. Limits of the account, of one exchange key or of one strategy. What is not named stays
   * as it is. Every new order is compared with the limits of its account, its key and its strategy: when it is
   * accepted, and again when it is sent. Cancels never are. Money is in USD at the rates of system/rates. Where no
   * rate or price is known, limits that need one refuse the order. An order beyond a limit is refused with 422 and
   * code 2420. A loss, a drawdown or too many rejects also halt the account, key or strategy: from then on only
   * orders that make a position smaller are sent.
   */
  setLimits(params: SetLimitsParams, options?: ChangeOptions): Promise<SetLimitsResult>;
  /**
   * Stop new orders. Once this has answered, no process of the platform sends a new order of the account, key or
   * strategy. Orders that are open stay open; with `cancel` they are canceled. Cancels always pass. An order that is
   * refused answers 409 with code 2421. The halt outlives restarts, and ends by risk/resume. Halting again replaces
   * the mode. It is stored at once, also where an Idempotency-Key is sent. A sub-account halts its own keys and
   * strategies. What another user of the account has halted it can only make stricter. A key with the access `trade`
   * makes no halt milder. `mode` says what holds then.
   */
  halt(params: HaltParams, options?: ChangeOptions): Promise<HaltResult>;
  /**
   * Let new orders pass again. Ends what users and limits of the account have halted. Where a limit had, losses and
   * drawdown are measured from now on. A halt of an operator stays, and so does one of another place. `halts` names
   * every one that holds its orders back still: its own, those of its account and of the platform, and for a strategy
   * those of its exchange keys. `mode` is the strictest of them. A sub-account ends what it has halted itself. Needs
   * a session or a key with full access.
   */
  resume(params: ResumeParams, options?: ChangeOptions): Promise<ResumeResult>;
}
