/** Accounts with money, for tests of what they pay. */
import { parseAmount } from "../../src/kit/money/amount.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import { DAY_MS } from "../../src/kit/time/spans.ts";
import type { Change } from "../../src/trading/billing/store.ts";
import { balanceOf, postEntry } from "../../src/trading/ledger/index.ts";
import { addUser } from "./ledger-users.ts";

/** The start of 10 March 2026, in UTC. */
export const START = 1_773_100_800_000_000 as Instant;

/** This many days, and parts of days, after the start. */
export function day(days: number): Instant {
  return plusMillis(START, days * DAY_MS);
}

export interface Account {
  readonly uid: number;
  /** The actions of the account's main user at an instant. */
  change(at?: Instant): Change;
  deposit(amount: string): Promise<void>;
  /** Decimal, 8 places cut to 2: `29.00`. */
  balance(): Promise<string>;
}

let deposits = 0;

/** A main account that there has been since 1 January 2026, with some dollars. */
export async function openAccount(db: Database, dollars = "0"): Promise<Account> {
  const uid = await addUser(db, {});
  await db.execute({
    name: "test.setCreated",
    text: "update trading.users set created_at = '2026-01-01' where id = $1",
    values: [uid],
  });
  const account: Account = {
    uid,
    change: (at = START) => ({ ownerUid: uid, uid, at }),
    async deposit(amount) {
      const units = parseAmount(amount);
      await db.transaction((tx) =>
        postEntry(tx, {
          reference: `test:deposit:${++deposits}`,
          type: "deposit",
          ownerUid: uid,
          description: "A deposit",
          at: START,
          postings: [
            { account: `user:${uid}`, currency: "USD", amount: units },
            { account: "platform:deposits", currency: "USD", amount: -units },
          ],
        }),
      );
    },
    balance: async () => (Number(await balanceOf(db, `user:${uid}`, "USD")) / 1e8).toFixed(2),
  };
  if (Number(dollars) > 0) await account.deposit(dollars);
  return account;
}

/** A sub-account of an account. */
export async function openSubaccount(db: Database, owner: Account): Promise<number> {
  return await addUser(db, { ownerId: owner.uid });
}

/** The audit trail of an account, oldest first. */
export async function auditOf(db: Database, uid: number): Promise<string[]> {
  const rows = await db.query<{ readonly action: string }>({
    name: "test.auditActions",
    text: "select action from trading.audit where owner_id = $1 order by id",
    values: [uid],
  });
  return rows.map(({ action }) => action);
}

/** Subjects of the mails that an account was sent, oldest first. */
export async function mailsOf(db: Database, uid: number): Promise<string[]> {
  const rows = await db.query<{ readonly subject: string }>({
    name: "test.mailSubjects",
    text: "select subject from trading.mails where uid = $1 order by id",
    values: [uid],
  });
  return rows.map(({ subject }) => subject);
}
