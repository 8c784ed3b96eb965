import { describe, expect, test } from "vitest";
import {
  confirmationsOf,
  decideDeposit,
  hasCredit,
  shownDepositState,
  type DepositFacts,
  type DepositPlace,
  type DepositState,
} from "./deposit.ts";

const rules = { confirmations: 3, goneBlocks: 6 };
const TIP = 500;
const inBlock = (confirmations: number): DepositPlace => ({
  kind: "block",
  height: TIP - confirmations + 1,
  hash: "h",
});
const waiting: DepositPlace = { kind: "waiting" };
const nowhere: DepositPlace = { kind: "nowhere" };
const at = (state: DepositState, missingSinceHeight: number | null = null): DepositFacts => ({
  state,
  isCoinbase: false,
  missingSinceHeight,
});

describe("a deposit", () => {
  test.each<[string, DepositFacts, DepositPlace, DepositState, string]>([
    ["waits", at("pending"), waiting, "pending", "none"],
    ["has too few confirmations", at("pending"), inBlock(2), "pending", "none"],
    ["has enough", at("pending"), inBlock(3), "credited", "credit"],
    ["is found when it is old", at("pending"), inBlock(101), "settled", "credit"],
    ["stays credited", at("credited"), inBlock(4), "credited", "none"],
    ["grows too deep to be undone", at("credited"), inBlock(101), "settled", "none"],
    ["is back among those that wait", at("credited"), waiting, "unsettled", "none"],
    ["is in another block, near the top", at("credited"), inBlock(1), "unsettled", "none"],
    ["is confirmed again", at("unsettled"), inBlock(3), "credited", "none"],
    ["is missed", at("credited"), nowhere, "unsettled", "none"],
    ["has been missed, not for long", at("unsettled", TIP - 5), nowhere, "unsettled", "none"],
    ["has been missed for long", at("unsettled", TIP - 6), nowhere, "reversed", "reverse"],
    ["could not be taken back and is still lost", at("review", TIP), nowhere, "reversed", "reverse"],
    ["could not be taken back, and comes again", at("review", TIP - 9), inBlock(3), "credited", "none"],
    ["could not be taken back, and waits again", at("review", TIP - 9), waiting, "unsettled", "none"],
    ["was taken back, and comes again", at("reversed", TIP - 9), inBlock(3), "credited", "credit"],
    ["was taken back, and stays away", at("reversed", TIP - 9), nowhere, "reversed", "none"],
    ["never came", at("pending", TIP - 6), nowhere, "gone", "none"],
    ["comes after all", at("gone", TIP - 60), inBlock(3), "credited", "credit"],
    ["stays away", at("gone", TIP - 60), nowhere, "gone", "none"],
    ["is settled for ever", at("settled"), nowhere, "settled", "none"],
    ["was too small for ever", at("too_small"), inBlock(50), "too_small", "none"],
  ])("that %s", (_what, facts, place, state, action) => {
    expect(decideDeposit(facts, place, TIP, rules)).toMatchObject({ state, action });
  });

  test("is missed from the first time on, and no longer once it is seen", () => {
    const first = decideDeposit(at("credited"), nowhere, TIP, rules);
    expect(first.missingSinceHeight).toBe(TIP);
    const second = decideDeposit({ ...at("unsettled"), ...first }, nowhere, TIP + 5, rules);
    expect(second).toMatchObject({ state: "unsettled", missingSinceHeight: TIP });
    expect(decideDeposit({ ...at("unsettled"), ...second }, waiting, TIP + 5, rules).missingSinceHeight).toBeNull();
  });

  test("that a miner was paid needs 100 confirmations", () => {
    const coinbase = { ...at("pending"), isCoinbase: true };
    expect(decideDeposit(coinbase, inBlock(99), TIP, rules).action).toBe("none");
    expect(decideDeposit(coinbase, inBlock(100), TIP, rules).action).toBe("credit");
  });

  test("is given money only when it has none, and loses only what it has", () => {
    const states: DepositState[] = [
      "pending",
      "gone",
      "credited",
      "unsettled",
      "settled",
      "reversed",
      "review",
      "too_small",
    ];
    for (const state of states) {
      for (const place of [waiting, nowhere, inBlock(1), inBlock(3), inBlock(200)]) {
        for (const since of [null, TIP - 1, TIP - 50]) {
          const move = decideDeposit(at(state, since), place, TIP, rules);
          const change = { none: 0, credit: 1, reverse: -1 }[move.action];
          expect(Number(hasCredit(state)) + change).toBe(Number(hasCredit(move.state)));
        }
      }
      expect(["pending", "completed", "rejected", "failed"]).toContain(shownDepositState(state));
    }
  });

  test("in a block above the top that was read has no confirmation yet", () => {
    expect(confirmationsOf({ kind: "block", height: TIP + 2, hash: "h" }, TIP)).toBe(0);
    expect(confirmationsOf({ kind: "block", height: TIP, hash: "h" }, TIP)).toBe(1);
  });
});
