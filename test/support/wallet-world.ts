/** Everything that tests of wallets work with: accounts, the stores, a chain on loopback, and the ledger's state. */
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { balanceOf } from "../../src/trading/ledger/index.ts";
import { openChains, type Chains } from "../../src/trading/wallets/chains/open-chains.ts";
import { walletStore } from "../../src/trading/wallets/sql/wallet-store.ts";
import { watchStore } from "../../src/trading/wallets/sql/watch-store.ts";
import type { WalletConfig } from "../../src/trading/wallets/settings.ts";
import { esplora } from "../../src/trading/wallets/watch/esplora.ts";
import { GONE_BLOCKS, type WatchDeps } from "../../src/trading/wallets/watch/watch-deposits.ts";
import type { FakeEsplora } from "./fake-esplora.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";

/** Account 0 of BIP 84's test vectors. */
export const BITCOIN_ACCOUNT_KEY =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

export const WALLET_CONFIG: WalletConfig = {
  bitcoinAccountKey: BITCOIN_ACCOUNT_KEY,
  bitcoinNetwork: "mainnet",
  esploraUrl: "http://127.0.0.1:1",
  bitcoinConfirmations: 3,
  ethereumConfirmations: 12,
  bitcoinMinimumDeposit: "0.00001",
  ethereumMinimumDeposit: "0.01",
  bitcoinMinimumWithdrawal: "0.00001",
  ethereumMinimumWithdrawal: "0.01",
  bitcoinWithdrawalFee: "0.000001",
  ethereumWithdrawalFee: "0.002",
  bitcoinTwoApprovalsAbove: "0.0005",
  ethereumTwoApprovalsAbove: "10",
  withdrawAddressWaitHours: 24,
};

export function walletWorld(db: Database, fake: FakeEsplora) {
  const chains: Chains = openChains(WALLET_CONFIG);
  const wallets = walletStore(db);
  const clock = systemClock();
  const log: KeptLog = keptLog();
  const http = outbound({ allowPrivate: [`127.0.0.1:${fake.port}`], userAgent: "test", clock });
  const watch: WatchDeps = {
    watchStore: watchStore(db),
    esplora: esplora(fake.url, http),
    rules: { confirmations: chains.BTC.confirmations, goneBlocks: GONE_BLOCKS },
    minimumDeposit: chains.BTC.minimumDeposit,
    clock,
    log,
  };
  return {
    chains,
    wallets,
    clock,
    log,
    http,
    watch,
    now: (): Instant => clock.now(),
    async address(ownerUid: number): Promise<string> {
      const { receiving } = chains.BTC;
      if (!receiving) throw new Error("no key");
      return wallets.receivingAddress(ownerUid, "BTC", receiving, clock.now());
    },
    /** In satoshi. */
    balance: (ownerUid: number) => balanceOf(db, `user:${ownerUid}`, "BTC"),
    held: (ownerUid: number) => balanceOf(db, `held:${ownerUid}`, "BTC"),
    async states(ownerUid: number): Promise<string[]> {
      const { items } = await wallets.listDeposits(ownerUid, { limit: 100, offset: 0 });
      return items.toReversed().map(({ state }) => state);
    },
  };
}
