/** Forgets who people were. Their rows stay, because the ledger and the trail refer to them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { forgetAuditOfAccounts, forgetAuditOfPeople } from "../../audit/index.ts";

/**
 * For closed users: removes names, addresses, countries and passwords, with settings, links, invitations, mails,
 * reminders and the contacts of tickets, the keywords they followed, the labels and addresses of their keys, and their descriptions
 * of themselves as developers of signals. Where they came from stays, and under which username: the owner of an account
 * sees what its sub-accounts did.
 */
export async function forgetPeople(tx: Transaction, uids: readonly number[]): Promise<void> {
  await forgetAuditOfPeople(tx, uids);
  await tx.execute({
    name: "trading.forgetPeople",
    text: `with proven as (select lower(email) as email from trading.users
          where id = any ($1::bigint[]) and email_verified_at is not null),
        tokens as (delete from trading.user_tokens where uid = any ($1::bigint[])),
        settings as (delete from trading.user_settings where uid = any ($1::bigint[])),
        invitations as (delete from trading.invitations where inviter_id = any ($1::bigint[])),
        keywords as (delete from trading.news_keywords where uid = any ($1::bigint[])),
        reminders as (delete from trading.reminders where uid = any ($1::bigint[])),
        keys as (update trading.api_keys set label = '', addresses = '{}' where user_id = any ($1::bigint[])),
        developers as (update trading.signal_developers set name = '', description = '', website = '', key = null,
          sealed_secret = null where owner_uid = any ($1::bigint[])),
        hooks as (update trading.signal_hooks set label = '' where uid = any ($1::bigint[])),
        mails as (delete from trading.mails where uid = any ($1::bigint[])),
        links as (delete from trading.mails using proven
          where uid is null and carries_link and lower(recipient) = proven.email),
        sign_ups as (delete from trading.sign_ups using proven where lower(sign_ups.email) = proven.email),
        tickets as (update trading.tickets set contact_name = '', contact_email = '' where uid = any ($1::bigint[]))
      update trading.users set name = '', email = '', email_verified_at = null, country = null, password_hash = ''
      where id = any ($1::bigint[])`,
    values: [uids],
  });
}

/**
 * The rest, when no user is left who may look at it: everything that they wrote, in the trail too. Published articles
 * and versions of algorithms stay, because others use them. A name that a user chose never contains a colon.
 */
export async function forgetTraces(tx: Transaction, uids: readonly number[], at: Instant): Promise<void> {
  await forgetAuditOfAccounts(tx, uids);
  await forgetWords(tx, uids);
  await forgetWorks(tx, uids, at);
  await tx.execute({
    name: "trading.forgetTraces",
    text: `with accesses as (delete from trading.accesses where uid = any ($1::bigint[]))
      update trading.users set username = 'closed:' || id where id = any ($1::bigint[])`,
    values: [uids],
  });
}

/** What they wrote to others, and noted for themselves. */
async function forgetWords(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetWords",
    text: `with whitelist as (delete from trading.withdraw_addresses where owner_id = any ($1::bigint[])),
        broadcasts as (delete from trading.broadcasts where owner_id = any ($1::bigint[])),
        withdrawals as (update trading.withdrawals set reason = '' where owner_id = any ($1::bigint[]) and reason <> ''),
        queries as (delete from trading.exchange_queries where uid = any ($1::bigint[])),
        exports as (delete from trading.exports where uid = any ($1::bigint[])),
        halts as (update trading.risk_halts set reason = '' where owner_uid = any ($1::bigint[])),
        events as (update trading.risk_events set reason = '' where set_by = any ($1::bigint[]) and reason <> ''),
        messages as (update trading.ticket_messages as m set body = '' from trading.tickets as t
          where t.uid = any ($1::bigint[]) and m.ticket_id = t.id)
      update trading.tickets set subject = '' where uid = any ($1::bigint[])`,
    values: [uids],
  });
}

/** What they made. Orders and payments refer to strategies and signals, which keep their numbers. */
async function forgetWorks(tx: Transaction, uids: readonly number[], at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.forgetWorks",
    text: `with templates as (delete from trading.strategy_templates where uid = any ($1::bigint[])),
        books as (delete from trading.books where uid = any ($1::bigint[])),
        tabs as (update trading.strategy_tabs set name = '' where uid = any ($1::bigint[])),
        strategies as (update trading.strategies set name = null where uid = any ($1::bigint[])),
        profiles as (update trading.profiles set name = '', description = '' where uid = any ($1::bigint[])),
        signals as (update trading.signals set name = 'Signal ' || id, description = '', custom_1 = '', custom_2 = '',
          custom_3 = '', custom_4 = '' where uid = any ($1::bigint[])),
        algorithms as (update trading.algorithm_versions as v
          set definition = v.definition || jsonb_build_object('name', 'Algorithm ' || a.id, 'groupName', '')
          from trading.algorithms as a
          where a.uid = any ($1::bigint[]) and v.algorithm_id = a.id and v.published_at is null)
      update trading.articles set title = '', brief = '', body = '', images = '{}', deleted_at = coalesce(deleted_at, $2),
        rejection_reason = case when rejected_at is not null then '' end
      where uid = any ($1::bigint[])
        and (is_draft or rejected_at is not null or deleted_at is not null or publish_at > $2::timestamptz)`,
    values: [uids, timestamp(at)],
  });
}
