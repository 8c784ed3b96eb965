/** Deposits that an admin has seen arrive, on chains that nothing watches. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { holdOpenAccount } from "../../users/index.ts";
import type { Deposit, RecordedDeposit } from "../store.ts";
import { creditDeposit, findDeposit } from "./deposits.ts";
import { ensureWallet } from "./wallets.ts";

/** Credits the deposit once; the same again changes nothing. */
export async function recordDeposit(tx: Transaction, deposit: RecordedDeposit): Promise<Deposit | "none" | "other"> {
  const { currency, ownerUid, txid, outputIndex, amount, recordedBy, at } = deposit;
  // Money belongs to main accounts only.
  if (!(await holdOpenAccount(tx, ownerUid))) return "none";
  const wallet = await ensureWallet(tx, ownerUid, currency, at);
  const [added] = await tx.query<{ id: number }>({
    name: "trading.addRecordedDeposit",
    text: `insert into trading.deposits (wallet_id, owner_id, recorded_by, currency, address, txid, output_index, amount,
        is_coinbase, state, credits, seen_at, credited_at)
      values ($1, $2, $3, $4, coalesce((select address from trading.receiving_addresses where wallet_id = $1
        order by id desc limit 1), ''), $5, $6, $7, false, 'settled', 1, $8::timestamptz, $8::timestamptz)
      on conflict (currency, txid, output_index) do nothing returning id`,
    values: [wallet.id, ownerUid, recordedBy, currency, txid, outputIndex, String(amount), timestamp(at)],
  });
  if (added) {
    await creditDeposit(tx, { ...deposit, id: added.id, credits: 0 }, at);
  }
  const stored = await findDeposit(tx, currency, txid, outputIndex);
  return stored?.ownerUid === ownerUid && stored.amount === amount ? stored : "other";
}
