/** Tickets for the push on PostgreSQL, where every process finds them. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { MAX_PUSH_TICKETS, type PushTicketStore } from "../store.ts";

export function pushTicketStore(db: Database): PushTicketStore {
  return {
    add: (ticket) => addPushTicket(db, ticket),
    take: (hash) => takePushTicket(db, hash),
  };
}

/**
 * A new ticket, if the session has not too many that wait. Times are those of the database's clock, which all processes
 * share. Tickets that are made at the same moment may be a few too many, which does no harm. What has expired is removed by
 * the same statement.
 */
async function addPushTicket(
  q: Queryable,
  { hash, sessionId, ttlSeconds }: Parameters<PushTicketStore["add"]>[0],
): Promise<boolean> {
  const added = await q.execute({
    name: "trading.addPushTicket",
    text: `with expired as (
        delete from trading.push_tickets where hash in (
          select hash from trading.push_tickets where expires_at <= clock_timestamp() limit 1000 for update skip locked)
      )
      insert into trading.push_tickets (hash, session_id, expires_at)
      select $1, $2, clock_timestamp() + $3 * interval '1 second'
      where (
        select count(*) from trading.push_tickets where session_id = $2 and expires_at > clock_timestamp()
      ) < ${MAX_PUSH_TICKETS}`,
    values: [hash, sessionId, ttlSeconds],
  });
  return added === 1;
}

/** Of several that show one ticket at the same time, one gets an answer: the others wait for the row, and find none. */
async function takePushTicket(q: Queryable, hash: Buffer): Promise<number | undefined> {
  const [row] = await q.query<{ session_id: number; counts: boolean }>({
    name: "trading.takePushTicket",
    text: `delete from trading.push_tickets where hash = $1
      returning session_id, expires_at > clock_timestamp() as counts`,
    values: [hash],
  });
  return row?.counts ? row.session_id : undefined;
}
