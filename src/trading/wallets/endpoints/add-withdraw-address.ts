import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, proveSecondFactor, secondFactorCodes, type SecondFactorDeps } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { EMPTY_OR_NOT_BLANK, mutation } from "../../shapes.ts";
import { CURRENCIES } from "../core/currencies.ts";
import type { ChainDeps, WalletDeps, WhitelistDeps } from "../deps.ts";
import { walletErrors } from "../errors.ts";
import { addressText, allowedAddress, currencySymbol, viewAllowed } from "../views.ts";

export const addWithdrawAddress = endpoint({
  id: "wallets.addWithdrawAddress",
  method: ["GET", "POST"],
  path: "/wallets/add-withdraw-address",
  auth: "ownerChange",
  summary: "Add an address to the whitelist of withdrawals",
  description:
    "From the first entry of a currency on, it is withdrawn to its entries only. A new entry can be used after a waiting " +
    "time, so that an intruder who gets into the account for a moment gains nothing, and the owner is notified by mail. A user " +
    "with a second factor gives a code of it.",
  input: {
    params: Type.Object({
      currency: currencySymbol,
      address_to: addressText,
      label: Type.String({ maxLength: 100, pattern: EMPTY_OR_NOT_BLANK, default: "" }),
      ...secondFactorCodes,
    }),
  },
  output: json(mutation({ address: allowedAddress })),
  errors: [
    walletErrors.badAddress,
    walletErrors.tooManyAllowed,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    {
      name: "of a wallet of one's own",
      body: {
        currency: "ETH",
        address_to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        label: "At home",
      },
    },
    { name: "of another chain", body: { currency: "BTC", address_to: `0x${"ab".repeat(20)}` }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: WalletDeps & ChainDeps & WhitelistDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    const { wallets, chains, clock, withdrawAddressWaitMs } = deps;
    const { currency, label } = params;
    const address = chains[currency].readAddress(params.address_to);
    if (address === undefined) throw walletErrors.badAddress({ network: CURRENCIES[currency].network });
    await proveSecondFactor(deps, actor.uid, params);
    const { ownerUid, uid } = actor;
    const at = clock.now();
    const entry = await wallets.allow({ ownerUid, uid, currency, address, label, at, waitMs: withdrawAddressWaitMs });
    if (entry === "tooMany") throw walletErrors.tooManyAllowed();
    return {
      status: true as const,
      id: String(entry.id),
      message: "The address is on the whitelist",
      address: viewAllowed(entry),
    };
  },
});
