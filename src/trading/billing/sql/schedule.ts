/** Billing's entries in the calendars of main accounts: months of packages, and when rented things end. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ScheduleEntry, ScheduleSource, ScheduleWindow } from "../../calendar/index.ts";
import { comingMonths, type ComingMonth } from "../core/coming-months.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";
import { findSubscription } from "./subscriptions.ts";

/** Only main accounts are notified about money. */
export function billingSchedule(db: Queryable): ScheduleSource {
  return async ({ ownerUid, isSubaccount }, window) => {
    if (isSubaccount) return [];
    const months = comingMonths(await findSubscription(db, ownerUid), window);
    return [
      ...months.map((month) => entry(`package:${month.id}`, titleOf(month), month.at)),
      ...(await listServerEnds(db, ownerUid, window)),
      ...(await listDrivetimeEnds(db, ownerUid, window)),
    ];
  };
}

function titleOf({ kind, name, price }: ComingMonth): string {
  if (kind === "end") return `Package ${name} ends`;
  const cost = `${formatAmount(price)} ${BILLING_CURRENCY}`;
  return kind === "renewal" ? `Renewal of package ${name}: ${cost}` : `Change to package ${name}: ${cost}`;
}

/** Servers whose paid time ends in the window. */
async function listServerEnds(q: Queryable, ownerUid: number, window: ScheduleWindow): Promise<ScheduleEntry[]> {
  const rows = await q.query<{ id: number; region: string; server_package: string; expires_at: Instant }>({
    name: "trading.listServerEnds",
    text: `select id, region, server_package, expires_at from trading.servers
      where owner_id = $1 and status in ('provisioning', 'active') and expires_at between $2 and $3
      order by expires_at, id limit $4`,
    values: [ownerUid, timestamp(window.from), timestamp(window.to), window.limit],
  });
  return rows.map(({ id, region, server_package: machine, expires_at: at }) =>
    entry(`server:${id}`, `Server ${id} (${machine}, ${region}) ends`, at),
  );
}

/** Run time that would be lost in the window. */
async function listDrivetimeEnds(q: Queryable, ownerUid: number, window: ScheduleWindow): Promise<ScheduleEntry[]> {
  const rows = await q.query<{ expires_at: Instant }>({
    name: "trading.listDrivetimeEnds",
    text: `select expires_at from trading.drivetime
      where owner_id = $1 and balance_seconds > 0 and expires_at between $2 and $3`,
    values: [ownerUid, timestamp(window.from), timestamp(window.to)],
  });
  return rows.map(({ expires_at: at }) => entry("drivetime", "Drivetime expires", at));
}

function entry(reference: string, title: string, startsAt: Instant): ScheduleEntry {
  return { id: reference, type: "subscription", title, startsAt, endsAt: null, reference };
}
