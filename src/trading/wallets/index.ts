/** The door of wallets: deposits from block chains, withdrawals to them, and who reviews these. */
export { openChains } from "./chains/open-chains.ts";
export { SYMBOLS } from "./core/currencies.ts";
export { hasWithdrawWhitelist } from "./sql/allowed-addresses.ts";
export { hasOpenDeposit } from "./sql/deposits.ts";
export { takeUntoldDeposits, takeUntoldWithdrawals } from "./sql/untold.ts";
export { esploraHosts, walletSettings } from "./settings.ts";
export { esplora, type Esplora } from "./watch/esplora.ts";
export { GONE_BLOCKS } from "./watch/watch-deposits.ts";
