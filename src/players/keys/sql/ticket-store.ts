/** Tickets on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { MAX_TICKETS, type TicketStore } from "../store.ts";

export function ticketStore(db: Database): TicketStore {
  return {
    add: (ticket) => addTicket(db, ticket),
    take: (hash) => takeTicket(db, hash),
  };
}

/**
 * A new ticket, if there is room. Those that are made at the very same time may be a few too many, which does no harm.
 * What has expired is removed by the same statement, so that it is all done or nothing is.
 */
async function addTicket(
  db: Queryable,
  { hash, keyId, ttlSeconds }: Parameters<TicketStore["add"]>[0],
): Promise<boolean> {
  const added = await db.execute({
    name: "players.addTicket",
    text: `with expired as (
        delete from players.stream_tickets where hash in (
          select hash from players.stream_tickets where expires_at <= clock_timestamp() limit 1000 for update skip locked)
      )
      insert into players.stream_tickets (hash, key_id, expires_at)
      select $1, $2, clock_timestamp() + $3 * interval '1 second'
      where (
        select count(*) from players.stream_tickets where key_id = $2 and expires_at > clock_timestamp()
      ) < ${MAX_TICKETS}`,
    values: [hash, keyId, ttlSeconds],
  });
  return added === 1;
}

/** Of several who show one ticket at the same time, one gets an answer: the others wait for the row, and find none. */
async function takeTicket(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ key_id: string; counts: boolean }>({
    name: "players.takeTicket",
    text: `delete from players.stream_tickets where hash = $1
      returning key_id, expires_at > clock_timestamp() as counts`,
    values: [hash],
  });
  return row?.counts ? row.key_id : undefined;
}
