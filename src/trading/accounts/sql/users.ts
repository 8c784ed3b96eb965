/** Users, read. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Person, User } from "../user.ts";

interface Row {
  readonly id: number;
  readonly owner_id: number | null;
  readonly role: User["role"];
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified_at: Instant | null;
  readonly country: string | null;
  readonly password_hash: string;
  readonly password_changed_at: Instant;
  readonly is_active: boolean;
  readonly created_at: Instant;
  readonly last_login_at: Instant | null;
  readonly has_two_factor: boolean;
}

const COLUMNS = `u.id, u.owner_id, u.role, u.username, u.name, u.email, u.email_verified_at, u.country, u.password_hash,
  u.password_changed_at, u.is_active and (o.id is null or (o.is_active and o.closed_at is null)) as is_active,
  u.created_at, u.last_login_at, t.confirmed_at is not null as has_two_factor`;

const TABLES = `trading.users u left join trading.users o on o.id = u.owner_id
  left join trading.two_factor t on t.uid = u.id`;

/** A user whose account is not closed. */
export async function findUser(q: Queryable, uid: number): Promise<User | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findUser",
    text: `select ${COLUMNS} from ${TABLES} where u.id = $1 and u.closed_at is null`,
    values: [uid],
  });
  return row && userOf(row);
}

/**
 * The user who logs in under this name: a main account by its username or mail address, else a sub-account by its
 * username. Of main accounts with the same address the one that has verified it is meant; several name none of them.
 */
export async function findUserByLogin(q: Queryable, login: string): Promise<User | undefined> {
  const [first, second] = await q.query<Row & { readonly rank: number }>({
    name: "trading.findUserByLogin",
    text: `select ${COLUMNS}, case
          when u.owner_id is not null then 4
          when lower(u.username) = lower($1) then 1
          when u.email_verified_at is not null then 2
          else 3 end as rank
      from ${TABLES}
      where u.closed_at is null
        and (lower(u.username) = lower($1) or (lower(u.email) = lower($1) and u.owner_id is null))
      order by rank, u.id limit 2`,
    values: [login],
  });
  return first && first.rank !== second?.rank ? userOf(first) : undefined;
}

/** A login as the queries here compare it. Which letters are one in lower case is the database's to say. */
export async function readLoginName(q: Queryable, login: string): Promise<string> {
  const [row] = await q.query<{ name: string }>({
    name: "trading.readLoginName",
    text: "select lower($1::text) as name",
    values: [login],
  });
  return row?.name ?? login;
}

/**
 * The users who may have meant this when they lost a password: those of the username or, of main accounts, of the mail
 * address. A sub-account is meant only where no main account is. An address that is not verified gets no link.
 */
export async function findPeopleByLogin(q: Queryable, login: string): Promise<Person[]> {
  const rows = await q.query<Pick<Row, "id" | "owner_id" | "username" | "email">>({
    name: "trading.findPeopleByLogin",
    text: `select id, owner_id, username, email from trading.users
      where closed_at is null and is_active and email_verified_at is not null
        and (lower(username) = lower($1) or (lower(email) = lower($1) and owner_id is null))
      order by owner_id is not null, id limit 5`,
    values: [login],
  });
  const mains = rows.filter((row) => row.owner_id === null);
  return (mains.length > 0 ? mains : rows).map((row) => ({
    uid: row.id,
    ownerUid: row.owner_id ?? row.id,
    username: row.username,
    email: row.email,
  }));
}

/** A user as the operator's list shows it. */
export interface ListedUser {
  readonly uid: number;
  readonly ownerUid: number | null;
  readonly role: User["role"];
  readonly username: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly isClosed: boolean;
  readonly createdAt: Instant;
  readonly lastLoginAt: Instant | null;
  /** The code that a new user enters to be referred by this user. */
  readonly referralCode: string;
}

/** Users for the operator, in the order of their ids; `after` is the last uid of the page before. */
export async function listUsers(q: Queryable, page: { limit: number; after?: number }): Promise<ListedUser[]> {
  type ListedRow = Pick<
    Row,
    "id" | "owner_id" | "role" | "username" | "email" | "is_active" | "created_at" | "last_login_at"
  > & { readonly closed_at: Instant | null; readonly referral_code: string };
  const rows = await q.query<ListedRow>({
    name: "trading.listUsers",
    text: `select id, owner_id, role, username, email, is_active, closed_at, created_at, last_login_at, referral_code
      from trading.users where id > $2 order by id limit $1`,
    values: [page.limit, page.after ?? 0],
  });
  return rows.map((row) => ({
    uid: row.id,
    ownerUid: row.owner_id,
    role: row.role,
    username: row.username,
    email: row.email,
    isActive: row.is_active,
    isClosed: row.closed_at !== null,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    referralCode: row.referral_code,
  }));
}

function userOf(row: Row): User {
  return {
    uid: row.id,
    ownerUid: row.owner_id ?? row.id,
    role: row.role,
    username: row.username,
    name: row.name,
    email: row.email,
    emailVerifiedAt: row.email_verified_at,
    country: row.country,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    isActive: row.is_active,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    hasTwoFactor: row.has_two_factor,
  };
}
