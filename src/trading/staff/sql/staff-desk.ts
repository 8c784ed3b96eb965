/** What staff are told, on PostgreSQL: what was taken and the mails about it are one transaction. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { DEFAULT_CHANNELS } from "../../alerts/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { takeUntoldTickets } from "../../support/index.ts";
import { takeUntoldDeposits, takeUntoldWithdrawals } from "../../wallets/index.ts";
import { renderStaffMail, type Waiting } from "../core/staff-mail.ts";
import type { StaffDesk } from "../store.ts";

/** Of each kind in one mail; the next mail has the rest. */
const LISTED = 50;
const MOST_STAFF = 100;

/** `consoleUrl`: where the console is served, if it is known. */
export function staffDesk(db: Database, consoleUrl: string | undefined): StaffDesk {
  return { tellWaiting: (now) => db.transaction((tx) => tellWaiting(tx, now, consoleUrl)) };
}

async function tellWaiting(tx: Transaction, at: Instant, consoleUrl: string | undefined): Promise<void> {
  const staff = await listStaffWithMail(tx);
  if (staff.length === 0) return;
  const hasAdmin = staff.some(({ role }) => role === "admin");
  const tickets = await takeUntoldTickets(tx, LISTED);
  const forAll: Waiting = { tickets, withdrawals: [], deposits: [] };
  const forAdmins: Waiting = {
    tickets,
    withdrawals: hasAdmin ? await takeUntoldWithdrawals(tx, LISTED) : [],
    deposits: hasAdmin ? await takeUntoldDeposits(tx, LISTED) : [],
  };
  for (const { uid, email, role } of staff) {
    const mail = renderStaffMail(role === "admin" ? forAdmins : forAll, consoleUrl);
    if (mail) await enqueueMail(tx, { to: email, uid, ...mail, at });
  }
}

/** Staff who are let in, have a verified address, and did not switch mail off. */
async function listStaffWithMail(
  tx: Transaction,
): Promise<{ readonly uid: number; readonly email: string; readonly role: "support" | "admin" }[]> {
  return tx.query({
    name: "trading.listStaffWithMail",
    text: `select u.id as uid, u.email, u.role
      from trading.users u left join trading.user_settings s on s.uid = u.id
      where u.role in ('support', 'admin') and u.is_active and u.closed_at is null and u.email_verified_at is not null
        and coalesce((s.settings->>'notifications_email')::boolean, $1::boolean)
      order by u.id limit ${MOST_STAFF}`,
    values: [DEFAULT_CHANNELS.email],
  });
}
