/** One step of a withdrawal, as endpoints take it: the refusals in their words, and the answer. */
import type { Instant } from "../../kit/time/instant.ts";
import { transactionId } from "./core/currencies.ts";
import { shownState, type WithdrawalStep } from "./core/withdrawal.ts";
import { walletErrors } from "./errors.ts";
import type { WalletStore, Withdrawal } from "./store.ts";

/** The errors of `takeStep`, for tables of endpoints. */
export const STEP_ERRORS = [walletErrors.noWithdrawal, walletErrors.wrongState];

/** Further refusals to an admin. */
export const REVIEW_ERRORS = [...STEP_ERRORS, walletErrors.own, walletErrors.doubtful];

/** An admin who has credited an account, or had a way into it, does not approve. */
export const APPROVE_ERRORS = [...REVIEW_ERRORS, walletErrors.creditor, walletErrors.opener];

/** A transaction pays what it was sent for. */
export const COMPLETE_ERRORS = [...REVIEW_ERRORS, walletErrors.otherTransaction, walletErrors.transactionUsed];

/**
 * Takes the step. Repeating the step answers what the first one did.
 *
 * @throws one of `APPROVE_ERRORS` or `COMPLETE_ERRORS`.
 */
export async function takeStep(
  wallets: WalletStore,
  id: string,
  step: WithdrawalStep,
  options: { readonly at: Instant; readonly ownerUid?: number },
): Promise<{ readonly withdrawal: Withdrawal; readonly isNew: boolean }> {
  const outcome = await wallets.step(Number(id), step, options);
  if (outcome.kind === "none") throw walletErrors.noWithdrawal({ id });
  const { withdrawal } = outcome;
  if (outcome.kind !== "refused") return { withdrawal, isNew: outcome.kind === "moved" };
  switch (outcome.why) {
    case "own":
      throw walletErrors.own();
    case "doubtful":
      throw walletErrors.doubtful();
    case "creditor":
      throw walletErrors.creditor({ currency: withdrawal.currency });
    case "opener":
      throw walletErrors.opener();
    case "txidUsed":
      throw walletErrors.transactionUsed({
        txid: step.kind === "complete" ? transactionId(withdrawal.currency, step.txid) : "",
      });
    case "txid":
      throw walletErrors.otherTransaction({ id });
    case "state":
      throw walletErrors.wrongState({ id, state: shownState(withdrawal.state) });
  }
}
