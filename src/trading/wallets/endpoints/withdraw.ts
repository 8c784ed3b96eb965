import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import { plusMillis, toSeconds } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { accountErrors, proveSecondFactor, secondFactorCodes, type SecondFactorDeps } from "../../accounts/index.ts";
import { FREE_PLAN } from "../../billing/index.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { amount, decimal, id, mutation, seconds } from "../../shapes.ts";
import { CURRENCIES, SYMBOLS } from "../core/currencies.ts";
import type { ChainDeps, WalletDeps } from "../deps.ts";
import { walletErrors } from "../errors.ts";
import type { WalletStore } from "../store.ts";
import { addressText, currencySymbol } from "../views.ts";

const REVIEW_MS = DAY_MS;

export const withdraw = endpoint({
  id: "wallets.withdraw",
  method: ["GET", "POST"],
  path: "/wallets/withdraw",
  auth: "ownerChange",
  summary: "Ask for a withdrawal",
  description:
    "The amount and the fee are reserved at once; an admin reviews each withdrawal within 24 hours. Two admins review it " +
    "where much leaves the account: all withdrawals that are under way count, and those of the last 24 hours. `amount` " +
    "is what arrives: the fee is taken beside it. Needs a paid package. A user with a second factor gives a code of it. " +
    "Keys with the access `trade` are refused.",
  input: {
    params: Type.Object({
      wallet_id: Type.Optional(id),
      currency: Type.Optional(currencySymbol),
      address_to: addressText,
      amount,
      ...secondFactorCodes,
    }),
  },
  output: json(
    mutation({
      state: Type.Literal("pending_review"),
      wallet_currency: Type.String(),
      amount: decimal,
      fee: decimal,
      amount_net: decimal,
      address_to: Type.String(),
      estimated_by: seconds,
    }),
  ),
  errors: [
    walletErrors.whichWallet,
    walletErrors.noWallet,
    walletErrors.noChain,
    walletErrors.levelTooLow,
    walletErrors.badAddress,
    walletErrors.tooSmall,
    walletErrors.addressNotAllowed,
    walletErrors.tooManyOpen,
    walletErrors.doubtful,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
    ledgerErrors.insufficient,
  ],
  examples: [
    {
      name: "of bitcoins",
      body: { currency: "BTC", address_to: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", amount: "0.01" },
    },
    {
      name: "to an address that was mistyped",
      body: { currency: "BTC", address_to: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp", amount: "0.01" },
      status: 422,
    },
    { name: "to nowhere", body: { currency: "BTC", amount: "0.01" }, status: 422 },
  ],

  async run(deps: WalletDeps & ChainDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    const { wallets, chains, clock } = deps;
    const currency = await currencyOf(wallets, actor.ownerUid, params);
    if (actor.plan.id === FREE_PLAN.id) throw walletErrors.levelTooLow({ plan: actor.plan.name });
    const chain = chains[currency];
    const address = chain.readAddress(params.address_to);
    if (address === undefined) throw walletErrors.badAddress({ network: CURRENCIES[currency].network });
    const units = parseAmount(params.amount);
    if (units < chain.minimumWithdrawal || units === 0n) {
      throw walletErrors.tooSmall({ minimum: formatAmount(chain.minimumWithdrawal), currency });
    }
    await proveSecondFactor(deps, actor.uid, params);
    const at = clock.now();
    const made = await wallets.request({
      ownerUid: actor.ownerUid,
      requestedBy: actor.uid,
      currency,
      address,
      amount: units,
      fee: chain.withdrawalFee,
      twoApprovalsAbove: chain.twoApprovalsAbove,
      at,
    });
    if (made === "doubtful") throw walletErrors.doubtful();
    if (made === "notAllowed") throw walletErrors.addressNotAllowed({ currency });
    if (made === "tooMany") throw walletErrors.tooManyOpen();
    return {
      status: true as const,
      id: String(made.id),
      message: "The withdrawal waits for its review",
      state: "pending_review" as const,
      wallet_currency: currency,
      amount: formatAmount(made.amount),
      fee: formatAmount(made.fee),
      amount_net: formatAmount(made.amount),
      address_to: made.address,
      estimated_by: toSeconds(plusMillis(at, REVIEW_MS)),
    };
  },
});

/** The currency that was named, or that of the wallet; where both are named, they agree. */
async function currencyOf(
  wallets: WalletStore,
  ownerUid: number,
  params: { readonly wallet_id?: string; readonly currency?: "BTC" | "ETH" },
) {
  if (params.wallet_id === undefined) {
    if (params.currency !== undefined) return params.currency;
    throw walletErrors.whichWallet({ details: { missing_parameters: ["wallet_id"] } });
  }
  const named = await wallets.findWallet(ownerUid, Number(params.wallet_id));
  const isOther = params.currency !== undefined && params.currency !== named;
  if (named === undefined || isOther) throw walletErrors.noWallet({ id: params.wallet_id });
  const currency = SYMBOLS.find((symbol) => symbol === named);
  if (!currency) throw walletErrors.noChain({ currency: named });
  return currency;
}
