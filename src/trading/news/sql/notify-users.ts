/**
 * Notifies users of articles in which their keywords were found, by mail and by their bots. It follows the changes of
 * articles. One transaction records who was notified, enqueues the messages, and moves on: a process that is killed
 * has done all of that or nothing, and no article is sent twice to one user.
 */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, utcDay, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { insertMessage } from "../../alerts/index.ts";
import { enqueueMail, sendMailsSoon } from "../../mail/index.ts";
import { noticeText, noticeTitle, type NoticeArticle } from "../core/notice-text.ts";
import { listChanges } from "./news-changes.ts";

export interface NoticeOutbox {
  /**
   * Decides of the next changes who is notified, and enqueues mails and messages.
   *
   * @param perDay articles that are sent to the users of an account on a day of UTC
   * @returns how many steps were made; 0 when nothing is new, or another process is at it
   */
  decide(now: Instant, perDay: number): Promise<number>;
}

/** An older article is not sent, and one that could not be sent for this long is given up: it is news no more. */
const NEWS_FOR_MS = 6 * HOUR_MS;
const CHANGES_AT_ONCE = 100;
const USERS_AT_ONCE = 500;
/** After every user of a change. */
const ALL_USERS = Number.MAX_SAFE_INTEGER;

interface Place {
  readonly changeId: number;
  readonly uid: number;
}

/** @param languages articles in other languages are not sent */
export function noticeOutbox(db: Database, languages: readonly string[]): NoticeOutbox {
  return { decide: (now, perDay) => db.transaction((tx) => notifyNext(tx, now, { perDay, languages })) };
}

interface NoticeRules {
  readonly perDay: number;
  readonly languages: readonly string[];
}

async function notifyNext(tx: Transaction, now: Instant, { perDay, languages }: NoticeRules): Promise<number> {
  const place = await lockPlace(tx);
  if (!place) return 0;
  // The change whose users were not all looked at is looked at again.
  const from = place.uid === ALL_USERS ? place.changeId : place.changeId - 1;
  const changes = await listChanges(tx, from, { kinds: ["article"], lateMs: 0 }, CHANGES_AT_ONCE);
  const last = changes.at(-1);
  if (!last) return 0;
  const since = plusMillis(now, -NEWS_FOR_MS);
  const ids = changes.map(({ id }) => id);
  const found = await listFollowers(tx, ids, place, { since, languages });
  const reached = found.filter(({ byEmail, byTelegram }) => byEmail || byTelegram);
  const fresh = await insertNotices(tx, reached);
  await enqueueNotices(tx, fresh, now, perDay);
  const end = found.length < USERS_AT_ONCE ? undefined : found.at(-1);
  await movePlace(tx, end ?? { changeId: last.id, uid: ALL_USERS });
  return 1;
}

/** One process at a time decides. */
async function lockPlace(tx: Transaction): Promise<Place | undefined> {
  const [row] = await tx.query<{ change_id: number; uid: number }>({
    name: "trading.courierLockNewsNoticePlace",
    text: "select change_id, uid from trading.news_notice_place for update skip locked",
  });
  return row && { changeId: row.change_id, uid: row.uid };
}

/** Everything up to there is decided. */
async function movePlace(tx: Transaction, { changeId, uid }: Place): Promise<void> {
  await tx.execute({
    name: "trading.courierMoveNewsNoticePlace",
    text: "update trading.news_notice_place set change_id = $1, uid = $2",
    values: [changeId, uid],
  });
}

/** A user who follows what was found. Neither way is open where no channel works, or where the user is not let in. */
interface Follower extends Place {
  readonly articleId: number;
  readonly ownerUid: number;
  readonly email: string;
  readonly byEmail: boolean;
  readonly byTelegram: boolean;
  readonly names: readonly string[];
  readonly article: NoticeArticle;
}

interface FollowerRow {
  readonly change_id: number;
  readonly article_id: number;
  readonly uid: number;
  readonly owner_uid: number;
  readonly email: string;
  readonly by_email: boolean;
  readonly by_telegram: boolean;
  readonly names: string[];
  readonly title: string;
  readonly brief: string;
  readonly url: string;
  readonly source: string;
  readonly published_at: Instant;
}

/**
 * A page of followers after a place, each once for a change, with their keywords. Of each term in an article only as many
 * followers are read as a page holds, by the index of users: the page is full with them.
 */
async function listFollowers(
  tx: Transaction,
  changeIds: readonly number[],
  after: Place,
  { since, languages }: { readonly since: Instant; readonly languages: readonly string[] },
): Promise<Follower[]> {
  const rows = await tx.query<FollowerRow>({
    name: "trading.courierListNewsNoticeFollowers",
    text: `with page as materialized (
        select c.id as change_id, c.article_id, followed.uid
        from trading.news_changes c
          join trading.news_articles a on a.id = c.article_id
            and a.published_at > $4::timestamptz and a.language = any ($5::text[])
          cross join lateral (
            select distinct first.uid
            from trading.news_term_matches m cross join lateral (
              select k.uid from trading.news_keywords k
              where k.term_id = m.term_id and (k.notify_email or k.notify_telegram)
                and k.uid > case when c.id = $2::bigint then $3::bigint else 0 end
              order by k.uid limit ${USERS_AT_ONCE}
            ) as first
            where m.article_id = c.article_id order by first.uid limit ${USERS_AT_ONCE}
          ) as followed
        where c.id = any ($1::bigint[])
        order by c.id, followed.uid limit ${USERS_AT_ONCE}
      )
      select p.change_id, p.article_id, p.uid, f.owner_uid, f.names, coalesce(u.email, '') as email,
        f.notify_email and o.id is not null and u.email_verified_at is not null as by_email,
        f.notify_telegram and o.id is not null and u.id is not null and b.uid is not null as by_telegram,
        a.title, a.brief, a.url, a.source, a.published_at
      from page p
        join trading.news_articles a on a.id = p.article_id
        cross join lateral (
          select k.owner_uid, bool_or(k.notify_email) as notify_email, bool_or(k.notify_telegram) as notify_telegram,
            array_agg(k.name order by k.id) as names
          from trading.news_keywords k join trading.news_term_matches m on m.term_id = k.term_id
          where k.uid = p.uid and m.article_id = p.article_id and (k.notify_email or k.notify_telegram)
          group by k.owner_uid
        ) as f
        left join trading.users u on u.id = p.uid and u.is_active and u.closed_at is null
        left join trading.users o on o.id = f.owner_uid and o.is_active and o.closed_at is null
        left join trading.telegram_bots b on b.uid = p.uid
      order by p.change_id, p.uid`,
    values: [changeIds, after.changeId, after.uid, timestamp(since), languages],
  });
  return rows.map((row) => ({
    changeId: row.change_id,
    articleId: row.article_id,
    uid: row.uid,
    ownerUid: row.owner_uid,
    email: row.email,
    byEmail: row.by_email,
    byTelegram: row.by_telegram,
    names: row.names,
    article: {
      title: row.title,
      brief: row.brief,
      url: row.url,
      source: row.source,
      publishedAt: row.published_at,
    },
  }));
}

/** Answers the users who were not notified of the article before, in the order of the accounts. */
async function insertNotices(tx: Transaction, found: readonly Follower[]): Promise<readonly Follower[]> {
  if (found.length === 0) return [];
  const rows = await tx.query<{ article_id: number; uid: number }>({
    name: "trading.courierInsertNewsNotices",
    text: `insert into trading.news_notices (article_id, uid)
      select article_id, uid from unnest($1::bigint[], $2::bigint[]) as given (article_id, uid)
      on conflict do nothing returning article_id, uid`,
    values: [found.map(({ articleId }) => articleId), found.map(({ uid }) => uid)],
  });
  const isNew = new Set(rows.map(({ article_id, uid }) => `${article_id} ${uid}`));
  return (
    found
      // An article that changed twice is there twice.
      .filter(({ articleId, uid }) => isNew.delete(`${articleId} ${uid}`))
      .toSorted((one, other) => one.ownerUid - other.ownerUid)
  );
}

async function enqueueNotices(
  tx: Transaction,
  fresh: readonly Follower[],
  now: Instant,
  perDay: number,
): Promise<void> {
  let mails = 0;
  for (const ownerUid of new Set(fresh.map((each) => each.ownerUid))) {
    const own = fresh.filter((each) => each.ownerUid === ownerUid);
    const before = (await countToday(tx, ownerUid, now, own.length)) - own.length;
    for (const [index, { uid, email, byEmail, byTelegram, names, article }] of own.entries()) {
      const number = before + index + 1;
      if (number > perDay) break;
      const subject = noticeTitle(article);
      const text = noticeText(article, names, { perDay, isLast: number === perDay });
      const expiresAt = plusMillis(article.publishedAt, NEWS_FOR_MS);
      if (byTelegram) await insertMessage(tx, { uid, text: `News\n\n${text}`, at: now, expiresAt });
      if (!byEmail) continue;
      mails++;
      await enqueueMail(tx, { to: email, uid, subject, text, at: now, expiresAt, isBulk: true });
    }
  }
  if (mails > 0) await sendMailsSoon(tx);
}

/** Counts articles as due to the users of an account today. Answers how many there are with these; others wait. */
async function countToday(tx: Transaction, ownerUid: number, now: Instant, articles: number): Promise<number> {
  const [row] = await tx.query<{ news: number }>({
    name: "trading.courierCountNewsNoticesToday",
    text: `insert into trading.alert_days as d (owner_uid, day, news) values ($1, $2::date, $3)
      on conflict (owner_uid, day) do update set news = d.news + excluded.news returning news`,
    values: [ownerUid, utcDay(now), articles],
  });
  return row?.news ?? articles;
}
