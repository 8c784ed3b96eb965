/**
 * The next state of a deposit as its transaction is seen in a block, waiting, or nowhere. A block can leave the chain,
 * so money that was credited may have to be taken back; it is never credited twice.
 */

/**
 * - `pending`: seen, not credited; `gone`: not credited, and seen nowhere for long.
 * - `credited`; `unsettled`: credited, but its block has left the chain; `settled`: credited, and too deep to be undone.
 * - `reversed`: credited, lost for good and taken back; `review`: lost for good, but the balance was too low to take
 *   it back: an admin must look at the account.
 * - `too_small`: below the minimum when it was seen first; never credited.
 */
export type DepositState =
  | "pending"
  | "gone"
  | "credited"
  | "unsettled"
  | "settled"
  | "reversed"
  | "review"
  | "too_small";

/** Where the transaction was found. A block is named only after it has been found in the chain. */
export type DepositPlace =
  | { readonly kind: "block"; readonly height: number; readonly hash: string }
  | { readonly kind: "waiting" }
  | { readonly kind: "nowhere" };

export interface DepositRules {
  /** Blocks on top and including its own that a deposit needs to be credited. */
  readonly confirmations: number;
  /** For how many blocks a transaction must have been missing to be lost for good. */
  readonly goneBlocks: number;
}

/** So deep that the watcher no longer keeps the hash: a deposit with more confirmations is settled. */
export const KEPT_HEIGHTS = 100;

/** Confirmations that a miner's reward needs before it can be spent: a rule of Bitcoin itself. */
const COINBASE_CONFIRMATIONS = 100;

export interface DepositFacts {
  readonly state: DepositState;
  readonly isCoinbase: boolean;
  /** Height of the chain when the transaction was first missed; null while it is seen. */
  readonly missingSinceHeight: number | null;
}

/** `reverse`: take the money back, and be in state `review` instead where the balance does not allow it. */
export interface DepositMove {
  readonly state: DepositState;
  readonly missingSinceHeight: number | null;
  readonly action: "none" | "credit" | "reverse";
}

/** The next state of a deposit that was looked for while the chain had `tipHeight` blocks. */
export function decideDeposit(
  facts: DepositFacts,
  place: DepositPlace,
  tipHeight: number,
  rules: DepositRules,
): DepositMove {
  if (facts.state === "settled" || facts.state === "too_small") return { ...facts, action: "none" };
  if (place.kind === "nowhere") return missing(facts, tipHeight, rules);
  const isCredited = hasCredit(facts.state);
  const has = confirmationsOf(place, tipHeight);
  const needs = facts.isCoinbase ? Math.max(COINBASE_CONFIRMATIONS, rules.confirmations) : rules.confirmations;
  if (has < needs) {
    return { state: isCredited ? "unsettled" : "pending", missingSinceHeight: null, action: "none" };
  }
  return {
    state: has > KEPT_HEIGHTS ? "settled" : "credited",
    missingSinceHeight: null,
    action: isCredited ? "none" : "credit",
  };
}

/** Blocks that confirm a transaction in this place; 0 for one in a block that came after `tipHeight` was read. */
export function confirmationsOf(place: DepositPlace, tipHeight: number): number {
  return place.kind === "block" ? Math.max(0, tipHeight - place.height + 1) : 0;
}

/** Whether the account has the money of a deposit in this state. */
export function hasCredit(state: DepositState): boolean {
  return state === "credited" || state === "unsettled" || state === "settled" || state === "review";
}

/** The state as transfers show it. */
export function shownDepositState(state: DepositState): "pending" | "completed" | "rejected" | "failed" {
  if (state === "credited" || state === "settled") return "completed";
  if (state === "pending" || state === "unsettled" || state === "review") return "pending";
  return state === "too_small" ? "rejected" : "failed";
}

function missing(facts: DepositFacts, tipHeight: number, rules: DepositRules): DepositMove {
  const missingSinceHeight = facts.missingSinceHeight ?? tipHeight;
  const isLost = tipHeight - missingSinceHeight >= rules.goneBlocks;
  const to = (state: DepositState, action: DepositMove["action"] = "none"): DepositMove => ({
    state,
    missingSinceHeight,
    action,
  });
  if (facts.state === "review") return to("reversed", "reverse");
  if (hasCredit(facts.state)) return isLost ? to("reversed", "reverse") : to("unsettled");
  if (facts.state === "pending") return to(isLost ? "gone" : "pending");
  return to(facts.state);
}
