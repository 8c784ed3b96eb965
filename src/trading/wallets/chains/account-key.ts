/**
 * Extended public keys of accounts (BIP 32, SLIP 132), from which addresses are derived without any private key. A key
 * that could spend is refused before it is used.
 */
import { createHash } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { UserError } from "../../../kit/errors/user-error.ts";

/** An account's public key, at depth 3 as BIP 44 and BIP 84 have it. */
export interface AccountKey {
  /** Names the key without telling it: the beginning of its SHA-256. */
  readonly fingerprint: string;
  /** The public key of `m/.../0/index`, compressed; receiving addresses are made of these. */
  publicKeyAt(index: number): Uint8Array;
}

/** A form that a key may have: the letters it begins with, and their version bytes. */
export interface KeyForm {
  readonly prefix: string;
  readonly publicVersion: number;
}

export const XPUB: KeyForm = { prefix: "xpub", publicVersion: 0x04_88_b2_1e };
export const ZPUB: KeyForm = { prefix: "zpub", publicVersion: 0x04_b2_47_46 };
export const TPUB: KeyForm = { prefix: "tpub", publicVersion: 0x04_35_87_cf };
export const VPUB: KeyForm = { prefix: "vpub", publicVersion: 0x04_5f_1c_f6 };

const ACCOUNT_DEPTH = 3;

/**
 * Reads the key in `setting`.
 *
 * @throws UserError with a sentence that names the setting and never repeats its value.
 */
export function readAccountKey(text: string, forms: readonly KeyForm[], setting: string): AccountKey {
  const key = text.trim();
  if (isPrivate(key)) {
    throw new UserError(
      `${setting} holds a private key. This program must never see one: give it the public key of the account ` +
        `(${forms.map(({ prefix }) => `${prefix}...`).join(" or ")}), and treat the private key as no longer secret.`,
    );
  }
  const form = forms.find(({ prefix }) => key.startsWith(prefix));
  if (!form) {
    throw new UserError(`${setting} must be a public key that begins with ${forms.map((f) => f.prefix).join(" or ")}.`);
  }
  const account = parse(key, form, setting);
  if (account.depth !== ACCOUNT_DEPTH) {
    throw new UserError(
      `${setting} must be the key of an account (depth ${ACCOUNT_DEPTH}), not depth ${account.depth}.`,
    );
  }
  const receiving = account.deriveChild(0);
  return {
    fingerprint: createHash("sha256").update(bytesOf(account)).digest("hex").slice(0, 16),
    publicKeyAt: (index) => bytesOf(receiving.deriveChild(index)),
  };
}

/** Extended private keys of any kind, private keys in the form of wallets (WIF), bare ones, and seed words. */
function isPrivate(key: string): boolean {
  return (
    /^[a-z]prv/i.test(key) ||
    /^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(key) ||
    /^(0x)?[0-9a-f]{64}$/i.test(key) ||
    isSeed(key)
  );
}

/** Twelve to 24 words with blanks between them, as BIP 39 writes the seed of a wallet. */
function isSeed(key: string): boolean {
  const words = key.split(/ +/, 25);
  return words.length >= 12 && words.length <= 24 && words.every((word) => /^[a-z]+$/i.test(word));
}

function parse(key: string, form: KeyForm, setting: string): HDKey {
  try {
    const account = HDKey.fromExtendedKey(key, { public: form.publicVersion, private: 0 });
    if (account.privateKey === null) return account;
  } catch {
    // The library's own sentence may repeat what was given.
  }
  throw new UserError(`${setting} is not a complete extended public key: a letter may be wrong or missing.`);
}

/** The same key is the same, whatever letters it begins with. */
function bytesOf({ publicKey }: HDKey): Uint8Array {
  if (!publicKey) throw new RangeError("this index has no key");
  return publicKey;
}
