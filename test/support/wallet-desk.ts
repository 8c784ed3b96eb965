/** The endpoints of wallets as functions, against a real database: who calls, and what callers have. */
import type { Database } from "../../src/kit/sql/database.ts";
import { plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { Caller } from "../../src/trading/caller.ts";
import { openChains } from "../../src/trading/wallets/chains/open-chains.ts";
import { accountBalance } from "../../src/trading/wallets/endpoints/account-balance.ts";
import { adminRecordDeposit } from "../../src/trading/wallets/endpoints/admin-record-deposit.ts";
import { walletStore } from "../../src/trading/wallets/sql/wallet-store.ts";
import { scriptedMarket } from "./scripted-market.ts";
import { secondFactorDeps } from "./second-factor.ts";
import { WALLET_CONFIG } from "./wallet-world.ts";

/** A call of an endpoint whose parameters have been checked. */
export function walletCall<Input>(uid: number, params: Input, planId = "pro") {
  const actor = { uid, ownerUid: uid, plan: { id: planId, name: "Some plan" } } as unknown as Caller;
  return { input: { params }, actor, requestId: "r", signal: new AbortController().signal };
}

export function walletDesk(db: Database) {
  let now = 1_790_000_000_000_000 as Instant;
  let transactions = 0;
  const deps = {
    wallets: walletStore(db),
    chains: openChains(WALLET_CONFIG),
    market: scriptedMarket(),
    withdrawAddressWaitMs: 86_400_000,
    clock: { now: () => now },
    ...secondFactorDeps(db, { now: () => now }),
  };
  /** The id of a transaction that was not named before. */
  const transaction = (): string => `0x${String(transactions++).padStart(64, "0")}`;
  return {
    deps,
    now: () => now,
    pass(ms: number) {
      now = plusMillis(now, ms);
    },
    transaction,
    /** Credits ether, as an admin does. */
    async deposit(amount: string, to: number, admin: number): Promise<void> {
      const txid = transaction();
      const params = { currency: "ETH", uid: String(to), txid, output_index: 0, amount } as const;
      await adminRecordDeposit.run(deps, walletCall(admin, params));
    },
    async ether(of: number) {
      const wallets = (await accountBalance.run(deps, { ...walletCall(of, {}), input: {} })) as {
        id: string;
        symbol: string;
        balance: string;
        held: string;
        usd_value: null;
      }[];
      const found = wallets.find(({ symbol }) => symbol === "ETH");
      return { id: found?.id ?? "", balance: found?.balance, held: found?.held, usd: found?.usd_value };
    },
  };
}
