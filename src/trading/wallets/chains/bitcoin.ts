/** Bitcoin addresses: made of the account's key as BIP 84 says, and checked with network and checksum. */
import { Address, NETWORK, p2wpkh, TEST_NETWORK } from "@scure/btc-signer";
import { invariant } from "../../../kit/errors/invariant.ts";
import { readAccountKey, TPUB, VPUB, XPUB, ZPUB, type AccountKey } from "./account-key.ts";

export type BitcoinNetwork = "mainnet" | "testnet" | "regtest";

type Network = typeof NETWORK;

const NETWORKS: Readonly<Record<BitcoinNetwork, Network>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: "bcrt" },
};

/** Longest form of an address: bech32 has at most 90 characters. */
const MAX_CHARACTERS = 90;

/** @throws UserError when the key is not that of an account on this network. */
export function bitcoinAccount(key: string, network: BitcoinNetwork, setting: string): AccountKey {
  return readAccountKey(key, network === "mainnet" ? [ZPUB, XPUB] : [VPUB, TPUB], setting);
}

/** The native segwit address of a receiving index (BIP 84: `m/84'/coin'/account'/0/index`). */
export function bitcoinAddress(account: AccountKey, network: BitcoinNetwork, index: number): string {
  const { address } = p2wpkh(account.publicKeyAt(index), NETWORKS[network]);
  invariant(address, "a public key has an address");
  return address;
}

/** The address in the form that it has everywhere, or undefined when it is none of this network or was mistyped. */
export function readBitcoinAddress(text: string, network: BitcoinNetwork): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  // Bech32 may be all capitals, as in a QR code; BIP 173 has one meaning for both.
  const address = text === text.toUpperCase() && /^(BC|TB|BCRT)1/.test(text) ? text.toLowerCase() : text;
  try {
    const kind = Address(NETWORKS[network]).decode(address).type;
    return ["pkh", "sh", "wpkh", "wsh", "tr"].includes(kind) ? address : undefined;
  } catch {
    return undefined;
  }
}
