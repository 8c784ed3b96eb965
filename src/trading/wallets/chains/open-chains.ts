/** Everything that depends on a currency's chain and on the settings: addresses, limits, fees. */
import { envName } from "../../../kit/config/setting.ts";
import { parseAmount } from "../../../kit/money/amount.ts";
import type { CurrencySymbol } from "../core/currencies.ts";
import type { WalletConfig } from "../settings.ts";
import type { AccountKey } from "./account-key.ts";
import { bitcoinAccount, bitcoinAddress, readBitcoinAddress } from "./bitcoin.ts";
import { ethereumAccount, ethereumAddress, readEthereumAddress } from "./ethereum.ts";

/** Amounts in units of 1e-8. */
export interface Chain {
  /** Undefined while the key is not set: then nothing can be deposited. */
  readonly receiving: Receiving | undefined;
  /** The environment variable that would set it. */
  readonly keySetting: string;
  /** Deposits are found and credited automatically; otherwise by an admin. */
  readonly isWatched: boolean;
  /** Confirmations that a deposit needs. */
  readonly confirmations: number;
  readonly minimumDeposit: bigint;
  readonly minimumWithdrawal: bigint;
  readonly withdrawalFee: bigint;
  readonly twoApprovalsAbove: bigint;
  /** An address in its one form; undefined when it is none of this chain. */
  readAddress(text: string): string | undefined;
}

export interface Receiving {
  /** Names the account key; addresses of another one stay watched when the key is changed. */
  readonly fingerprint: string;
  addressAt(index: number): string;
}

export type Chains = Readonly<Record<CurrencySymbol, Chain>>;

/** @throws UserError when a key in the settings is wrong, or is a private one. */
export function openChains(config: WalletConfig): Chains {
  const network = config.bitcoinNetwork;
  const [bitcoinKey, ethereumKey] = [setting("bitcoinAccountKey"), setting("ethereumAccountKey")];
  return {
    BTC: {
      receiving: receivingOf(
        config.bitcoinAccountKey,
        (key) => bitcoinAccount(key, network, bitcoinKey),
        (account, index) => bitcoinAddress(account, network, index),
      ),
      keySetting: bitcoinKey,
      isWatched: config.esploraUrl !== "",
      confirmations: config.bitcoinConfirmations,
      minimumDeposit: parseAmount(config.bitcoinMinimumDeposit),
      minimumWithdrawal: parseAmount(config.bitcoinMinimumWithdrawal),
      withdrawalFee: parseAmount(config.bitcoinWithdrawalFee),
      twoApprovalsAbove: parseAmount(config.bitcoinTwoApprovalsAbove),
      readAddress: (text) => readBitcoinAddress(text, network),
    },
    ETH: {
      receiving: receivingOf(
        config.ethereumAccountKey,
        (key) => ethereumAccount(key, ethereumKey),
        (account, index) => ethereumAddress(account, index),
      ),
      keySetting: ethereumKey,
      isWatched: false,
      confirmations: config.ethereumConfirmations,
      minimumDeposit: parseAmount(config.ethereumMinimumDeposit),
      minimumWithdrawal: parseAmount(config.ethereumMinimumWithdrawal),
      withdrawalFee: parseAmount(config.ethereumWithdrawalFee),
      twoApprovalsAbove: parseAmount(config.ethereumTwoApprovalsAbove),
      readAddress: readEthereumAddress,
    },
  };
}

function setting(property: keyof WalletConfig): string {
  return envName("trading", property);
}

function receivingOf(
  key: string | undefined,
  open: (key: string) => AccountKey,
  addressAt: (account: AccountKey, index: number) => string,
): Receiving | undefined {
  if (key === undefined || key === "") return undefined;
  const account = open(key);
  return { fingerprint: account.fingerprint, addressAt: (index) => addressAt(account, index) };
}
