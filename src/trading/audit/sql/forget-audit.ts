/** Takes the words of people out of the trail. Who did what to which thing, and when, stays. */
import type { Transaction } from "../../../kit/sql/database.ts";

/** Members of details that no person has written. All other texts are erased, so a new member is erased unless it is named here. */
const KEPT: readonly string[] = `
  from to role currency amount price paid charge refund txid exchange market side type
  code state event scope limit mode source status kind access category priority package region
  system symbol alert act link effectiveAt changed active_strategies rights events overrides
`
  .trim()
  .split(/\s+/);

/** What a user does with its own person and access, and what is done with it. */
const PERSONAL: readonly string[] = `
  user. account. email. password. role. two_factor. settings. session. api_key. exchange_key.
  telegram. webhook. news. ticket. reminder. article.
`
  .trim()
  .split(/\s+/);

/** Of accounts that are closed: all words in their trails. */
export async function forgetAuditOfAccounts(tx: Transaction, ownerUids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetAuditOfAccounts",
    // Entries of orders hold markets and numbers, and are by far the most.
    text: `update trading.audit set details = trading.without_texts(details, $2::text[])
      where owner_id = any ($1::bigint[]) and details <> '{}' and not starts_with(action, 'order.')
        and details is distinct from trading.without_texts(details, $2::text[])`,
    values: [ownerUids, KEPT],
  });
}

/** Of closed users: the words about themselves. What they did with strategies and money stays readable to their owner. */
export async function forgetAuditOfPeople(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetAuditOfPeople",
    text: `update trading.audit as a set details = trading.without_texts(a.details, $2::text[])
      from trading.users as u
      where u.id = any ($1::bigint[]) and a.owner_id = coalesce(u.owner_id, u.id)
        and (a.user_id = u.id or a.subject = u.id::text) and a.details <> '{}'
        and exists (select from unnest($3::text[]) as personal (prefix) where starts_with(a.action, prefix))`,
    values: [uids, KEPT, PERSONAL],
  });
}
