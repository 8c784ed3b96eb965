/** Both storages of the platform area, in memory and in PostgreSQL, as tests that must hold for both need them. */
import type { Database } from "../../src/kit/sql/database.ts";
import { timestamp } from "../../src/kit/sql/values.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import type { PlatformStore } from "../../src/players/platform/index.ts";
import { platformStore } from "../../src/players/platform/sql/platform-store.ts";
import type { PlatformHooks } from "../../src/players/platform/sql/save-updates.ts";
import { platformAccounts, type KeptAccount } from "./platform-accounts.ts";

/** The facts that decide when an account is due. */
export type DueFacts = Pick<KeptAccount, "platformId" | "isOnline" | "lastSeenAt" | "checkedAt" | "heldUntil">;

export interface PlatformUnderTest {
  readonly store: PlatformStore;
  /** Adds accounts. */
  put(accounts: readonly DueFacts[]): Promise<void>;
  /** When an account was last checked and until when it is held. */
  find(platformId: string): Promise<Pick<DueFacts, "checkedAt" | "heldUntil"> | undefined>;
  remove(platformId: string): Promise<void>;
}

export function platformInMemory(): PlatformUnderTest {
  const accounts = platformAccounts();
  return {
    store: accounts,
    async put(given) {
      for (const { platformId, ...facts } of given) accounts.put(platformId, facts);
    },
    async find(platformId) {
      const row = accounts.rows.get(platformId);
      return row && { checkedAt: row.checkedAt, heldUntil: row.heldUntil };
    },
    async remove(platformId) {
      accounts.rows.delete(platformId);
    },
  };
}

/** The real one, on a database that is emptied first. */
export async function platformInSql(db: Database, hooks: Partial<PlatformHooks> = {}): Promise<PlatformUnderTest> {
  await db.execute({
    name: "test.empty",
    text: "truncate players.accounts, players.platform_keys, kit.outbox cascade",
  });
  return {
    store: platformStore(db, "test", { refreshPlatformNames: async () => [], ...hooks }),
    put: (accounts) => insertAccounts(db, accounts),
    async find(platformId) {
      const [row] = await db.query<{ checked_at: Instant | null; claimed_until: Instant | null }>({
        name: "test.account",
        text: "select checked_at, claimed_until from players.accounts where platform_id = $1",
        values: [platformId],
      });
      return row && { checkedAt: row.checked_at, heldUntil: row.claimed_until };
    },
    async remove(platformId) {
      await db.execute({
        name: "test.remove",
        text: "delete from players.accounts where platform_id = $1",
        values: [platformId],
      });
    },
  };
}

async function insertAccounts(db: Database, accounts: readonly DueFacts[]): Promise<void> {
  const times = (read: (account: DueFacts) => Instant | null): (string | null)[] =>
    accounts.map((account) => {
      const at = read(account);
      return at === null ? null : timestamp(at);
    });
  await db.execute({
    name: "test.insertAccounts",
    text: `insert into players.accounts (platform_id, online_on, last_seen, checked_at, claimed_until)
      select platform_id, case when is_online then 'Island' end, last_seen, checked_at, claimed_until
      from unnest($1::text[], $2::boolean[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
        as v (platform_id, is_online, last_seen, checked_at, claimed_until)`,
    values: [
      accounts.map(({ platformId }) => platformId),
      accounts.map(({ isOnline }) => isOnline),
      times(({ lastSeenAt }) => lastSeenAt),
      times(({ checkedAt }) => checkedAt),
      times(({ heldUntil }) => heldUntil),
    ],
  });
}
