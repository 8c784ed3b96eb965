/** The dependencies of the endpoints and jobs of wallets. */
import type { Chains } from "./chains/open-chains.ts";
import type { WalletStore } from "./store.ts";

export interface WalletDeps {
  readonly wallets: WalletStore;
}

export interface ChainDeps {
  readonly chains: Chains;
}

export interface WhitelistDeps {
  /** How long a new address of a whitelist waits. */
  readonly withdrawAddressWaitMs: number;
}
