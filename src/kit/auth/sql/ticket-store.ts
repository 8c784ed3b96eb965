/** Tickets on PostgreSQL, in a table of the service that gives them. */
import type { Database, Queryable } from "../../sql/database.ts";
import { invariant } from "../../errors/invariant.ts";
import { MAX_TICKETS, type NewTicket, type TicketStore } from "../tickets.ts";

/** A table with the columns `hash` (primary key), the owner's and `expires_at`. Its names are part of the statements. */
export interface TicketTable {
  /** With its schema. */
  readonly name: string;
  /** The column of the owner. */
  readonly owner: string;
}

export function ticketStore<Owner extends string | number>(db: Database, table: TicketTable): TicketStore<Owner> {
  invariant(/^[a-z]{1,20}\.[a-z_]{1,40} [a-z_]{1,40}$/.test(`${table.name} ${table.owner}`), "names are plain words");
  return {
    add: (ticket) => addTicket(db, table, ticket),
    take: (hash) => takeTicket<Owner>(db, table, hash),
  };
}

/**
 * Adds a ticket if there is room. Tickets that are made at the same moment can exceed the limit by a few, which does no
 * harm. The same statement removes what has expired.
 */
async function addTicket(
  q: Queryable,
  { name, owner: column }: TicketTable,
  { hash, owner, ttlSeconds }: NewTicket<string | number>,
): Promise<boolean> {
  const added = await q.execute({
    name: `${name}.add`,
    text: `with expired as (
        delete from ${name} where hash in (
          select hash from ${name} where expires_at <= clock_timestamp() limit 1000 for update skip locked)
      )
      insert into ${name} (hash, ${column}, expires_at)
      select $1, $2, clock_timestamp() + $3 * interval '1 second'
      where (
        select count(*) from ${name} where ${column} = $2 and expires_at > clock_timestamp()
      ) < ${MAX_TICKETS}`,
    values: [hash, owner, ttlSeconds],
  });
  return added === 1;
}

/** Of several requests that show one ticket at the same time, one gets an answer: the others wait for the row, and find none. */
async function takeTicket<Owner>(
  q: Queryable,
  { name, owner: column }: TicketTable,
  hash: Buffer,
): Promise<Owner | undefined> {
  const [row] = await q.query<{ owner: Owner; counts: boolean }>({
    name: `${name}.take`,
    text: `delete from ${name} where hash = $1 returning ${column} as owner, expires_at > clock_timestamp() as counts`,
    values: [hash],
  });
  return row?.counts ? row.owner : undefined;
}
