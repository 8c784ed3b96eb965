/** Views of articles are counted and paid for, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { articleWorld } from "../../../test/support/article-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { ONE } from "../../kit/money/amount.ts";
import { closeAccount, setUserActive } from "../accounts/index.ts";
import { balanceOf } from "../ledger/index.ts";
import { checkEarnings } from "./endpoints/check-earnings.ts";
import { forgetReaders } from "./jobs/forget-readers.ts";
import { payArticles } from "./jobs/pay-articles.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { clock, deps, newCaller, write, remove, list, review, readOne, earnings } = await articleWorld(db);
const rest = { requestId: "r", signal: new AbortController().signal };

describe("a view", () => {
  test("counts once a day for a reader, and again on the next", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    const views = async () => (await list(actor)).articles[0].views;
    await Promise.all([readOne(id), readOne(id), readOne(id)]);
    expect(await views()).toBe(1);
    await readOne(id, "198.51.100.8");
    await readOne(id, "198.51.100.7", "Another browser");
    expect(await views()).toBe(3);
    await clock.advance(86_400_000);
    await runJobTwice(forgetReaders, deps, {});
    expect(await counts()).toEqual({ readers: 0, salts: 0 });
    await readOne(id);
    expect(await views()).toBe(4);
    await runJobTwice(forgetReaders, deps, {});
    expect(await counts()).toEqual({ readers: 1, salts: 1 });
  });

  test("of one place counts a few times a day, however it calls itself", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    for (let agent = 0; agent < 9; agent++) await readOne(id, "203.0.113.5", `script ${agent}`);
    expect((await list(actor)).articles[0].views).toBe(5);
  });
});

describe("earnings", () => {
  test("are paid once to the account when the month is over, and no view is paid twice", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    const other = await write(actor);
    await addViews(id, 1_500);
    await addViews(other.id, 1);
    const account = `user:${actor.ownerUid}`;
    expect(await earnings(actor)).toMatchObject({
      currency: "USD",
      total: "3.00200000",
      paid: "0.00000000",
      pending: "3.00200000",
    });
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, account, "USD")).toBe(0n);

    await nextMonth();
    await addViews(id, 100);
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, account, "USD")).toBe(300_200_000n);
    expect(await earnings(actor)).toMatchObject({
      total: "3.20200000",
      paid: "3.00200000",
      pending: "0.20000000",
      articles: [
        { id, views: 1_600, earnings: "3.20000000" },
        { id: other.id, views: 1, earnings: "0.00200000" },
      ],
      by_month: [
        { views: 100, earnings: "0.20000000" },
        { views: 1_501, earnings: "3.00200000" },
      ],
    });

    await nextMonth();
    await Promise.all([1, 2, 3].map(() => runJobTwice(payArticles, deps, {})));
    expect(await balanceOf(db, account, "USD")).toBe(320_200_000n);
    // The rate of another day does not change what was paid.
    const cheap = { ...deps, articleRate: { currency: "USD", perThousand: 1n } };
    expect(await checkEarnings.run(cheap, { ...rest, actor, input: {} })).toMatchObject({
      paid: "3.20200000",
      pending: "0.00000000",
    });
  });

  test("of a rejected article wait until it is restored, and those of a deleted one are paid", async () => {
    const actor = await newCaller();
    const [rejected, deleted] = [await write(actor), await write(actor)];
    await addViews(rejected.id, 1_000);
    await addViews(deleted.id, 500);
    await review(rejected.id, "reject", "Copied");
    await remove(actor, deleted.id);
    expect(await earnings(actor)).toMatchObject({ pending: "1.00000000" });
    await nextMonth();
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, `user:${actor.ownerUid}`, "USD")).toBe(ONE);
    await review(rejected.id, "restore");
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, `user:${actor.ownerUid}`, "USD")).toBe(3n * ONE);
  });

  test("of a disabled account wait until it is enabled, and those of a closed one are dropped", async () => {
    const [disabled, closed] = [await newCaller(), await newCaller()];
    for (const actor of [disabled, closed]) await addViews((await write(actor)).id, 1_000);
    const setActive = (isActive: boolean) =>
      db.transaction((tx) => setUserActive(tx, disabled.uid, isActive, clock.now()));
    await setActive(false);
    await db.transaction((tx) => closeAccount(tx, closed.uid, clock.now()));
    await nextMonth();
    await runJobTwice(payArticles, deps, {});
    expect(await earnings(disabled)).toMatchObject({ paid: "0.00000000", pending: "2.00000000" });
    expect(await earnings(closed)).toMatchObject({ total: "0.00000000" });
    await setActive(true);
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, `user:${disabled.uid}`, "USD")).toBe(2n * ONE);
    expect(await balanceOf(db, `user:${closed.uid}`, "USD")).toBe(0n);
  });

  test("in the author's list are what was paid and what is pending, as in all earnings", async () => {
    const actor = await newCaller();
    const [paid, rejected] = [await write(actor), await write(actor)];
    for (const { id } of [paid, rejected]) await addViews(id, 1_000);
    await review(rejected.id, "reject", "Copied");
    await nextMonth();
    await runJobTwice(payArticles, { ...deps, articleRate: { currency: "USD", perThousand: ONE } }, {});
    for (const { id } of [paid, rejected]) await addViews(id, 499);
    await nextMonth();
    await addViews(paid.id, 1);
    const all = await earnings(actor);
    const listed = (await list(actor)).articles.map(({ id, earnings: amount }: Listed) => ({ id, earnings: amount }));
    // A thousand at the rate of then, and two months at today's.
    expect(listed).toEqual([
      { id: rejected.id, earnings: "0.00000000" },
      { id: paid.id, earnings: "2.00000000" },
    ]);
    expect(all.articles).toMatchObject([{ id: paid.id, earnings: "2.00000000" }, { earnings: "0.00000000" }]);
  });

  test("of a sub-account go to the account that owns it", async () => {
    const owner = await newCaller();
    const subaccount = { ...owner, uid: await addUser(db, { ownerId: owner.uid }) };
    await addViews((await write(subaccount)).id, 1_000);
    expect(await earnings(subaccount)).toMatchObject({ pending: "2.00000000" });
    expect(await earnings(owner)).toMatchObject({ pending: "0.00000000", articles: [] });
    await nextMonth();
    await runJobTwice(payArticles, deps, {});
    expect(await balanceOf(db, `user:${owner.uid}`, "USD")).toBe(2n * ONE);
  });
});

interface Listed {
  readonly id: string;
  readonly earnings: string;
}

async function nextMonth(): Promise<void> {
  const date = new Date(clock.now() / 1000);
  await clock.advance(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 2) - date.getTime());
}

/** As many views of this month as no test wants to make one by one. */
async function addViews(id: string, views: number): Promise<void> {
  await db.execute({
    name: "test.addViews",
    text: `insert into trading.article_views (article_id, month, views) values ($1, $2, $3)
      on conflict (article_id, month) do update set views = article_views.views + excluded.views`,
    values: [id, `${new Date(clock.now() / 1000).toISOString().slice(0, 7)}-01`, views],
  });
}

async function counts() {
  const [row] = await db.query({
    name: "test.readers",
    text: `select (select count(*) from trading.article_readers) as readers,
      (select count(*) from trading.article_salts) as salts`,
  });
  return row;
}
