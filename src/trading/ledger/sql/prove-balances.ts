/** Proves that what accounts hold follows from what was posted. */
import type { Queryable } from "../../../kit/sql/database.ts";

/** An account whose balance, count or chain of balances does not follow from its postings. */
export interface BalanceDifference {
  readonly account: string;
  readonly currency: string;
  /** The stored balance, in units of 1e-8. */
  readonly stored: bigint;
  /** The sum of its postings. */
  readonly proven: bigint;
}

export interface BalanceProof {
  /** How many accounts were looked at, each with each currency; one of the platform in all its parts. */
  readonly accounts: number;
  readonly entries: number;
  /** At most 100. */
  readonly differences: readonly BalanceDifference[];
  /** References of entries that do not balance or have no postings; at most 100. */
  readonly unbalanced: readonly string[];
  /** Currencies of which all accounts together do not hold 0. */
  readonly totals: readonly { readonly currency: string; readonly total: bigint }[];
}

const ACCOUNTS_A_BATCH = 500;
const ENTRIES_A_BATCH = 20_000;
const MAX_FINDINGS = 100;

/**
 * Computes all balances again. Goes in batches, so that no statement takes long. Each sees one state of the database,
 * so posting continues at the same time.
 */
export async function proveBalances(q: Queryable): Promise<BalanceProof> {
  const differences: BalanceDifference[] = [];
  let accounts = 0;
  for (let after = { account: "", currency: "" }; ;) {
    const batch = await sumAccounts(q, after);
    accounts += batch.length;
    differences.push(...batch.filter(({ is_right }) => !is_right).map(differenceOf));
    const last = batch.at(-1);
    if (!last || batch.length < ACCOUNTS_A_BATCH) break;
    after = last;
  }
  const unbalanced: string[] = [];
  let entries = 0;
  for (let after = 0; ;) {
    const [batch] = await sumEntries(q, after);
    if (!batch || batch.count === 0) break;
    entries += batch.count;
    unbalanced.push(...batch.unbalanced);
    after = batch.last_id;
  }
  return {
    accounts,
    entries,
    differences: differences.slice(0, MAX_FINDINGS),
    unbalanced: unbalanced.slice(0, MAX_FINDINGS),
    totals: await sumCurrencies(q),
  };
}

interface AccountRow {
  readonly account: string;
  readonly currency: string;
  readonly stored: string;
  readonly proven: string;
  readonly is_right: boolean;
}

/**
 * The next accounts with the sums of their postings. An account is right when each of its parts holds that sum and has
 * as many postings as it states. The postings are numbered without a gap, and each states the sum up to it.
 */
async function sumAccounts(q: Queryable, after: { account: string; currency: string }): Promise<AccountRow[]> {
  return q.query<AccountRow>({
    name: "trading.sumAccounts",
    text: `with batch as (
        select distinct account, currency from trading.ledger_accounts
        where (account, currency) > ($1, $2) order by account, currency limit ${ACCOUNTS_A_BATCH}),
      chain as (
        select p.account, p.currency, p.part, p.amount, p.sequence, p.balance_after,
          sum(p.amount) over part as running, row_number() over part as place
        from batch join trading.ledger_postings p using (account, currency)
        window part as (partition by p.account, p.currency, p.part order by p.sequence)),
      parts as (
        select account, currency, part, sum(amount) as proven, count(*) as postings,
          bool_and(running = balance_after and place = sequence) as is_chained
        from chain group by account, currency, part)
      select account, currency, sum(a.balance) as stored, coalesce(sum(p.proven), 0) as proven,
        bool_and(a.balance = coalesce(p.proven, 0) and a.sequence = coalesce(p.postings, 0)
          and coalesce(p.is_chained, true)) as is_right
      from batch join trading.ledger_accounts a using (account, currency)
        left join parts p using (account, currency, part)
      group by account, currency order by account, currency`,
    values: [after.account, after.currency],
  });
}

function differenceOf({ account, currency, stored, proven }: AccountRow): BalanceDifference {
  return { account, currency, stored: BigInt(stored), proven: BigInt(proven) };
}

interface EntriesRow {
  readonly count: number;
  readonly last_id: number;
  readonly unbalanced: string[];
}

/** The next entries: how many, and which of them do not balance. */
async function sumEntries(q: Queryable, after: number): Promise<EntriesRow[]> {
  return q.query<EntriesRow>({
    name: "trading.sumEntries",
    text: `with batch as (
        select id, reference from trading.ledger_entries where id > $1 order by id limit ${ENTRIES_A_BATCH}),
      sums as (
        select b.reference, coalesce(sum(p.amount), 1) as total
        from batch b left join trading.ledger_postings p on p.entry_id = b.id
        group by b.reference, p.currency)
      select (select count(*) from batch) as count, (select coalesce(max(id), 0) from batch) as last_id,
        array(select distinct reference from sums where total <> 0 order by reference limit ${MAX_FINDINGS}) as unbalanced`,
    values: [after],
  });
}

/** Currencies of which money came from nowhere, or went there. */
async function sumCurrencies(q: Queryable): Promise<{ currency: string; total: bigint }[]> {
  const rows = await q.query<{ currency: string; total: string }>({
    name: "trading.sumCurrencies",
    text: `select currency, sum(balance) as total from trading.ledger_accounts
      group by currency having sum(balance) <> 0 order by currency limit ${MAX_FINDINGS}`,
  });
  return rows.map(({ currency, total }) => ({ currency, total: BigInt(total) }));
}
