import { expect, test } from "vitest";
import { BITCOIN_ACCOUNT_KEY, WALLET_CONFIG } from "../../../../test/support/wallet-world.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { openChains } from "../chains/open-chains.ts";
import type { WalletConfig } from "../settings.ts";
import { listSupportedWallets } from "./list-supported-wallets.ts";

const now = 1_790_000_000_900_000 as Instant;

/** The answer where these keys are set. */
function supportedWith(keys: Partial<WalletConfig>) {
  const config = { ...WALLET_CONFIG, bitcoinAccountKey: "", ...keys };
  const deps = { chains: openChains(config), clock: { now: () => now } };
  const rest = { actor: undefined, requestId: "r", signal: new AbortController().signal };
  return listSupportedWallets.run(deps, { input: {}, ...rest });
}

test("wallets are supported whose deposits the operator has set up, as their chains count", () => {
  expect(supportedWith({})).toEqual({ last_updated: 1_790_000_000, supported: [] });
  const bitcoin = { symbol: "BTC", name: "Bitcoin", decimals: 8 };
  expect(supportedWith({ bitcoinAccountKey: BITCOIN_ACCOUNT_KEY })).toMatchObject({ supported: [bitcoin] });
  // Published test vectors of BIP 32.
  const ethereumAccountKey =
    "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5";
  expect(supportedWith({ bitcoinAccountKey: BITCOIN_ACCOUNT_KEY, ethereumAccountKey })).toMatchObject({
    supported: [bitcoin, { symbol: "ETH", name: "Ethereum", decimals: 18 }],
  });
});
