/** What the endpoints of wallets are given. */
import type { Chains } from "./chains/open-chains.ts";
import type { WalletStore } from "./store.ts";

export interface WalletDeps {
  readonly wallets: WalletStore;
  readonly chains: Chains;
  /** How long a new address of a whitelist waits. */
  readonly withdrawAddressWaitMs: number;
}
