/** Ethereum addresses: made of the account's key as BIP 44 says, and checked with the checksum of EIP-55. */
import { addr } from "micro-eth-signer";
import { readAccountKey, XPUB, type AccountKey } from "./account-key.ts";

/** @throws UserError when the key is not that of an account. */
export function ethereumAccount(key: string, setting: string): AccountKey {
  return readAccountKey(key, [XPUB], setting);
}

/** The address of a receiving index (`m/44'/60'/account'/0/index`), with its checksum. */
export function ethereumAddress(account: AccountKey, index: number): string {
  return addr.fromPublicKey(account.publicKeyAt(index));
}

/**
 * The address with its checksum, or undefined when it is none. One in small letters or capitals only has no checksum and
 * is taken as it is; the zero address, whose money is lost, is not.
 */
export function readEthereumAddress(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return undefined;
  const hex = text.slice(2);
  const isPlain = hex === hex.toLowerCase() || hex === hex.toUpperCase();
  if (isPlain) return addr.addChecksum(text.toLowerCase());
  return addr.isValid(text) ? text : undefined;
}
