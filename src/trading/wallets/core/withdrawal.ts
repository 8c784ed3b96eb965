/** The steps of a withdrawal: who may move it on, where to, and the effect on the reserved money. */

/** `half_approved`: one admin of two has approved. The last three are final. */
export type WithdrawalState = "pending_review" | "half_approved" | "approved" | "completed" | "rejected" | "canceled";

export type WithdrawalEvent = "approveFirst" | "approveLast" | "reject" | "cancel" | "complete";

export const WITHDRAWAL_STATES: readonly WithdrawalState[] = [
  "pending_review",
  "half_approved",
  "approved",
  "completed",
  "rejected",
  "canceled",
];

/** Where each event leads. The state itself: the event has happened before and changes nothing. null: not from here. */
export const WITHDRAWAL_TRANSITIONS: Readonly<
  Record<WithdrawalState, Readonly<Record<WithdrawalEvent, WithdrawalState | null>>>
> = {
  pending_review: {
    approveFirst: "half_approved",
    approveLast: "approved",
    reject: "rejected",
    cancel: "canceled",
    complete: null,
  },
  half_approved: {
    approveFirst: "half_approved",
    approveLast: "approved",
    reject: "rejected",
    cancel: "canceled",
    complete: null,
  },
  // A payment that could not be sent is rejected after all; its owner can no longer call it back.
  approved: {
    approveFirst: "approved",
    approveLast: "approved",
    reject: "rejected",
    cancel: null,
    complete: "completed",
  },
  completed: { approveFirst: null, approveLast: null, reject: null, cancel: null, complete: "completed" },
  rejected: { approveFirst: null, approveLast: null, reject: "rejected", cancel: null, complete: null },
  canceled: { approveFirst: null, approveLast: null, reject: null, cancel: "canceled", complete: null },
};

/** Of a withdrawal, all that the next step is decided by. */
export interface WithdrawalFacts {
  readonly state: WithdrawalState;
  readonly ownerUid: number;
  readonly requestedBy: number;
  readonly approvalsNeeded: 1 | 2;
  readonly firstApprovedBy: number | null;
  readonly txid: string | null;
}

/** Further facts that decide a step. */
export interface StepFacts {
  /** The admin has given the account money of this currency: by a credit, a recorded deposit or a refund. */
  readonly isCreditor: boolean;
  /** The admin has made the account, or reset its password or second factor, and so could have asked in its name. */
  readonly hasOpened: boolean;
  /** Another withdrawal was completed with the transaction. */
  readonly isTxidUsed: boolean;
}

interface Person {
  readonly uid: number;
  readonly ownerUid: number;
}

export type WithdrawalStep =
  | { readonly kind: "approve"; readonly by: Person }
  | { readonly kind: "reject"; readonly by: Person; readonly reason: string }
  | { readonly kind: "complete"; readonly by: Person; readonly txid: string; readonly isBatch: boolean }
  | { readonly kind: "cancel"; readonly by: Person };

/**
 * `held`: what happens to the money that is held for the withdrawal. `known`: this has happened before. `own`:
 * withdrawals of the own account cannot be reviewed. `creditor`: the admin who gave an account money does not approve
 * that it leaves. `opener`: nor does an admin who could have asked for it in the account's name. `txid`: it was
 * completed with another transaction. `txidUsed`: the transaction has completed another withdrawal, and was not said
 * to be a batch.
 */
export type WithdrawalDecision =
  | { readonly kind: "move"; readonly to: WithdrawalState; readonly held: "stays" | "released" | "paid" }
  | { readonly kind: "known" }
  | { readonly kind: "refused"; readonly why: "state" | "own" | "creditor" | "opener" | "txid" | "txidUsed" };

/**
 * Decides one step. Never throws. A withdrawal that needs two approvals moves on only by two different admins; an admin
 * who approves twice changes nothing.
 */
export function decideWithdrawal(
  facts: WithdrawalFacts,
  step: WithdrawalStep,
  { isCreditor, hasOpened, isTxidUsed }: StepFacts,
): WithdrawalDecision {
  const isOwn = step.by.uid === facts.requestedBy || step.by.ownerUid === facts.ownerUid;
  if (step.kind !== "cancel" && isOwn) return { kind: "refused", why: "own" };
  if (step.kind === "approve" && isCreditor) return { kind: "refused", why: "creditor" };
  if (step.kind === "approve" && hasOpened) return { kind: "refused", why: "opener" };
  const event = eventOf(facts, step);
  const to = WITHDRAWAL_TRANSITIONS[facts.state][event];
  if (to === null) return { kind: "refused", why: "state" };
  if (to === facts.state) {
    const other = step.kind === "complete" && step.txid !== facts.txid;
    return other ? { kind: "refused", why: "txid" } : { kind: "known" };
  }
  if (step.kind === "complete" && isTxidUsed && !step.isBatch) return { kind: "refused", why: "txidUsed" };
  return { kind: "move", to, held: heldAfter(to) };
}

/**
 * How many admins must approve a withdrawal: two where it would make what leaves the account more than `above`. The
 * outflow is everything in progress, whenever it was requested, and everything sent in the last 24 hours.
 */
export function approvalsFor(amount: bigint, leaving: bigint, above: bigint): 1 | 2 {
  return amount + leaving > above ? 2 : 1;
}

/** Whether money is held for a withdrawal in this state. */
export function holdsMoney(state: WithdrawalState): boolean {
  return state === "pending_review" || state === "half_approved" || state === "approved";
}

/** The state as transfers show it. */
export function shownState(state: WithdrawalState): "pending_review" | "pending" | "completed" | "rejected" {
  if (state === "half_approved") return "pending_review";
  if (state === "approved") return "pending";
  if (state === "canceled") return "rejected";
  return state;
}

function eventOf(facts: WithdrawalFacts, step: WithdrawalStep): WithdrawalEvent {
  if (step.kind !== "approve") return step.kind;
  if (facts.approvalsNeeded === 1) return "approveLast";
  const isSecond = facts.firstApprovedBy !== null && facts.firstApprovedBy !== step.by.uid;
  return isSecond ? "approveLast" : "approveFirst";
}

function heldAfter(to: WithdrawalState): "stays" | "released" | "paid" {
  if (to === "completed") return "paid";
  return holdsMoney(to) ? "stays" : "released";
}
