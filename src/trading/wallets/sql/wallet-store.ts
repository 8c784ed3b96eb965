/** Wallets, deposits and withdrawals on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { holdsMoney, WITHDRAWAL_STATES } from "../core/withdrawal.ts";
import type { WalletStore } from "../store.ts";
import { allowAddress, disallowAddress, listAllowed } from "./allowed-addresses.ts";
import { requestWithdrawal, stepWithdrawal } from "./change-withdrawal.ts";
import { listDeposits, listDoubtful } from "./deposits.ts";
import { recordDeposit } from "./record-deposit.ts";
import { findWallet, listWallets, receivingAddress } from "./wallets.ts";
import { listForReview, listWithdrawals } from "./withdrawals.ts";

const OPEN = WITHDRAWAL_STATES.filter(holdsMoney);

export function walletStore(db: Database): WalletStore {
  return {
    findWallet: (ownerUid, walletId) => findWallet(db, ownerUid, walletId),
    listWallets: (ownerUid, at) => db.transaction((tx) => listWallets(tx, ownerUid, at)),
    receivingAddress: (ownerUid, currency, receiving, at) =>
      db.transaction((tx) => receivingAddress(tx, ownerUid, currency, receiving, at)),
    listDeposits: (ownerUid, page) => db.snapshot((tx) => listDeposits(tx, ownerUid, page)),
    listDoubtful: (page) => db.snapshot((tx) => listDoubtful(tx, page)),
    recordDeposit: (deposit) => db.transaction((tx) => recordDeposit(tx, deposit)),
    request: (request) => db.transaction((tx) => requestWithdrawal(tx, request)),
    step: (id, step, options) => db.transaction((tx) => stepWithdrawal(tx, id, step, options)),
    listWithdrawals: (ownerUid, page) => db.snapshot((tx) => listWithdrawals(tx, ownerUid, page)),
    listForReview: (states, page) => db.snapshot((tx) => listForReview(tx, states.length === 0 ? OPEN : states, page)),
    listAllowed: (ownerUid) => listAllowed(db, ownerUid),
    allow: (entry) => db.transaction((tx) => allowAddress(tx, entry)),
    disallow: (entry) => db.transaction((tx) => disallowAddress(tx, entry)),
  };
}
