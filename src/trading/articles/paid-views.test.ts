/** Views that are counted during their payment: each is paid once or not at all, in any order. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { balanceOf } from "../ledger/index.ts";
import { articleStore } from "./sql/article-store.ts";
import { payViews } from "./sql/earnings.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const stores = [db, open(), open(), open()].map((each) => articleStore(each));
const [store] = stores;
if (!store) throw new Error("there is a store");
const clock = systemClock();
const MONTH = "2026-03-01";
/** One unit for each view. */
const rate = { currency: "USD", perThousand: 1_000n };

async function newArticle(): Promise<{ id: number; ownerUid: number }> {
  const ownerUid = await addUser(db, {});
  const at = clock.now();
  const content = { title: "A title", brief: "A brief", body: "", images: [], isDraft: false, publishAt: at };
  const article = await store?.create({ uid: ownerUid, ownerUid, at }, content);
  if (!article) throw new Error("the article is made");
  return { id: article.id, ownerUid };
}

/** A reader that was never seen. */
const view = (id: number, of = store) =>
  of?.recordView(id, "2026-03-10", { reader: randomBytes(16), place: randomBytes(16) });

async function stateOf({ id, ownerUid }: { id: number; ownerUid: number }) {
  const [row] = await db.query<{ views: number; paid: string; entries: number }>({
    name: "test.paidViews",
    text: `select v.views, v.paid,
        (select count(*) from trading.ledger_entries where reference like 'article:' || v.article_id || ':%') as entries
      from trading.article_views v where v.article_id = $1`,
    values: [id],
  });
  return { views: row?.views, paid: Number(row?.paid), entries: row?.entries, balance: await balance(ownerUid) };
}

async function balance(ownerUid: number): Promise<number> {
  return Number(await balanceOf(db, `user:${ownerUid}`, "USD"));
}

describe("a view that comes while its month is paid", () => {
  test("waits for the payment, and then counts no more", async () => {
    const article = await newArticle();
    for (let reader = 0; reader < 3; reader++) await view(article.id);
    const paying = await holdTransaction(open(), (tx) =>
      payViews(tx, { articleId: article.id, month: MONTH }, rate, clock.now()),
    );
    const late = view(article.id);
    await untilWaitingForLock(db);
    await paying.commit();
    expect(await late).toBe(false);
    expect(await stateOf(article)).toEqual({ views: 3, paid: 3, entries: 1, balance: 3 });
  });

  test("counts, and is paid with the others, when the payment comes to nothing", async () => {
    const article = await newArticle();
    await view(article.id);
    const paying = await holdTransaction(open(), (tx) =>
      payViews(tx, { articleId: article.id, month: MONTH }, rate, clock.now()),
    );
    const late = view(article.id);
    await untilWaitingForLock(db);
    await paying.rollback();
    expect(await late).toBe(true);
    await store?.pay({ articleId: article.id, month: MONTH }, rate, clock.now());
    expect(await stateOf(article)).toEqual({ views: 2, paid: 2, entries: 1, balance: 2 });
  });
});

test("of many views and payments at once, in whatever order, all that was counted is paid once", async () => {
  const steps = fc.array(fc.constantFrom("view", "view", "view", "pay"), { minLength: 10, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (order) => {
    const article = await newArticle();
    await view(article.id);
    const paidFor = { articleId: article.id, month: MONTH };
    const amounts = await Promise.all(
      order.map(async (step, number) => {
        const of = stores[number % stores.length];
        if (step === "view") await view(article.id, of);
        return step === "pay" ? ((await of?.pay(paidFor, rate, clock.now())) ?? 0n) : 0n;
      }),
    );
    const last = (await store?.pay(paidFor, rate, clock.now())) ?? 0n;
    const { views, paid, entries, balance: held } = await stateOf(article);
    expect([paid, held, entries]).toEqual([views, views, 1]);
    const payments = [...amounts, last].filter((amount) => amount > 0n);
    expect(payments).toEqual([BigInt(views ?? 0)]);
  });
  await fc.assert(property, { numRuns: 15 });
});
