/** Articles whose keyword has many followers: a step of notifying reads a page of them, however many there are. */
import { expect, test } from "vitest";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { noticeOutbox } from "./sql/notify-users.ts";

const { world, save, nowMs: NOW } = await newsWorld({ exchanges: [] });
const { db } = world.platform;
const PAGE = 500;
const FOLLOWERS = 3 * PAGE;
const ARTICLES = 10;

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that any part of a plan has handed on. */
function mostRows({ "Actual Rows": rows, "Actual Loops": loops, Plans: parts = [] }: PlanNode): number {
  return Math.max(rows * loops, ...parts.map(mostRows));
}

test("a step reads a page of the followers of each article at most, and all are notified once", async () => {
  const { key } = await world.person();
  await world.ask("POST", "public/trending-news-add-keyword", { key, params: { name: "halving", notify: "email" } });
  await db.execute({
    name: "test.manyFollowers",
    text: `with people as (
        insert into trading.users (username, name, email, email_verified_at, password_hash, password_changed_at,
          referral_code, created_at)
        select 'crowd' || n, '', 'crowd' || n || '@example.com', now(), '', now(), 'crowd' || n, now()
        from generate_series(1, $1::integer) as n returning id
      )
      insert into trading.news_keywords (uid, owner_uid, name, term_id, created_at, notify_email)
      select id, id, 'halving', (select id from trading.news_terms), now(), true from people`,
    values: [FOLLOWERS - 1],
  });
  await db.execute({ name: "test.knowFollowers", text: "analyze" });
  const cities = ["Oslo", "Lima", "Cairo", "Perth", "Quito"];
  const items = Array.from({ length: ARTICLES }, (_, at) => {
    const title = `${cities[at % 5]} waits for the halving of ${at * 7_919} in ${cities[Math.floor(at / 5)]}`;
    return foundItem(title, `https://e.com/${at}`);
  });
  expect(await save("A", items)).toMatchObject({ added: ARTICLES });
  const handled: number[] = [];
  const watched = watchedDatabase(db, {
    async before({ name, text, values = [] }) {
      if (!name.startsWith("trading.courierListNewsNotice") || handled.length > 0) return;
      const [row] = await db.query<{ "QUERY PLAN": string }>({
        name: "test.explainFollowers",
        text: `explain (analyze, format json) ${text}`,
        values,
      });
      const [{ Plan: plan }] = JSON.parse(row?.["QUERY PLAN"] ?? "") as [{ Plan: PlanNode }];
      handled.push(mostRows(plan));
    },
  });
  const outbox = noticeOutbox(watched, ["en"]);
  while ((await outbox.decide(fromMillis(NOW), 1)) > 0);
  // A page of each article, of which one is kept.
  expect(handled).toHaveLength(1);
  expect(handled[0]).toBeLessThanOrEqual(ARTICLES * PAGE);
  const [counted] = await db.query({
    name: "test.countNotices",
    text: "select count(*) as notices, count(distinct uid) as users from trading.news_notices",
  });
  expect(counted).toEqual({ notices: ARTICLES * FOLLOWERS, users: FOLLOWERS });
});
