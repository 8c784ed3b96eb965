/** Income and payments: the account's own side of the ledger, in the words of subscriptions. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { HistoryEntry, Listed } from "../store.ts";

interface Row {
  readonly id: number;
  readonly type: HistoryEntry["type"] | "server" | "drivetime";
  readonly currency: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly reference: string;
  readonly created_at: Instant;
}

/** Refunds of what is not listed are left out: withdrawals that were given back, and signals. */
const FROM = `from trading.ledger_postings p join trading.ledger_entries e on e.id = p.entry_id
  where p.account = 'user:' || $1::bigint
    and e.type in ('deposit', 'subscription', 'server', 'drivetime', 'commission', 'refund')
    and not (e.type = 'refund' and (e.reference ~ '^(withdraw|signal):' or exists (
      select from trading.ledger_refunds r join trading.ledger_entries charge on charge.id = r.refund_of
      where r.entry_id = e.id and charge.type = 'signal')))`;

/** A page of an account's history, newest first. */
export async function listHistory(q: Queryable, ownerUid: number, page: Page): Promise<Listed<HistoryEntry>> {
  const rows = await q.query<Row>({
    name: "trading.listBillingHistory",
    text: `select p.id, e.type, p.currency, p.amount, p.balance_after, e.reference, e.created_at ${FROM}
      order by p.id desc limit $2 offset $3`,
    values: [ownerUid, page.limit, page.offset],
  });
  return { items: rows.map(entryOf), total: await countHistory(q, ownerUid) };
}

/** The total beside a page. */
async function countHistory(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ readonly total: number }>({
    name: "trading.countBillingHistory",
    text: `select count(*) as total ${FROM}`,
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** Types of the ledger that a history has another word for. */
const OTHER_WORDS = { server: "subscription", drivetime: "topup" } as const;

function entryOf(row: Row): HistoryEntry {
  return {
    id: row.id,
    type: row.type === "server" || row.type === "drivetime" ? OTHER_WORDS[row.type] : row.type,
    currency: row.currency,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    reference: row.reference,
    createdAt: row.created_at,
  };
}
