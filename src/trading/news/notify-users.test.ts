/** Articles by mail and Telegram: to the right users, once, within the daily limit, and never late. */
import { beforeEach, describe, expect, test } from "vitest";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { fromMillis, plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { MadeKey } from "../operator.ts";
import { noticeOutbox } from "./sql/notify-users.ts";

const { world, save, nowMs: NOW } = await newsWorld({ exchanges: [] });
const { db } = world.platform;
const PER_DAY = 20;
const outbox = noticeOutbox(db, ["en"]);

beforeEach(() =>
  db.execute({
    name: "test.forgetNotices",
    text: "truncate trading.alert_days, trading.telegram_messages, trading.telegram_bots, trading.mails",
  }),
);

async function decideAll(atMs = NOW, perDay = PER_DAY): Promise<void> {
  while ((await outbox.decide(fromMillis(atMs), perDay)) > 0);
}

async function unverify(uid: number): Promise<void> {
  await db.execute({
    name: "test.unverifyEmail",
    text: "update trading.users set email_verified_at = null where id = $1",
    values: [uid],
  });
}

async function connectBot(uid: number): Promise<void> {
  await db.execute({
    name: "test.connectBot",
    text: `insert into trading.telegram_bots (uid, bot_url, sealed_token, chat_id, set_at)
      values ($1, 'https://api.telegram.org', '', '42', now())`,
    values: [uid],
  });
}

const follow = (key: MadeKey, name: string, notify?: string) =>
  world.ask("POST", "public/trending-news-add-keyword", { key, params: { name, ...(notify ? { notify } : {}) } });

const mails = async (uid: number) =>
  db.query<{ subject: string; body: string; expires_at: number }>({
    name: "test.mailsOfNews",
    text: "select subject, body, expires_at from trading.mails where uid = $1 and subject like 'News: %' order by id",
    values: [uid],
  });
const subjects = async (uid: number) => (await mails(uid)).map(({ subject }) => subject);
const messages = async (uid: number) =>
  (
    await db.query<{ body: string }>({
      name: "test.messagesOfNews",
      text: "select body from trading.telegram_messages where uid = $1 order by id",
      values: [uid],
    })
  ).map(({ body }) => body);

describe("an article", () => {
  test("is mailed to those whose keyword says so, once, however many keywords and changes it has", async () => {
    const [one, two, three] = [await world.person(), await world.person(), await world.person()];
    await follow(one.key, "lightning network", "email");
    await follow(one.key, "fees", "email");
    await follow(two.key, "fees");
    await follow(three.key, "quantum", "email");
    await save("A", [foundItem("Why Lightning Network fees fell", "https://e.com/1", { summary: "For a week." })]);
    await decideAll();
    await save("A", [foundItem("Why Lightning Network fees fell again", "https://e.com/1")]);
    await decideAll();
    const [mail, ...more] = await mails(one.uid);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("News: Why Lightning Network fees fell");
    expect(mail?.body).toContain("For a week.\n\nhttps://e.com/1\nSource: A\n");
    expect(mail?.body).toContain("Found by your keywords: lightning network, fees\n");
    expect(mail?.expires_at).toBe(plusMillis(fromMillis(NOW), 6 * HOUR_MS));
    expect([await mails(two.uid), await mails(three.uid)]).toEqual([[], []]);
  });

  test("goes to a bot, or by both ways, and to an address that is not verified never", async () => {
    const [one, two, unverified] = [await world.person(), await world.person(), await world.person()];
    expect((await follow(one.key, "halving", "telegram")).json.data.error).toContain("alerts/telegram-edit");
    await unverify(unverified.uid);
    for (const { uid } of [one, two]) await connectBot(uid);
    expect((await follow(one.key, "halving", "telegram")).json.data.keyword).toMatchObject({ notify: "telegram" });
    await follow(two.key, "halving", "both");
    await follow(unverified.key, "halving", "email");
    await save("A", [foundItem("The halving is near", "https://e.com/1")]);
    await decideAll();
    expect([await subjects(one.uid), await subjects(two.uid), await subjects(unverified.uid)]).toEqual([
      [],
      ["News: The halving is near"],
      [],
    ]);
    for (const { uid } of [one, two])
      expect(await messages(uid)).toEqual([expect.stringContaining("The halving is near\n\nhttps://e.com/1")]);
  });

  test("that is found by a keyword only after an edit is sent then", async () => {
    const one = await world.person();
    await follow(one.key, "halving", "email");
    await save("A", [foundItem("Something is near", "https://e.com/1")]);
    await decideAll();
    expect(await subjects(one.uid)).toEqual([]);
    await save("A", [foundItem("The halving is near", "https://e.com/1")]);
    await decideAll();
    expect(await subjects(one.uid)).toEqual(["News: The halving is near"]);
  });

  test("that is older than six hours is not sent, however many were stored while nothing was decided", async () => {
    const one = await world.person();
    await follow(one.key, "halving", "email");
    const old = Array.from({ length: 5 }, (_, at) => foundItem(`The halving of year ${at}`, `https://e.com/${at}`));
    await save("A", old, NOW - 7 * HOUR_MS);
    const published = new Date(NOW - 7 * HOUR_MS).toISOString();
    await save("A", [foundItem("The halving was long ago", "https://e.com/late", { published })]);
    await save("A", [foundItem("The halving is near", "https://e.com/new")], NOW - 5 * HOUR_MS);
    await decideAll();
    expect(await subjects(one.uid)).toEqual(["News: The halving is near"]);
  });

  test("in a language that is not shown, or of a user who is not let in, is not sent", async () => {
    const [one, two] = [await world.person(), await world.person()];
    for (const { key } of [one, two]) await follow(key, "bitcoin", "email");
    await db.execute({
      name: "test.shutOut",
      text: "update trading.users set is_active = false where id = $1",
      values: [two.uid],
    });
    await save("A", [
      foundItem("Der Bitcoin fällt nach der Entscheidung der Zentralbank", "https://e.com/1"),
      foundItem("Bitcoin rises", "https://e.com/2"),
    ]);
    await decideAll();
    expect([await subjects(one.uid), await subjects(two.uid)]).toEqual([["News: Bitcoin rises"], []]);
  });
});

describe("the choice of a keyword", () => {
  test("stays when the keyword is added again without it, and changes with it", async () => {
    const one = await world.person();
    const notifyOf = async () =>
      (await world.ask("POST", "public/trending-news-list-my-keywords", { key: one.key })).json.data.keywords[0].notify;
    await follow(one.key, "halving");
    expect(await notifyOf()).toBe("none");
    await follow(one.key, "halving", "email");
    expect(await notifyOf()).toBe("email");
    await follow(one.key, "Halving!");
    expect(await notifyOf()).toBe("email");
    await follow(one.key, "halving", "none");
    expect(await notifyOf()).toBe("none");
    expect((await follow(one.key, "halving", "pigeon")).status).toBe(422);
  });
});

describe("the limit of a day", () => {
  test("holds for the account, is said by the last one, and begins again with the next day", async () => {
    const one = await world.person();
    await follow(one.key, "halving", "email");
    const items = Array.from({ length: 4 }, (_, at) => foundItem(`The halving of year ${at}`, `https://e.com/${at}`));
    await save("A", items);
    await decideAll(NOW, 3);
    const bodies = (await mails(one.uid)).map(({ body }) => body.includes("This is the last article of today"));
    expect(bodies).toEqual([false, false, true]);
    await save("A", [foundItem("The halving tomorrow", "https://e.com/next")], NOW + DAY_MS);
    await decideAll(NOW + DAY_MS, 3);
    expect(await subjects(one.uid)).toHaveLength(4);
  });
});

describe("whatever dies or runs beside it", () => {
  test("a process that dies before its commit has sent nothing, and the next one sends all, once", async () => {
    const one = await world.person();
    await follow(one.key, "halving", "email");
    await save("A", [foundItem("The halving is near", "https://e.com/1")]);
    const dying = watchedDatabase(db, {
      async before({ name }) {
        if (name === "trading.courierMoveNewsNoticePlace") throw new Error("killed");
      },
    });
    await expect(noticeOutbox(dying, ["en"]).decide(fromMillis(NOW), PER_DAY)).rejects.toThrow("killed");
    expect(await subjects(one.uid)).toEqual([]);
    await Promise.all([decideAll(), decideAll(), decideAll()]);
    await decideAll();
    expect(await subjects(one.uid)).toEqual(["News: The halving is near"]);
  });

  test("more users than one step takes are all notified once", async () => {
    await follow((await world.person()).key, "halving", "email");
    await db.execute({
      name: "test.manyFollowers",
      text: `with people as (
          insert into trading.users (username, name, email, email_verified_at, password_hash, password_changed_at,
            referral_code, created_at)
          select 'crowd' || n, '', 'crowd' || n || '@example.com', now(), '', now(), 'crowd' || n, now()
          from generate_series(1, 1200) as n returning id
        )
        insert into trading.news_keywords (uid, owner_uid, name, term_id, created_at, notify_email)
        select id, id, 'halving', (select id from trading.news_terms), now(), true from people`,
    });
    await save("A", [
      foundItem("The halving is near", "https://e.com/1"),
      foundItem("The halving is here", "https://e.com/2"),
    ]);
    await decideAll();
    const counted = await db.query({
      name: "test.countMails",
      text: "select subject, count(*) as mails, count(distinct uid) as people from trading.mails where subject like 'News: %' group by subject order by subject",
    });
    expect(counted).toEqual([
      { subject: "News: The halving is here", mails: 1201, people: 1201 },
      { subject: "News: The halving is near", mails: 1201, people: 1201 },
    ]);
  });
});
