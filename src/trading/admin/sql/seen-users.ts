/** Users as admins see them: nothing that opens an account. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { SeenUser, UserFilter } from "../store.ts";

interface Row {
  readonly id: number;
  readonly owner_id: number | null;
  readonly role: SeenUser["role"];
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly is_verified: boolean;
  readonly is_active: boolean;
  readonly is_closed: boolean;
  readonly has_two_factor: boolean;
  readonly may_invite: boolean;
  readonly created_at: Instant;
  readonly last_login_at: Instant | null;
}

const SELECT = `select u.id, u.owner_id, u.role, u.username, u.name, u.email, u.email_verified_at is not null as is_verified,
    u.is_active, u.closed_at is not null as is_closed, t.confirmed_at is not null as has_two_factor, u.may_invite,
    u.created_at, u.last_login_at
  from trading.users u left join trading.two_factor t on t.uid = u.id`;

/** A page of users in the order of their ids. */
export async function listSeenUsers(
  q: Queryable,
  { search, role, status, ownerUid }: UserFilter,
  { limit, after }: { readonly limit: number; readonly after: number },
): Promise<SeenUser[]> {
  const rows = await q.query<Row>({
    name: "trading.listSeenUsers",
    text: `${SELECT} where u.id > $1
        and ($2::text is null or position(lower($2) in lower(u.username)) > 0 or position(lower($2) in lower(u.name)) > 0
          or position(lower($2) in lower(u.email)) > 0 or u.id::text = $2)
        and ($3::text is null or u.role = $3)
        and ($4::text is null
          or $4 = case when u.closed_at is not null then 'closed' when u.is_active then 'enabled' else 'disabled' end)
        and ($5::bigint is null or u.id = $5 or u.owner_id = $5)
      order by u.id limit $6`,
    values: [after, search ?? null, role ?? null, status ?? null, ownerUid ?? null, limit],
  });
  return rows.map(seenUserOf);
}

/** A user whose account is not closed. */
export async function findSeenUser(q: Queryable, uid: number): Promise<SeenUser | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findSeenUser",
    text: `${SELECT} where u.id = $1 and u.closed_at is null`,
    values: [uid],
  });
  return row && seenUserOf(row);
}

/** The admin and the user, held in one order: two admins who change each other take turns. */
export async function lockSeenUsers(q: Queryable, uids: readonly number[]): Promise<SeenUser[]> {
  const rows = await q.query<Row>({
    name: "trading.lockSeenUsers",
    text: `${SELECT} where u.id = any ($1::bigint[]) and u.closed_at is null order by u.id for update of u`,
    values: [uids],
  });
  return rows.map(seenUserOf);
}

function seenUserOf(row: Row): SeenUser {
  return {
    uid: row.id,
    ownerUid: row.owner_id,
    role: row.role,
    username: row.username,
    name: row.name,
    email: row.email,
    isEmailVerified: row.is_verified,
    isEnabled: row.is_active,
    isClosed: row.is_closed,
    hasTwoFactor: row.has_two_factor,
    mayInvite: row.may_invite,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
  };
}
