/** Sessions on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import {
  closeAccount,
  DEFAULT_SETTINGS,
  isKnownPlace,
  readSettings,
  recordAccess,
  type User,
} from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { sessionErrors } from "../errors.ts";
import type { NewSession, Session, SessionInForce, SessionStore } from "../store.ts";

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: Instant;
  readonly last_seen_at: Instant;
  readonly expires_at: Instant;
  readonly second_factor_at: Instant | null;
}

const COLUMNS = "id, uid, address, user_agent, created_at, last_seen_at, expires_at, second_factor_at";

const IDLE_SECONDS = DEFAULT_SETTINGS.session_timeout;
const MAX_SESSIONS = 20;
const MAX_USER_AGENT = 300;
/** Uses within this time of the written one are not written. */
const SEEN_MS = 60_000;

export function sessionStore(db: Database): SessionStore {
  return {
    open: (session) => db.transaction((tx) => openSession(tx, session)),
    use: (tokenHash, now) => useSession(db, tokenHash, now),
    listInForce: (ids, now) => listInForce(db, ids, now),
    list: (uid, now) => listSessions(db, uid, now),
    end: (uid, id, ownerUid, at) => db.transaction((tx) => endSession(tx, { uid, ownerUid }, id, at)),
    isKnownAddress: (uid, address) => isKnownPlace(db, uid, { address }),
    record: (access) => recordAccess(db, access),
    closeAccount: (uid, at, closing) => db.transaction(async (tx) => void (await closeAccount(tx, uid, at, closing))),
  };
}

/** A login that succeeded: the session, the history, and the mail if the place is a new one. */
async function openSession(tx: Transaction, session: NewSession): Promise<Session> {
  const { user, address, userAgent, at, mail } = session;
  if (!(await noteLogin(tx, user, at))) throw sessionErrors.wrongLogin();
  const { uid, lastLoginAt, email } = user;
  const isNewPlace = lastLoginAt !== null && !(await isKnownPlace(tx, uid, { address, userAgent }));
  const [row] = await tx.query<Row>({
    name: "trading.openSession",
    text: `insert into trading.sessions (uid, token_hash, address, user_agent, created_at, last_seen_at, expires_at,
        second_factor_at)
      values ($1, $2, $3, $4, $5, $5, $6, $7) returning ${COLUMNS}`,
    values: [
      uid,
      session.tokenHash,
      address,
      userAgent.slice(0, MAX_USER_AGENT),
      timestamp(at),
      timestamp(session.expiresAt),
      session.showedSecondFactor ? timestamp(at) : null,
    ],
  });
  invariant(row, "a row that was inserted is returned");
  await endIdlest(tx, uid);
  await recordAccess(tx, { uid, address, userAgent, method: "web", result: "success", at });
  if (isNewPlace && (await readSettings(tx, uid)).login_alerts) await enqueueMail(tx, { to: email, ...mail, uid, at });
  return sessionOf(row);
}

/** No user needs more sessions than this, and a program that logs in for each call must not fill the table. */
async function endIdlest(tx: Transaction, uid: number): Promise<void> {
  await tx.execute({
    name: "trading.endIdlestSessions",
    text: `delete from trading.sessions where id in (
      select id from trading.sessions where uid = $1 order by last_seen_at desc, id desc offset ${MAX_SESSIONS}
    )`,
    values: [uid],
  });
}

/**
 * When the user was last here. False where the password is no longer the one that was checked, or the user may not come
 * in any more: whoever changes that ends the sessions that there are, and this one would be added after.
 */
async function noteLogin(tx: Transaction, { uid, passwordHash }: User, at: Instant): Promise<boolean> {
  const changed = await tx.execute({
    name: "trading.noteLogin",
    text: `update trading.users set last_login_at = $2
      where id = $1 and password_hash = $3 and is_active and closed_at is null`,
    values: [uid, timestamp(at), passwordHash],
  });
  return changed === 1;
}

/** The session behind a cookie. How long it may be idle is the user's choice, and counts at once. */
async function useSession(q: Queryable, tokenHash: Buffer, now: Instant): Promise<Session | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findSession",
    text: `select ${COLUMNS} from trading.sessions s where token_hash = $1 and expires_at > $2
      and last_seen_at > $2::timestamptz - make_interval(secs => coalesce((
        select (settings ->> 'session_timeout')::integer from trading.user_settings u where u.uid = s.uid
      ), $3::integer))`,
    values: [tokenHash, timestamp(now), IDLE_SECONDS],
  });
  if (row && row.last_seen_at < plusMillis(now, -SEEN_MS)) await touchSession(q, row.id, now);
  return row && sessionOf(row);
}

/** Keeps a session that is used from ending. */
async function touchSession(q: Queryable, id: number, now: Instant): Promise<void> {
  await q.execute({
    name: "trading.touchSession",
    text: "update trading.sessions set last_seen_at = $2 where id = $1 and last_seen_at < $2",
    values: [id, timestamp(now)],
  });
}

/** Those of the sessions that still count, for callers that are connected. */
async function listInForce(q: Queryable, ids: readonly number[], now: Instant): Promise<SessionInForce[]> {
  const rows = await q.query<Pick<Row, "id" | "uid" | "second_factor_at">>({
    name: "trading.listSessionsInForce",
    text: `select s.id, s.uid, s.second_factor_at from trading.sessions s
      join trading.users holder on holder.id = s.uid
      left join trading.users owner on owner.id = holder.owner_id
      left join trading.user_settings u on u.uid = s.uid
      where s.id = any ($1::bigint[]) and s.expires_at > $2
        and s.last_seen_at > $2::timestamptz
          - make_interval(secs => coalesce((u.settings ->> 'session_timeout')::integer, $3::integer))
        and holder.is_active and holder.closed_at is null
        and (holder.owner_id is null or (owner.is_active and owner.closed_at is null))
      limit 5000`,
    values: [ids, timestamp(now), IDLE_SECONDS],
  });
  return rows.map(({ id, uid, second_factor_at: secondFactorAt }) => ({ id, uid, secondFactorAt }));
}

/** The sessions that a user may see and end. */
async function listSessions(q: Queryable, uid: number, now: Instant): Promise<Session[]> {
  const rows = await q.query<Row>({
    name: "trading.listSessions",
    text: `select ${COLUMNS} from trading.sessions where uid = $1 and expires_at > $2
      and last_seen_at > $2::timestamptz - make_interval(secs => coalesce((
        select (settings ->> 'session_timeout')::integer from trading.user_settings where uid = $1
      ), $3::integer))
      order by last_seen_at desc, id desc limit ${MAX_SESSIONS}`,
    values: [uid, timestamp(now), IDLE_SECONDS],
  });
  return rows.map(sessionOf);
}

/** One of the user's own sessions, never a stranger's. */
async function endSession(
  tx: Transaction,
  { uid, ownerUid }: { uid: number; ownerUid: number },
  id: number,
  at: Instant,
): Promise<boolean> {
  const ended = await tx.execute({
    name: "trading.endSession",
    text: "delete from trading.sessions where uid = $1 and id = $2",
    values: [uid, id],
  });
  if (ended === 0) return false;
  await recordAudit(tx, { ownerUid, uid, action: "session.end", subject: String(id), at });
  return true;
}

function sessionOf(row: Row): Session {
  return {
    id: row.id,
    uid: row.uid,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    secondFactorAt: row.second_factor_at,
  };
}
