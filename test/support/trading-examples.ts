/** The world in which the examples of the trading platform's operations are true: an account with money and a package. */
import { HDKey } from "@scure/bip32";
import { postEntry, type LedgerEntry } from "../../src/trading/ledger/index.ts";
import type { TradingWorld } from "./trading-world.ts";

/** From the published test vectors: do not send anything there. */
export const EXAMPLE_SETTINGS = {
  // BIP 84, section "Test vectors": the account 0.
  TRIPOD_TRADING_BITCOIN_ACCOUNT_KEY:
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
  TRIPOD_TRADING_ETHEREUM_ACCOUNT_KEY: HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/0'")
    .publicExtendedKey,
  TRIPOD_TRADING_EXCHANGES: "simulated",
  TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
  TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
} as const;

const UNITS = 100_000_000n;

/** Gives a user money of two currencies, a paid invoice, and the package `pro`. */
export async function furnish({ platform, trading }: TradingWorld, uid: number): Promise<void> {
  const at = platform.clock.now();
  const entry = (
    reference: string,
    type: LedgerEntry["type"],
    currency: string,
    from: string,
    to: string,
    amount: bigint,
  ): LedgerEntry => ({
    reference,
    type,
    ownerUid: uid,
    description: "of the examples",
    at,
    postings: [
      { account: from, currency, amount: -amount },
      { account: to, currency, amount },
    ],
  });
  const user = `user:${uid}`;
  await platform.db.transaction(async (tx) => {
    await postEntry(tx, entry("example:usd", "deposit", "USD", "platform:deposits", user, 10_000n * UNITS));
    await postEntry(tx, entry("example:btc", "deposit", "BTC", "platform:deposits", user, UNITS));
    await postEntry(tx, entry("invoice:1", "subscription", "USD", user, "platform:revenue", 10n * UNITS));
  });
  // So that there is something to verify.
  await platform.db.execute({
    name: "test.forgetVerification",
    text: "update trading.users set email_verified_at = null where id = $1",
    values: [uid],
  });
  await trading.deps.billing.changePackage({ ownerUid: uid, uid, at }, "pro");
}
