import { describe, expect, test } from "vitest";
import {
  approvalsFor,
  decideWithdrawal,
  holdsMoney,
  shownState,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
  type StepFacts,
  type WithdrawalFacts,
  type WithdrawalState,
  type WithdrawalStep,
} from "./withdrawal.ts";

const owner = { uid: 1, ownerUid: 1 };
const anna = { uid: 8, ownerUid: 8 };
const ben = { uid: 9, ownerUid: 9 };

function facts(state: WithdrawalState, members: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
  return {
    state,
    ownerUid: 1,
    requestedBy: 1,
    approvalsNeeded: 1,
    firstApprovedBy: state === "half_approved" ? anna.uid : null,
    txid: state === "completed" ? "t1" : null,
    ...members,
  };
}

const approve = (by = anna): WithdrawalStep => ({ kind: "approve", by });
const reject = (by = anna): WithdrawalStep => ({ kind: "reject", by, reason: "no" });
const complete = (txid = "t1", by = anna): WithdrawalStep => ({ kind: "complete", by, txid, isBatch: false });
const cancel = (): WithdrawalStep => ({ kind: "cancel", by: owner });

const NOTHING: StepFacts = { isCreditor: false, hasOpened: false, isTxidUsed: false };

const move = (to: WithdrawalState, held: "stays" | "released" | "paid") => ({ kind: "move", to, held });
const known = { kind: "known" };
const refused = { kind: "refused", why: "state" };

/** Every state against every step: of one that needs one approval, and of one that needs two. */
const TABLE: readonly [WithdrawalState, 1 | 2, string, WithdrawalStep, object][] = [
  ["pending_review", 1, "approve", approve(), move("approved", "stays")],
  ["pending_review", 2, "approve", approve(), move("half_approved", "stays")],
  ["pending_review", 1, "reject", reject(), move("rejected", "released")],
  ["pending_review", 1, "cancel", cancel(), move("canceled", "released")],
  ["pending_review", 1, "complete", complete(), refused],
  ["half_approved", 2, "approve by the same admin", approve(anna), known],
  ["half_approved", 2, "approve by another admin", approve(ben), move("approved", "stays")],
  ["half_approved", 2, "reject", reject(), move("rejected", "released")],
  ["half_approved", 2, "cancel", cancel(), move("canceled", "released")],
  ["half_approved", 2, "complete", complete(), refused],
  ["approved", 1, "approve", approve(), known],
  ["approved", 2, "approve", approve(), known],
  ["approved", 1, "reject", reject(), move("rejected", "released")],
  ["approved", 1, "cancel", cancel(), refused],
  ["approved", 1, "complete", complete(), move("completed", "paid")],
  ["completed", 1, "approve", approve(), refused],
  ["completed", 2, "approve", approve(), refused],
  ["completed", 1, "reject", reject(), refused],
  ["completed", 1, "cancel", cancel(), refused],
  ["completed", 1, "complete with the same transaction", complete("t1"), known],
  ["completed", 1, "complete with another transaction", complete("t2"), { kind: "refused", why: "txid" }],
  ["rejected", 1, "approve", approve(), refused],
  ["rejected", 2, "approve", approve(), refused],
  ["rejected", 1, "reject", reject(), known],
  ["rejected", 1, "cancel", cancel(), refused],
  ["rejected", 1, "complete", complete(), refused],
  ["canceled", 1, "approve", approve(), refused],
  ["canceled", 2, "approve", approve(), refused],
  ["canceled", 1, "reject", reject(), refused],
  ["canceled", 1, "cancel", cancel(), known],
  ["canceled", 1, "complete", complete(), refused],
];

describe("a withdrawal", () => {
  test.each(TABLE)("that is %s and needs %i: %s", (state, approvalsNeeded, _step, step, expected) => {
    expect(decideWithdrawal(facts(state, { approvalsNeeded }), step, NOTHING)).toEqual(expected);
  });

  test("is tried in every state with every kind of step", () => {
    const kinds = ["approve", "reject", "complete", "cancel"];
    const tried = new Set(TABLE.map(([state, , , step]) => `${state} ${step.kind}`));
    expect(tried.size).toBe(WITHDRAWAL_STATES.length * kinds.length);
  });

  test.each([approve, reject, complete.bind(undefined, "t1")] as const)(
    "is never reviewed from its own account, in any state",
    (step) => {
      for (const state of WITHDRAWAL_STATES) {
        const own = { kind: "refused", why: "own" };
        expect(decideWithdrawal(facts(state), step({ uid: 1, ownerUid: 1 }), NOTHING)).toEqual(own);
        expect(decideWithdrawal(facts(state), step({ uid: 7, ownerUid: 1 }), NOTHING)).toEqual(own);
        expect(decideWithdrawal(facts(state, { requestedBy: 8 }), step(anna), NOTHING)).toEqual(own);
      }
    },
  );

  test("is approved by no admin who gave the account the money, in any state", () => {
    for (const state of WITHDRAWAL_STATES) {
      for (const approvalsNeeded of [1, 2] as const) {
        const decided = decideWithdrawal(facts(state, { approvalsNeeded }), approve(), {
          ...NOTHING,
          isCreditor: true,
        });
        expect(decided).toEqual({ kind: "refused", why: "creditor" });
      }
    }
  });

  test("is approved by no admin who had a way into the account, in any state", () => {
    for (const state of WITHDRAWAL_STATES) {
      const decided = decideWithdrawal(facts(state), approve(), { ...NOTHING, hasOpened: true });
      expect(decided).toEqual({ kind: "refused", why: "opener" });
    }
  });

  test("is completed by a transaction that has completed another only where that is said to be a batch", () => {
    const used = { ...NOTHING, isTxidUsed: true };
    const batch = { ...complete(), isBatch: true } as const;
    expect(decideWithdrawal(facts("approved"), complete(), used)).toEqual({ kind: "refused", why: "txidUsed" });
    expect(decideWithdrawal(facts("approved"), batch, used)).toEqual(move("completed", "paid"));
    expect(decideWithdrawal(facts("completed"), complete(), used), "once more").toEqual(known);
    expect(decideWithdrawal(facts("pending_review"), batch, used)).toEqual(refused);
  });

  test("needs two approvals as soon as it makes more leave than one admin may approve", () => {
    expect(approvalsFor(5n, 0n, 5n)).toBe(1);
    expect(approvalsFor(6n, 0n, 5n)).toBe(2);
    expect(approvalsFor(1n, 4n, 5n)).toBe(1);
    expect(approvalsFor(1n, 5n, 5n)).toBe(2);
  });

  test("can come into every state, and stays in its final ones", () => {
    const reached = new Set<WithdrawalState>(["pending_review"]);
    for (const state of reached) {
      for (const to of Object.values(WITHDRAWAL_TRANSITIONS[state])) if (to) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...WITHDRAWAL_STATES].sort());
    for (const state of WITHDRAWAL_STATES.filter((each) => !holdsMoney(each))) {
      const targets = Object.values(WITHDRAWAL_TRANSITIONS[state]).filter((to) => to !== null && to !== state);
      expect([state, targets]).toEqual([state, []]);
    }
  });

  test("shows one of the public states", () => {
    expect(WITHDRAWAL_STATES.map(shownState)).toEqual([
      "pending_review",
      "pending_review",
      "pending",
      "completed",
      "rejected",
      "rejected",
    ]);
  });
});
