import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { parseAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { amount, id, mutation } from "../../shapes.ts";
import { transactionId } from "../core/currencies.ts";
import type { ChainDeps, WalletDeps } from "../deps.ts";
import { walletErrors } from "../errors.ts";
import { currencySymbol, depositTransfer, txidText, viewDeposit } from "../views.ts";

export const adminRecordDeposit = endpoint({
  id: "wallets.adminRecordDeposit",
  method: ["GET", "POST"],
  path: "/wallets/admin/record-deposit",
  auth: "provenAdmin",
  summary: "Credit a deposit that has arrived",
  description:
    "For chains that are not watched: ETH always, BTC where no Esplora interface is set. Credited once for each output of " +
    "a transaction (`output_index`; for Ethereum 0, or the index of the call in the transaction).",
  input: {
    params: Type.Object({
      currency: currencySymbol,
      uid: id,
      txid: txidText,
      output_index: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
      amount,
    }),
  },
  output: json(mutation({ deposit: depositTransfer })),
  errors: [
    walletErrors.watched,
    walletErrors.noAccount,
    walletErrors.ownDeposit,
    walletErrors.otherDeposit,
    walletErrors.tooSmall,
  ],
  examples: [
    {
      name: "for nobody",
      body: { currency: "ETH", uid: "999999999", txid: `0x${"ab".repeat(32)}`, amount: "1.5" },
      status: 404,
    },
    { name: "without an amount", body: { currency: "ETH", uid: "1", txid: `0x${"ab".repeat(32)}` }, status: 422 },
  ],
  beyondSpec: true,

  async run({ wallets, chains, clock }: WalletDeps & ChainDeps & ClockDeps, { input: { params }, actor }) {
    const { currency, uid } = params;
    if (chains[currency].isWatched) throw walletErrors.watched({ currency });
    if (Number(uid) === actor.ownerUid) throw walletErrors.ownDeposit();
    const units = parseAmount(params.amount);
    if (units === 0n) throw walletErrors.tooSmall({ minimum: "0.00000001", currency });
    const deposit = await wallets.recordDeposit({
      currency,
      ownerUid: Number(uid),
      txid: transactionId(currency, params.txid),
      outputIndex: params.output_index,
      amount: units,
      recordedBy: actor.uid,
      at: clock.now(),
    });
    if (deposit === "none") throw walletErrors.noAccount({ uid });
    if (deposit === "other") throw walletErrors.otherDeposit();
    return {
      status: true as const,
      id: String(deposit.id),
      message: "The deposit is credited",
      deposit: viewDeposit(deposit),
    };
  },
});
