/** The settings of wallets: members of the trading section. */
import { Type, type Static } from "typebox";
import { secretText } from "../../kit/config/setting.ts";

/** Amounts stay text until they are read exactly. */
function amountText(byDefault: string, description: string) {
  return Type.String({ pattern: "^[0-9]{1,12}(\\.[0-9]{1,8})?$", maxLength: 21, default: byDefault, description });
}

function twoApprovals(currency: string): string {
  return (
    `When more ${currency} than this leaves an account within 24 hours, the withdrawal needs the approval of two admins. ` +
    "All withdrawals that are under way count."
  );
}

/** Properties to be spread into the settings of trading. */
export const walletSettings = {
  bitcoinAccountKey: secretText({
    description:
      "Public key of the BIP 84 account (`m/84'/0'/0'`) that receives deposits, as `zpub...` or `xpub...` (`vpub...` or " +
      "`tpub...` for test networks). Each account of the platform gets an address of its own from it, in order, so the " +
      "wallet that holds the private key needs a wide gap limit. A private key is refused. Without it, deposits of BTC " +
      "are off.",
  }),
  bitcoinNetwork: Type.Union([Type.Literal("mainnet"), Type.Literal("testnet"), Type.Literal("regtest")], {
    default: "mainnet",
    description: "Which chain Bitcoin addresses belong to.",
  }),
  ethereumAccountKey: secretText({
    description:
      "Public key of the account (`m/44'/60'/0'`) that receives deposits of ETH, as `xpub...`. A private key is refused. " +
      "Without it, deposits of ETH are off.",
  }),
  esploraUrl: Type.String({
    pattern: "^$|^https?://[^\\s?#@]+$",
    maxLength: 500,
    default: "",
    description:
      "Base URL of the Esplora interface (such as `https://node.example.com/api`) at which deposits of BTC are watched. It may " +
      "be private. Empty watches none.",
  }),
  bitcoinConfirmations: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 3,
    description: "Confirmations after which a deposit of BTC is credited.",
  }),
  ethereumConfirmations: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 12,
    description: "Confirmations that callers are told a deposit of ETH needs. An admin credits it.",
  }),
  bitcoinMinimumDeposit: amountText("0.0001", "Smallest deposit of BTC that is credited."),
  ethereumMinimumDeposit: amountText("0.005", "Smallest deposit of ETH that is credited."),
  bitcoinMinimumWithdrawal: amountText("0.001", "Smallest withdrawal of BTC."),
  ethereumMinimumWithdrawal: amountText("0.01", "Smallest withdrawal of ETH."),
  bitcoinWithdrawalFee: amountText("0.0001", "The fee of a withdrawal of BTC, beside its amount."),
  ethereumWithdrawalFee: amountText("0.002", "The fee of a withdrawal of ETH, beside its amount."),
  bitcoinTwoApprovalsAbove: amountText("0.5", twoApprovals("BTC")),
  ethereumTwoApprovalsAbove: amountText("10", twoApprovals("ETH")),
  withdrawAddressWaitHours: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 24,
    description:
      "How long a new address of an account's withdrawal whitelist cannot be used yet, and a whitelist that was emptied " +
      "still holds; hours.",
  }),
};

const walletSettingsSchema = Type.Object(walletSettings);

export type WalletConfig = Readonly<Static<typeof walletSettingsSchema>>;

/** The host of a URL that the operator has named, and which may therefore be private; none for an empty one. */
export function esploraHosts({ esploraUrl }: Pick<WalletConfig, "esploraUrl">): string[] {
  return URL.canParse(esploraUrl) ? [new URL(esploraUrl).host] : [];
}
