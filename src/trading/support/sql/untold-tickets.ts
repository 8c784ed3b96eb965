/** Tickets of which staff have not been told yet. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { ticketNumber } from "../core/ticket-state.ts";

/** The oldest open tickets of which staff have not been told since they were opened, told from now on. */
export async function takeUntoldTickets(
  tx: Transaction,
  limit: number,
): Promise<
  { readonly number: string; readonly subject: string; readonly category: string; readonly priority: string }[]
> {
  const rows = await tx.query<{ id: number; subject: string; category: string; priority: string }>({
    name: "trading.takeUntoldTickets",
    text: `with untold as (
        select id from trading.tickets where status = 'open' and not is_told order by id limit $1 for update skip locked
      ), told as (
        update trading.tickets t set is_told = true from untold where t.id = untold.id
        returning t.id, t.subject, t.category, t.priority
      )
      select id, subject, category, priority from told order by id`,
    values: [limit],
  });
  return rows.map(({ id, ...ticket }) => ({ number: ticketNumber(id), ...ticket }));
}
