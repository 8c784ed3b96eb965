/** Articles are written, judged and read, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { ARTICLE_TEXTS, articleWorld, refusal } from "../../../test/support/article-world.ts";
import { testDatabase } from "../../../test/support/database.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { clock, images, newCaller, write, read, edit, remove, list, review, fetch, readOne, titles } =
  await articleWorld(db);

describe("an article", () => {
  test("whose date is over is published at once, listed without its body, and read by everybody", async () => {
    const actor = await newCaller();
    const made = await write(actor, { image1: `${images.url}/1.png`, image3: `${images.url}/3.png` });
    expect(made).toMatchObject({ status: true, article: { state: "published", publishdate: 1_599_615_673, views: 0 } });
    const urls = [`${images.url}/1.png`, `${images.url}/3.png`];
    expect(made.article.images).toEqual(urls);
    const listed = await list(actor);
    expect(listed).toMatchObject({ total: 1, showing: 1, articles: [{ id: made.id, title: ARTICLE_TEXTS.title }] });
    expect(listed.articles[0]).not.toHaveProperty("body");
    expect(await readOne(made.id)).toMatchObject({
      article_id: made.id,
      author: "User",
      body: ARTICLE_TEXTS.body,
      images: urls,
      time_published: 1_599_615_673,
      url: `https://trade.example/api/v2/public/fetch-articles?article_id=${made.id}`,
    });
  });

  test("whose date is to come is seen by its author alone until then, and nothing has to happen but time", async () => {
    const actor = await newCaller();
    const { id, article } = await write(actor, { title: "An article for later readers", publishdate: now() + 60 });
    expect(article.state).toBe("scheduled");
    expect(await titles("later readers")).toEqual([]);
    expect(await refusal(readOne(id))).toMatchObject({ status: 404 });
    await clock.advance(60_000);
    expect(await titles("LATER readers")).toEqual(["An article for later readers"]);
    expect((await list(actor)).articles[0].state).toBe("published");
    expect(await readOne(id)).toMatchObject({ article_id: id });
  });

  test("that is a draft is published when it is no longer a draft", async () => {
    const actor = await newCaller();
    const { id, article } = await write(actor, { draft: true });
    expect(article.state).toBe("draft");
    expect(await refusal(readOne(id))).toMatchObject({ status: 404 });
    // Its author reads it to change it, and is not counted as a reader.
    expect(await read(actor, id)).toEqual({ ...article, views: 0, body: ARTICLE_TEXTS.body });
    expect((await edit(actor, id, { draft: false })).article.state).toBe("published");
    expect(await readOne(id)).toMatchObject({ article_id: id });
  });

  test.each([
    [{ title: `${" ".repeat(10)}seventeen letters` }, ["title minimum length 18"]],
    [{ brief: "  short".padEnd(40) }, ["brief minimum length 30"]],
    [{ body: `<script>${"x".repeat(400)}</script>` }, ["body minimum length 300"]],
  ])("of which too little is left after cleaning is refused: %j", async (params, lengths) => {
    const error = await refusal(write(await newCaller(), params));
    expect(error).toMatchObject({ code: "2300", status: 422 });
    expect(error.fields["details"]).toEqual({ incorrect_value_lengths: lengths });
  });

  test("keeps its images when it is changed, asks for new ones only, and loses those that are emptied", async () => {
    const actor = await newCaller();
    const url = (name: string) => `${images.url}/${name}`;
    const { id } = await write(actor, { image1: url("a.png"), image2: url("b.png") });
    const before = images.seen.length;
    const { article } = await edit(actor, id, {
      image2: "",
      image3: url("c.png"),
      title: "Another title of enough words",
    });
    expect(article).toMatchObject({ images: [url("a.png"), url("c.png")], title: "Another title of enough words" });
    expect(images.seen.slice(before).map(({ path }) => path)).toEqual(["/c.png"]);
    expect((await edit(actor, id)).article.images).toEqual([url("a.png"), url("c.png")]);
  });

  test("is refused beyond the maximum, also when several are written at the same time", async () => {
    const actor = await newCaller();
    await db.execute({
      name: "test.fillArticles",
      text: `insert into trading.articles (uid, owner_uid, title, brief, body, images, is_draft, publish_at, created_at, updated_at)
        select $1, $1, 'A draft', '', '', '{}', true, now(), now(), now() from generate_series(1, 998)`,
      values: [actor.uid],
    });
    const written = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => write(actor, { draft: true })));
    expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await refusal(write(actor))).toMatchObject({ status: 422, code: "2300" });
  });

  test("with an unreachable image is not made", async () => {
    const actor = await newCaller();
    expect(await refusal(write(actor, { image4: "https://10.0.0.1/a.png" }))).toMatchObject({
      code: "2300",
      status: 422,
    });
    expect(await list(actor)).toMatchObject({ total: 0 });
  });

  test("that is deleted is gone for everybody", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    await remove(actor, id);
    for (const work of [() => readOne(id), () => remove(actor, id), () => edit(actor, id), () => read(actor, id)]) {
      expect(await refusal(work())).toMatchObject({ status: 404 });
    }
    expect(await list(actor)).toMatchObject({ total: 0 });
    const kept = await db.query({
      name: "test.kept",
      text: "select brief, body, images from trading.articles where id = $1",
      values: [id],
    });
    expect(kept).toEqual([{ brief: "", body: "", images: [] }]);
  });

  test("of another author is answered like one that does not exist", async () => {
    const { id } = await write(await newCaller());
    const stranger = await newCaller();
    for (const work of [read, edit, remove]) {
      const [one, other] = [await refusal(work(stranger, id)), await refusal(work(stranger, "987654321"))];
      expect([one.code, one.status, one.message.replace(id, "987654321")]).toEqual([
        other.code,
        other.status,
        other.message,
      ]);
    }
    expect(await readOne(id)).toMatchObject({ title: ARTICLE_TEXTS.title });
  });
});

describe("a rejected article", () => {
  test("is shown to its author alone, with the reason, and stays rejected when it is changed", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    expect(await review(id, "reject", "Copied")).toMatchObject({
      article: { state: "rejected", rejection_reason: "Copied" },
    });
    expect(await refusal(readOne(id))).toMatchObject({ status: 404 });
    expect((await edit(actor, id)).article).toMatchObject({ state: "rejected", rejection_reason: "Copied" });
    expect(await review(id, "restore")).toMatchObject({ article: { state: "published", rejection_reason: null } });
    expect(await readOne(id)).toMatchObject({ article_id: id });
  });

  test("is mailed to its author with the reason, once, and so is its restoration", async () => {
    const actor = await newCaller();
    const { id } = await write(actor);
    await review(id, "restore");
    expect(await mailsAbout(id), "nothing has changed").toEqual([]);
    for (let time = 0; time < 2; time++) await review(id, "reject", "Copied from elsewhere");
    await review(id, "reject", "It is an advertisement");
    for (let time = 0; time < 2; time++) await review(id, "restore");
    const mails = await mailsAbout(id);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your article ${id} was rejected`,
      `Your article ${id} was rejected`,
      `Your article ${id} was accepted`,
    ]);
    expect(mails[0]?.body).toContain("The reason: Copied from elsewhere\n");
    expect(mails.every(({ uid }) => uid === actor.uid)).toBe(true);
  });

  test("needs a reason, and to be there", async () => {
    const { id } = await write(await newCaller());
    expect(await refusal(review(id, "reject"))).toMatchObject({ code: "1440" });
    expect(await refusal(review("987654321", "restore"))).toMatchObject({ status: 404 });
  });
});

describe("what everybody reads", () => {
  test("is in order of its publication, each between its neighbours", async () => {
    const actor = await newCaller();
    const ids: string[] = [];
    // Before everything else that this file publishes.
    for (const day of [2, 1, 3])
      ids.push((await write(actor, { title: `Ordered by its date: ${day}`, publishdate: 1_000_000 + day })).id);
    expect(await titles("ordered by its DATE")).toEqual([3, 2, 1].map((day) => `Ordered by its date: ${day}`));
    expect(await titles("100%_")).toEqual([]);
    const [second, first, third] = ids;
    expect(await readOne(second ?? "")).toMatchObject({ previous_id: first, next_id: third });
    expect(await readOne(first ?? "")).toMatchObject({ previous_id: null, next_id: second });
    const page = await fetch({ title_contains: "Ordered by", limit: 2, pagenumber: 2 });
    expect(page).toMatchObject({ page: 2, showing: 1, total: 3 });
  });
});

function mailsAbout(id: string) {
  return db.query<{ uid: number; subject: string; body: string }>({
    name: "test.mailsAbout",
    text: "select uid, subject, body from trading.mails where subject like 'Your article ' || $1 || ' was %' order by id",
    values: [id],
  });
}

function now(): number {
  return Math.floor(clock.now() / 1_000_000);
}
