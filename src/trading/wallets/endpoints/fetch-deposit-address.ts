import QRCode from "qrcode";
import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { decimal } from "../../shapes.ts";
import { CURRENCIES } from "../core/currencies.ts";
import type { ChainDeps, WalletDeps } from "../deps.ts";
import { walletErrors } from "../errors.ts";
import { currencySymbol } from "../views.ts";

export const fetchDepositAddress = endpoint({
  id: "wallets.fetchDepositAddress",
  method: ["GET", "POST"],
  path: "/wallets/fetch-deposit-address",
  auth: "user",
  permission: "finance",
  summary: "Where to send a deposit",
  description:
    "The account's own address, the same each time. Deposits of BTC are found in the chain and credited automatically, " +
    "once they have enough confirmations; deposits of ETH are credited by an admin.",
  input: {
    params: Type.Object({ wallet_currency: Type.Optional(Type.Union(currencySymbol.anyOf, { default: "BTC" })) }),
  },
  output: json(
    Type.Object({
      wallet_currency: Type.String(),
      address: Type.String(),
      tag: Type.Union([Type.String(), Type.Null()], { description: "Always null: no chain here needs one" }),
      network: Type.String(),
      qr: Type.String({ description: "Picture of a QR code with the address, as a data URI" }),
      minimum_deposit: decimal,
      confirmations: Type.Integer({ minimum: 1, description: "How many a deposit needs to be credited" }),
    }),
  ),
  errors: [walletErrors.notSetUp],
  examples: [
    { name: "of the default currency", query: {} },
    { name: "of Ethereum", query: { wallet_currency: "ETH" } },
    { name: "of a currency without a chain", query: { wallet_currency: "USD" }, status: 422 },
  ],

  async run({ wallets, chains, clock }: WalletDeps & ChainDeps & ClockDeps, { input: { params }, actor }) {
    const currency = params.wallet_currency ?? "BTC";
    const { receiving, keySetting, minimumDeposit, confirmations } = chains[currency];
    if (!receiving) throw walletErrors.notSetUp({ currency, setting: keySetting });
    const address = await wallets.receivingAddress(actor.ownerUid, currency, receiving, clock.now());
    const { network, scheme } = CURRENCIES[currency];
    const picture = await QRCode.toString(`${scheme}:${address}`, { type: "svg", errorCorrectionLevel: "M" });
    return {
      wallet_currency: currency,
      address,
      tag: null,
      network,
      qr: `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`,
      minimum_deposit: formatAmount(minimumDeposit),
      confirmations,
    };
  },
});
