/** Forgets who people were. Their rows stay, because the ledger and the trail refer to them. */
import type { Transaction } from "../../../kit/sql/database.ts";

/**
 * For closed users: removes names, addresses, countries and passwords, with settings, links, invitations, mails and
 * the contacts of tickets, the keywords they followed, and their descriptions of themselves as developers of signals.
 * Where they came from stays, and under which username: the owner of an account sees what its sub-accounts did.
 */
export async function forgetPeople(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetPeople",
    text: `with tokens as (delete from trading.user_tokens where uid = any ($1::bigint[])),
        settings as (delete from trading.user_settings where uid = any ($1::bigint[])),
        invitations as (delete from trading.invitations where inviter_id = any ($1::bigint[])),
        keywords as (delete from trading.news_keywords where uid = any ($1::bigint[])),
        developers as (update trading.signal_developers set name = '', description = '', website = '', key = null,
          sealed_secret = null where owner_uid = any ($1::bigint[])),
        hooks as (update trading.signal_hooks set label = '' where uid = any ($1::bigint[])),
        mails as (delete from trading.mails where uid = any ($1::bigint[])),
        tickets as (update trading.tickets set contact_name = '', contact_email = '' where uid = any ($1::bigint[]))
      update trading.users set name = '', email = '', email_verified_at = null, country = null, password_hash = ''
      where id = any ($1::bigint[])`,
    values: [uids],
  });
}

/** The rest, when no user is left who may look at it. A name that a user chose never contains a colon. */
export async function forgetTraces(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetTraces",
    text: `with accesses as (delete from trading.accesses where uid = any ($1::bigint[]))
      update trading.users set username = 'closed:' || id where id = any ($1::bigint[])`,
    values: [uids],
  });
}
